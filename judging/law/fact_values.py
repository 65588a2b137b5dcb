"""Read facts from JSON and write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import EngineError, NotationError
from engine.play.events import Event, EventError, event_from_list, event_to_list
from engine.sentences import sentence as _
from engine.tiles.fields import read_count, read_flag, read_tile, read_tiles, read_wind
from engine.tiles.hand import Hand
from engine.tiles.hand_strings import read_hand
from engine.tiles.seats import SEATS
from engine.tiles.tile import Suit, format_tile, format_tiles
from judging.law.facts import Fact, FactType, Kong


class FactError(EngineError):
    """A fact of the wrong type or out of range; ``at`` is the name of the fact."""

    kind = "fact"


def read_fact(fact: Fact[Any], value: object) -> Any:
    """The value of a fact from JSON; None stays None. Raises EngineError whose ``at`` is the fact's name."""
    return None if value is None else _READ[fact.type](fact, value)


def _choice(fact: Fact[Any], value: object) -> str:
    words = [word for word, _ in fact.choices]
    if not isinstance(value, str) or (words and value not in words):
        raise FactError(
            _(
                "%(field)s: expected one of %(known)s, found %(value)s",
                field=fact.name,
                known=", ".join(words),
                value=repr(value),
            ),
            at=fact.name,
        )
    return value


def _choices(fact: Fact[Any], value: object) -> tuple[str, ...]:
    return tuple(_choice(fact, each) for each in _list(fact, value))


def _list(fact: Fact[Any], value: object) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise FactError(
            _("%(field)s: expected a list, found %(value)s", field=fact.name, value=repr(value)), at=fact.name
        )
    return value


def _seat(fact: Fact[Any], value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise FactError(
            _("%(field)s: expected a seat 0, 1, 2 or 3, found %(value)s", field=fact.name, value=repr(value)),
            at=fact.name,
        )
    return value


def _seats(fact: Fact[Any], value: object) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_seat(fact, each) for each in _list(fact, value)))


def _hand(fact: Fact[Any], value: object) -> Hand:
    if not isinstance(value, str):
        raise FactError(
            _("%(field)s: expected a hand in notation, found %(value)s", field=fact.name, value=repr(value)),
            at=fact.name,
        )
    try:
        return Hand.parse(value)
    except NotationError:
        return read_hand(value).hand


def _hands(fact: Fact[Any], value: object) -> tuple[Hand | None, ...]:
    hands = _list(fact, value)
    if len(hands) != 4:
        raise FactError(
            _("%(field)s: expected the hands of four seats, found %(count)s", field=fact.name, count=len(hands)),
            at=fact.name,
        )
    return tuple(_hand(fact, each) if each else None for each in hands)


def _suits(fact: Fact[Any], value: object) -> tuple[Suit | None, ...]:
    suits = _list(fact, value)
    if len(suits) != 4 or any(each not in ("m", "p", "s", "", None) for each in suits):
        raise FactError(_("%(field)s: expected m, p or s for each of the four seats", field=fact.name), at=fact.name)
    return tuple(Suit("mps".index(str(each))) if each else None for each in suits)


def _kongs(fact: Fact[Any], value: object) -> tuple[Kong, ...]:
    found = []
    for each in _list(fact, value):
        items = list(each) if isinstance(each, list | tuple) else []
        if len(items) not in (2, 3, 4) or items[1] not in ("concealed", "direct", "fresh", "late"):
            raise FactError(
                _(
                    "%(field)s: expected seat, kind (concealed, direct, fresh, late), feeder and the "
                    "seats that had won, found %(value)s",
                    field=fact.name,
                    value=repr(each),
                ),
                at=fact.name,
            )
        feeder = _seat(fact, items[2]) if len(items) > 2 and items[2] is not None else None
        if (items[1] == "direct") != (feeder is not None):
            raise FactError(
                _("%(field)s: name the feeder of a direct kong, and of no other kong", field=fact.name), at=fact.name
            )
        seat, out = _seat(fact, items[0]), _seats(fact, items[3]) if len(items) > 3 else ()
        if feeder == seat or seat in out or feeder in out:
            raise FactError(
                _("%(field)s: a kong is fed by another player, and neither of them has won before it", field=fact.name),
                at=fact.name,
            )
        found.append((seat, str(items[1]), feeder, out))
    return tuple(found)


MAX_EVENTS = 200
"""Events of a fact: what is told from memory is shorter than a hand."""


def _events(fact: Fact[Any], value: object) -> tuple[Event, ...]:
    items = _list(fact, value)
    if len(items) > MAX_EVENTS:
        raise FactError(
            _("%(field)s: expected at most %(most)s events", field=fact.name, most=MAX_EVENTS), at=fact.name
        )
    found = []
    for number, item in enumerate(items, 1):
        try:
            found.append(event_from_list(item))
        except EventError as error:
            raise FactError(
                _("%(field)s: event %(number)s: %(problem)s", field=fact.name, number=number, problem=error.message),
                at=fact.name,
            ) from None
    return tuple(found)


def _circumstances(fact: Fact[Any], value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise FactError(
            _("%(field)s: expected an object of circumstances, found %(value)s", field=fact.name, value=repr(value)),
            at=fact.name,
        )
    return dict(value)


def _patterns(fact: Fact[Any], value: object) -> tuple[str, ...]:
    return tuple(str(each) for each in _list(fact, value))


_READ: dict[FactType, Callable[[Fact[Any], object], Any]] = {
    FactType.FLAG: lambda fact, value: read_flag(fact.name, value),
    FactType.NUMBER: lambda fact, value: read_count(fact.name, value),
    FactType.TILE: lambda fact, value: read_tile(fact.name, value),
    FactType.TILES: lambda fact, value: read_tiles(fact.name, value),
    FactType.HAND: _hand,
    FactType.HANDS: _hands,
    FactType.SUITS: _suits,
    FactType.CHOICE: _choice,
    FactType.CHOICES: _choices,
    FactType.SEAT: _seat,
    FactType.SEATS: _seats,
    FactType.WIND: lambda fact, value: read_wind(fact.name, value),
    FactType.KONGS: _kongs,
    FactType.EVENTS: _events,
    FactType.CIRCUMSTANCES: _circumstances,
    FactType.PATTERNS: _patterns,
}


def write_fact(fact: Fact[Any], value: Any) -> Any:
    """The value of a fact as JSON, which `read_fact` reads back."""
    if value is None:
        return None
    if fact.type is FactType.TILE:
        return format_tile(value)
    if fact.type is FactType.TILES:
        return format_tiles(value)
    if fact.type is FactType.HAND:
        return str(value)
    if fact.type is FactType.HANDS:
        return [str(hand) if hand is not None else "" for hand in value]
    if fact.type is FactType.SUITS:
        return ["mps"[suit] if suit is not None else "" for suit in value]
    if fact.type is FactType.WIND:
        return value.letter
    if fact.type is FactType.KONGS:
        return [[seat, kind, feeder, list(out)] for seat, kind, feeder, out in value]
    if fact.type is FactType.EVENTS:
        return [event_to_list(event) for event in value]
    return list(value) if isinstance(value, tuple) else value
