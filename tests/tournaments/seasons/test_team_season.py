"""A league of teams as M-League plays it: teams of four, one member plays each game; the team has all their points."""

import json

import pytest

from tests.support.people import acting
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services.events import import_event
from tournaments.seasons import services as season_services
from tournaments.seasons.queries import ranking

pytestmark = pytest.mark.django_db

TEAMS = ("Dragons", "Winds", "Flowers", "Circles")
UMA = (50, 10, -10, -30)


def half(slug, games, day):
    """Half a season: each game with the member (0-3) that each team sends, and the points, by team."""
    rounds = []
    for number, (members, points) in enumerate(games, 1):
        seats = [
            {"seat": "ESWN"[team], "player": 4 * team + member + 1, "points": points[team]}
            for team, member in enumerate(members)
        ]
        rounds.append({"round": number, "played": True, "tables": [{"table": 1, "seats": seats}]})
    data = {
        "format": "mahjong-event/1",
        "event": {"name": slug.title(), "short": slug, "start": day, "end": day, "rounds_planned": len(games)},
        "rule_family": "riichi",
        "scoring": {
            "kind": "riichi", "start_points": 25000, "return_points": 30000, "points_per_score": 1000, "uma": list(UMA),
            "ranking": ["total"],
        },
        "teams": [
            {"id": name, "name": name, "members": [4 * at + 1 + i for i in range(4)]} for at, name in enumerate(TEAMS)
        ],
        "players": [
            {"id": 4 * at + i + 1, "name": f"{name} {i + 1}", "team": name}
            for at, name in enumerate(TEAMS)
            for i in range(4)
        ],
        "rounds": rounds,
    }  # fmt: skip
    event, problems = read(json.dumps(data).encode())
    assert event is not None, problems
    return import_event(acting(), event=event, meaning=understand(event))


def test_a_team_has_the_points_of_whoever_played_for_it():
    autumn = half(
        "autumn",
        [((0, 0, 0, 0), (40000, 30000, 20000, 10000)), ((1, 0, 2, 3), (10000, 20000, 30000, 40000))],
        "2025-10-01",
    )
    spring = half("spring", [((2, 1, 2, 0), (25100, 25000, 24900, 25000))], "2026-02-01")
    season = season_services.create(
        acting(), name="Team league", published=True, rule={"ranked": "teams", "tie_breaks": []}
    )
    for event in (autumn, spring):
        season_services.add_event(acting(), season, tournament=event)
    own = {}
    for event in (autumn, spring):
        for line in event.score_lines.filter(unit="score").select_related("entry__team"):
            own[line.entry.team.name] = own.get(line.entry.team.name, 0) + line.amount
    table = ranking(season)
    assert {one.person.name: one.row.total for one in table.rows} == own
    assert [len(one.row.lines) for one in table.rows] == [2, 2, 2, 2]
    # Autumn: 40000 first is 10 + 50, 30000 second 0 + 10, 20000 third -10 - 10, 10000 fourth -20 - 30.
    first = {one.person.name: one.by_event[1][0].value for one in table.rows}
    assert first == {"Dragons": 10, "Winds": -10, "Flowers": -10, "Circles": 10}
