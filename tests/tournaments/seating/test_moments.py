"""Standings and seatings as they were after an entry of the log."""

from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, seat_in_order, signed_in
from tests.support.tables import enter, playing, table_of
from tournaments.core.audit import Change, change
from tournaments.core.audit import log_head as chain
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.results.services import ledger, results
from tournaments.rounds.models import Seating
from tournaments.rounds.services import rounds
from tournaments.seating.queries import history
from tournaments.seating.services import seating
from tournaments.standings.queries.standings import StandingsTable

pytestmark = pytest.mark.django_db


def confirmed(event: Tournament, number: int = 1) -> None:
    results.confirm_sheet(acting("olga"), enter(table_of(event, number), (24, 8, -8, -24)))


def last(event: Tournament) -> int:
    return AuditEntry.objects.filter(tournament=event).latest("sequence").sequence


def then(event: Tournament, sequence: int) -> tuple[StandingsTable | None, list[history.SeatingThen]]:
    return history.get_event_then(event, AuditEntry.objects.get(tournament=event, sequence=sequence))


def order_of(found: tuple[StandingsTable | None, list[history.SeatingThen]]) -> list[tuple[int, int]]:
    """(place, number of the player) from the top."""
    standings, _seatings = found
    assert standings is not None
    return [(one.row.place, one.player.number) for one in standings.individual[:4]]


def test_a_correction_leaves_what_stood_before_it_to_be_seen():
    event = playing()
    start = last(event)
    for number in (1, 2):
        confirmed(event, number)
    before = last(event)
    corrected = enter(table_of(event), (-24, -8, 8, 24), name="olga", based_on=1, reason="read upside down")
    results.confirm_sheet(acting("ren"), corrected)
    assert then(event, start)[0] is None
    assert order_of(then(event, before)) == [(1, 1), (1, 5), (3, 2), (3, 6)]
    assert order_of(then(event, last(event))) == [(1, 4), (1, 5), (3, 3), (3, 6)]


def test_a_penalty_counts_from_its_entry_on_and_who_came_later_was_not_there():
    event = playing(4)
    confirmed(event)
    before = last(event)
    first = event.entries.get(number=1)
    late = {"amount": Fraction(-4), "unit": "table_points", "kind": "penalty", "scope": "overall", "reason": "late"}
    ledger.add(acting("olga"), event, entry=first, **late)
    registration.add(acting("olga"), event, family_name="Latecomer")
    assert order_of(then(event, before)) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    assert [one.player.number for one in then(event, before)[0].individual] == [1, 2, 3, 4]
    assert order_of(then(event, last(event)))[0] == (1, 2)


@change("entries.edit", "Player changed")
def ranks_as_in_0_3_0(change: Change, entry: Entry) -> None:
    """Give an unranked player a place, with a log entry of its form."""
    Entry.objects.filter(pk=entry.pk).update(unranked=False)
    change.note(entry, before={"extra": {"unranked": True}}, after={"extra": {}})


def test_flags_in_the_bag_of_an_earlier_log_are_as_they_were_then():
    event = playing(4)
    confirmed(event)
    first = event.entries.get(number=1)
    before = last(event)
    ranks_as_in_0_3_0(acting("olga"), first)
    assert order_of(then(event, before)) == [(1, 2), (2, 3), (3, 4)]
    assert order_of(then(event, last(event))) == [(1, 1), (2, 2), (3, 3), (4, 4)]


def test_a_log_without_the_values_of_the_bag_leaves_the_flags_of_today():
    event = playing(4)
    confirmed(event)
    event.entries.filter(number=1).update(unranked=True, imported={"file": {"name": "Ann"}})
    before = last(event)
    privacy.erase(acting("olga"), event.entries.get(number=1))
    assert order_of(then(event, before)) == [(1, 2), (2, 3), (3, 4)]


def test_the_seating_then_is_the_version_that_was_out():
    event = playing(8)
    second = event.rounds.get(number=2)
    unseated = last(event)
    seating.publish(acting("sue"), seat_in_order(second))
    first_version = last(event)
    live = Seating.objects.get(round=second, state="published")
    one, other = event.entries.get(number=1), event.entries.get(number=8)
    seating.swap(acting("sue"), live, first=one, second=other, reason="a wheelchair")
    assert len(then(event, unseated)[1]) == 1
    tables = [{seat.entry.number for seat in then(event, at)[1][1][1][0].seats} for at in (first_version, last(event))]
    assert tables == [{1, 2, 3, 4}, {8, 2, 3, 4}]


def test_the_log_leads_there_and_to_the_change_before():
    event = playing(4)
    people(event)
    confirmed(event)
    olga = signed_in("olga")

    def moment(sequence: int) -> str:
        return reverse("manage_audit_moment", args=[event.slug, sequence])

    assert moment(last(event)) in olga.get(reverse("manage_audit", args=[event.slug])).text
    page = olga.get(moment(last(event)))
    assert (page.status_code, "Family01" in page.text) == (200, True)
    found = AuditEntry.objects.get(tournament=event, sequence=last(event))
    assert moment(history.find_entry_before(found)) in page.text
    assert olga.get(moment(99999)).status_code == 404


def test_each_round_is_released_with_the_head_of_the_log():
    event = playing(4)
    confirmed(event)
    first = event.rounds.get(number=1)
    assert chain.head_at_release(first) is None
    rounds.release(acting("olga"), first)
    first.refresh_from_db()
    head = chain.head_at_release(first)
    assert head == chain.head(event)
    rounds.finish(acting("olga"), first)
    assert chain.head_at_release(first) == head
    assert head.grouped in Client().get(reverse("event_round", args=[event.slug, 1])).text
