"""Events as clubs hold them: a league of single tables over months, tables that have names, a day for each round."""

import datetime
import json
import random

import pytest

from tests.support.people import acting
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.document.event_1 import export_event, standings_rows
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services import event_files
from tournaments.exchange.services.events import import_event
from tournaments.rounds.models import GameTable
from tournaments.standings.queries.standings import compute_standings

pytestmark = pytest.mark.django_db

UMA = [15, 5, -5, -15]


def seat(player, points, place):
    score = (points - 30000) / 1000 + UMA[place]
    return {"seat": None, "player": player, "points": points, "score": round(score, 1)}


def league(rounds=216, players=23):
    """One table a round and a day, over seven months; totals as a club publishes them."""
    chance = random.Random(216)
    totals = dict.fromkeys(range(1, players + 1), 0)
    listed = []
    for number in range(1, rounds + 1):
        four = chance.sample(range(1, players + 1), 4)
        cuts = sorted(chance.sample(range(1, 1199), 3))
        points = sorted((100 * (b - a) for a, b in zip([0, *cuts], [*cuts, 1200], strict=True)), reverse=True)
        if len(set(points)) < 4:
            points = [42000, 33000, 25000, 20000]
        seats = [seat(player, own, place) for place, (player, own) in enumerate(zip(four, points, strict=True))]
        for one in seats:
            totals[one["player"]] += round(one["score"] * 10)
        day = datetime.date(2025, 10, 1) + datetime.timedelta(days=number - 1)
        listed.append(
            {"round": number, "played": True, "date": day.isoformat(), "tables": [{"table": 1, "seats": seats}]}
        )
    order = sorted(totals.values(), reverse=True)
    places = [
        {"place": order.index(total) + 1, "shared": order.count(total) > 1, "player": player, "total": total / 10}
        for player, total in totals.items()
    ]
    return {
        "format": "mahjong-event/1",
        "event": {"name": "Club league", "short": "league", "rounds_planned": rounds},
        "rule_family": "riichi",
        "scoring": {
            "kind": "riichi",
            "start_points": 30000,
            "points_per_score": 1000,
            "uma": UMA,
            "ranking": ["total"],
        },
        "players": [{"id": number, "name": f"Player {number}"} for number in totals],
        "rounds": listed,
        "standings": {"after_round": rounds, "individual": places},
    }


def brought_in(data):
    event, problems = read(json.dumps(data).encode())
    assert problems == []
    meaning = understand(event)
    assert (meaning.problems, meaning.differences) == ([], [])
    return import_event(acting("olga"), event=event, meaning=meaning)


def sort_key(row):
    return row["player"]


def test_a_league_of_216_single_tables_keeps_its_standings_and_its_days():
    data = league()
    made = brought_in(data)
    rows = standings_rows(made, compute_standings(made))["individual"]
    assert sorted(rows, key=sort_key) == sorted(data["standings"]["individual"], key=sort_key)
    assert (made.rounds.count(), made.rounds.get(number=216).day) == (216, datetime.date(2026, 5, 4))
    assert export_event(made) == data


def test_tables_called_a_and_b_keep_their_names():
    data = league(rounds=4, players=8)
    for one, name in zip(data["rounds"], ["B", "A", "A", "B"], strict=True):
        one["tables"][0]["table"] = name
    data["penalties"] = []
    made = brought_in(data)
    tables = GameTable.objects.filter(round__tournament=made).order_by("round__number")
    assert [(table.number, table.name) for table in tables] == [(1, "B"), (2, "A"), (2, "A"), (1, "B")]
    assert export_event(made) == data
    found, problems = unpack(pack(made))
    assert problems == []
    again = event_files.restore(acting("olga"), event=found, slug="again")
    names = GameTable.objects.filter(round__tournament=again).order_by("round__number").values_list("name", flat=True)
    assert list(names) == ["B", "A", "A", "B"]


def test_rounds_are_numbered_up_to_9999():
    data = league(rounds=1)
    data["rounds"][0]["round"] = 10000
    event, problems = read(json.dumps(data).encode())
    assert event is None
    assert [one.message for one in problems] == ["Rounds are numbered from 1 to 9999, each once."]
