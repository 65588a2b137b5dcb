"""Turn order of Tenhou's JSON logs, reconstructed from draws and discards by seat.

The lists do not say which of several equal discards was claimed. If several orders are possible, the first one is taken
in which every list is used up and every caller holds the tiles of the call.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Event,
    Konged,
    Ponged,
)
from engine.records.values import RecordError, require_integer, require_list
from engine.sentences import sentence as _
from engine.tiles.tile import RED_FIVES, Tile, kind_of

JUST_DRAWN: Final = 60
CALL: Final = re.compile(r"[cpmka]")
CLAIMS: Final = {"c": Chowed, "p": Ponged, "m": Konged}
MAX_SEARCH_STEPS: Final = 5_000
"""Turns to try before taking the best order found so far."""


def tile_of(value: object) -> Tile:
    """Parse the number of a tile: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives.

    >>> tile_of(52) == RED_FIVES[1], tile_of(41)
    (True, 27)
    """
    suit, rank = divmod(require_integer(value, _("a tile")), 10)
    if suit == 5 and 1 <= rank <= 3:
        return RED_FIVES[rank - 1]
    if 1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9):
        return 9 * (suit - 1) + rank - 1
    raise RecordError(_("unknown tile %(value)s", value=repr(value)))


class TenhouCall(NamedTuple):
    """Call: its letter, the number of tiles before it, the tile after it, and the others."""

    letter: str
    before: int
    tile: Tile
    hand_tiles: tuple[Tile, ...]


def parse_call(text: str) -> TenhouCall:
    """Parse a call such as 45p4545; the letter's position shows whose tile was taken."""
    match = CALL.search(text)
    digits = CALL.sub("", text)
    size = {"c": 3, "p": 3}.get(match.group(), 4) if match else 0
    if match is None or match.start() % 2 or len(digits) != 2 * size or not digits.isdigit():
        raise RecordError(_("invalid call %(text)s", text=repr(text)))
    tiles = [tile_of(digits[index : index + 2]) for index in range(0, len(digits), 2)]
    before = match.start() // 2
    if before >= len(tiles):
        raise RecordError(_("invalid call %(text)s", text=repr(text)))
    return TenhouCall(match.group(), before, tiles[before], (*tiles[:before], *tiles[before + 1 :]))


class TurnLists(NamedTuple):
    """Draws, discards and deals of a hand by seat, and the indicators after the first."""

    deals: tuple[tuple[Tile, ...], ...]
    draws: tuple[tuple[object, ...], ...]
    discards: tuple[tuple[object, ...], ...]
    indicators: tuple[Tile, ...]

    @property
    def size(self) -> int:
        return sum(map(len, self.draws)) + sum(map(len, self.discards))


def parse_turn_lists(log: Sequence[object]) -> TurnLists:
    """Parse the lists in the seventeen parts of a hand. Raises RecordError for a part that is not a list of tiles."""
    return TurnLists(
        tuple(tuple(tile_of(tile) for tile in require_list(log[4 + 3 * seat], "a deal")) for seat in range(4)),
        tuple(tuple(require_list(log[5 + 3 * seat], "draws")) for seat in range(4)),
        tuple(tuple(require_list(log[6 + 3 * seat], "discards")) for seat in range(4)),
        tuple(tile_of(tile) for tile in require_list(log[2], "indicators"))[1:],
    )


class Turns(NamedTuple):
    """Position in the lists. Immutable, so that alternatives can be tried."""

    turn: int
    hands: tuple[tuple[Tile, ...], ...]
    drawn_of: tuple[int, ...] = (0, 0, 0, 0)
    discarded_of: tuple[int, ...] = (0, 0, 0, 0)
    events: tuple[Event, ...] = ()
    drawn: Tile | None = None
    owed: int = 0
    """Indicators to be turned after the next discard."""
    indicators_turned: int = 0
    sticks: tuple[int, ...] = ()
    """Players who have declared riichi."""

    @property
    def used(self) -> int:
        return sum(self.drawn_of) + sum(self.discarded_of)


def order_turns(lists: TurnLists, dealer: int) -> Turns:
    """Find the order of the turns. Raises RecordError for an entry that is neither tile nor call."""
    best = Turns(dealer, lists.deals)
    tried = 0
    # Each item is a table that waits for a draw (True) or an act (False); the most likely one is last.
    waiting = [(best, True)]
    while waiting and tried < MAX_SEARCH_STEPS:
        tried += 1
        turns, draws = waiting.pop()
        drawn = _draw(turns, lists) if draws else turns
        acted = None if drawn is None else _act(drawn, lists)
        if acted is None:
            end = drawn or turns
            if best.used < end.used or not best.events:
                best = end
            if best.used == lists.size:
                return best
            continue
        if isinstance(acted.events[-1], DoraTurned | Discarded) and acted.drawn is None:
            waiting += list(_continue_after_discard(acted, lists))[::-1]
        else:
            waiting.append((acted, True))
    return best


