"""Seeded random walks over legal events, for every ruleset whose family is found."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import NamedTuple

from engine.events import AddedKong, Chowed, ConcealedKong, DeclaredReady, DeclaredRiichi, Event, Konged, Ponged, Won
from engine.family import Ruleset
from engine.table import Phase, Setup, TableState, apply, legal_events, start

EAGER = {Won: 0.7, ConcealedKong: 0.5, AddedKong: 0.5, Konged: 0.4, Ponged: 0.3, Chowed: 0.3, DeclaredRiichi: 0.6}
"""How often a walk takes such an event when it could; a hand of nothing but discards would try little."""

LONGEST = 2_000
"""Events after which a walk is called endless."""


class Walk(NamedTuple):
    """A played hand: its setup, events, and the state after each."""

    setup: Setup
    events: tuple[Event, ...]
    states: tuple[TableState, ...]


def random_setup(ruleset: Ruleset, rng: random.Random) -> Setup:
    """A shuffled deal of the ruleset with a known wall; the dealer has one tile more."""
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
    return ruleset.procedure.complete_setup(setup)


def choose(rng: random.Random, events: list[Event]) -> Event:
    """One of the events; rare ones are preferred as EAGER says."""
    rng.shuffle(events)
    for event in events:
        if rng.random() < EAGER.get(type(event), 0.6 if isinstance(event, DeclaredReady) else 0.0):
            return event
    plain = [event for event in events if type(event) not in EAGER] or events
    return rng.choice(plain)


def walk(ruleset: Ruleset, seed: int) -> Walk:
    """A hand played to its end by chance. Raises AssertionError when no event is legal before the end."""
    rng = random.Random(f"{ruleset.name}/{seed}")
    setup = random_setup(ruleset, rng)
    state = start(setup)
    events: list[Event] = []
    states = [state]
    while state.phase is not Phase.OVER:
        choices = legal_events(state)
        assert choices, f"no legal event in {state.phase} after {events[-3:]}"
        assert len(events) < LONGEST, "the hand does not end"
        event = choose(rng, choices)
        state = apply(state, event)
        events.append(event)
        states.append(state)
    return Walk(setup, tuple(events), tuple(states))


def rulesets_with_procedure() -> Iterator[Ruleset]:
    """Every preset of every family found."""
    from engine.family import ruleset, ruleset_names

    for name in ruleset_names():
        yield ruleset(name)
