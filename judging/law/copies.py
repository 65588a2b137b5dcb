"""Copies of each tile in the facts of a claim: facts that name a tile too often exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.play.events import AddedKong, Chowed, ConcealedKong, Discarded, Event, Konged, Ponged
from engine.sentences import Sentence, gettext_noop
from engine.tiles.copies import ON_TABLE, VISIBLE, Place, find_excesses
from engine.tiles.hand import Hand, WinBy, hand_places, robbed_kong_place
from engine.tiles.melds import KONG_SIZE
from engine.tiles.tile import Tile, kind_of
from judging.law.facts import Contradiction, Fact
from judging.law.families import Facts
from judging.law.shared_facts import (
    BY,
    CALL,
    CALLED_TILE,
    DISCARDED_SINCE,
    EVENTS_SINCE,
    GO_AROUND_DISCARDS,
    HAND,
    LAST_DISCARD,
    OWN_DISCARDS,
    OWN_TILES,
    PASSED_TILES,
    WINNING_TILE,
)

DISCARDS, EVENTS = "discards", "events"
"""Views of discards, which may lie in the melds of others, and of events, which may be those discards."""

NAMES = {
    OWN_DISCARDS: gettext_noop("own discards"),
    LAST_DISCARD: gettext_noop("last own discard"),
    DISCARDED_SINCE: gettext_noop("own discards since"),
    EVENTS_SINCE: gettext_noop("events since"),
    PASSED_TILES: gettext_noop("tiles let pass"),
    OWN_TILES: gettext_noop("own tiles"),
    CALLED_TILE: gettext_noop("called tile"),
    GO_AROUND_DISCARDS: gettext_noop("discards of the go-around"),
}

FactPlace = tuple[Fact[Any], Place]


def require_enough_copies(facts: Facts) -> None:
    """Raise Contradiction for facts that together name more copies of a tile than the set has."""
    named = [*_list_places_of_win(facts), *_list_places_of_call(facts)]
    for excess in find_excesses([place for _fact, place in named], facts.rules.tile_set):
        places = [place for place, _count in excess.places]
        conflicting = tuple(dict.fromkeys(fact for fact, place in named if place in places))
        if conflicting != (HAND,):
            raise Contradiction(conflicting, excess.problem)


def _make_place(fact: Fact[Any], tiles: tuple[Tile, ...], view: str = "") -> FactPlace:
    return fact, Place(Sentence(NAMES[fact]), tiles, view)


def _list_places_of_win(facts: Facts) -> list[FactPlace]:
    hand, won = facts.peek(HAND), facts.peek(WINNING_TILE)
    if hand is None:
        return []
    complete = len(hand.concealed) + 3 * len(hand.melds) == 3 * facts.rules.family.sets + 2
    if hand.winning is None and won is not None and not (complete and won in hand.concealed):
        hand = hand._replace(winning=won)
    places: list[FactPlace] = [(HAND, place) for place in hand_places(hand)]
    if facts.peek(BY) == WinBy.ROBBED_KONG.value and (won is not None or hand.winning is not None):
        robbed = hand if hand.winning is not None else hand._replace(winning=won)
        places.append((BY, robbed_kong_place(robbed)))
    discards = facts.peek(OWN_DISCARDS) or ()
    winning = hand.winning if hand.winning is not None else won
    return [
        *places,
        _make_place(OWN_DISCARDS, discards, DISCARDS),
        *(
            _make_place(fact, _remove_copies(facts.peek(fact) or (), discards), DISCARDS)
            for fact in (LAST_DISCARD, DISCARDED_SINCE)
        ),
        _make_place(
            EVENTS_SINCE, _list_tiles_elsewhere(facts.peek(EVENTS_SINCE) or (), facts.seat or 0, winning), EVENTS
        ),
        _make_place(PASSED_TILES, _list_passed_elsewhere(hand, facts.peek(PASSED_TILES) or ()), DISCARDS),
    ]


def _remove_copies(tiles: Iterable[Tile], others: Iterable[Tile]) -> tuple[Tile, ...]:
    remaining = list(tiles)[::-1]
    for excluded in others:
        same = next((tile for tile in remaining if kind_of(tile) == kind_of(excluded)), None)
        if same is not None:
            remaining.remove(same)
    return tuple(remaining[::-1])


def _list_tiles_elsewhere(events: Iterable[Event], seat: int, winning: Tile | None) -> tuple[Tile, ...]:
    """Return tiles of events outside the player's hand: discards, and own tiles in the melds of others. A discard that
    the player has claimed, or wins on, is in the hand.
    """
    tiles: list[Tile] = []
    melded: list[Tile] = [] if winning is None else [winning]
    for event in events:
        match event:
            case Discarded():
                tiles.append(event.tile)
            case Chowed() | Ponged() | Konged() if event.seat == seat:
                melded.append(event.tile)
            case Chowed() | Ponged() | Konged():
                count = KONG_SIZE - 1 if isinstance(event, Konged) else KONG_SIZE - 2
                tiles += event.hand_tiles or (event.tile,) * count
            # The added tile of a kong may be the one won on; the tiles below it are told as a pung, or unknown.
            case AddedKong() if event.seat != seat and (winning is None or kind_of(event.tile) != kind_of(winning)):
                tiles.append(event.tile)
            case ConcealedKong() if event.seat != seat:
                tiles += (event.tile,) * KONG_SIZE
            case _:
                pass
    return _remove_copies(tiles, melded)


def _list_passed_elsewhere(hand: Hand, passed: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return tiles let pass that the hand has neither in a meld claimed since nor as the tile of a late win."""
    claims = [set(map(kind_of, meld.tiles)) for meld in hand.melds if meld.is_exposed]
    claims += [{kind_of(hand.winning)}] if hand.winning is not None else []
    remaining = list(passed)
    for kinds in claims:
        again = next((tile for tile in remaining if kind_of(tile) in kinds), None)
        if again is not None:
            remaining.remove(again)
    return tuple(remaining)


def _list_places_of_call(facts: Facts) -> list[FactPlace]:
    """Return places of a call; a hand named beside it holds the tiles of the call."""
    own_tiles, called = facts.peek(OWN_TILES) or (), facts.peek(CALLED_TILE)
    if facts.peek(CALL) is None or facts.peek(HAND) is not None:
        return []
    all_own = facts.peek(CALL) in ("added_kong", "concealed_kong") and len(own_tiles) >= KONG_SIZE
    return [
        _make_place(OWN_TILES, own_tiles),
        _make_place(CALLED_TILE, () if called is None or all_own else (called,), ON_TABLE),
        # The called tile may be the last of them.
        _make_place(GO_AROUND_DISCARDS, facts.peek(GO_AROUND_DISCARDS) or (), VISIBLE),
    ]
