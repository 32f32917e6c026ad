"""What the light and the mask cost, in copies of the picture: rows of `splash bench`."""
import json

from lib.tools import output

ROWS = ["light", "guide", "steady", "despeckle", "halve", "amendments", "amend",
        "whole run, 6 hues", "whole run, 6 hues, tidied"]


def cost(bench):
    print("\nCost of one 1080p 4:2:0 picture of noise on one thread, over pictures in turn as from a decoder:\n"
          "six hues, automatic balance, stability 0.5, despeckle 1; ms = copies of the picture, medians")
    report = json.loads(output(bench.splash, "bench", "--json", "--rounds", "101"))
    rows = [row for row in report["rows"] if row["kernel"] in ROWS and row["pixels"] == "noise"]
    sets = [name for name in ("sse2", "avx2", "avx512", "neon") if name in rows[0]["ms"]]
    print(f"{'':26}{'copy':>8}" + "".join(f"{name:>16}" for name in sets))
    for row in rows:
        cells = [f"{row['ms'][name]:.3f} = {row['ms'][name] / row['copy_ms']:.1f}" for name in sets]
        print(f"{row['kernel']:26}{row['copy_ms']:8.3f}" + "".join(f"{cell:>16}" for cell in cells))
