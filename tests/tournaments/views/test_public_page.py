"""A page that many ask for at once is made once."""

import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tests.support.people import acting, people, small_tournament
from tests.support.tables import enter, playing, rows, table_of
from tournaments.models import Forfeit
from tournaments.selectors.event_state import OF_SHEETS, EventPart, mark_of, public_state
from tournaments.services import forfeits, open_tables, publishing, registration, results, teams
from tournaments.services.audit import ACTIONS
from tournaments.views import public_page


def test_whoever_asks_while_a_page_is_made_waits_for_it(monkeypatch):
    monkeypatch.setattr(public_page, "render_to_string", lambda _template, values: values["page_title"])
    event, key, made = SimpleNamespace(time_zone="Europe/Paris"), uuid.uuid4().hex, []
    all_here = threading.Barrier(4)

    def context():
        made.append(1)
        time.sleep(0.2)
        return {"page_title": "Standings"}

    def ask(_who):
        all_here.wait(10)
        return public_page.cached_body(event, key, "none.html", context)

    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(ask, range(4)))
    assert (answers, len(made)) == ([("Standings", "Standings")] * 4, 1)


@pytest.mark.django_db
def test_pages_stay_what_they_are_while_sheets_come_in_of_a_round_that_is_not_released(client):
    event = playing()
    people(event)
    address = f"/t/{event.slug}/"
    pages = [address, *(f"{address}{page}/" for page in ("standings", "seating/1", "results", "players/1"))]
    had = {page: client.get(page)["ETag"] for page in pages}

    def other_now() -> list[str]:
        """The pages that are others than when they were asked for last."""
        tags = {page: client.get(page, headers={"If-None-Match": had[page]})["ETag"] for page in pages}
        found = [page for page in pages if tags[page] != had[page]]
        had.update(tags)
        return found

    first, second = (table_of(event, number=number) for number in (1, 2))
    results.confirm(acting("ren"), enter(first, (30, 10, -10, -30)))
    assert other_now() == []
    round_ = event.rounds.get(number=1)
    publishing.release(acting("ren"), round_, continue_anyway="The others play on.")
    assert other_now() == pages
    corrected = results.submit(acting("ren"), first, rows=rows(first, (40, 10, -10, -40)), reason="read again")
    assert other_now() == []
    results.confirm(acting("olga"), corrected)
    assert other_now() == [page for page in pages if "seating" not in page]
    results.confirm(acting("ren"), enter(second, (8, 4, -4, -8)))
    assert other_now() == [page for page in pages if "seating" not in page]
    registration.edit(acting("olga"), event.entries.get(number=1), family_name="Renamed")
    assert (other_now(), "Renamed" in client.get(pages[2]).text) == (pages, True)


@pytest.mark.django_db
def test_where_a_session_is_lost_every_sheet_that_counts_may_change_the_standings():
    event = playing()
    state = public_state(event.pk)
    before = mark_of(EventPart.RELEASED, event.pk, state)
    given = {"kind": Forfeit.Kind.SESSION_LOST, "round_": event.rounds.get(number=1), "reason": "asleep"}
    forfeits.add(acting("ren"), event.entries.get(number=5), **given)
    lost = mark_of(EventPart.RELEASED, event.pk, public_state(event.pk))
    results.confirm(acting("ren"), enter(table_of(event), (30, 10, -10, -30)))
    counted = mark_of(EventPart.RELEASED, event.pk, public_state(event.pk))
    assert len({before, lost, counted}) == 3


@pytest.mark.django_db
def test_a_state_that_has_passed_gets_no_mark(monkeypatch):
    """What was read before a change must not stand under the mark of what comes after it."""
    event = playing()
    passed = public_state(event.pk)
    teams.add(acting(), event, name="Winds")
    assert (
        mark_of(EventPart.RELEASED, event.pk, passed),
        mark_of(EventPart.WHOLE, event.pk, public_state(event.pk)),
    ) == (
        None,
        None,
    )


def test_what_changes_sheets_alone_is_known_by_its_actions():
    assert [action for action in OF_SHEETS if action not in ACTIONS] == []


@pytest.mark.django_db
def test_an_evening_s_table_that_is_over_shows_on_the_page_of_the_seating(client):
    """There a sheet ends the round: the two stand under actions of their own."""
    event = small_tournament(8, rounds=1)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    event.refresh_from_db()
    _early, late = (
        open_tables.open_table(acting(), event, sitters=list(event.entries.filter(number__in=numbers)))
        for numbers in ((1, 2, 3, 4), (5, 6, 7, 8))
    )
    address = f"/t/{event.slug}/seating/"
    had = client.get(address)
    assert client.get(address, headers={"If-None-Match": had["ETag"]}).status_code == 304
    results.confirm(acting("ren"), enter(late, (30, 10, -10, -30)))
    assert client.get(address, headers={"If-None-Match": had["ETag"]}).status_code == 200
