"""Projectors and the round clock in real browsers: pages turn, clocks agree, the gong waits for a hand."""

import datetime
import os

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import expect

from tests.support import patience, slices
from tests.support.browser import ARGUMENTS, PHONE, browser_path, script, server_time, still_clock
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import published, released
from tests.support.release import in_full
from tournaments.core.models.site import SiteAddress
from tournaments.core.printing.documents import make_qr_code
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.management.commands.demo import FOLDER
from tournaments.rounds.models import RoundClock, Seat
from tournaments.rounds.services import clock, rounds

pytestmark = pytest.mark.browser

HALL = {"width": 1280, "height": 720}


@pytest.fixture(autouse=True)
def hall(live_site):
    """The address that the code on the screens leads to."""
    return live_site.choose_address()


@pytest.fixture
def tournament():
    made = small_tournament(80)
    published(made.rounds.get(number=1))
    return made


@pytest.fixture
def running():
    """A round of seven tables that is played."""
    made = small_tournament(28)
    published(made.rounds.get(number=1))
    return rounds.start(acting(), made.rounds.get(number=1))


def ends_in(seconds, warning=900, now=None):
    """Set the running clock's end, as if that much of the round were left."""
    ends_at = (now or timezone.now()) + datetime.timedelta(seconds=seconds)
    RoundClock.objects.update(ends_at=ends_at, warning_seconds=warning)
    Tournament.objects.update(version=Tournament.objects.get().version + 1)


def visible_names(page):
    return page.evaluate("""() => [...document.querySelectorAll('.screen-names li')].filter((item) => {
        const box = item.getBoundingClientRect();
        const frame = document.querySelector('.screen-window').getBoundingClientRect();
        return box.left >= frame.left - 1 && box.right <= frame.right + 1;
    }).map((item) => item.querySelector('.screen-name').textContent.trim())""")


def test_the_seating_turns_its_pages_until_everybody_was_shown_follows_keys_and_is_read(
    live_site, new_page, tournament
):
    page = new_page(viewport=HALL)
    still_clock(page)
    page.goto(live_site.url("/t/spring-open/screen/seating/?seconds=3"))
    expect(page.locator("[data-page-number]")).to_have_text("Page 1 of 2")
    seen = visible_names(page)
    page.clock.run_for(3000)
    expect(page.locator("[data-page-number]")).to_have_text("Page 2 of 2")
    seen += visible_names(page)
    assert sorted(seen) == sorted(f"Family{number:02} Given{number:02}" for number in range(1, 81))
    page.clock.run_for(3000)
    expect(page.locator("[data-page-number]")).to_have_text("Page 1 of 2")
    # The keyboard pauses and turns.
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(3600)
    expect(page.locator("[data-page-number]")).to_have_text("Page 1 of 2")
    # A new seating appears by itself.
    tournament.entries.filter(number=1).update(family_name="Aardvark")
    Tournament.objects.update(version=10_000)
    page.clock.run_for(10_500)
    expect(page.get_by_text("Aardvark Given01")).to_be_visible()
    # From the back of the hall names are readable: a capital letter, 0.7 of the size, of a picture 2 m high is 4.5 cm
    # and more, enough for ten metres at 5 mm a metre.
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.goto(live_site.url("/t/spring-open/screen/seating/"))
    page.clock.run_for(1000)
    size = page.evaluate("parseFloat(getComputedStyle(document.querySelector('.screen-name')).fontSize)")
    assert size * 0.7 / 1080 * 200 >= 4.5


def test_the_clock_is_the_same_after_a_reload_in_every_tab_and_where_a_computer_s_own_clock_is_wrong(
    live_site, new_page, running
):
    now = timezone.now()
    ends_in(1500.5, now=now)
    clock_screen = live_site.url("/t/spring-open/screen/clock/")
    first, second, wrong = new_page(), new_page(), new_page()
    for page, own in (
        (first, now),
        (second, now + datetime.timedelta(seconds=7)),
        (wrong, datetime.datetime(2001, 1, 1)),
    ):
        server_time(page, now)
        page.clock.set_fixed_time(own)
    first.goto(clock_screen)
    first.reload()
    second.goto(live_site.url("/t/spring-open/screen/seating/"))
    wrong.goto(clock_screen)
    for page in (first, second, wrong):
        expect(page.locator("[data-clock-time]")).to_have_text("25:01")


