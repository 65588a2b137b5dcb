"""The public pages as people meet them: light and dark, on a phone and a laptop, by keyboard, with a screen reader."""

import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Request, expect

from tests.support.browser import LOOKS, accessibility_faults, overflows_sideways, still_clock
from tests.support.patience import wait_for
from tests.support.people import acting, person, small_tournament
from tests.support.play import published, released
from tests.support.release import in_full
from tests.support.slices import in_slice, number
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.rounds.services import clock, rounds

pytestmark = pytest.mark.browser

EVENT = "/t/spring-open/"
OF_EVENT = ("", "players/", "players/1/", "seating/", "results/", "standings/", "teams/", "teams/A/", "nowhere/")
SCREENS = ("seating", "standings", "teams", "clock")
PAGES = ["/", *(EVENT + page for page in OF_EVENT), *(f"{EVENT}screen/{screen}/" for screen in SCREENS)]
LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.fixture
def tournament():
    """Two released rounds, a third being played, teams, and names that are long or in other scripts."""
    made = small_tournament()
    Tournament.objects.filter(pk=made.pk).update(team_size=4)
    made.refresh_from_db()
    for code in ("A", "B"):
        team = teams.add(acting(), made, code=code, name=f"Team {code} with a rather long name", country="")
        made.entries.filter(number__in=[1, 2, 3, 4] if code == "A" else [5, 6, 7, 8]).update(team=team)
    made.entries.filter(number=1).update(native_name="髙橋 さくら", club="Club of the Four Winds")
    made.entries.filter(number=2).update(family_name="Featherstonehaugh-Cholmondeley", given_name="Maximiliane")
    released(made, 1)
    released(made, 2, [(40, 30, -20, -50), (10, 10, -10, -10)])
    third = made.rounds.get(number=3)
    published(third)
    third = rounds.start(acting(), third)
    clock.add_extra_time(acting("ren"), third.tables.get(number=2), seconds=300)
    return made


def test_no_page_has_an_accessibility_fault_or_scrolls_sideways(live_site, new_page, tournament):
    """A run takes a third of the pages. Languages take turns, phone and laptop as well, by page and by run."""
    page = new_page(reduced_motion="reduce")
    for at, path in enumerate(in_slice(PAGES, 3), number()):
        language = LANGUAGES[at // 2 % len(LANGUAGES)]
        live_site.speak(page, language)
        for size, scheme in LOOKS if in_full() else (LOOKS[at % len(LOOKS)],):
            page.set_viewport_size(size)
            page.emulate_media(color_scheme=scheme)
            page.goto(live_site.url(path))
            if "/screen/" not in path:
                expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}$", re.IGNORECASE))
            assert (path, size, accessibility_faults(page)) == (path, size, [])
            assert (path, size, overflows_sideways(page)) == (path, size, False)


def test_petra_reaches_her_table_by_keyboard_alone_and_has_her_theme_and_language(live_site, page, tournament):
    page.goto(live_site.url("/"))
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Skip to main content")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    names = []
    while "Spring Open" not in names and len(names) < 8:
        page.keyboard.press("Tab")
        names.append(" ".join(page.locator(":focus").inner_text().split()))
    assert names[-1].startswith("Spring Open"), names
    page.keyboard.press("Enter")
    page.get_by_label("Find my table").focus()
    page.keyboard.type("family06")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"/players/6/$"))
    expect(page.get_by_role("heading", level=1)).to_have_text("Given06 Family06")
    expect(page.get_by_role("table", name="Tables").get_by_role("row")).to_have_count(4)
    menus_close_on_escape_and_change_theme_and_language_in_place(live_site, page)


