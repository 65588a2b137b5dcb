"""`python -m tools.screenshots ADDRESS`: the pictures of the documentation, taken from a site that `./run` serves."""

from __future__ import annotations

import base64
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from engine.family import first_ruleset

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
PARTS = {
    "Standings from confirmed sheets": ("/t/madrid-2018/standings/", 1100),
    "The referee asks, the law answers with its clause": (
        f"/rules/{first_ruleset()}/ask/win/?hand=123m45p99s+chow%28345s%29+pung%28222s%29+%2B6p&by=discard&source=0&dead=no&in_time=yes"
        "&shown=yes&prevalent_wind=E&seat_wind=S",
        1100,
    ),
    "A duplicate board, played at every table": ("/t/duplicate-cup/deals/1/1/", 1100),
    "Any hand, counted": (PAGES["hand-checker"][0], 1100),
}
"""What the overview shows: the caption of each part, its address, the width of its window."""

OVERVIEW = (1480, 1060)


def overview(browser: Browser, address: str) -> None:
    """One picture with all that the program is, for the first screen of the README."""
    figures = []
    for caption, (path, width) in PARTS.items():
        page = browser.new_page(viewport={"width": width, "height": 720}, locale="en")
        answer = page.goto(address + path, wait_until="networkidle")
        if answer is None or not answer.ok:
            raise SystemExit(f"{path} was not served: {answer and answer.status}")
        picture = base64.b64encode(page.screenshot()).decode()
        figures.append(
            f'<figure><img src="data:image/png;base64,{picture}"><figcaption>{caption}</figcaption></figure>'
        )
        page.close()
    sheet = browser.new_page(viewport={"width": OVERVIEW[0], "height": OVERVIEW[1]})
    sheet.set_content(f"<style>{STYLE}</style>{''.join(figures)}")
    sheet.screenshot(path=PICTURES / "overview.png")


STYLE = """
body { margin: 16px; display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
body { background: #e9e4d8; font: 15px sans-serif; }
figure { margin: 0; }
img { width: 100%; display: block; border: 1px solid #cfc8b8; border-radius: 4px; }
figcaption { padding: 6px 2px; color: #3c372f; }
"""


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
        overview(browser, address.rstrip("/"))
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit("usage: python -m tools.screenshots http://127.0.0.1:8000")
    main(sys.argv[1])