def test_the_hall_sees_the_clock_run_on_without_network_and_the_last_hand_announced(live_site, page, running):
    ends_in(1500.5)
    page.goto(live_site.url("/t/spring-open/screen/clock/"))
    expect(page.locator("[data-clock-time]")).not_to_have_text("--:--")
    page.context.set_offline(True)
    expect(page.locator("[data-clock-offline]")).to_have_text("No connection; the clock runs on")
    expect(page.locator("[data-clock-time]")).not_to_have_text(page.locator("[data-clock-time]").text_content())
    page.context.set_offline(False)
    ends_in(-2)
    page.goto(live_site.url("/t/spring-open/screen/clock/"))
    expect(page.locator("[data-clock-state]")).to_have_text("Time is up")
    expect(page.locator("[data-clock-rule]")).to_have_text("Finish the hand in progress. No new hand begins.")
    expect(page.locator("[data-clock-time]")).to_have_text("0:00")


def test_the_phone_of_a_table_asks_once_for_the_clock_of_an_event_with_closed_pages(live_site, phone, running):
    Tournament.objects.update(published=False)
    addresses: list[str] = []
    phone.on("response", lambda answer: addresses.append(answer.url))
    phone.clock.install()
    with phone.expect_response("**/clock.json"):
        phone.goto(live_site.url(f"/e/{running.tables.get(number=1).token}/"))
    for _time in range(3):
        with phone.expect_response("**/announcements/"):
            phone.clock.run_for(10_000)
    assert len([address for address in addresses if address.endswith("/clock.json")]) == 1


def test_pause_extra_time_and_resuming_reach_the_hall_where_a_gong_waits_for_a_hand(live_site, page, running):
    """It sounds at the warning and at the end."""
    page.clock.install()
    page.goto(live_site.url("/t/spring-open/screen/clock/"))
    clock.pause(acting(), running)
    clock.add_extra_time(acting("ren"), running.tables.get(number=7), seconds=300)
    page.clock.run_for(5_500)
    expect(page.locator("[data-clock-state]")).to_have_text("Paused")
    expect(page.locator("[data-clock-extra]")).to_contain_text("Table 7")
    clock.resume(acting(), running)
    page.clock.run_for(5_500)
    expect(page.locator("[data-clock-state]")).to_have_text("Time left")
    now = timezone.now()
    page.clock.set_system_time(now)
    server_time(page, now)
    ends_in(60, warning=30, now=now)
    page.goto(live_site.url("/t/spring-open/screen/clock/"))
    expect(page.locator("[data-clock-rule]")).to_contain_text("At the gong")
    page.get_by_role("button", name="Gong off").click()
    expect(page.get_by_role("button", name="Gong on")).to_have_attribute("aria-pressed", "true")
    page.route("**/clock.json*", lambda route: route.abort())  # else the server's real time sets the page back
    page.clock.run_for(35_000)
    expect(page.locator("body")).to_have_attribute("data-gong", "1")


SOUND = """async () => {
  const context = new AudioContext(), tone = context.createOscillator();
  tone.connect(context.destination);
  tone.start();
  while (context.currentTime < 0.1) await new Promise((done) => setTimeout(done, 20));
}"""


def test_a_sound_leaves_nothing_in_the_temporary_folder(browser, tmp_path):
    """On a machine without a sound server, as a fresh home has none."""
    for name in ("home", "scratch"):
        (tmp_path / name).mkdir()
    env = {**os.environ, "HOME": str(tmp_path / "home"), "TMPDIR": str(tmp_path / "scratch")}
    env.pop("XDG_RUNTIME_DIR", None)
    fresh = browser.browser_type.launch(
        executable_path=browser_path(), args=ARGUMENTS, env=env, timeout=patience.MILLISECONDS
    )
    fresh.new_page().evaluate(SOUND)
    fresh.close()
    assert [path.name for path in (tmp_path / "scratch").iterdir()] == []


