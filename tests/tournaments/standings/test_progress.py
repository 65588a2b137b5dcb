"""Movement in the standings, worked out by hand."""

import pytest

from tests.support.people import acting, seat_in_order
from tests.support.tables import enter, playing, table_of
from tournaments.results.services import results
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.progress import progress

pytestmark = pytest.mark.django_db


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
    table = progress(tournament, ranking.table(tournament, ranking.standings(tournament, 2)))
    told = {
        line.player.number: (line.progress.places, line.progress.moved, line.progress.last)
        for line in table.individual
        if line.progress
    }
    # Table points 4 2 1 0, then 0 1 2 4; of 4 and 1 with four each 4 has the better total (+20, -20).
    assert told == {4: ((4, 1), 3, 4), 1: ((1, 2), -1, 0), 2: ((2, 3), -1, 1), 3: ((3, 3), 0, 2)}
