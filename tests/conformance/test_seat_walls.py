"""Seeded hands under seat walls: every seat draws the deal's tiles in order, whatever is claimed."""

from __future__ import annotations

import random
from functools import cache

import pytest

from engine.family import ruleset, ruleset_names
from engine.play.events import Chowed, Drew, Ended, Event, Konged, Ponged
from engine.play.invariants import broken_invariants
from engine.play.start_values import start_values, with_start_values
from engine.play.table import Phase, Setup, TableState, apply, legal_events, replay, start, why_not
from engine.play.visibility import visible_to
from engine.play.walks import Walk, walk
from engine.records import dumps, loads
from engine.tiles.tile import UNKNOWN, is_flower
from engine.walls.deal import Deal, make_deal
from engine.walls.deal_check import first_difference
from engine.walls.wall import BoardName
from tests.conformance.seeds import FROM, THOUSAND, WALKS

BOARDS = [FROM % THOUSAND + number for number in range(1, max(1, WALKS // 20) + 1)]
SECRET = bytes(range(32))
WITH_FLOWERS = ("mcr-2006", "taiwan-aono")

CASES = [(name, "seat34", False) for name in ruleset_names()] + [(name, "seat34", True) for name in WITH_FLOWERS]
CASES += [(name, "shared", False) for name in ("mcr-2006", "riichi-ema-2016", "sichuan-sbr-2025", "taiwan-aono")]


@cache
def hand_of(name: str, number: int, model: str = "seat34", flowers: bool = False) -> tuple[Deal, Walk]:
    deal = make_deal(
        name, SECRET, BoardName(number), model="shared" if model == "shared" else "seat34", flowers=flowers
    )
    return deal, walk(ruleset(name), number, deal.setup())


def own_tiles(hand: Walk, seat: int) -> list[int]:
    drawn = []
    rules = hand.setup.ruleset.procedure
    for state, event in zip(hand.states, hand.events, strict=False):
        if isinstance(event, Drew) and event.seat == seat:
            closed = rules.close_window(state) if rules.closes_window(state, event) else state
            if not rules.wall.draws_from_common(closed, seat):
                drawn.append(event.tile)
    return drawn


def bare(hand: Walk) -> Setup:
    """Setup as in a log without walls."""
    walls = None if hand.setup.seat_walls is None else ((),) * 4
    return with_start_values(hand.setup._replace(wall=None, seat_walls=walls), common=())


@pytest.mark.parametrize("case", CASES, ids=[f"{name} {model}{' flowers' * flowers}" for name, model, flowers in CASES])
def test_hands_under_seat_walls_come_to_a_sound_end_and_are_the_deal(case: tuple[str, str, bool]) -> None:
    name, model, flowers = case
    for number in BOARDS:
        deal, hand = hand_of(name, number, model, flowers)
        setup, final = hand.setup, hand.states[-1]
        wall = final.ruleset.procedure.wall
        assert broken_invariants(final) == []
        assert broken_invariants(random.Random(number).choice(hand.states)) == []
        for seat, tiles in enumerate(setup.seat_walls or ()):
            drawn = own_tiles(hand, seat)
            assert drawn == list(tiles[: len(drawn)])
            assert wall.left_for(final, seat) == len(tiles) - len(drawn)
        assert first_difference(deal, bare(hand), hand.events) is None
        # A log without walls is as legal as one with, if a dealt hand tells whether flowers are in play.
        if not flowers or any(is_flower(tile) for dealt in setup.hands for tile in dealt):
            played = replay(start(bare(hand)), hand.events)
            assert (played.stopped_at, played.final.wall_left) == (None, final.wall_left)
            assert left_for_each(played.final) == left_for_each(final)
        for form in ("text", "json"):
            (record,) = loads(dumps(setup, hand.events, form)).hands
            assert (record.setup, record.events) == (setup, hand.events)
        # Everybody sees how much of each wall is left, and no tile of it.
        state = hand.states[len(hand.states) // 2]
        view = visible_to(state, "public")
        assert {tile for tiles in view.setup.seat_walls or () for tile in tiles} <= {UNKNOWN}
        assert set(start_values(view.setup).get("common", ())) <= {UNKNOWN}
        assert left_for_each(view) == left_for_each(state)


def left_for_each(state: TableState) -> list[int]:
    return [state.ruleset.procedure.wall.left_for(state, seat) for seat in range(4)]


@pytest.mark.parametrize("name", WITH_FLOWERS)
def test_a_flower_in_a_wall_without_flowers_is_refused(name: str) -> None:
    _deal, hand = hand_of(name, 1)
    (breach,) = why_not(start(bare(hand)), Drew(0, 34))
    assert (breach.code, breach.message) == ("copies", "seat walls are dealt without flowers")


def last_discards(hand: Walk) -> list[TableState]:
    rules = hand.setup.ruleset.procedure
    return [state for state in hand.states if state.phase is Phase.CLAIM and rules.wall.left_for_next(state) <= 0]


@pytest.mark.parametrize("name", ["mcr-2006", "mcr-japan", "riichi-wrc", "sichuan-sbr-2025", "taiwan-aono"])
def test_nobody_claims_when_the_next_wall_is_empty(name: str) -> None:
    met = 0
    for number in range(1, 120):
        _deal, hand = hand_of(name, number)
        for state in last_discards(hand):
            met += 1
            assert not [event for event in legal_events(state) if isinstance(event, (Chowed, Ponged, Konged))]
        if met >= 5:
            return
    pytest.fail(f"{met} last discards in 119 hands")


@pytest.mark.parametrize("name", ["mcr-2006", "riichi-wrc", "sichuan-sbr-2025", "taiwan-aono"])
def test_the_hand_ends_when_a_player_would_draw_from_an_empty_wall(name: str) -> None:
    ends: list[tuple[TableState, Event]] = []
    for number in range(1, 120):
        _deal, hand = hand_of(name, number)
        if hand.states[-1].ended in ("exhaustive", "nagashi"):
            ends.append((hand.states[-2], hand.events[-1]))
        if len(ends) == 4:
            break
    assert len(ends) == 4
    for before, event in ends:
        assert isinstance(event, Ended)
        rules = before.ruleset.procedure
        closed = rules.close_window(before) if before.phase is not Phase.DRAW else before
        assert (closed.phase, rules.wall.left_for(closed, closed.turn)) == (Phase.DRAW, 0)
        assert not [each for each in legal_events(before) if isinstance(each, Drew)]


@pytest.mark.parametrize("name", ["mcr-2006", "riichi-wrc", "sichuan-sbr-2025", "taiwan-aono"])
def test_the_same_seat_draws_the_same_tiles_at_every_table(name: str) -> None:
    setup = make_deal(name, SECRET, BoardName(9)).setup()
    tables = [walk(ruleset(name), seed, setup) for seed in (1, 2, 3, 5)]
    for seat in range(4):
        drawn = sorted((own_tiles(hand, seat) for hand in tables), key=len)
        for each in drawn:
            assert each == drawn[-1][: len(each)]
    assert not any(is_flower(tile) for hand in tables for seat in range(4) for tile in own_tiles(hand, seat))


def test_a_kong_takes_the_next_tile_of_the_own_wall() -> None:
    found = 0
    for number in range(1, 40):
        _deal, hand = hand_of("mcr-2006", number)
        for state, event in zip(hand.states, hand.events, strict=False):
            if state.phase is Phase.REPLACE and isinstance(event, Drew):
                walls = state.setup.seat_walls or ()
                taken = state.players[event.seat].tiles_drawn
                assert event.tile == walls[event.seat][taken]
                found += 1
                assert apply(state, event).wall_left == state.wall_left - 1
        if found > 10:
            return
    pytest.fail(f"{found} kongs in 39 hands")