def test_standings_follow_the_release(live_site, new_page):
    made = small_tournament()
    page = new_page(viewport=HALL)
    page.clock.install()
    page.goto(live_site.url("/t/spring-open/screen/standings/"))
    expect(page.get_by_text("No standings yet")).to_be_visible()
    released(made, 1)
    page.clock.run_for(10_500)
    expect(page.locator(".screen-ranks li").first).to_contain_text("Given01 Family01")
    # The clock of a round that is over counts nothing.
    expect(page.locator(".corner-clock")).to_have_attribute("data-phase", "ended")
    expect(page.locator(".corner-clock")).to_be_hidden()
    assert Seat.objects.count() == 8


def test_six_rounds_published_at_once_reach_the_projector_one_after_another(live_site, new_page):
    event = small_tournament(16, rounds=6)
    people(event)
    olga = new_page()
    live_site.sign_in(olga, person("olga"))
    olga.goto(live_site.url("/t/spring-open/manage/rounds/1/seating/"))
    draw = olga.locator("form[action$='/seating/draw/']")
    draw.get_by_text("More options").click()
    draw.get_by_label("Search time (seconds)").fill("0")
    draw.get_by_role("button", name="Draw", exact=True).click()
    olga.get_by_role("button", name="Publish rounds 1 to 6").click()
    expect(olga.get_by_role("button", name="Return to draft")).to_be_visible()

    def seats(number):
        there = Seat.objects.filter(seating__round__number=number, seating__state__in=["published", "playing"])
        return {f"{seat.entry.family_name} {seat.entry.given_name}": str(seat.table_number) for seat in there}

    def shown(page):
        return page.evaluate("""() => Object.fromEntries([...document.querySelectorAll('.screen-names li')].map(
            (item) => [item.querySelector('.screen-name').textContent.trim(),
                       item.querySelector('b').lastChild.textContent.trim()]))""")

    projector = new_page(viewport=HALL)
    projector.clock.install()
    projector.goto(live_site.url("/t/spring-open/screen/seating/?lang=en&second=ja"))
    heading = projector.get_by_role("heading", level=1)
    expect(heading).to_contain_text("Seating of round 1")
    assert shown(projector) == seats(1)
    assert seats(1) != seats(2)
    expect(projector.locator("[data-clock-round]")).to_have_text("Round 1")

    rounds.start(acting(), event.rounds.get(number=1))
    rounds.finish(acting(), event.rounds.get(number=1), reason="drill")
    projector.clock.run_for(10_500)
    expect(heading).to_contain_text("Seating of round 2")
    expect(heading.locator(".second")).to_contain_text("2")
    expect(projector).to_have_title("Seating of round 2 – Spring Open")
    assert shown(projector) == seats(2)
    expect(projector.locator("[data-clock-round]")).to_have_text("Round 2")


HALLS = [
    ({"width": 3840, "height": 2160}, "light"),
    ({"width": 1920, "height": 1080}, "dark"),
    ({"width": 1366, "height": 768}, "light"),
]
PIECES = ".place, .movement, .screen-name, .screen-of, .num, .wind, b"
FAULTS = script("screen-faults")


def crowd():
    """An event of 64 with long and native names, in teams, with equal places and three-figure totals."""
    made = small_tournament(64, family="riichi")
    Tournament.objects.filter(pk=made.pk).update(team_size=4)
    made.refresh_from_db()
    names = [
        ("Featherstonehaugh-Cholmondeley", "Maximiliane", ""),
        ("Arai", "Fumiko", "新井 文子"),
        ("van der Westhuizen", "Jacobus Johannes", ""),
        ("", "", "長宗我部 左衛門尉元親"),
        ("Fernández de Córdoba y Álvarez de Toledo", "María de los Ángeles", ""),
    ]
    for number, (family, given, native) in enumerate(names, 1):
        made.entries.filter(number=number).update(family_name=family, given_name=given, native_name=native)
    made.entries.filter(number=6).update(family_name="", given_name="", romanised_name="Guest of the club")
    for at in range(16):
        label = "United Republics of the Southern Archipelago" if at == 0 else f"Team number {at}"
        team = teams.add(acting(), made, code=f"T{at:02}", name=label, country="")
        made.entries.filter(number__in=range(4 * at + 1, 4 * at + 5)).update(team=team)
    sheets = [(109_400, 45_300, 20_000, -54_700)] + [(31_000, 31_000, 29_000, 29_000)] * 15
    released(made, 1, sheets)
    released(made, 2, [*sheets[1:], sheets[0]])
    published(made.rounds.get(number=3))
    return made


