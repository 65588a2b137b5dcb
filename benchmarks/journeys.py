"""The hours of an event in clicks and keys, on a phone and on a laptop: from a bare site to round 1 on paper, sheets
typed and confirmed, and from the cut to the ceremony and the federation's list.

    python -m benchmarks journeys

A browser does it as a person would, on a site of its own; each click, key and chosen file counts. A row prints what it
took beside the goal; the command fails where a goal is missed.
"""

from __future__ import annotations

import os
import random
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.hand import (
    Hand,
    ceremony,
    cut_and_final,
    federation_file,
    first_round,
    roster_with_mistakes,
    typed_sheet,
)
from tools.services import web_command

PLAYERS, SMALL_FIELD, ROUNDS = 160, 34, 4
SHEETS = 40
SLUG = "first-hour"
SCREENS = {"phone": {"width": 360, "height": 740}, "laptop": {"width": 1440, "height": 900}}


def main(argv: Sequence[str] = ()) -> int:
    """Returns 0 where every goal is met."""
    with tempfile.TemporaryDirectory(prefix="mahjong-director-journeys-") as data:
        os.environ.update(
            MAHJONG_DIRECTOR_DATA=data,
            MAHJONG_DIRECTOR_LOG_LEVEL="WARNING",
            DJANGO_SETTINGS_MODULE="tournaments.site.settings",
            DJANGO_ALLOW_ASYNC_UNSAFE="1",
        )
        for name in ("DATABASE_URL", "REDIS_URL"):
            os.environ.pop(name, None)
        import django

        django.setup()
        from django.core.management import call_command

        call_command("prepare", empty=True, verbosity=0)
        return _served(Path(data))


def _served(data: Path) -> int:
    from tools.services import free_port

    port = free_port()
    with (data / "web.log").open("wb") as log:
        web = subprocess.Popen(web_command(port), stdout=log, stderr=log)
    try:
        return _walk(f"http://127.0.0.1:{port}", data)
    finally:
        web.terminate()
        web.wait(20)


def _walk(url: str, data: Path) -> int:
    from playwright.sync_api import sync_playwright

    from tests.support.browser import browser_path

    met: list[bool] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for family, preset, goal in (("MCR", "mcr-ema", 14), ("riichi", "riichi-ema-2016", 26)):
            olga = _signed_in(browser, url, "organiser")
            met.append(_first_round(olga, url, data, family, preset))
            _scorer(f"{SLUG} {family}")
            met.append(_typed(_signed_in(browser, url, "sam"), url, family, goal))
            met.append(_confirmed(olga, url, f"{SLUG} {family}", SHEETS, family))
            met += [_later(olga, url, family, screen, number) for number, screen in enumerate(SCREENS, 1)]
        met += [_finale(olga, url, data, screen) for screen in SCREENS]
        met += [_bare_site(browser, url, data, screen) for screen in SCREENS]
    return 0 if all(met) else 1


def _later(page: Any, url: str, family: str, screen: str, table: int) -> bool:
    """A substitute from round 2 on, and a confirmed sheet corrected, which waits for somebody else."""
    from tournaments.entries.models.entries import Entry
    from tournaments.events.models import Tournament
    from tournaments.results.models.results import TableResult

    event = Tournament.objects.get(name=f"{SLUG} {family}")
    page.set_viewport_size(SCREENS[screen])
    hand = Hand(page)
    page.goto(f"{url}/t/{event.slug}/manage/entries/{table}/")
    hand.clicks += 1
    page.locator("summary", has_text="Replace").click()
    hand.fill("[name=substitute-family_name]", f"Late{screen}")
    hand.click("Seat substitute")
    if not Entry.objects.filter(tournament=event, family_name=f"Late{screen}", from_round=2).exists():
        raise RuntimeError("no substitute sits there")
    met = hand.row(f"{family}, {screen}: a substitute in round 2", {"clicks": 4})
    hand = Hand(page)
    page.goto(f"{url}/t/{event.slug}/manage/results/1/table/{table}/")
    for name, change in (("points_0", 100), ("points_1", -100)):
        field = page.locator(f"main [name={name}]")
        hand.fill(f"main [name={name}]", str(int(field.input_value()) + change))
    hand.fill("main [name=reason]", "misread")
    hand.click("Save")
    page.get_by_role("heading", name="Waiting for confirmation").wait_for(timeout=30_000)
    found = TableResult.objects.filter(table__round__tournament=event, table__number=table, state="entered")
    if found.count() != 1:
        raise RuntimeError("the correction does not wait for somebody else")
    return met & hand.row(f"{family}, {screen}: a confirmed sheet corrected", {"clicks": 5})


