"""Cases of ``python -m engine pay``: a table's declared hands as JSON, and their payments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from engine.match.declared import (
    DeclaredEvent,
    DeclaredHand,
    DeclaredKong,
    DeclaredWin,
    HandStart,
    ShownHand,
    final_points,
    settle_table,
)
from engine.records.hand_cases import read_ruleset
from engine.sentences import sentence as _
from engine.tiles.fields import CaseError, JsonCase, optional_field, read_count, read_flag, read_text
from engine.tiles.seats import SEATS, Seat

PARTS: Final = ("events", "riichi", "ready", "nagashi", "end", "void", "fines", "shown")
MAX_POINTS: Final = 1_000_000_000

MAX_HANDS: Final = 1_000
MAX_EVENTS: Final = 100


def answer_pay(case: JsonCase) -> dict[str, object]:
    rules = read_ruleset(case)
    start = _read_start(optional_field(case, "before", {}))
    scores = _read_points("start_scores", optional_field(case, "start_scores", [0, 0, 0, 0]))
    listed = _read_list("hands", case.get("hands"), MAX_HANDS)
    hands = [read_hand(f"hands.{number}", hand) for number, hand in enumerate(listed)]
    stated = None if case.get("start_scores") is None else scores
    settled = settle_table(rules.sheet.settle, hands, start, over=rules.sheet.over, start_scores=stated)
    return {"hands": [hand.to_dict() for hand in settled], "end_scores": final_points(settled, scores)}


def read_hand(field: str, value: object) -> DeclaredHand:
    hand = _read_object(field, value)
    unknown = sorted(set(hand) - set(PARTS))
    if unknown:
        choices = ", ".join(PARTS)
        reason = _(
            "%(field)s: unknown field %(name)s; use one of %(known)s", field=field, name=unknown[0], known=choices
        )
        raise CaseError(reason, at=f"{field}.{unknown[0]}")
    events = _read_list(f"{field}.events", hand.get("events"), MAX_EVENTS)
    end = optional_field(hand, "end", None)
    return DeclaredHand(
        tuple(_read_event(f"{field}.events.{index}", event) for index, event in enumerate(events)),
        riichi=_read_seats(f"{field}.riichi", optional_field(hand, "riichi", [])),
        ready=_read_seats(f"{field}.ready", optional_field(hand, "ready", [])),
        nagashi=_read_seats(f"{field}.nagashi", optional_field(hand, "nagashi", [])),
        end=None if end is None else read_text(f"{field}.end", end),
        void=read_flag(f"{field}.void", optional_field(hand, "void", False)),
        fines=_read_points(f"{field}.fines", optional_field(hand, "fines", [0, 0, 0, 0])),
        shown=_read_shown(f"{field}.shown", optional_field(hand, "shown", {})),
    )


def _read_start(value: object) -> HandStart:
    start = _read_object("before", value)
    numbers = {name: _read_amount(f"before.{name}", optional_field(start, name, 0)) for name in HandStart._fields}
    return HandStart(_read_seat("before.dealer", numbers["dealer"]), numbers["counters"], numbers["deposits"])


def _read_event(field: str, value: object) -> DeclaredEvent:
    items = _read_list(field, value, 4)
    kind = read_text(field, items[0] if items else None)
    if kind == "win" and len(items) == 4:
        source = None if items[2] == "self" else _read_seat(field, items[2])
        worth = dict(_read_object(field, items[3]))
        liable, robbed = worth.pop("liable", None), worth.pop("robbed", False)
        return DeclaredWin(
            _read_seat(field, items[1]),
            source,
            {name: _read_worth(field, name, number) for name, number in worth.items()},
            None if liable is None else _read_seat(field, liable),
            read_flag(field, robbed),
        )
    if kind == "kong" and len(items) in (3, 4):
        source = None if len(items) == 3 or items[3] is None else _read_seat(field, items[3])
        return DeclaredKong(_read_seat(field, items[1]), read_text(field, items[2]), source)
    raise CaseError(
        _(
            "%(field)s: an event is [win, winner, self or seat, value] or [kong, seat, kind, seat or null]",
            field=field,
        ),
        at=field,
    )


def _read_worth(field: str, name: str, value: object) -> int:
    try:
        return int(value) if isinstance(value, bool) else read_count(name, value)
    except CaseError as error:
        raise CaseError(_("%(field)s: %(reason)s", field=field, reason=error.message), at=field) from None


def _read_shown(field: str, value: object) -> dict[Seat, ShownHand]:
    hands = {}
    for name, hand in _read_object(field, value).items():
        where = f"{field}.{name}"
        if name not in map(str, SEATS):
            raise CaseError(_("%(field)s: expected a seat from 0 to 3", field=where), at=where)
        facts = _read_object(where, hand)
        fan = facts.get("fan")
        hands[int(name)] = ShownHand(
            read_text(f"{where}.state", facts.get("state")),
            None if fan is None else read_count(f"{where}.fan", fan),
            read_flag(f"{where}.dead", optional_field(facts, "dead", False)),
        )
    return hands


def _read_object(field: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise CaseError(_("%(field)s: expected an object, found %(value)s", field=field, value=repr(value)), at=field)
    return value


def _read_list(field: str, value: object, most: int) -> list[Any]:
    if not isinstance(value, list):
        raise CaseError(_("%(field)s: expected a list, found %(value)s", field=field, value=repr(value)), at=field)
    if len(value) > most:
        raise CaseError(_("%(field)s: a list has at most %(most)s items", field=field, most=most), at=field)
    return value


def _read_seat(field: str, value: object) -> Seat:
    if isinstance(value, bool) or value not in SEATS:
        raise CaseError(_("%(field)s: expected a seat from 0 to 3", field=field), at=field)
    return int(value)


def _read_seats(field: str, value: object) -> tuple[Seat, ...]:
    return tuple(_read_seat(field, seat) for seat in _read_list(field, value, len(SEATS)))


def _read_amount(field: str, value: object) -> int:
    number = read_count(field, value)
    if number > MAX_POINTS:
        raise CaseError(_("%(field)s: the limit is %(most)s", field=field, most=MAX_POINTS), at=field)
    return number


def _read_points(field: str, value: object) -> tuple[int, ...]:
    points = _read_list(field, value, len(SEATS))
    valid = all(
        isinstance(number, int) and not isinstance(number, bool) and abs(number) <= MAX_POINTS for number in points
    )
    if len(points) != len(SEATS) or not valid:
        raise CaseError(_("%(field)s: expected four whole numbers by seat", field=field), at=field)
    return tuple(points)