def menus_close_on_escape_and_change_theme_and_language_in_place(live_site, page):
    page.goto(live_site.url("/"))
    summary = page.locator("summary", has_text="English")
    summary.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Escape")
    expect(summary).to_be_focused()
    expect(page.get_by_role("button", name="日本語")).to_be_hidden()
    background = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(background)
    page.locator("summary", has_text="Colour theme").click()
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(background)
    assert dark != light
    page.goto(live_site.url("/t/spring-open/standings/"))
    assert page.evaluate(background) == dark
    page.locator("summary", has_text="Colour theme").click()
    expect(page.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Automatic").click()
    assert page.evaluate(background) == light
    summary.click()
    page.get_by_role("button", name="日本語").click()
    expect(page).to_have_url(live_site.url("/t/spring-open/standings/"))
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_the_pages_read_without_scripts(live_site, new_page, tournament):
    page = new_page(java_script_enabled=False)
    page.goto(live_site.url("/t/spring-open/seating/"))
    expect(page.get_by_role("link", name="Given03 Family03").first).to_be_visible()
    page.goto(live_site.url("/t/spring-open/standings/"))
    expect(page.get_by_role("table", name="Standings").get_by_role("row")).to_have_count(9)


def petras_own_row_is_marked_until_she_follows_somebody_else(live_site, page, tournament):
    tournament.entries.filter(number=5).update(account=person("petra"))
    live_site.sign_in(page, person("petra"))
    marked = page.locator("tr.mark")
    page.goto(live_site.url("/t/spring-open/standings/"))
    expect(marked).to_have_id("player-5")
    # As *Follow* on another player's page keeps it.
    page.evaluate("localStorage.setItem('followed/spring-open', '2')")
    page.reload()
    expect(marked).to_have_id("player-2")


def test_a_page_left_open_follows_the_event_and_marks_petras_row(live_site, page, tournament):
    petras_own_row_is_marked_until_she_follows_somebody_else(live_site, page, tournament)
    page.goto(live_site.url("/t/spring-open/standings/"))
    expect(page.locator("[data-follow-body]")).not_to_contain_text("Zuletzt")
    Entry.objects.filter(tournament=tournament, number=1).update(family_name="Zuletzt")
    rounds.finish(acting(), tournament.rounds.get(number=3), reason="the hall closes")
    look = "() => document.dispatchEvent(new Event('visibilitychange'))"
    page.evaluate(look)
    expect(page.locator("[data-follow-body]")).to_contain_text("Zuletzt")
    page.context.set_offline(True)
    page.evaluate(look)
    expect(page.get_by_text("No connection. This page is from")).to_be_visible()
    page.context.set_offline(False)
    page.evaluate(look)
    expect(page.get_by_text("No connection. This page is from")).to_be_hidden()


def test_a_page_asks_for_the_public_version_every_five_seconds_while_it_is_seen(live_site, page, tournament):
    """Nothing else is read until the version is new; while nobody answers, the page asks less often."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    # It reads the event's other pages, for the time without network.
    page.route("**/keep-pages*", lambda route: route.abort())
    waiting: set[Request] = set()
    page.on("request", lambda request: waiting.add(request))
    page.on("requestfinished", lambda request: waiting.discard(request))
    page.on("requestfailed", lambda request: waiting.discard(request))
    still_clock(page)
    page.goto(live_site.url("/t/spring-open/standings/"))

    def asked_in(seconds: int) -> int:
        """Count the page's requests for the version; it read nothing else of the event."""
        asked.clear()
        for _step in range(seconds // 2):
            page.clock.run_for(2000)
            # Events of the page arrive with the answer of the next call to it.
            wait_for(lambda: page.evaluate("true") and not waiting)
        paths = {path for path in asked if "/t/" in path}
        assert paths <= {"/t/spring-open/version/"}
        return asked.count("/t/spring-open/version/")

    assert 4 <= asked_in(30) <= 8
    page.route("**/version/", lambda route: route.abort())
    assert 1 <= asked_in(30) <= 4
    page.unroute("**/version/")
    page.evaluate("Object.defineProperty(document, 'visibilityState', { value: 'hidden' })")
    assert asked_in(30) == 0