def _finale(page: Any, url: str, data: Path, screen: str) -> bool:
    """An event of 16 after its only round: cut and final, the ceremony, the federation's list."""
    from tests.support.people import acting, small_tournament
    from tests.support.play import released
    from tests.support.tables import enter, table_of
    from tournaments.standings.services import stages

    event = small_tournament(16, slug=f"finale-{screen}", rounds=1)
    event.features = [event.Feature.FEDERATION]
    event.save()
    event.entries.update(country="NED")
    released(event, 1, [(60 - number, 20, -30, -50 + number) for number in range(4)])
    stages.add(acting(), event, name="Final", cut_to=4)
    page.set_viewport_size(SCREENS[screen])
    manage = f"{url}/t/{event.slug}/manage/"
    hand = Hand(page)
    cut_and_final(hand, manage, lambda: enter(table_of(event, round_number=2), (40, 8, -8, -40)))
    met = hand.row(f"{screen}: cut, and a final drawn, played, confirmed and released", {"clicks": 15, "keys": 2})
    hand = Hand(page)
    shown = ceremony(hand, manage)
    met &= hand.row(f"{screen}: a ceremony of {len(shown)} places", {"clicks": 2, "keys": len(shown) + 1})
    hand = Hand(page)
    listed = federation_file(hand, manage, data / f"{screen}.csv").read_text(encoding="utf-8-sig").splitlines()
    if len(listed) != 1 + event.entries.count():
        raise RuntimeError(f"the federation's list has {len(listed)} lines")
    return hand.row(f"{screen}: the federation's list", {"clicks": 3}) & met


def _signed_in(browser: Any, url: str, name: str) -> Any:
    """A browser of that person, who waits for the site to answer."""
    from django.test import Client
    from playwright.sync_api import Error

    from tournaments.accounts.models import User

    client = Client()
    user = User.objects.get_or_create(username=name)[0]
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_cookies([{"name": "sessionid", "value": client.session.session_key or "", "url": url}])
    page = context.new_page()
    page.set_default_timeout(120_000)
    for _attempt in range(60):
        try:
            page.goto(f"{url}/healthz")
            break
        except Error:  # The server is still starting.
            time.sleep(0.5)
    return page


def _first_round(page: Any, url: str, data: Path, family: str, preset: str) -> bool:
    """From the form of a new event, with a roster file with mistakes, to round 1 published and its sheets printed."""
    roster = roster_with_mistakes(data / f"{family}.csv", PLAYERS, teams=SHEETS)
    hand = Hand(page)
    first_round(hand, url, roster, name=f"{SLUG} {family}", rules=preset, rounds=ROUNDS)
    _published(f"{SLUG} {family}")
    return hand.row(f"{family}: a new event with a roster of {PLAYERS} to round 1 published and printed", {"clicks": 8})


