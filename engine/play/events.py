"""Events of all families as a closed set of frozen values, and their JSON notation.

An event is an act of a person. Its consequences (a window that closes, a lock, a payment) are derived by the table.
The JSON form is a list, ``["chow", 2, 1, "3m", "45m"]``; see ``event_from_list`` and ``event_to_list``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from engine.errors import EngineError, NotationError
from engine.sentences import sentence as _
from engine.tiles.seats import Seat
from engine.tiles.tile import (
    SUIT_LETTERS,
    Suit,
    Tile,
    format_tile,
    format_tiles,
    parse_tile,
    parse_tiles,
)


class Drew(NamedTuple):
    """Tile drawn in turn, or as a replacement if one is due. UNKNOWN if only the player saw it."""

    seat: Seat
    tile: Tile


class Discarded(NamedTuple):
    """Discard. ``drawn``: the tile just drawn (True), one from the hand (False), not observed (None)."""

    seat: Seat
    tile: Tile
    just_drawn: bool | None = None


class Chowed(NamedTuple):
    seat: Seat
    source: Seat
    tile: Tile
    hand_tiles: tuple[Tile, ...]


class Ponged(NamedTuple):
    """Pung of a discard; ``hand_tiles`` are the two from the hand if it matters (red fives), else empty."""

    seat: Seat
    source: Seat
    tile: Tile
    hand_tiles: tuple[Tile, ...] = ()


class Konged(NamedTuple):
    seat: Seat
    source: Seat
    tile: Tile
    hand_tiles: tuple[Tile, ...] = ()


class AddedKong(NamedTuple):
    seat: Seat
    tile: Tile


class ConcealedKong(NamedTuple):
    seat: Seat
    tile: Tile


class FlowerShown(NamedTuple):
    seat: Seat
    tile: Tile


class FlowerRobbed(NamedTuple):
    """搶花: a flower taken from another player by the holder of seven."""

    seat: Seat
    source: Seat
    tile: Tile


class DeclaredRiichi(NamedTuple):
    """Riichi; the discard follows, and the deposit is paid when that discard passes."""

    seat: Seat


class DeclaredReady(NamedTuple):
    """聴牌宣言 of the Taiwanese game; the discard follows if one is due."""

    seat: Seat


class VoidChosen(NamedTuple):
    """定缺: void suit of a player; ``tile`` is the one laid face down for it, None for a card or if unknown."""

    seat: Seat
    suit: Suit
    tile: Tile | None = None


class DoraTurned(NamedTuple):
    tile: Tile


class Won(NamedTuple):
    """Win; ``source`` is the discarder or the player whose kong is robbed, None for a self-draw or a win on flowers."""

    seat: Seat
    source: Seat | None
    tile: Tile | None = None


class UraTurned(NamedTuple):
    tiles: tuple[Tile, ...]


class Passed(NamedTuple):
    seat: Seat


class Ended(NamedTuple):
    """End of the hand without a (further) win: ``exhaustive`` or an abortive draw of the preset."""

    kind: str


class HandDied(NamedTuple):
    """Dead hand by ruling or public fact (相公, 和了放棄); ``cause`` is its code."""

    seat: Seat
    cause: str


Event = (
    Drew
    | Discarded
    | Chowed
    | Ponged
    | Konged
    | AddedKong
    | ConcealedKong
    | FlowerShown
    | FlowerRobbed
    | DeclaredRiichi
    | DeclaredReady
    | VoidChosen
    | DoraTurned
    | Won
    | UraTurned
    | Passed
    | Ended
    | HandDied
)

TileCall = Won | Konged | Ponged | Chowed
"""Events that take another's tile; a win takes none when it is self-drawn."""

ENDS: Final = ("exhaustive", "nine_terminals", "four_winds", "four_kongs", "four_riichi", "triple_ron", "nagashi")


class EventError(EngineError):
    kind = "event"


def _read_seat(value: object, index: int) -> Seat:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 3:
        return value
    raise EventError(_("expected a seat 0, 1, 2 or 3, found %(value)s", value=repr(value)), at=index)


def _read_tile(value: object, index: int) -> Tile:
    if not isinstance(value, str):
        raise EventError(_("expected a tile such as 5m, found %(value)s", value=repr(value)), at=index)
    try:
        return parse_tile(value)
    except NotationError as error:
        raise EventError(error.message, at=index) from None