WIDEST = script("widest-texts")
"""The widest texts that a table of standings has, written over some rows."""
DRAWN = """async () => {
  await document.fonts.ready;
  for (let frames = 0; frames < 3; frames += 1) await new Promise(requestAnimationFrame);
}"""


def faults_of_screens(page, address, views):
    """Return what wraps, overlaps, is cut or too small on these screens of so many rows.

    A run takes half of them, each in one hall; in the next run it is the next one, in a release each.
    """
    found = {}
    for at, (view, rows) in slices.in_slice(list(enumerate(views.items(), slices.number())), min(2, len(views))):
        page.goto(f"{address}{view}")
        page.wait_for_selector("body[data-ready], body[data-at], .big-time, .screen-chooser")
        assert page.locator(".screen-flow li").count() == rows or not rows
        page.evaluate(WIDEST)
        for hall, scheme in HALLS if in_full() else [HALLS[at % len(HALLS)]]:
            page.emulate_media(color_scheme=scheme)
            page.set_viewport_size(hall)
            page.evaluate(DRAWN)
            faults = page.evaluate(FAULTS, PIECES)
            # Between six tables in a row there is no room for the longest names, whatever their size.
            found[view, hall["width"]] = [
                one for one in faults if "plan" not in view or not one.startswith(("cut", "sticks out"))
            ]
    return {screen: faults for screen, faults in found.items() if faults}


def family_names_come_first(live_site, page):
    """The seating shows the family name that it is sorted by."""
    page.set_viewport_size(HALL)
    page.goto(live_site.url("/t/spring-open/screen/seating/"))
    names = page.locator(".screen-name")
    assert [name.strip() for name in names.all_inner_texts()][:4] == [
        "ARAI Fumiko",
        "FAMILY07 Given07",
        "FAMILY08 Given08",
        "FAMILY09 Given09",
    ]
    # Nobody knows which word of these is the family name.
    for name in ("Guest of the club", "長宗我部 左衛門尉元親"):
        expect(names.filter(has_text=name)).to_have_text(name)
    row = page.locator(".screen-names li").first
    expect(row.locator("b")).to_contain_text("1")
    page.goto(live_site.url("/t/spring-open/screen/seating/?lang=ja"))
    expect(page.locator(".screen-name").filter(has_text="新井")).to_have_text("新井 文子")
    assert "FAMILY07 Given07" in page.locator(".screen-name").all_inner_texts()


def test_nothing_on_a_screen_wraps_overlaps_is_cut_or_smaller_than_a_fortieth(live_site, page):
    people(crowd())
    live_site.sign_in(page, person("olga"))
    rows = {"standings": 64, "teams": 16, "seating": 64, "plan": 16 + 64}
    # Texts are widest in English, lines highest in Japanese: each look sees both, on screens that take turns.
    views = {
        f"screen/{view}/?lang={language}": count
        for at, (view, count) in enumerate(rows.items())
        for language in (("en", "ja") if in_full() else (("en", "ja")[at % 2],))
    }
    views |= dict.fromkeys(["screen/seating/?of=12", "screen/seating/?screen=2&of=3"])
    views |= dict.fromkeys(
        ["screen/needs/", "screen/clock/", "screen/numbers/", "ceremony/?of=players#step-1", "ceremony/#step-2"]
    )
    assert faults_of_screens(page, live_site.url("/t/spring-open/"), views) == {}
    # The pages of a list fill the height: its columns end less than a row above the window's end.
    page.set_viewport_size(HALLS[-1][0])
    page.goto(live_site.url("/t/spring-open/screen/standings/"))
    page.evaluate(DRAWN)
    expect(page.locator("[data-page-number]")).to_have_text("Page 1 of 2")
    height = "selector => document.querySelector(selector).clientHeight"
    window, flow, row = (page.evaluate(height, one) for one in (".screen-window", ".screen-flow", ".screen-flow li"))
    assert 0 <= window - flow < row
    family_names_come_first(live_site, page)


