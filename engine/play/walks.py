"""Seeded random hands of any ruleset; picking an event and judging it is much faster than listing all legal ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    Ended,
    Event,
    FlowerRobbed,
    FlowerShown,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.players import Player
from engine.play.procedure import procedure_of
from engine.play.table import IllegalEvent, Phase, Rules, Setup, TableState, apply, start
from engine.tiles.tile import Tile, kind_of

EAGER: Final[Mapping[type[Event], float]] = {
    Won: 0.9,
    ConcealedKong: 0.5,
    AddedKong: 0.6,
    Konged: 0.4,
    Ponged: 0.3,
    Chowed: 0.2,
    DeclaredRiichi: 0.8,
    DeclaredReady: 0.6,
    FlowerShown: 0.95,
    FlowerRobbed: 0.8,
    Passed: 0.02,
}
"""Probability of trying such an event when possible; hands of draws and discards only would test little."""

MAX_EVENTS: Final = 2_000
"""Longer walks count as endless."""


class Walk(NamedTuple):
    setup: Setup
    events: tuple[Event, ...]
    states: tuple[TableState, ...]


def random_setup(ruleset: Rules, rng: random.Random) -> Setup:
    tiles = list(ruleset.tile_set.tiles)
    rng.shuffle(tiles)
    size = 3 * ruleset.family.sets + 1
    dealer = rng.randrange(4)
    hands = []
    for seat in range(4):
        number = size + (seat == dealer)
        hands.append(tuple(tiles[:number]))
        del tiles[:number]
    setup = Setup(ruleset, tuple(hands), dealer, wall=tuple(tiles), start_scores=(25_000,) * 4)
    return procedure_of(ruleset).complete_setup(setup)


def tile_usefulness(player: Player, suit_bias: int) -> dict[Tile, float]:
    counts = [0] * 60
    for tile in player.concealed:
        counts[kind_of(tile)] += 1
    usefulness: dict[Tile, float] = {}
    for tile in set(player.concealed):
        kind = kind_of(tile)
        value = 3.0 * (counts[kind] - 1)
        if kind < 27:
            rank = kind % 9
            value += 0.1 * min(rank, 8 - rank) + (1.5 if kind // 9 == suit_bias else 0)
            for step, worth in ((-2, 0.8), (-1, 1.6), (1, 1.6), (2, 0.8)):
                if 0 <= rank + step <= 8:
                    value += worth * min(1, counts[kind + step])
        usefulness[tile] = value
    return usefulness


def preferred_events(rng: random.Random, state: TableState, purposeful: bool) -> Iterator[Event]:
    choices = list(state.ruleset.procedure.candidates(state))
    keen, ordinary = [], []
    useful = tile_usefulness(state.players[state.turn], state.turn % 3) if purposeful else {}
    for event in choices:
        if isinstance(event, Won) and event.source is not None:
            waits = state.players[event.seat].waits
            if waits is not None and kind_of(event.tile or 0) not in waits:
                continue
        claims = 0.5 if purposeful and isinstance(event, (Ponged, Chowed)) else 1.0
        if rng.random() < EAGER.get(type(event), 0.0) * claims:
            keen.append(event)
        else:
            ordinary.append(event)
    rng.shuffle(keen)
    keen.sort(key=lambda event: not isinstance(event, Won))
    weights = {
        id(event): useful.get(event.tile, 0.0) + 0.01 * rng.random() if isinstance(event, Discarded) else rng.random()
        for event in ordinary
    }
    ordinary.sort(key=lambda event: (type(event) in EAGER, isinstance(event, Ended), weights[id(event)]))
    return iter((*keen, *ordinary))


def play_events(ruleset: Rules, seed: int, setup: Setup | None = None) -> Iterator[tuple[Event | None, TableState]]:
    """Yield (None, state after the deal), then each event with the state after it; ``seed`` deals without ``setup``."""
    rng = random.Random(f"{ruleset.name}/{seed}")
    state = start(setup or random_setup(ruleset, rng))
    yield None, state
    for _ in range(MAX_EVENTS):
        if state.phase is Phase.OVER:
            return
        for event in preferred_events(rng, state, seed % 4 != 0):
            try:
                state = apply(state, event)
            except IllegalEvent:
                continue
            yield event, state
            break
        else:
            raise AssertionError(f"no legal event in {state.phase} at {state.event_index} of {state.ruleset.name}")
    raise AssertionError(f"a hand of {state.ruleset.name} does not end")


def walk(ruleset: Rules, seed: int, setup: Setup | None = None) -> Walk:
    steps = list(play_events(ruleset, seed, setup))
    events = tuple(event for event, _ in steps if event is not None)
    return Walk(steps[0][1].setup, events, tuple(state for _, state in steps))
