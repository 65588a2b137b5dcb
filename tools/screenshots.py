"""`python -m tools.screenshots ADDRESS`: the pictures of the documentation, taken from a site that `./run` serves."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "images"
PAGES = {
    "standings": ("/t/madrid-2018/standings/", 1200, 760),
    "seating-phone": ("/t/madrid-2018/seating/", 360, 640),
    "hand-checker": (
        "/hand/?hand=123456789m2z+pung(666z)+%2B2z&by=self_draw&seat=S",
        1200,
        900,
    ),
}


def main(address: str) -> None:
    """Take every picture; the files of docs/images are replaced."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (path, width, height) in PAGES.items():
            page = browser.new_page(viewport={"width": width, "height": height}, locale="en")
            answer = page.goto(address.rstrip("/") + path, wait_until="networkidle")
            if answer is None or not answer.ok:
                raise SystemExit(f"{path} was not served: {answer and answer.status}")
            page.screenshot(path=PICTURES / f"{name}.png")
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m tools.screenshots http://127.0.0.1:8000")
    main(sys.argv[1])
