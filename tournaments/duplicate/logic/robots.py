"""Seeded players for demonstrations, who play legally; the same seed plays the same hand, tile by tile."""

from __future__ import annotations

import random
from collections.abc import Iterator
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
from engine.play.table import IllegalEvent, Phase, Setup, TableState, apply, start
from engine.tiles.seats import Seat
from engine.tiles.tile import Tile, is_flower, kind_of

MAX_EVENTS: Final = 1_000

HONOURS: Final = 3
"""Fourth group of kinds: winds and dragons."""


class RobotHand(NamedTuple):
    events: tuple[Event, ...]
    final: TableState


class Aim(NamedTuple):
    """Aim of a player: pairs, or one suit (0 to 2) with the honours."""

    pairs: bool
    suit: int


def choose_aim(concealed: tuple[Tile, ...]) -> Aim:
    """Return the aim for a starting hand: with four pairs pairs, else the longest suit."""
    counts = [0] * 60
    suits = [0, 0, 0]
    for tile in concealed:
        kind = kind_of(tile)
        counts[kind] += 1
        if kind < 27:
            suits[kind // 9] += 1
    suit = suits.index(max(suits))
    return Aim(sum(count >= 2 for count in counts) >= 4 or suits[suit] < 6, suit)


def estimate_worth(tile: Tile, counts: list[int], aim: Aim) -> float:
    kind = kind_of(tile)
    if aim.pairs:
        return 10.0 if counts[kind] == 2 else 6.0 if counts[kind] > 2 else 0.0
    value = 4.0 * (counts[kind] - 1)
    group = min(kind // 9, HONOURS)
    if group == aim.suit:
        rank = kind % 9
        value += 8 + sum(
            worth
            for step, worth in ((-2, 1.0), (-1, 2.0), (1, 2.0), (2, 1.0))
            if 0 <= rank + step <= 8 and counts[kind + step]
        )
    elif group == HONOURS:
        value += 3
    return value


def play_hand(setup: Setup, seed: str) -> RobotHand:
    """Play the hand to its end. Raises RuntimeError if no event is legal, an error in the rules."""
    rng = random.Random(seed)
    state = start(setup)
    aims = [choose_aim(player.concealed) for player in state.players]
    events: list[Event] = []
    while state.phase is not Phase.OVER:
        for event in _iterate_wanted_events(rng, state, aims):
            try:
                state = apply(state, event)
            except IllegalEvent:
                continue
            events.append(event)
            break
        else:
            raise RuntimeError(f"no legal event in {state.phase} at {state.event_index}")
        if len(events) > MAX_EVENTS:
            raise RuntimeError("the hand does not end")
    return RobotHand(tuple(events), state)


def _iterate_wanted_events(rng: random.Random, state: TableState, aims: list[Aim]) -> Iterator[Event]:
    last: list[Event] = []
    discards: list[tuple[float, Event]] = []
    counts: list[int] = []
    for event in state.ruleset.procedure.candidates(state):
        if isinstance(event, Discarded):
            counts = counts or _count_kinds(state, event.seat)
            tile_worth = estimate_worth(event.tile, counts, aims[event.seat])
            discards.append((tile_worth + 0.5 * rng.random(), event))
        elif isinstance(event, Won):
            if _may_win(state, event):
                yield event
        elif isinstance(event, (DeclaredRiichi, DeclaredReady, FlowerShown, FlowerRobbed)):
            yield event
        elif isinstance(event, (Ponged, Chowed, Konged, AddedKong, ConcealedKong)):
            if _is_claim_for_aim(event, aims[event.seat]) and rng.random() < 0.8:
                yield event
        else:
            last.append(event)
    for _value, event in sorted(discards, key=lambda pair: pair[0]):
        yield event
    yield from sorted(last, key=lambda event: isinstance(event, (Passed, Ended)))


def _count_kinds(state: TableState, seat: Seat) -> list[int]:
    counts = [0] * 60
    for tile in state.players[seat].concealed:
        counts[kind_of(tile)] += 1
    return counts


def _may_win(state: TableState, event: Won) -> bool:
    """Return False if the hand's shape rules the win out, as the engine takes long to say so."""
    player = state.players[event.seat]
    tile = state.drawn_tile if event.source is None else event.tile
    if player.waits is None or tile is None or is_flower(tile):
        return True
    # A kong of this turn may have changed the waits.
    return kind_of(tile) in player.waits or (event.source is None and any(meld.is_kong for meld in player.melds))


def _is_claim_for_aim(event: Ponged | Chowed | Konged | AddedKong | ConcealedKong, aim: Aim) -> bool:
    tile = getattr(event, "tile", None)
    if aim.pairs or tile is None:
        return False
    return min(kind_of(tile) // 9, HONOURS) in (aim.suit, HONOURS)
