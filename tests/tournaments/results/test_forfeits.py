"""Sessions lost, substitutes and disqualification reach the standings whatever comes first, and go without a trace."""

import pytest
from django.db import IntegrityError, transaction

from tests.support.people import acting, seat_in_order
from tests.support.tables import enter, table_of
from tournaments.core.audit import broken_at
from tournaments.core.errors import UserError
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.views import next_steps
from tournaments.results.models.results import TableResult
from tournaments.results.services import forfeits, ledger, results
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating, substitutes
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases, pytest.mark.usefixtures("kept_event")]

SHEET = (40, 30, -30, -40)


def in_order(event, after=None):
    """(place, number, table points, total) of everybody, in the order of the standings."""
    numbers = dict(event.entries.values_list("pk", "number"))
    rows = compute_standings(event, after).individual
    return [(row.place, numbers[row.key], row.values.get("table_points"), row.total) for row in rows]


def of(event, number):
    return next(row for row in in_order(event) if row[1] == number)


def confirm(event, points=SHEET, table=1, round_number=1):
    return results.confirm_sheet(acting("olga"), enter(table_of(event, table, round_number), points))


def lose(event, number=2, **terms):
    """The session of the first round is lost, by the rules of MCR unless told otherwise."""
    entry, first = event.entries.get(number=number), event.rounds.get(number=1)
    values = {"kind": "session_lost", "reason": "Lateness", "clause": "MCR-8.8"} | terms
    return forfeits.add(acting("ren"), entry, round_=first, **values)


@pytest.mark.parametrize("sheet_first", [True, False])
def test_before_or_after_the_sheet_makes_no_difference(event, sheet_first):
    """MCR-7.3, MCR-8.8: nothing for player 2, and the others' places with whoever sat in the chair."""
    if sheet_first:
        confirm(event)
        lose(event)
    else:
        lose(event)
        confirm(event)
    assert in_order(event)[:4] == [(1, 1, 4, 40), (2, 3, 1, -30), (3, 2, 0, 0), (4, 4, 0, -40)]
    assert of(event, 4)[2:] == (0, -40)


def test_voiding_restores_the_standings_exactly(event):
    confirm(event)
    before, lines = compute_standings(event), list(ScoreLine.objects.values_list("pk", "voided_at"))
    forfeit = lose(event)
    assert compute_standings(event) != before
    forfeits.void(acting("ren"), forfeit, reason="He was in time.")
    assert compute_standings(event) == before
    assert list(ScoreLine.objects.values_list("pk", "voided_at")) == lines
    assert broken_at(event) is None
    again = forfeits.void(acting("ren"), forfeit, reason="twice")
    assert again.void_reason == "He was in time."


@pytest.mark.parametrize("substituted", [False, True])
def test_a_fine_counts_beside_the_lost_session_and_moves_no_chair(event, substituted):
    """MCR-E16: session lost and 80 points; the chair's 30 points keep the second place at the table, whoever sat."""
    player = event.entries.get(number=2)
    if substituted:
        substitutes.substitute(acting("olga"), player, from_round=1, family_name="Standby")
    confirm(event)
    lose(event)
    ledger.add(acting("ren"), event, amount=-80, unit="points", reason="Lateness", scope="table", entry=player,
               table=table_of(event))  # fmt: skip
    assert of(event, 2)[2:] == (0, -80)
    assert [of(event, number)[2] for number in (1, 3, 4)] == [4, 1, 0]


def test_an_empty_chair_is_last(event):
    """MCR-E16: three play on and share 4, 2, 1, though the empty chair has more points than two of them."""
    confirm(event)
    forfeit = lose(event, chair="last", clause="MCR-E16")
    assert [of(event, number)[2] for number in (1, 2, 3, 4)] == [4, 0, 2, 1]
    forfeits.void(acting("ren"), forfeit, reason="She was in time.")
    assert [of(event, number)[2] for number in (1, 2, 3, 4)] == [4, 2, 1, 0]


def test_where_fewer_than_three_are_left_nobody_plays(event):
    """MCR-E16, SC-E14: three table points for those present; no sheet is wanted."""
    given = [{"players": 2, "points": 0, "table_points": 3}, {"players": 1, "points": 0, "table_points": 3}]
    confirm(event, table=2)
    for number in (2, 3):
        lose(event, number, chair="last", present=given, clause="MCR-E16")
    assert [of(event, number)[2:] for number in (1, 2, 3, 4)] == [(3, 0), (0, 0), (0, 0), (3, 0)]
    first = event.rounds.get(number=1)
    assert rounds.list_unconfirmed_tables(first) == []
    assert rounds.finish(acting("olga"), first).state == "finished"


def out(event, number=2, round_number=1, **terms):
    entry, round_ = event.entries.get(number=number), event.rounds.get(number=round_number)
    return forfeits.add(acting("ren"), entry, kind="disqualified", round_=round_, reason="Cheating", **terms)