HEADS = """() => [...document.querySelectorAll('.screen-heads > div, .ceremony-heads')].map((heads) => {
  const edge = (cell) => Math.round(cell.getBoundingClientRect().right);
  const shown = [...heads.querySelectorAll('.num')].filter((cell) => cell.offsetWidth && !cell.matches('.place'));
  const rows = [...document.querySelectorAll('.screen-ranks li:not([hidden])')].map((row) =>
    [...row.querySelectorAll('.num:not(.place)')].filter((cell) => cell.offsetWidth));
  return shown.map((head, at) => [head.textContent.trim(),
    rows.some((cells) => cells[at] && Math.abs(edge(cells[at]) - edge(head)) <= 1)]);
})"""


def test_figures_of_projector_and_ceremony_have_heads_above_them(live_site, page):
    """Above each column of the list one for each figure that it shows, and their names in full."""
    made = small_tournament(16)
    people(made)
    Tournament.objects.filter(pk=made.pk).update(team_size=4)
    made.refresh_from_db()
    for at in range(4):
        team = teams.add(acting(), made, code=f"T{at}", name=f"Team number {at}", country="")
        made.entries.filter(number__in=range(4 * at + 1, 4 * at + 5)).update(team=team)
    released(made, 1, [(30, 10, -10, -30)] * 4)
    live_site.sign_in(page, person("olga"))
    page.set_viewport_size(HALL)
    for view in ("standings", "teams"):
        page.goto(live_site.url(f"/t/spring-open/screen/{view}/"))
        page.wait_for_selector("body[data-ready]")
        page.evaluate(DRAWN)
        columns = int(page.locator(".screen-flow").get_attribute("data-columns"))
        shown = 1 if page.locator(".screen-flow[data-brief]").count() else 2
        assert (view, page.evaluate(HEADS)) == (view, [[["TP", True], ["Total", True]][:shown]] * columns)
        assert page.locator("[data-legend-at]").inner_text() == "TP: Table points · Total: Total score"
        page.set_viewport_size(PHONE)
        page.evaluate(DRAWN)
        assert (view, page.evaluate(HEADS)) == (view, [[["TP", True]]])
        page.set_viewport_size(HALL)
    page.goto(live_site.url("/t/spring-open/ceremony/?of=players#step-2"))
    page.wait_for_selector("body[data-at]")
    page.evaluate(DRAWN)
    assert page.evaluate(HEADS) == [[["TP", True], ["Total", True]]]
    figures = page.locator("[data-step]:visible .ceremony-figures").first
    assert figures.locator("small").all_inner_texts() == ["Table points", "Total score"]


def test_a_code_on_the_screen_leads_to_the_finder_of_tables(live_site, page, tournament, hall):
    page.goto(live_site.url("/t/spring-open/screen/seating/"))
    figure = page.get_by_role("figure")
    expect(figure).to_have_text("Find my table")
    assert figure.locator("img").get_attribute("src") == make_qr_code(f"{hall}/t/spring-open/")
    SiteAddress.objects.all().delete()
    page.goto(live_site.url("/t/spring-open/screen/seating/"))
    expect(page.get_by_text("Phones cannot reach this computer yet.")).to_be_visible()
    assert figure.count() == 0
    assert faults_of_screens(page, live_site.url("/t/spring-open/screen/"), {"seating/": None}) == {}


@pytest.mark.release
def test_nothing_of_a_world_championship_wraps_overlaps_or_is_cut(live_site, page):
    call_command("import_event", str(FOLDER / "wrc2025-teams.json"))
    views = dict.fromkeys(("standings/", "teams/", "seating/"))
    assert faults_of_screens(page, live_site.url("/t/wrc2025-teams/screen/"), views) == {}
