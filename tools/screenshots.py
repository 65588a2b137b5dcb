"""`python -m tools.screenshots ADDRESS LINK`: the pictures of the documentation, in every language of the guides.

ADDRESS is a site with its demonstration, as `./run --host 0.0.0.0` serves it on this machine (without the hall's
address screens have no code); LINK is the path that
`manage.py sign_in_link organiser` prints. Take them before anything of the demonstration was changed by hand.
"""

from __future__ import annotations

import base64
import io
import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from engine.family import default_ruleset_name

PICTURES = Path(__file__).resolve().parents[1] / "docs" / "images"
LANGUAGES = ("en", "ja")
"""Of the guides; pictures of all but the first have the language in their names."""
QUALITY = 82
"""Of WebP: letters stay clean, and a picture has about 30 kB."""
TIME_ZONE = "Europe/Brussels"
"""Time zone of the demonstration: a visitor elsewhere reads a line about it on many pages."""
EVENT = "/t/lantern-open"
DESK = f"{EVENT}/manage"
PHONE = (360, 640)
HAND = "/hand/?hand=123456789m2z+pung(666z)+%2B2z&by=self_draw&seat=S"
QUESTION = (
    f"/rules/{default_ruleset_name()}/ask/win/?hand=123m45p99s+chow%28345s%29+pung%28222s%29+%2B6p&by=discard&source=0&dead=no&in_time=yes"
    "&shown=yes&prevalent_wind=E&seat_wind=S"
)


class Shot(NamedTuple):
    """A page as somebody sees it. `account` is one of the demonstration's, "organiser" the site's own, "" nobody.
    `steps` are taken once the page is there.
    """

    path: str
    account: str
    width: int
    height: int
    steps: Callable[[Page], object] = lambda _page: None


def pasted(page: Page) -> None:
    """A roster in the box, looked at and not saved."""
    page.fill("textarea", "Surname;Name;Nationality;T-shirt\nBerg;Anna;Denmark;M\nChen;Bo;China;L\nDahl;Cleo;Nowhere;S")
    page.click("main form.form button.primary")


def typed(page: Page) -> None:
    """A sheet that does not add up yet: the page says what is missing."""
    page.locator("[data-sheet-number], main input").first.fill("1")
    page.keyboard.press("Enter")
    for points in ("34", "8", "-20"):
        page.keyboard.type(points)
        page.keyboard.press("Enter")


SHOTS = {
    "standings": Shot("/t/madrid-2018/standings/", "", 1200, 860),
    "hand-checker": Shot(HAND, "", 1000, 900),
    "new-tournament": Shot("/manage/new/", "organiser", 900, 1120),
    "next-step": Shot(f"{DESK}/", "demo-director", 1200, 760),
    "roster": Shot(f"{DESK}/entries/import/", "demo-director", 900, 760, pasted),
    "draw": Shot(f"{DESK}/rounds/4/seating/", "demo-director", 1200, 820),
    "board": Shot(f"{DESK}/board/", "demo-director", 900, 600),
    "clock": Shot(f"{EVENT}/screen/clock/", "demo-director", 960, 540),
    "sheets": Shot(f"{DESK}/results/3/", "demo-scorer", 1200, 760, typed),
    "confirm": Shot(f"{DESK}/results/3/table/4/", "demo-scorer", 900, 560),
    "desk": Shot(f"{DESK}/cases/", "demo-referee", 900, 760),
    "question": Shot(QUESTION, "", 1200, 860),
}
HOME = Shot(f"{EVENT}/", "", 1120, 700)
HOME_PICTURES = Path(__file__).resolve().parents[1] / "static" / "img" / "try"
"""The event's page on the first page of the site, in each of its languages."""
HOME_QUALITY = 70
PHONES = {
    "phones": ("{table}", "{table}seats/", f"{EVENT}/players/1/"),
    "seating-phone": ("/t/madrid-2018/seating/",),
}
"""Pages of players side by side, as their phones show them; {table} is the address behind a table's code."""

OVERVIEW = {
    "Public standings": "standings",
    "A disputed win: the answer with its clause and the tiles": "question",
}
"""The picture of the README: captions and pictures."""
OVERVIEW_SIZE = (1480, 560)
STYLE = """
body { margin: 16px; display: grid; grid-template-columns: 1fr 1fr; gap: 16px; }
body { background: #e9e4d8; font: 15px sans-serif; }
figure { margin: 0; }
img { width: 100%; height: 480px; object-fit: cover; object-position: top; display: block; border: 1px solid #cfc8b8; }
figcaption { padding: 6px 2px; color: #3c372f; }
"""


