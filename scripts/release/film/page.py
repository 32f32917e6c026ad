#!/usr/bin/env python3
"""Takes the README's picture of the tuning page: Chromium shows the still life, paused.

usage: scripts/release/film/page.py SPLASH OUT.jpg [--theme light|dark] [--size 1440x900] [-- OPTIONS OF TUNE…]

The README's is made with `-- --hue blue --hue 42..62,s=0.6..1`, and goes to film/page.jpg.
"""
import argparse
import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))


class Browser:
    """Chromium, told by DevTools' protocol over two pipes, as descriptors 3 and 4."""

    def __init__(self, profile, size):
        there, self.tell = os.pipe()
        self.hear, back = os.pipe()

        def descriptors():
            # Copies above 4 first, so that neither overwrites the other.
            first, second = os.dup(there), os.dup(back)
            high = os.dup2(first, 60), os.dup2(second, 61)
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)
        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-pipe",
             f"--user-data-dir={profile}", f"--window-size={size.replace('x', ',')}", "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there)
        os.close(back)
        self.count, self.rest = 0, b""

    def call(self, method, session=None, **parameters):
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.tell, json.dumps(message).encode() + b"\0")
        while True:
            while b"\0" not in self.rest:
                piece = os.read(self.hear, 1 << 20)
                if not piece:
                    sys.exit("page: Chromium has ended")
                self.rest += piece
            text, _, self.rest = self.rest.partition(b"\0")
            answer = json.loads(text)
            if answer.get("id") == self.count:
                if "error" in answer:
                    sys.exit(f"page: {method}: {answer['error']}")
                return answer["result"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("splash")
    parser.add_argument("out")
    parser.add_argument("--theme", default="light")
    parser.add_argument("--size", default="1440x900")
    parser.add_argument("options", nargs="*")
    arguments = parser.parse_args()
    tuner = subprocess.Popen([arguments.splash, "tune", "film/still.mp4", "--port", "0", *arguments.options], cwd=ROOT,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    with tempfile.TemporaryDirectory() as profile:
        browser = None
        try:
            address = next(found[0] for line in tuner.stdout if (found := re.search(r"http://\S+", line)))
            browser = Browser(profile, arguments.size)
            width, height = map(int, arguments.size.split("x"))
            target = browser.call("Target.createTarget", url="about:blank")["targetId"]
            page = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
            browser.call("Emulation.setDeviceMetricsOverride", page, width=width, height=height, deviceScaleFactor=1,
                         mobile=False)
            browser.call("Emulation.setEmulatedMedia", page,
                         features=[{"name": "prefers-color-scheme", "value": arguments.theme}])
            browser.call("Page.navigate", page, url=address)
            time.sleep(6)
            for kind in ("keyDown", "keyUp"):  # pauses
                browser.call("Input.dispatchKeyEvent", page, type=kind, key=" ", code="Space", windowsVirtualKeyCode=32)
            time.sleep(2)
            shot = browser.call("Page.captureScreenshot", page, format="jpeg", quality=82)
            with open(arguments.out, "wb") as file:
                file.write(base64.b64decode(shot["data"]))
        finally:
            tuner.terminate()
            if browser:
                browser.process.terminate()
                browser.process.wait()
    return 0


if __name__ == "__main__":
    sys.exit(main())
