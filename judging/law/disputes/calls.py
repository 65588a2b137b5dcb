"""Disputes about chow, pung and kong, and about the discard after them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from random import Random

from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Event, Konged, Ponged
from engine.play.table import Phase, TableState, why_not
from engine.play.walks import Walk
from engine.sentences import gettext_noop
from engine.tiles.picking import chow_choices, matching
from engine.tiles.seats import turn_order
from engine.tiles.tile import is_flower, kind_of
from judging.law.disputes.moment import DisputeKind, Moment, moment_of

CALLED = (Chowed, Ponged, Konged, AddedKong, ConcealedKong)


def fitting(state: TableState) -> Iterator[Event]:
    """The calls that somebody's tiles would allow, whether or not the moment does."""
    if state.phase is Phase.CLAIM and state.offered is not None and not is_flower(state.offered):
        tile, kind = state.offered, kind_of(state.offered)
        for seat in turn_order(state.turn)[1:]:
            concealed = state.players[seat].concealed
            same = matching(concealed, kind)
            if len(same) >= 3:
                yield Konged(seat, state.turn, tile)
            if len(same) >= 2:
                yield Ponged(seat, state.turn, tile, same[:2])
            if kind < 27:
                yield from (Chowed(seat, state.turn, tile, own) for own in chow_choices(concealed, kind)[:1])
    elif state.phase in (Phase.ACT, Phase.MELDED):
        yield from (
            event for event in state.ruleset.procedure.candidates(state) if isinstance(event, AddedKong | ConcealedKong)
        )


def misread(state: TableState, rng: Random) -> Iterator[Event]:
    """Calls with tiles that only look like a set: a gap in the chow, a neighbour in the pung."""
    if state.phase is not Phase.CLAIM or state.offered is None or kind_of(state.offered) >= 27:
        return
    tile, kind = state.offered, kind_of(state.offered)
    near = range(kind - kind % 9, kind - kind % 9 + 9)
    for seat in turn_order(state.turn)[1:]:
        concealed = state.players[seat].concealed
        close = [each for each in concealed if kind_of(each) in near and abs(kind_of(each) - kind) <= 2]
        pairs = sorted(set(combinations(sorted(close), 2)))
        for low, high in rng.sample(pairs, len(pairs)):
            kinds = sorted((kind_of(low), kind, kind_of(high)))
            if kinds[0] == kinds[1] == kinds[2] or (kinds[1] - kinds[0] == 1 == kinds[2] - kinds[1]):
                continue
            if kind in (kind_of(low), kind_of(high)):
                yield Ponged(seat, state.turn, tile, (low, high))
            elif seat == (state.turn + 1) % 4:
                yield Chowed(seat, state.turn, tile, (low, high))
            break


def right_calls(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A call to which nothing can be said."""
    for event in fitting(walk.states[at]):
        if not why_not(walk.states[at], event):
            yield moment_of(walk, at, event.seat, event)  # type: ignore[union-attr]


def barred_calls(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A call of tiles that make the set, which the moment, the seat or the rules do not allow."""
    state = walk.states[at]
    for event in fitting(state):
        if why_not(state, event):
            yield moment_of(walk, at, event.seat, event)  # type: ignore[union-attr]


def misread_calls(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A call of tiles that do not make the set."""
    for event in misread(walk.states[at], rng):
        yield moment_of(walk, at, event.seat, event)  # type: ignore[union-attr]


def swaps(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A discard after a claim of a kind that the claim may bar."""
    state = walk.states[at]
    called = walk.events[at - 1] if at else None
    if state.phase is not Phase.MELDED or not isinstance(called, Chowed | Ponged):
        return
    claimed = kind_of(called.tile)
    for tile in dict.fromkeys(state.players[state.turn].concealed):
        kind = kind_of(tile)
        close = kind // 9 == claimed // 9 and abs(kind - claimed) in (0, 3) and kind < 27
        if kind in state.claimed or close or kind == claimed or rng.random() < 0.01:
            yield moment_of(walk, at, state.turn, Discarded(state.turn, tile))


CALLS = (
    DisputeKind("call_right", "call", gettext_noop("A call is doubted"), right_calls),
    DisputeKind("call_barred", "call", gettext_noop("A call against a ban"), barred_calls),
    DisputeKind("call_misread", "call", gettext_noop("A call with wrong tiles"), misread_calls),
    DisputeKind("swap", "swap", gettext_noop("The discard after a claim"), swaps),
)
