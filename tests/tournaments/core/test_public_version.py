"""The public version of an event is new when a public page may be another, and stays while sheets come in."""

import pytest
from django.core.cache import caches

from tests.support.people import acting, small_tournament
from tests.support.tables import enter, playing, table_of
from tournaments.core.audit import ACTIONS
from tournaments.core.http import public_version
from tournaments.core.models.jobs import Job
from tournaments.entries.services import players as registration
from tournaments.results.services import forfeits, open_tables, results
from tournaments.rounds.services import rounds as rounds_services
from tournaments.standings import public_marks
from tournaments.standings.models import Forfeit

pytestmark = pytest.mark.django_db


def version_of(event):
    """The public version that a visitor's page would have now."""
    state = public_version.find_published_state(event.slug)
    assert state is not None
    return public_version.get_public_version(state)


def test_pages_stay_what_they_are_while_sheets_come_in_of_a_round_that_is_not_released(client, event):
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
    results.confirm_sheet(acting("ren"), enter(first, (30, 10, -10, -30)))
    assert other_now() == []
    round_ = event.rounds.get(number=1)
    rounds_services.release(acting("ren"), round_, continue_anyway="The others play on.")
    assert other_now() == pages
    corrected = results.submit_sheet(acting("ren"), first, points=(40, 10, -10, -40), reason="read again")
    assert other_now() == []
    results.confirm_sheet(acting("olga"), corrected)
    assert other_now() == pages
    results.confirm_sheet(acting("ren"), enter(second, (8, 4, -4, -8)))
    assert other_now() == pages
    registration.edit(acting("olga"), event.entries.get(number=1), family_name="Renamed")
    assert (other_now(), "Renamed" in client.get(pages[2]).text) == (pages, True)


def test_where_a_session_is_lost_every_sheet_that_counts_may_change_the_standings():
    event = playing()
    before = version_of(event)
    given = {"kind": Forfeit.Kind.SESSION_LOST, "round_": event.rounds.get(number=1), "reason": "asleep"}
    forfeits.add(acting("ren"), event.entries.get(number=5), **given)
    lost = version_of(event)
    results.confirm_sheet(acting("ren"), enter(table_of(event), (30, 10, -10, -30)))
    assert len({before, lost, version_of(event)}) == 3


def test_a_change_while_the_version_is_read_leaves_no_version_that_comes_again(monkeypatch):
    """The log is read before, the ledger after the round is released: pages made then stand under no later version."""
    event = playing()
    results.confirm_sheet(acting("ren"), enter(table_of(event), (30, 10, -10, -30)))
    before, read_lines = version_of(event), public_marks.query_line_marks

    def released_meanwhile(tournament):
        monkeypatch.setattr(public_marks, "query_line_marks", read_lines)
        rounds_services.release(acting("ren"), event.rounds.get(number=1), continue_anyway="the hall closes")
        return read_lines(tournament)

    caches["pages"].clear()
    monkeypatch.setattr(public_marks, "query_line_marks", released_meanwhile)
    mixed = version_of(event)
    assert len({before, mixed, version_of(event)}) == 3


def test_the_check_of_a_finished_event_is_seen_within_seconds(monkeypatch):
    event = playing()
    before = version_of(event)
    Job.objects.create(tournament=event, kind="event-check", state=Job.State.DONE)
    assert version_of(event) == before
    monkeypatch.setattr(public_version, "REREAD_SECONDS", 0)
    caches["pages"].clear()
    assert version_of(event) != before
    assert [action for action in public_version.OF_SHEETS if action not in ACTIONS] == []


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
    results.confirm_sheet(acting("ren"), enter(late, (30, 10, -10, -30)))
    assert client.get(address, headers={"If-None-Match": had["ETag"]}).status_code == 200
