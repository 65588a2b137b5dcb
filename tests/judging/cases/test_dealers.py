"""Winds, dealer and counters from a table's log or hand-by-hand sheet if dealers stay."""

from __future__ import annotations

import pytest

from engine.tiles.seats import Wind
from judging.cases.queries import judgments, known_facts
from judging.cases.queries.known_facts import hand_start
from judging.cases.services import cases
from judging.law.questions import HandStart
from tests.support.games import game
from tests.support.people import acting
from tests.support.tables import playing, table_of
from tournaments.results.models.results import HandRecord
from tournaments.results.queries import sheets
from tournaments.results.services import replays, results
from tournaments.rounds.models import GameTable

pytestmark = pytest.mark.django_db


def entered(table: GameTable, hands: list[HandRecord]) -> None:
    """Sam types the sheet hand by hand; the points do not matter here."""
    results.submit_sheet(acting("sam"), table, points=(30000,) * 4, hands=hands)


def riichi_sheet(table: GameTable) -> list[HandRecord]:
    """East wins, draws ready, and loses the deal; South loses it at once, West wins."""
    east, south, west, north = (seat.entry.pk for seat in sheets.seats_of(table))
    worth = {"han": 2, "fu": 30}
    return [
        HandRecord(
            number=1, winner_id=east, discarder_id=south, value=2, more={**worth, "winner": "0", "discarder": "1"}
        ),
        HandRecord(number=2, more={"ready_0": True}),
        HandRecord(number=3, winner_id=west, discarder_id=north, value=2, more=worth),
        HandRecord(number=4, winner_id=north, discarder_id=west, value=2, more=worth),
        HandRecord(number=5, winner_id=west, discarder_id=north, value=2, more=worth),
    ]


def test_the_hands_before_it_tell_who_deals_and_how_often() -> None:
    """RI-2.7, RI-2.9: a win and a ready draw keep the deal, each with a counter."""
    table = table_of(playing(family="riichi"))
    entered(table, riichi_sheet(table))
    course = [hand_start(table, hand) for hand in range(2, 8)]
    assert [(each.dealer, each.counters) for each in course if each is not None] == [
        (0, 1),
        (0, 2),
        (1, 0),
        (2, 0),
        (2, 1),
    ]
    assert (course[-1], {each.wind.letter for each in course if each is not None}) == (None, {"E"})


def test_the_wind_changes_when_the_deal_is_back() -> None:
    """RI-2.6: four deals passed make the South round."""
    table = table_of(playing(family="riichi"))
    _east, south, west, north = (seat.entry.pk for seat in sheets.seats_of(table))
    won = [south, west, north, _east]
    hands = [
        HandRecord(number=at, winner_id=each, value=1, more={"han": 1, "fu": 30}) for at, each in enumerate(won, 1)
    ]
    entered(table, hands)
    found = hand_start(table, 5)
    assert found is not None
    assert (found.dealer, found.wind.letter) == (0, "S")


def test_a_hand_that_is_not_on_the_sheet_leaves_the_question() -> None:
    """So does a table without a sheet."""
    tournament = playing(family="riichi")
    table = table_of(tournament)
    entered(table, [hand for hand in riichi_sheet(table) if hand.number != 2])
    assert (hand_start(table, 2), hand_start(table, 4)) == (HandStart(0, Wind.EAST, 1), None)
    assert hand_start(table_of(tournament, 2), 2) is None


def test_the_log_of_the_table_knows_better_than_the_sheet() -> None:
    """The first seat of the log is the third line of the sheet."""
    table = table_of(playing(family="riichi"))
    entered(table, riichi_sheet(table))
    text, _points = game("riichi-ema-2016", hands=2)
    replays.attach(acting("sam"), table, text=text, first_line=2)
    found = hand_start(table, 2)
    assert found is not None
    assert (found.dealer, found.counters) == (3, 0)


def test_the_form_is_filled_from_the_sheet() -> None:
    """The seat wind follows the player, and the counters are a circumstance of the win."""
    tournament = playing(family="riichi")
    table = table_of(tournament)
    entered(table, riichi_sheet(table))
    case = cases.open_case(acting("ren"), tournament, kind="win", table=table, hand=6)
    names = ["prevalent_wind", "seat_wind", "dealer", "circumstances"]
    assert known_facts.facts(case, judgments.rules_of(case), names, 0) == {
        "circumstances": {"honba": 1},
        "prevalent_wind": "E",
        "dealer": 2,
        "seat_wind": "W",
    }
    names_of = dict.fromkeys(range(4), "Ana")
    offered = [label for _seat, label in known_facts.seats(case, judgments.rules_of(case), names_of)]
    assert offered == ["Ana, West", "Ana, North", "Ana, East", "Ana, South"]
