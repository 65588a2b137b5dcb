"""A player is sixteen minutes late: Ren rules on a phone, Olga seats the substitute, all read the standings."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from judging.cases.queries import judgments
from judging.cases.services import cases
from tests.support.browser import accessibility_faults, overflows_sideways
from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sound(page: Page) -> bool:
    """Return whether the page is accessible, also on a narrow screen."""
    return (accessibility_faults(page), overflows_sideways(page)) == ([], False)


def test_a_late_player_loses_the_session(live_site: Any, page: Page, phone: Page) -> None:
    """MCR-7.3, MCR-8.8."""
    tournament = playing()
    people(tournament)
    base = f"/t/{tournament.slug}/"
    case = cases.open_case(acting("ren"), tournament, kind="fault", table=table_of(tournament))
    facts = {"fault": "lateness", "established": True, "minutes": 16}
    judged = judgments.judge(case, {"kind": "fault", "seat": 1, "facts": facts})
    cases.record_claim(acting("ren"), case, judged)

    live_site.sign_in(phone, person("ren"))
    phone.goto(live_site.url(f"{base}manage/cases/1/"))
    expect(phone.get_by_text("For Given02 Family02 the session counts 0 points and 0 table points")).to_be_visible()
    assert sound(phone)
    phone.get_by_label("(proposed)").check()
    phone.get_by_role("button", name="Rule", exact=True).click()
    expect(phone.get_by_text("Ask the director to seat a substitute on the player's page.")).to_be_visible()
    assert sound(phone)

    live_site.sign_in(page, person("olga"))
    page.goto(live_site.url(f"{base}manage/rounds/1/"))
    expect(page.get_by_text("nobody plays it yet for 2 Given02 Family02")).to_be_visible()
    page.goto(live_site.url(f"{base}manage/cases/1/"))
    assert sound(page)
    page.get_by_label("Family name").fill("Standby")
    page.get_by_role("button", name="Seat substitute").click()
    expect(page.get_by_role("heading", name="Standby")).to_be_visible()

    for table in (1, 2):
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, table), (10, 40, -20, -30)))
    first = tournament.rounds.get(number=1)
    rounds.finish(acting("olga"), first)
    first.refresh_from_db()
    rounds.release(acting("olga"), first)
    phone.goto(live_site.url(f"{base}players/2/"))
    expect(phone.get_by_text("Session lost (MCR-8.8)")).to_be_visible()
    assert sound(phone)
    phone.goto(live_site.url(f"{base}standings/"))
    assert phone.locator("table.standings tbody th a").all_text_contents() == [
        f"Given0{number} Family0{number}" for number in (6, 1, 5, 3, 7, 2, 4, 8)
    ]