def _bare_site(browser: Any, url: str, data: Path, screen: str) -> bool:
    """From the link of a bare site, by 34 players of a file with mistakes and the check-in desk, to paper; then its
    sheets typed with mistakes, and confirmed, all on the same screen.
    """
    from django.urls import reverse

    from tournaments.accounts.services import accounts
    from tournaments.core.audit import Actor

    by, name = Actor.of_command("journeys"), f"{SLUG} {screen}"
    owner = accounts.create(by, username=f"owner-{screen}", organiser=True)
    page = browser.new_context(viewport=SCREENS[screen], has_touch=screen == "phone").new_page()
    page.set_default_timeout(120_000)
    hand = Hand(page)
    page.goto(url + reverse("sign_in_link", args=[accounts.make_sign_in_link(by, user=owner)]))
    hand.click("Sign in", within="main")
    hand.follow("Later")
    hand.follow("New tournament")
    roster = roster_with_mistakes(data / f"{screen}.csv", SMALL_FIELD, teams=SMALL_FIELD // 4)
    first_round(hand, url, roster, name=name, rules="mcr-ema", rounds=ROUNDS, check_in=True)
    _published(name)
    met = hand.row(
        f"{screen}: a bare site, {SMALL_FIELD} players checked in, round 1 published and printed", {"clicks": 17}
    )
    _scorer(name)
    sam = _signed_in(browser, url, "sam")
    sam.set_viewport_size(SCREENS[screen])
    met &= _with_mistakes(sam, url, name, screen)
    return met & _confirmed(page, url, name, SMALL_FIELD // 4, screen)


def _with_mistakes(page: Any, url: str, name: str, screen: str) -> bool:
    """The sheets of round 1, each but every fourth with another mistake that is mended."""
    from tournaments.events.models import Tournament
    from tournaments.results.models.results import TableResult

    event = Tournament.objects.get(name=name)
    page.goto(f"{url}/t/{event.slug}/manage/results/1/")
    hand, tables, chance = Hand(page), SMALL_FIELD // 4, random.Random(screen)
    for table in range(1, tables + 1):
        first = [chance.randint(-60, 90) for _ in range(3)]
        mistake = ("no such table", "other table" if table < tables else "", "sum", "")[table % 4]
        typed_sheet(hand, table, [*first, -sum(first)], mistake)
    found = TableResult.objects.filter(table__round__tournament=event, doubtful_reason="")
    if found.count() != tables:
        raise RuntimeError(f"{found.count()} sheets of {tables} are stored")
    return hand.row(f"{screen}: a sheet typed, with mistakes mended", {"keys": 20, "clicks": 0}, per=tables)


def _published(name: str) -> None:
    from tournaments.rounds.models import Round

    played = Round.objects.get(tournament__name=name, number=1)
    if played.state != Round.State.PUBLISHED:
        raise RuntimeError(f"round 1 is {played.state}")


def _scorer(name: str) -> None:
    """Round 1 is started, and sam scores; both stand elsewhere in the hour."""
    from tournaments.accounts.models import Role, User
    from tournaments.accounts.services import roles
    from tournaments.core.audit import Actor
    from tournaments.events.models import Tournament
    from tournaments.rounds.services import rounds

    by = Actor.of_command("journeys")
    event = Tournament.objects.get(name=name)
    roles.grant(by, event, user=User.objects.get_or_create(username="sam")[0], role=Role.SCORER)
    rounds.start(by, event.rounds.get(number=1))


def _typed(page: Any, url: str, family: str, goal: int) -> bool:
    """Every sheet of round 1, its paper in the order of the tables; points as such games have them."""
    from tournaments.events.models import Tournament
    from tournaments.results.models.results import TableResult

    event = Tournament.objects.get(name=f"{SLUG} {family}")
    page.goto(f"{url}/t/{event.slug}/manage/results/1/")
    chance, hand = random.Random(family), Hand(page)
    hand.clicks += 1
    page.locator("[data-in-order]").check()
    for table in range(1, SHEETS + 1):
        if family == "MCR":
            first = [chance.randint(-60, 90) for _ in range(3)]
            points = [*first, -sum(first)]
        else:
            first = [chance.randint(100, 450) * 100 for _ in range(3)]
            points = [*first, 120_000 - sum(first)]
        for own in points:
            hand.type(str(own))
        if family != "MCR":
            hand.type("")  # no sticks left
        page.locator("[data-status]").filter(has_text=f"Table {table} saved").wait_for()
    stored = TableResult.objects.filter(table__round__tournament=event).count()
    if stored != SHEETS:
        raise RuntimeError(f"{stored} sheets of {SHEETS} are stored")
    return hand.row(f"{family}: a sheet typed", {"keys": goal, "clicks": 1}, per=SHEETS)


def _confirmed(page: Any, url: str, name: str, sheets: int, title: str) -> bool:
    """The organiser confirms them all with the keyboard."""
    from playwright.sync_api import expect

    from tournaments.events.models import Tournament
    from tournaments.results.models.results import TableResult

    event = Tournament.objects.get(name=name)
    page.goto(f"{url}/t/{event.slug}/manage/results/1/")
    page.keyboard.press("Enter")
    hand = Hand(page)
    for left in range(sheets - 1, -1, -1):
        hand.type("", enter=True)
        expect(page.locator("[data-confirm-sheet]")).to_have_count(left, timeout=120_000)
    confirmed = TableResult.objects.filter(table__round__tournament=event, state="confirmed").count()
    if confirmed != sheets:
        raise RuntimeError(f"{confirmed} sheets of {sheets} are confirmed")
    return hand.row(f"{title}: a sheet confirmed", {"keys": 1, "clicks": 0}, per=sheets)
