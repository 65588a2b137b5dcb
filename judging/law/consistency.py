"""Facts that cannot all be true of one position. They are reported, never decided or priced."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.sentences import sentence as _
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of
from judging.law.facts import Contradiction, Fact
from judging.law.families import Facts
from judging.law.shared_facts import (
    HAND,
    OWN_DISCARDS,
    PASSED_TILES,
    SINCE,
    WINNING_TILE,
)


def contradictions(f: Facts) -> Iterator[Contradiction]:
    """Every contradiction among the given facts, whatever the claim is about."""
    yield from _winning_tile(f)
    yield from _copies(f)
    since = f.peek(SINCE) or ()
    if "nothing" in since and len(since) > 1:
        yield Contradiction((SINCE,), _("“nothing of this” is chosen together with another answer"))
    yield from f.law.contradictions(f)


def _winning_tile(f: Facts) -> Iterator[Contradiction]:
    hand, tile = f.peek(HAND), f.peek(WINNING_TILE)
    if hand is None or hand.winning is None or tile in (None, hand.winning):
        return
    one, other = format_tile(hand.winning), format_tile(tile)
    yield Contradiction(
        (HAND, WINNING_TILE), _("the winning tile is given as %(one)s and as %(other)s", one=one, other=other)
    )


def _copies(f: Facts) -> Iterator[Contradiction]:
    """More copies of a tile than the set has: in the hand, the own discards and the tiles passed."""
    hand = f.peek(HAND)
    if hand is None:
        return
    named: dict[Tile, list[Fact[Any]]] = {}
    for fact, tiles in ((HAND, hand.tiles), *((fact, f.peek(fact) or ()) for fact in (OWN_DISCARDS, PASSED_TILES))):
        for tile in tiles:
            if tile != UNKNOWN:
                named.setdefault(kind_of(tile), []).append(fact)
    for kind, facts in named.items():
        # A tile let pass for a win may have been claimed, and lies in a meld then.
        claimed = sum(meld.is_exposed and kind in map(kind_of, meld.tiles) for meld in hand.melds)
        spare = min(claimed, facts.count(PASSED_TILES))
        if len(facts) - spare > f.rules.tile_set.copies_of_kind(kind) and set(facts) != {HAND}:
            message = _(
                "%(tile)s is given %(count)s times, more often than it exists", count=len(facts), tile=format_tile(kind)
            )
            yield Contradiction(tuple(dict.fromkeys(facts)), message)
