from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.errors import EngineError, NotationError
from engine.play.events import Event, EventError, event_from_list, event_to_list
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.fields import read_count, read_flag, read_tile, read_tiles, read_wind
from engine.tiles.hand import Hand
from engine.tiles.hand_strings import read_hand
from engine.tiles.seats import SEATS
from engine.tiles.tile import Suit, format_tile, format_tiles
from judging.law.facts import DECLARED, MEMBERS, Fact, FactType, Kong


class ClaimError(EngineError):
    """A claim that cannot be read; ``at`` is the field, ``facts.<name>`` for a fact."""

    kind = "claim"

    @property
    def field(self) -> str:
        return str(self.at)


def read_fact(name: str, value: object) -> Any:
    """Return the value of the named fact from JSON; None stays None. Raises ClaimError with the field."""
    fact = DECLARED.get(name)
    if fact is None:
        raise ClaimError(_("facts: unknown fact %(name)s", name=repr(name)), at=f"facts.{name}")
    try:
        return None if value is None else _READ[fact.type](fact, value)
    except ClaimError:
        raise
    except EngineError as error:
        message = error.message
        if not message.startswith(name):
            message = _("%(field)s: %(problem)s", field=name, problem=message)
        raise ClaimError(message, at=f"facts.{name}") from None


def _refuse(fact: Fact[Any], template: str, **values: object) -> ClaimError:
    return ClaimError(Sentence(template, {"field": fact.name, **values}), at=f"facts.{fact.name}")


def _read_choice(fact: Fact[Any], value: object) -> str:
    words = [word for word, _ in fact.choices]
    if not isinstance(value, str) or (words and value not in words):
        template = gettext_noop("%(field)s: expected one of %(known)s, found %(value)s")
        raise _refuse(fact, template, known=", ".join(words), value=repr(value))
    return value


def _read_choices(fact: Fact[Any], value: object) -> tuple[str, ...]:
    return tuple(_read_choice(fact, choice) for choice in _read_list(fact, value))


def _read_list(fact: Fact[Any], value: object) -> Sequence[object]:
    if not isinstance(value, list | tuple):
        raise _refuse(fact, gettext_noop("%(field)s: expected a list, found %(value)s"), value=repr(value))
    return value