def _draw(turns: Turns, lists: TurnLists) -> Turns | None:
    seat = turns.turn
    index = turns.drawn_of[seat]
    if index == len(lists.draws[seat]) or isinstance(lists.draws[seat][index], str):
        return None
    tile = tile_of(lists.draws[seat][index])
    return turns._replace(
        drawn=tile,
        drawn_of=_increment(turns.drawn_of, seat),
        hands=_replace_hand(turns.hands, seat, (*turns.hands[seat], tile)),
        events=(*turns.events, Drew(seat, tile)),
    )


def _act(turns: Turns, lists: TurnLists) -> Turns | None:
    seat = turns.turn
    index = turns.discarded_of[seat]
    if index == len(lists.discards[seat]):
        return None
    value = lists.discards[seat][index]
    turns = turns._replace(discarded_of=_increment(turns.discarded_of, seat))
    if isinstance(value, str) and CALL.search(value):
        return _declare_kong(turns, lists, parse_call(value))
    text = str(value)
    events = list(turns.events)
    sticks = turns.sticks
    if text.startswith("r"):
        events.append(DeclaredRiichi(seat))
        sticks = (*sticks, seat)
        text = text[1:]
    number = require_integer(text, "a discard")
    if number == JUST_DRAWN and turns.drawn is None:
        raise RecordError(_("a discard of the tile drawn, and nothing was drawn"))
    tile = turns.drawn if number == JUST_DRAWN and turns.drawn is not None else tile_of(number)
    events.append(Discarded(seat, tile, number == JUST_DRAWN))
    turns = turns._replace(
        events=tuple(events),
        sticks=sticks,
        hands=_replace_hand(turns.hands, seat, _remove_tiles(turns.hands[seat], (tile,))),
        drawn=None,
    )
    return _turn_indicators(turns, lists, turns.owed)


def _declare_kong(turns: Turns, lists: TurnLists, call: TenhouCall) -> Turns:
    seat = turns.turn
    hand = turns.hands[seat]
    if call.letter == "a":
        turns = _turn_indicators(turns, lists, turns.owed)
        kong = ConcealedKong(seat, kind_of(call.tile))
        hand = _remove_tiles(hand, (call.tile, *call.hand_tiles))
        turns = turns._replace(events=(*turns.events, kong), hands=_replace_hand(turns.hands, seat, hand))
        return _turn_indicators(turns, lists, 1)
    turns = _turn_indicators(turns, lists, turns.owed)
    hand = _remove_tiles(hand, (call.tile,))
    events = (*turns.events, AddedKong(seat, call.tile))
    return turns._replace(events=events, hands=_replace_hand(turns.hands, seat, hand), owed=1)


def _turn_indicators(turns: Turns, lists: TurnLists, number: int) -> Turns:
    turned = lists.indicators[turns.indicators_turned : turns.indicators_turned + number]
    events = (*turns.events, *map(DoraTurned, turned))
    return turns._replace(events=events, indicators_turned=turns.indicators_turned + len(turned), owed=0)


def _continue_after_discard(turns: Turns, lists: TurnLists) -> Iterator[tuple[Turns, bool]]:
    source = turns.turn
    discard = next(event.tile for event in reversed(turns.events) if isinstance(event, Discarded))
    calls = []
    for step in (1, 2, 3):
        seat = (source + step) % 4
        index = turns.drawn_of[seat]
        entry = lists.draws[seat][index] if index < len(lists.draws[seat]) else None
        if isinstance(entry, str):
            call = parse_call(entry)
            # The letter comes first for a tile from the left, second from across, last from the right.
            place = (0, 1, len(call.hand_tiles))[step - 1]
            held = len(_remove_tiles(turns.hands[seat], call.hand_tiles)) == len(turns.hands[seat]) - len(
                call.hand_tiles
            )
            if call.tile == discard and call.before == place and held and call.letter in CLAIMS:
                calls.append((call.letter == "c", step, call))
    for _chow, step, call in sorted(calls, key=lambda ranked: ranked[:2]):
        yield _claim(turns, lists, (source + step) % 4, call), call.letter == "m"
    yield turns._replace(turn=(source + 1) % 4), True


def _claim(turns: Turns, lists: TurnLists, seat: int, call: TenhouCall) -> Turns:
    event = CLAIMS[call.letter](seat, turns.turn, call.tile, call.hand_tiles)
    discarded = turns.discarded_of
    following = lists.discards[seat][discarded[seat] : discarded[seat] + 1]
    if call.letter == "m" and following == (0,):
        # The list of discards has a 0 for the turn in which the kong took the place of a discard.
        discarded = _increment(discarded, seat)
    return turns._replace(
        turn=seat,
        events=(*turns.events, event),
        drawn_of=_increment(turns.drawn_of, seat),
        discarded_of=discarded,
        hands=_replace_hand(turns.hands, seat, _remove_tiles(turns.hands[seat], call.hand_tiles)),
        owed=turns.owed + (call.letter == "m"),
    )


def _increment(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + (index == seat) for index, count in enumerate(counts))


def _replace_hand(
    hands: tuple[tuple[Tile, ...], ...], seat: int, hand: tuple[Tile, ...]
) -> tuple[tuple[Tile, ...], ...]:
    return tuple(hand if index == seat else held for index, held in enumerate(hands))


def _remove_tiles(hand: tuple[Tile, ...], tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    remaining = list(hand)
    for tile in tiles:
        if tile in remaining:
            remaining.remove(tile)
    return tuple(remaining)
