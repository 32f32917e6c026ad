"""`splash` and `python -m splash_video`: becomes the command."""
import os
import sys

from splash_video import PROGRAM


def main() -> None:
    os.execv(PROGRAM, ["splash", *sys.argv[1:]])


if __name__ == "__main__":
    main()