def _read_tiles(value: object, index: int) -> tuple[Tile, ...]:
    if isinstance(value, (list, tuple)):
        return tuple([_read_tile(item, index) for item in value])
    if not isinstance(value, str):
        raise EventError(_("expected tiles such as 45m, found %(value)s", value=repr(value)), at=index)
    try:
        return parse_tiles(value)
    except NotationError as error:
        raise EventError(error.message, at=index) from None


def _read_drawn(value: object, index: int) -> bool:
    if value not in ("drawn", "hand"):
        raise EventError(_('expected "drawn" or "hand", found %(value)s', value=repr(value)), at=index)
    return value == "drawn"


def _read_suit(value: object, index: int) -> Suit:
    if not isinstance(value, str) or len(value) != 1 or value not in "mps":
        raise EventError(_("expected a void suit m, p or s, found %(value)s", value=repr(value)), at=index)
    return Suit(SUIT_LETTERS.index(value))


def _read_source(value: object, index: int) -> Seat | None:
    return None if value == "self" else _read_seat(value, index)


def _read_optional_tile(value: object, index: int) -> Tile | None:
    return None if value is None else _read_tile(value, index)


def _read_word(value: object, index: int) -> str:
    if not isinstance(value, str):
        raise EventError(_("expected a word, found %(value)s", value=repr(value)), at=index)
    return value


Field = Callable[[object, int], Any]
_SHAPES: Final[dict[str, tuple[type[Any], tuple[Field, ...], int]]] = {
    "draw": (Drew, (_read_seat, _read_tile), 2),
    "discard": (Discarded, (_read_seat, _read_tile, _read_drawn), 2),
    "chow": (Chowed, (_read_seat, _read_seat, _read_tile, _read_tiles), 4),
    "pung": (Ponged, (_read_seat, _read_seat, _read_tile, _read_tiles), 3),
    "kong": (Konged, (_read_seat, _read_seat, _read_tile, _read_tiles), 3),
    "akong": (AddedKong, (_read_seat, _read_tile), 2),
    "ckong": (ConcealedKong, (_read_seat, _read_tile), 2),
    "flower": (FlowerShown, (_read_seat, _read_tile), 2),
    "rob_flower": (FlowerRobbed, (_read_seat, _read_seat, _read_tile), 3),
    "riichi": (DeclaredRiichi, (_read_seat,), 1),
    "ready": (DeclaredReady, (_read_seat,), 1),
    "void": (VoidChosen, (_read_seat, _read_suit, _read_optional_tile), 2),
    "dora": (DoraTurned, (_read_tile,), 1),
    "win": (Won, (_read_seat, _read_source, _read_optional_tile), 2),
    "ura": (UraTurned, (_read_tiles,), 1),
    "pass": (Passed, (_read_seat,), 1),
    "end": (Ended, (_read_word,), 1),
    "dead": (HandDied, (_read_seat, _read_word), 2),
}
"""Word -> event type, readers of the items after the word, and number of required items."""

_WORD: Final = {shape[0]: word for word, shape in _SHAPES.items()}


def event_from_list(items: object) -> Event:
    """Parse the event of a JSON list. Raises EventError.

    >>> event_from_list(["win", 2, "self", "4m"])
    Won(seat=2, source=None, tile=3)
    """
    if not isinstance(items, (list, tuple)) or not items or not isinstance(items[0], str):
        raise EventError(_('expected an event such as ["draw", 0, "5m"], found %(items)s', items=repr(items)))
    word, *values = items
    if word not in _SHAPES:
        raise EventError(
            _("unknown event %(word)s; use one of %(known)s", word=repr(word), known=", ".join(_SHAPES)), at=0
        )
    kind, fields, least = _SHAPES[word]
    if not least <= len(values) <= len(fields):
        raise EventError(
            _("expected %(least)s items after %(word)s, found %(count)s", word=word, least=least, count=len(values)),
            at=len(values),
        )
    event: Event = kind(
        *(read(value, index) for index, (read, value) in enumerate(zip(fields, values, strict=False), 1))
    )
    return event


def event_to_list(event: Event) -> list[object]:
    word = _WORD[type(event)]
    items: list[object] = [word]
    value: Any
    for name, value in zip(event._fields, event, strict=True):
        if name == "tile":
            if value is not None:
                items.append(format_tile(value))
        elif name in ("hand_tiles", "tiles"):
            if value or name == "tiles":
                items.append(format_tiles(value))
        elif name == "suit":
            items.append(SUIT_LETTERS[value])
        elif name == "just_drawn":
            if value is not None:
                items.append("drawn" if value else "hand")
        elif name == "source" and value is None:
            items.append("self")
        else:
            items.append(value)
    return items
