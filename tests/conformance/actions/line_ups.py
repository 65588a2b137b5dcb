from __future__ import annotations

from tests.conformance.actions import Example, example, rows
from tests.support.line_ups import line_up_league, named, week
from tests.support.people import acting
from tournaments.seating.services import drafts


@example("NameLineUp")
def name_line_up() -> Example:
    event = line_up_league(teams=4, rounds=1)
    team = event.teams.get(code="T02")
    mistakes = [([6, 7, 8, 9, 10], {"players": [6, 7, 8, 9, 10]}), ([1], {"players": [1]})]
    return Example(
        event,
        {"players": [6, 7, 8, 10]},
        api={"number": 1, "code": "T02"},
        page={"number": 1, "team": team.pk},
        prefix=f"team{team.pk}",
        wrong={"players": mistakes},
    )


@example("SeatLineUps")
def seat_line_ups() -> Example:
    event = line_up_league(teams=4, rounds=1)
    drafts.generate(acting("sue"), event, rounds=[week(event, 1)], seed="a seed")
    named(event, 1, "T02", 6, 7, 8, 10)
    return Example(event, {"reason": "Two of them are ill."}, api={"number": 1}, page={"number": 1})


def _team() -> Example:
    event = line_up_league(teams=4, rounds=1)
    return Example(event, {"reason": "A former captain."}, api={"code": "T01"}, page={"team": event.teams.first().pk})


rows(ReplaceTeamLink=_team)
