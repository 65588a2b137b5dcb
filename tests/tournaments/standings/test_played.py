"""A process remembers the games of rounds, and is never wrong by it."""

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.support.people import acting, seat_in_order
from tests.support.tables import enter, playing, table_of
from tournaments.entries.services import teams
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.played import games_by_round
from tournaments.standings.queries.standings import compute_standings, standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

CLEAN, CORRECTED = (60, 20, -30, -50), (50, 30, -30, -50)


def two_rounds():
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


def scores(event, number):
    return [int(game.score) for game in games_by_round(event)[number]]


def test_a_corrected_round_is_read_again_and_the_others_are_not():
    event = two_rounds()
    before = games_by_round(event)
    enter(table_of(event, 1, 2), CORRECTED, reason="seats swapped")
    after = games_by_round(event)
    assert [int(game.score) for game in after[2]] == list(CORRECTED)
    assert after[1] is before[1]
    with CaptureQueriesContext(connection) as captured:
        assert games_by_round(event) == after
    # Rounds, the players' teams, the marks of the lines: none of the lines themselves.
    assert len(captured) == 3


def test_what_is_undone_leaves_no_trace():
    event = two_rounds()
    before = scores(event, 2)
    with transaction.atomic():
        enter(table_of(event, 1, 2), CORRECTED, reason="seats swapped")
        assert scores(event, 2) == list(CORRECTED)
        transaction.set_rollback(True)
    assert scores(event, 2) == before
    with transaction.atomic():
        enter(table_of(event, 1, 2), (40, 40, -30, -50), reason="seats swapped")
        assert scores(event, 2) == [40, 40, -30, -50]
        transaction.set_rollback(True)
    assert scores(event, 2) == before


def test_a_round_without_lines_and_a_player_in_another_team_are_seen():
    event = two_rounds()
    assert {game.team for game in games_by_round(event)[1]} == {None}
    team = teams.add(acting("olga"), event, name="Dragons")
    event.entries.filter(number=1).update(team=team)
    assert {game.team for game in games_by_round(event)[1]} == {None, team.pk}
    ScoreLine.objects.filter(round__number=2).delete()
    assert list(games_by_round(event)) == [1]


def test_standings_after_a_round_stay_the_same_value_while_a_later_round_is_played():
    event = two_rounds()
    event.refresh_from_db()
    first, last = standings(event, 1), standings(event)
    assert (standings(event, 1) is first, standings(event, 2) is last) == (True, True)
    enter(table_of(event, 2, 2), CLEAN)
    event.refresh_from_db()
    assert standings(event, 1) is first
    assert standings(event) != last
    assert standings(event) == compute_standings(event)