def _read_seat(fact: Fact[Any], value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value not in SEATS:
        raise _refuse(fact, gettext_noop("%(field)s: expected a seat 0, 1, 2 or 3, found %(value)s"), value=repr(value))
    return value


def _read_seat_or_choice(fact: Fact[Any], value: object) -> int | str:
    return value if isinstance(value, str) and value in dict(fact.choices) else _read_seat(fact, value)


def _read_seats(fact: Fact[Any], value: object) -> tuple[int, ...]:
    return tuple(dict.fromkeys(_read_seat(fact, seat) for seat in _read_list(fact, value)))


def _read_hand(fact: Fact[Any], value: object) -> Hand:
    if not isinstance(value, str):
        raise _refuse(fact, gettext_noop("%(field)s: expected a hand in notation, found %(value)s"), value=repr(value))
    try:
        return Hand.parse(value)
    except NotationError:
        return read_hand(value).hand


def _read_hands(fact: Fact[Any], value: object) -> tuple[Hand | None, ...]:
    hands = _read_list(fact, value)
    if len(hands) != 4:
        template = gettext_noop("%(field)s: expected the hands of four seats, found %(count)s")
        raise _refuse(fact, template, count=len(hands))
    return tuple(_read_hand(fact, notation) if notation else None for notation in hands)


def _read_suits(fact: Fact[Any], value: object) -> tuple[Suit | None, ...]:
    suits = _read_list(fact, value)
    if len(suits) != 4 or any(suit not in ("m", "p", "s", "", None) for suit in suits):
        raise _refuse(fact, gettext_noop("%(field)s: expected m, p or s for each of the four seats"))
    return tuple(Suit("mps".index(str(suit))) if suit else None for suit in suits)


def _read_kong(fact: Fact[Any], value: object) -> Kong:
    parts = list(value) if isinstance(value, list | tuple) else []
    if len(parts) not in (2, 3, 4) or parts[1] not in ("concealed", "direct", "fresh", "late"):
        template = gettext_noop(
            "%(field)s: expected seat, kind (concealed, direct, fresh, late), feeder and the "
            "seats that had won, found %(value)s"
        )
        raise _refuse(fact, template, value=repr(value))
    feeder = _read_seat(fact, parts[2]) if len(parts) > 2 and parts[2] is not None else None
    if (parts[1] == "direct") != (feeder is not None):
        raise _refuse(fact, gettext_noop("%(field)s: name the feeder of a direct kong, and of no other kong"))
    seat, out = _read_seat(fact, parts[0]), _read_seats(fact, parts[3]) if len(parts) > 3 else ()
    if feeder == seat or seat in out or feeder in out:
        template = gettext_noop("%(field)s: a kong is fed by another player, and neither of them has won before it")
        raise _refuse(fact, template)
    return seat, str(parts[1]), feeder, out


MAX_EVENTS = 200
"""Events of a fact: players remember less than a hand."""


def _read_events(fact: Fact[Any], value: object) -> tuple[Event, ...]:
    entries = _read_list(fact, value)
    if len(entries) > MAX_EVENTS:
        raise _refuse(fact, gettext_noop("%(field)s: expected at most %(most)s events"), most=MAX_EVENTS)
    events = []
    for number, entry in enumerate(entries, 1):
        try:
            events.append(event_from_list(entry))
        except EventError as error:
            template = gettext_noop("%(field)s: event %(number)s: %(problem)s")
            raise _refuse(fact, template, number=number, problem=error.message) from None
    return tuple(events)


def _read_circumstances(fact: Fact[Any], value: object) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        template = gettext_noop("%(field)s: expected an object of circumstances, found %(value)s")
        raise _refuse(fact, template, value=repr(value))
    members, values = MEMBERS.get(fact.name, {}), {}
    for key, answer in value.items():
        try:
            values[str(key)] = read_fact(members[key].name, answer) if key in members else answer
        except ClaimError as error:
            raise ClaimError(error.message, at=f"facts.{fact.name}.{key}") from None
    return values


_READ: dict[FactType, Callable[[Fact[Any], object], Any]] = {
    FactType.FLAG: lambda fact, value: read_flag(fact.name, value),
    FactType.NUMBER: lambda fact, value: read_count(fact.name, value),
    FactType.TILE: lambda fact, value: read_tile(fact.name, value),
    FactType.TILES: lambda fact, value: read_tiles(fact.name, value),
    FactType.HAND: _read_hand,
    FactType.HANDS: _read_hands,
    FactType.SUITS: _read_suits,
    FactType.CHOICE: _read_choice,
    FactType.CHOICES: _read_choices,
    FactType.SEAT: _read_seat_or_choice,
    FactType.SEATS: _read_seats,
    FactType.WIND: lambda fact, value: read_wind(fact.name, value),
    FactType.KONGS: lambda fact, value: tuple(_read_kong(fact, kong) for kong in _read_list(fact, value)),
    FactType.EVENTS: _read_events,
    FactType.CIRCUMSTANCES: _read_circumstances,
    FactType.PATTERNS: lambda fact, value: tuple(map(str, _read_list(fact, value))),
}


_WRITE: dict[FactType, Callable[[Any], Any]] = {
    FactType.TILE: format_tile,
    FactType.TILES: format_tiles,
    FactType.HAND: str,
    FactType.HANDS: lambda hands: [str(hand) if hand is not None else "" for hand in hands],
    FactType.SUITS: lambda suits: ["mps"[suit] if suit is not None else "" for suit in suits],
    FactType.WIND: lambda wind: wind.letter,
    FactType.KONGS: lambda kongs: [[seat, kind, feeder, list(out)] for seat, kind, feeder, out in kongs],
    FactType.EVENTS: lambda events: list(map(event_to_list, events)),
}


def write_fact(name: str, value: Any) -> Any:
    """Return the value of the named fact as JSON, which `read_fact` reads back."""
    if value is None:
        return None
    if name in MEMBERS:
        members = MEMBERS[name]
        return {
            key: write_fact(members[key].name, answer) if key in members else answer for key, answer in value.items()
        }
    write = _WRITE.get(DECLARED[name].type)
    if write is not None:
        return write(value)
    return list(value) if isinstance(value, tuple) else value
