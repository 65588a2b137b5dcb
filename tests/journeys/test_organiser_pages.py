"""The organiser's pages in a real browser: no accessibility faults, no page wider than the phone, no script refused."""

import os
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import ConsoleMessage, Page

from tests.support.browser import LiveSite, accessibility_faults, looks, overflows_sideways
from tests.support.people import acting, people, person, seat_in_order, small_tournament
from tests.support.slices import in_slice
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.rounds.services import rounds
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import seating, wishes
from tournaments.standings.services import stages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PAGES = {
    **dict.fromkeys(("home", "edit", "rules", "roles", "entries", "entry_add", "import", "check_in", "teams"), ()),
    **dict.fromkeys(("constraints", "rounds", "stages", "redraw", "schedules", "open_items", "audit"), ()),
    "entry": (2,),
    "round": (1,),
    "seating": (2,),
    "stage_cut": (2,),
}


def busy_tournament() -> Tournament:
    """Sixteen players, a team, a wish, round 1 being played, round 2 drawn, a final ahead."""
    event = small_tournament(16)
    people(event)
    team = teams.add(acting(), event, name="Dragons of a rather long team name")
    teams.assign(acting(), event.entries.get(number=1), team=team)
    first, second = event.rounds.get(number=1), event.rounds.get(number=2)
    seating.publish(acting("sue"), seat_in_order(first))
    first.refresh_from_db()
    rounds.start(acting(), first)
    seating_drafts.generate(acting("sue"), event, rounds=[second], seed="east")
    wishes.add_constraint(
        acting(), event, kind="forbidden_pair", entry=event.entries.get(number=1), other=event.entries.get(number=2)
    )
    stages.add(acting(), event, name="Final", cut_to=4)
    return event


def test_no_page_of_the_organiser_has_faults(live_site: LiveSite, page: Page) -> None:
    """A run takes a third of the pages."""
    event = busy_tournament()
    live_site.sign_in(page, person("olga"))
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            complaints.append(message.text)

    page.on("console", note)
    faults = {}
    for name in in_slice(list(PAGES), 3):
        page.goto(live_site.url(reverse(f"manage_{name}", args=[event.slug, *PAGES[name]])))
        for look in looks(page):
            found = [*accessibility_faults(page), *(["too wide"] if overflows_sideways(page) else []), *complaints]
            if found:
                faults[name, look] = found
            if folder := os.environ.get("MAHJONG_DIRECTOR_SCREENSHOTS"):
                page.screenshot(path=str(Path(folder) / f"manage-{name}-{look[:4].strip()}.png"), full_page=True)
            complaints.clear()
    assert faults == {}