def opened(page: Page, address: str) -> None:
    """The page with all that belongs to it. Raises SystemExit where it is not served."""
    answer = page.goto(address, wait_until="networkidle")
    if answer is None or not answer.ok:
        raise SystemExit(f"{address} was not served: {answer and answer.status}")


def keep(picture: bytes, name: str) -> None:
    """Write a picture as WebP, small enough for a guide."""
    Image.open(io.BytesIO(picture)).convert("RGB").save(PICTURES / f"{name}.webp", quality=QUALITY, method=6)


def keep_home(browser: Browser, address: str) -> None:
    """Take the picture of the first page in every language of the site."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.site.settings")
    from django.conf import settings

    for language, _name in settings.LANGUAGES:
        visitor = browser.new_context(locale=language, timezone_id=TIME_ZONE)
        picture = Image.open(io.BytesIO(taken(visitor, address, HOME))).convert("RGB")
        picture.save(HOME_PICTURES / f"event-{language}.webp", quality=HOME_QUALITY, method=6)
        visitor.close()


def taken(context: BrowserContext, address: str, shot: Shot) -> bytes:
    """The picture of a page."""
    page = context.new_page()
    page.set_viewport_size({"width": shot.width, "height": shot.height})
    opened(page, address + shot.path)
    shot.steps(page)
    page.wait_for_load_state("networkidle")
    picture = page.screenshot(clip={"x": 0, "y": 0, "width": shot.width, "height": shot.height})
    page.close()
    return picture


def beside_each_other(pictures: list[bytes]) -> bytes:
    """Pictures of one height in a row."""
    images = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    gap = 24
    row = Image.new("RGB", (sum(one.width + gap for one in images) - gap, images[0].height), "#e9e4d8")
    at = 0
    for one in images:
        row.paste(one, (at, 0))
        at += one.width + gap
    made = io.BytesIO()
    row.save(made, "PNG")
    return made.getvalue()


def overview(browser: Browser, pictures: dict[str, bytes]) -> bytes:
    """One picture with all that the program is."""
    figures = "".join(
        f'<figure><img src="data:image/png;base64,{base64.b64encode(pictures[name]).decode()}">'
        f"<figcaption>{caption}</figcaption></figure>"
        for caption, name in OVERVIEW.items()
    )
    sheet = browser.new_page(viewport={"width": OVERVIEW_SIZE[0], "height": OVERVIEW_SIZE[1]})
    sheet.set_content(f"<style>{STYLE}</style>{figures}")
    picture = sheet.screenshot()
    sheet.close()
    return picture


class Visitors:
    """A browser's visitors in one language, each signed in once."""

    def __init__(self, browser: Browser, address: str, language: str, organiser: BrowserContext) -> None:
        self.browser, self.address, self.language = browser, address, language
        self.known = {"organiser": organiser}

    def __getitem__(self, account: str) -> BrowserContext:
        if account not in self.known:
            context = self.browser.new_context(locale=self.language, timezone_id=TIME_ZONE)
            if account:
                page = context.new_page()
                opened(page, self.address + "/")
                page.click(f'form[action="/try/{account}/"] button')
                page.close()
            self.known[account] = context
        return self.known[account]

    def table(self) -> str:
        """The address behind the code of a table that has handed in nothing."""
        page = self[""].new_page()
        opened(page, self.address + "/")
        found = page.locator('main a[href^="/e/"]').first.get_attribute("href")
        page.close()
        return str(found)


def main(address: str, link: str) -> None:
    """Take every picture; the files of docs/images are replaced."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        first = browser.new_context()
        page = first.new_page()
        opened(page, address + link)
        page.click("main form button")
        page.wait_for_load_state("networkidle")
        cookies = first.storage_state()
        for language in LANGUAGES:
            ending = "" if language == LANGUAGES[0] else f"-{language}"
            organiser = browser.new_context(locale=language, timezone_id=TIME_ZONE, storage_state=cookies)
            visitors = Visitors(browser, address, language, organiser)
            pictures = {name: taken(visitors[shot.account], address, shot) for name, shot in SHOTS.items()}
            table = visitors.table()
            for name, paths in PHONES.items():
                pages = [Shot(path.format(table=table), "", *PHONE) for path in paths]
                pictures[name] = beside_each_other([taken(visitors[""], address, one) for one in pages])
            for name, picture in pictures.items():
                keep(picture, f"{name}{ending}")
            if not ending:
                keep(overview(browser, pictures), "overview")
        keep_home(browser, address)
        browser.close()


if __name__ == "__main__":
    if len(sys.argv) != 3:
        raise SystemExit("usage: python -m tools.screenshots http://127.0.0.1:8000 LINK")
    main(sys.argv[1].rstrip("/"), sys.argv[2])
