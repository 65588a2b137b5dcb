"""Standings read from the ledger: remembered while nothing changes, and never wrong by it."""

import pytest
from django.db import transaction

from tests.support.people import acting, seat_in_order
from tests.support.tables import enter, playing, table_of
from tournaments.entries.services import teams
from tournaments.events.models import Tournament
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.standings import compute_standings, games, public_standings, standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

CLEAN, CORRECTED = (60, 20, -30, -50), (50, 30, -30, -50)


def two_rounds() -> Tournament:
    """An event whose first round is over and whose second has a sheet; a sheet counts as soon as it is entered."""
    event = playing()
    event.confirmations = event.Confirmations.NONE
    event.save()
    for number in (1, 2):
        enter(table_of(event, number), CLEAN)
    first, second = event.rounds.filter(number__lte=2).order_by("number")
    rounds.finish(acting("olga"), first)
    seating.publish(acting("olga"), seat_in_order(second))
    second.refresh_from_db()
    rounds.start(acting("olga"), second)
    enter(table_of(event, 1, 2), CLEAN)
    return event


def scores(event: Tournament, number: int) -> list[int]:
    return [int(game.score) for game in games(event) if game.round == number]


def test_a_corrected_sheet_counts_as_soon_as_it_is_entered() -> None:
    event = two_rounds()
    event.refresh_from_db()
    before = standings(event)
    assert (standings(event), standings(event, 2)) == (before, before)
    assert standings(event) is before
    enter(table_of(event, 1, 2), CORRECTED, reason="seats swapped")
    event.refresh_from_db()
    assert scores(event, 2) == list(CORRECTED)
    assert standings(event) != before
    assert standings(event) == compute_standings(event)


def test_what_is_undone_leaves_no_trace() -> None:
    event = two_rounds()
    event.refresh_from_db()
    before = standings(event)
    for points in (CORRECTED, (40, 40, -30, -50)):
        with transaction.atomic():
            enter(table_of(event, 1, 2), points, reason="seats swapped")
            event.refresh_from_db()
            assert standings(event) == compute_standings(event) != before
            transaction.set_rollback(True)
        event.refresh_from_db()
        assert standings(event) == before


def test_a_round_without_lines_and_a_player_in_another_team_are_seen() -> None:
    event = two_rounds()
    assert {game.team for game in games(event)} == {None}
    team = teams.add(acting("olga"), event, name="Dragons")
    event.entries.filter(number=1).update(team=team)
    assert {game.team for game in games(event)} == {None, team.pk}
    ScoreLine.objects.filter(round__number=2).delete()
    assert {game.round for game in games(event)} == {1}


def test_places_gained_and_what_the_last_round_brought() -> None:
    tournament = playing(4)
    for number, points in ((1, (40, 10, -20, -30)), (2, (-60, -10, 20, 50))):
        played = tournament.rounds.get(number=number)
        if number > 1:
            seating.publish(acting("olga"), seat_in_order(played))
            played.refresh_from_db()
            rounds.start(acting("olga"), played)
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, 1, number), points))
        rounds.finish(acting("olga"), played)
        rounds.release(acting("olga"), played)
    table = public_standings(tournament)
    assert table is not None
    found = {
        line.player.number: (line.progress.places, line.progress.moved, line.progress.last)
        for line in table.individual
        if line.progress
    }
    # Table points 4 2 1 0, then 0 1 2 4; of 4 and 1 with four each 4 has the better total (+20, -20).
    assert found == {4: ((4, 1), 3, 4), 1: ((1, 2), -1, 0), 2: ((2, 3), -1, 1), 3: ((3, 3), 0, 2)}