def test_a_disqualified_player_leaves_the_order_and_the_next_rounds(event):
    """MCR-8.9: past sessions of the others stand, the player has no place, a substitute is wanted."""
    second = event.rounds.get(number=2)
    seating.publish(acting("olga"), seat_in_order(second))
    confirm(event)
    before = compute_standings(event)
    forfeit = out(event)
    assert in_order(event)[:2] == [(1, 1, 4, 40), (2, 3, 1, -30)]
    assert in_order(event)[-1] == (0, 2, 2, 30)
    entry = event.entries.get(number=2)
    assert (entry.status, entry.dropped_from_round) == ("dropped", 2)
    second.refresh_from_db()
    assert next_steps.find_round_step(second).label == "Seat substitutes for 2 Given02 Family02"
    forfeits.void(acting("ren"), forfeit, reason="It was his neighbour.")
    entry.refresh_from_db()
    assert (entry.status, entry.dropped_from_round) == ("checked_in", None)
    assert compute_standings(event) == before


def test_who_is_back_takes_the_chair_where_the_substitute_has_not_played(event):
    entry = event.entries.get(number=2)
    forfeit = out(event)
    substitutes.substitute(acting("olga"), entry, from_round=2, family_name="Standby")
    second = event.rounds.get(number=2)
    confirm(event)
    confirm(event, table=2)
    rounds.finish(acting("olga"), event.rounds.get(number=1))
    plan = {1: list(Entry.objects.filter(tournament=event, number__in=[1, 3, 4, 9]).order_by("number"))}
    seating.publish(acting("olga"), seating.draft(acting("olga"), second, plan), leave_out=True)
    rounds.start(acting("olga"), event.rounds.get(number=2))
    confirm(event, round_number=2)
    forfeits.void(acting("ren"), forfeit, reason="It was his neighbour.")
    entry.refresh_from_db()
    assert (entry.status, entry.dropped_from_round) == ("checked_in", None)
    standby = event.entries.get(number=9)
    assert (standby.status, standby.dropped_from_round) == ("dropped", 3)


@pytest.mark.parametrize(("leaves", "out_from"), [(3, 2), (1, 1)], ids=["was to leave later", "has left"])
def test_who_leaves_anyway_is_out_at_once_and_leaves_as_before_when_it_is_voided(event, leaves, out_from):
    entry = event.entries.get(number=2)
    registration.drop(acting("olga"), entry, from_round=leaves)
    forfeit = out(event)
    assert event.entries.get(number=2).dropped_from_round == out_from
    forfeits.void(acting("ren"), forfeit, reason="It was his neighbour.")
    entry.refresh_from_db()
    assert (entry.status, entry.dropped_from_round) == ("dropped", leaves)


def test_a_disqualified_player_does_not_pass_the_cut(event):
    final = stages.add(acting("olga"), event, name="Final", cut_to=4)
    confirm(event)
    confirm(event, table=2)
    event.rounds.filter(number__lte=3).update(state="finished")
    out(event, 1)
    third = [event.entries.get(number=3)]
    assert [entry.number for entry in stages.cut(acting("olga"), final, chosen=third)] == [5, 2, 6, 3]


def test_refusals_name_what_is_wrong(event):
    lose(event)
    with pytest.raises(UserError, match="has lost the session of round 1 already"):
        lose(event, kind="substitute")
    out(event)
    with pytest.raises(UserError, match="is disqualified already"):
        out(event)
    with pytest.raises(UserError, match="Say why"):
        lose(event, 3, reason=" ")
    with pytest.raises(UserError, match="Name the round"):
        forfeits.add(acting("ren"), event.entries.get(number=4), kind="session_lost", round_=None, reason="Late")
    with pytest.raises(UserError, match="no longer counts"):
        forfeits.void(acting("ren"), Forfeit.objects.first(), reason="")


def test_the_database_itself_refuses_a_second_confirmed_version_and_a_second_forfeit(event):
    results.confirm_sheet(acting("olga"), enter(table_of(event), (60, 20, -30, -50)))
    given = lose(event, number=6)
    same = {"tournament": event, "entry": given.entry, "round": given.round, "reason": "Late"}
    other = same | {"entry": event.entries.get(number=3)}
    for model, values in (
        (TableResult, {"table": table_of(event), "version": 9, "state": "confirmed"}),
        (Forfeit, same | {"kind": "substitute"}),
        (Forfeit, other | {"kind": "session_lost", "round": None}),
        (Forfeit, other | {"kind": "unknown"}),
        (Forfeit, other | {"kind": "session_lost", "chair": "first"}),
        (Forfeit, other | {"kind": "disqualified", "reason": ""}),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            model.objects.create(**values)


def test_the_director_is_told_who_has_to_be_replaced(event):
    """MCR-8.8: until somebody sits there, or the sheet is in; not where the rules let three play on (MCR-E16)."""
    first = event.rounds.get(number=1)
    assert next_steps.find_round_step(first).needs == ()
    lose(event, 3, chair="last")
    assert next_steps.find_round_step(first).needs == ()
    lose(event)
    told = "The session is lost, and nobody plays it yet for 2 Given02 Family02: seat a substitute."
    assert [str(need) for need in next_steps.find_round_step(first).needs] == [told]
    substitutes.substitute(acting("olga"), event.entries.get(number=2), from_round=1, family_name="Standby")
    assert next_steps.find_round_step(first).needs == ()
    lose(event, 6)
    confirm(event, table=2)
    assert next_steps.find_round_step(first).needs == ()
