#!/usr/bin/env python3
"""Takes the README's picture of the tuning page: Chromium, told by Playwright, shows the still life, paused.

usage: scripts/release/film/page.py [--theme light|dark] [--size 1440x900] SPLASH OUT.jpg [-- OPTIONS OF TUNE…]

The README's is made with `-- --hue blue --hue yellow`, and goes to film/page.jpg.
"""
import os, re, shutil, subprocess, sys

sys.path.insert(0, os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..")))
from lib import environment
from lib.tools import ROOT, arguments

environment.enter("page", {"playwright": "playwright"})
from playwright.sync_api import sync_playwright


def main():
    args = arguments(__doc__, "splash", "out", "options*", theme="light", size="1440x900")
    width, height = map(int, args.size.split("x"))
    tuner = subprocess.Popen([os.path.abspath(args.splash), "tune", "film/still.mp4", "--port", "0", *args.options], cwd=ROOT,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        address = next(found[0] for line in tuner.stdout if (found := re.search(r"http://\S+", line)))
        with sync_playwright() as playwright:
            program = shutil.which("chromium") or shutil.which("chromium-headless-shell")
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu", "--hide-scrollbars"])
            page = browser.new_page(viewport={"width": width, "height": height}, color_scheme=args.theme)
            page.goto(address)
            page.wait_for_timeout(6000)
            page.keyboard.press("Space")  # pauses
            page.wait_for_timeout(2000)
            page.screenshot(path=args.out, type="jpeg", quality=82)
            browser.close()
    finally:
        tuner.terminate()


main()
