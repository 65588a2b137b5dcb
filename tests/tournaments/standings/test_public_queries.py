"""Public facts: published seatings and released results, nothing before."""

from fractions import Fraction

import pytest

from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.play import played, published, released
from tournaments.entries.models.entries import Entry
from tournaments.results.queries import explain
from tournaments.results.queries.public_results import round_results
from tournaments.results.services import ledger
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.services import rounds
from tournaments.standings.queries import public
from tournaments.standings.queries.standings import standings_through
from tournaments.standings.services import publishing
from tournaments.standings.views import player as public_player

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_draft_is_nobodys_business_and_a_published_seating_everybodys():
    tournament = small_tournament()
    first = tournament.rounds.get(number=1)
    seat_in_order(first)
    assert public_seatings.seating(tournament, 1) is None
    published(first)
    shown = public_seatings.tables_of(public_seatings.seating(tournament, 1))
    assert [[seat.entry.number for seat in table.seats] for table in shown] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [seat.wind for seat in shown[0].seats] == [0, 1, 2, 3]


def test_the_seating_by_name_is_sorted_by_family_name():
    tournament = small_tournament(4)
    tournament.entries.filter(number=3).update(family_name="Álvarez")
    tournament.entries.filter(number=4).update(family_name="Aaronson")
    published(tournament.rounds.get(number=1))
    tables = public_seatings.tables_of(public_seatings.seating(tournament, 1))
    assert [seat.entry.number for _table, seat in public_seatings.by_name(tables)] == [4, 3, 1, 2]


def test_results_show_once_the_round_is_released():
    tournament = small_tournament()
    played(tournament, 1)
    assert round_results(tournament, 1) is None
    rounds.release(acting(), tournament.rounds.get(number=1))
    sheets = round_results(tournament, 1)
    assert [[row.points for row in sheet.rows] for sheet in sheets] == [[60, 20, -30, -50], [10, 10, -8, -12]]
    assert [row.table_points for row in sheets[1].rows] == [3, 3, 1, 0]
    assert [(row.place, row.shared) for row in sheets[1].rows] == [(1, True), (1, True), (3, False), (4, False)]


def test_standings_end_before_the_first_gap_in_the_released_rounds():
    tournament = small_tournament()
    released(tournament, 1)
    played(tournament, 2)
    released(tournament, 3)
    assert standings_through(tournament) == 1


def test_a_player_sees_all_own_tables_and_released_results_only():
    tournament = small_tournament()
    released(tournament, 1)
    played(tournament, 2)
    (first, result), (second, open_result) = public_player.tables_of(public_player.public_player(tournament, 5))
    seats = [(own.round.number, own.seat.table_number, own.seat.wind) for own in (first, second)]
    assert seats == [(1, 2, 0), (2, 2, 0)]
    assert [seat.entry.number for seat in first.others] == [6, 7, 8]
    assert (result.points, open_result) == (10, None)


def test_who_waits_for_a_place_has_no_page():
    tournament = small_tournament()
    tournament.entries.filter(number=8).update(status=Entry.Status.WAITING)
    assert public_player.public_player(tournament, 8) is None
    assert [player.number for player in public.players(tournament)] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize(
    ("query", "numbers"), [("family03", [3]), ("GIVEN01", [1]), ("7", [7]), ("given family02", [2]), ("nobody", [])]
)
def test_players_are_found_by_name_and_number(query, numbers):
    tournament = small_tournament()
    assert [player.number for player in public.matching(tournament, query)] == numbers


def test_the_place_is_explained_by_the_metrics_that_were_needed():
    tournament = small_tournament()
    released(tournament, 1, [(60, 20, -30, -50), (40, 30, -20, -50)])
    why = explain.place_of(tournament, 5)
    assert (why.row.place, why.after, why.of) == (2, 1, 8)
    assert [(name, value, [player.number for player in tied]) for name, value, tied in why.steps] == [
        ("Table points", Fraction(4), [1]),
        ("Total score", Fraction(40), []),
    ]
    assert [(step.round, step.place) for step in why.rounds] == [(1, 2)]


def test_hidden_standings_explain_nothing():
    tournament = small_tournament()
    released(tournament, 1)
    publishing.hide_standings(acting(), tournament, hidden=True)
    tournament.refresh_from_db()
    assert explain.place_of(tournament, 1) is None


def test_a_penalty_stands_on_the_players_page_with_its_reason():
    tournament = small_tournament()
    first = released(tournament, 1)
    entry = tournament.entries.get(number=2)
    ledger.add(
        acting("ren"),
        tournament,
        entry=entry,
        round_=first,
        amount=Fraction(-20),
        unit="score",
        scope="overall",
        kind="penalty",
        reason="Late",
    )
    page = public_player.player_page(public_player.public_player(tournament, 2))
    assert [(line.amount, line.reason, line.round.number) for line in page["ledger"]] == [(-20, "Late", 1)]
