"""Hands and wins from JSON values, for the batch commands and the web API; errors are those of `tiles.fields`."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, NamedTuple

from engine.family import RuleFamily, Ruleset, family_named, ruleset
from engine.sentences import sentence as _
from engine.tiles.fields import (
    CaseError,
    JsonCase,
    Read,
    optional_field,
    read_choice,
    read_count,
    read_flag,
    read_flowers,
    read_meld_list,
    read_text,
    read_tile,
    read_tiles,
    read_wind,
)
from engine.tiles.hand import Hand, Win, WinBy, check_hand, check_win
from engine.tiles.hand_strings import read_hand
from engine.tiles.seats import Wind
from engine.tiles.tile import format_tile, format_tiles


class ScoreCase(NamedTuple):
    hand: Hand
    win: Win
    ruleset: Ruleset


class WaitsCase(NamedTuple):
    """Hand without winning tile under a ruleset; ``special`` as ``Win.special``."""

    hand: Hand
    special: Any
    ruleset: Ruleset


def read_score_case(case: JsonCase) -> ScoreCase:
    rules = read_ruleset(case)
    if not SCORE_FIELDS.issuperset(case):
        reject_misplaced_fields(case.keys() - SCORE_FIELDS, rules.family)
    case = expand_hand(case, rules.family) or case
    hand = Hand(
        read_tiles("hand", case.get("hand")),
        read_meld_list("melds", optional_field(case, "melds", ())),
        read_flowers(case),
        read_tile("win", case.get("win")),
    )
    check_hand(hand, rules.tile_set, rules.family.sets)
    win = read_win(case, rules.family)
    check_win(hand, win, rules.family.named_tiles(hand, win), rules.tile_set)
    return ScoreCase(hand, win, rules)


SCORE_FIELDS: Final = frozenset(
    ("id", "ruleset", "parameters", "hand", "melds", "win", "by", "prevalent_wind", "seat_wind", "flowers", "context")
)


_IN_ONE_LINE: Final = re.compile(r"[\[{|+(]")


def expand_hand(case: JsonCase, family: RuleFamily) -> JsonCase | None:
    """Expand a ``hand`` in one line into fields; None for concealed tiles alone. Raises NotationError, CaseError."""
    text = case.get("hand")
    if not isinstance(text, str) or (case.get("win") is not None and _IN_ONE_LINE.search(text) is None):
        return None
    written = read_hand(text, family.sets)
    hand, situation = written.hand, written.situation
    fields: dict[str, Any] = {}
    if hand.winning is not None:
        fields["win"] = format_tile(hand.winning)
    if hand.melds:
        fields["melds"] = [str(meld) for meld in hand.melds]
    if hand.flowers:
        fields["flowers"] = format_tiles(hand.flowers)
    if situation is not None:
        fields |= {
            "by": situation.by.value,
            "prevalent_wind": situation.prevalent.letter,
            "seat_wind": situation.seat.letter,
        }
        flags = {name: True for name in ("last_copy", "last_tile", "replacement") if getattr(situation, name)}
        circumstances = {name for name in flags if name in _COMMON or name in _special_readers(family.name)}
        if circumstances:
            fields["context"] = dict.fromkeys(circumstances, True) | dict(optional_field(case, "context", {}))
    for name, value in fields.items():
        if name != "context" and case.get(name) not in (None, "", [], (), value):
            raise CaseError(_("%(name)s contradicts the hand's line", name=name), at=name)
    return {**case, **fields, "hand": format_tiles(hand.concealed)} if fields else None


def uses_other_notation(case: JsonCase) -> bool:
    return case.get("win") is None or (isinstance(case.get("hand"), str) and not _OWN.fullmatch(case["hand"]))


_OWN: Final = re.compile(r"(?:[0-9]+[mpszf]|\?|\s)*")


def reject_misplaced_fields(names: Iterable[str], family: RuleFamily) -> None:
    """Raise CaseError for misspelt fields and for circumstances outside ``context``; ignore other unknown fields."""
    for name in sorted(names):
        if name in _COMMON or name in _special_readers(family.name):
            raise CaseError(_("move %(name)s into context", name=name), at=name)
        meant = get_close_matches(name, SCORE_FIELDS, n=1, cutoff=0.8)
        if meant:
            raise CaseError(_("unknown field %(name)s; did you mean %(meant)s?", name=name, meant=meant[0]), at=name)


def read_waits_case(case: JsonCase) -> WaitsCase:
    rules = read_ruleset(case)
    case = expand_hand(case, rules.family) or case
    hand = Hand(
        read_tiles("hand", case.get("hand")),
        read_meld_list("melds", optional_field(case, "melds", ())),
        read_flowers(case),
    )
    check_hand(hand, rules.tile_set, rules.family.sets)
    readers = _special_readers(rules.family.name)
    special = {name: reader(name, case[name]) for name, reader in readers.items() if name in case}
    win = Win(WinBy.SELF_DRAW, special=rules.family.circumstances(**special) if special else None)
    check_win(hand, win, rules.family.named_tiles(hand, win), rules.tile_set)
    return WaitsCase(hand, win.special, rules)


def read_ruleset(case: JsonCase) -> Ruleset:
    name = read_text("ruleset", case.get("ruleset"))
    parameters = optional_field(case, "parameters", {})
    if not isinstance(parameters, Mapping):
        raise CaseError(
            _("parameters: expected an object of values by name, found %(parameters)s", parameters=repr(parameters)),
            at="parameters",
        )
    return ruleset(name, parameters) if parameters else ruleset(name)


def read_win(case: JsonCase, family: RuleFamily) -> Win:
    by = _BY.get(read_text("by", case.get("by")))
    if by is None:
        raise CaseError(
            _("by: expected one of %(known)s, found %(value)s", known=", ".join(_BY), value=repr(case.get("by"))),
            at="by",
        )
    seat_wind = read_wind("seat_wind", optional_field(case, "seat_wind", "E"))
    context = optional_field(case, "context", None)
    if context is None:
        prevalent_wind = read_wind("prevalent_wind", optional_field(case, "prevalent_wind", "E"))
        return Win(by, prevalent_wind, seat_wind, dealer=seat_wind is Wind.EAST)
    values: dict[str, Any] = {"dealer": seat_wind is Wind.EAST}
    special = None
    if not isinstance(context, Mapping):
        raise CaseError(
            _("context: expected an object of circumstances, found %(context)s", context=repr(context)),
            at="context",
        )
    if context:
        special_readers = _special_readers(family.name)
        special_fields = {}
        for name, value in context.items():
            if name in _COMMON:
                values[name] = _COMMON[name](f"context.{name}", value)
            elif name in special_readers:
                special_fields[name] = special_readers[name](f"context.{name}", value)
            else:
                choices = ", ".join(circumstance_names(family))
                raise CaseError(
                    _(
                        "context: unknown circumstance %(name)s of %(family)s; use one of %(known)s",
                        family=family.name,
                        name=repr(name),
                        known=choices,
                    ),
                    at=f"context.{name}",
                )
        special = family.circumstances(**special_fields) if special_fields else None
    return Win(
        by,
        read_wind("prevalent_wind", optional_field(case, "prevalent_wind", "E")),
        seat_wind,
        special=special,
        **values,
    )


_BY: Final[dict[str, WinBy]] = {by.value: by for by in WinBy}


_COMMON: Final[dict[str, Read]] = {
    "last_tile": read_flag,
    "replacement": read_flag,
    "flower_replacement": read_flag,
    "first_turn": read_flag,
    "dealer": read_flag,
    "visible": read_tiles,
}


def circumstance_names(family: RuleFamily) -> tuple[str, ...]:
    return (*_COMMON, *_special_readers(family.name))


class TileType:
    """Substitute for the alias ``Tile`` in field types, to tell it from a plain int."""


def circumstance_types(circumstances: type[Any]) -> dict[str, Any]:
    """Types of a family's circumstances by field as written, with ``TileType`` for ``Tile``."""
    return typing.get_type_hints(circumstances, localns={"Tile": TileType})


@cache
def _special_readers(family: str) -> dict[str, Read]:
    rule_family = family_named(family)
    types_of = circumstance_types(rule_family.circumstances) if rule_family else {}
    return {name: _reader(hint) for name, hint in types_of.items()}


def _reader(hint: Any) -> Read:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (inner,) = (argument for argument in arguments if argument is not type(None))
        read = _reader(inner)
        return lambda field, value: None if value is None else read(field, value)
    if origin is typing.Literal:
        return lambda field, value: read_choice(field, value, arguments)
    if origin is tuple and arguments[0] is TileType:
        return read_tiles
    readers: dict[Any, Read] = {bool: read_flag, int: read_count, str: read_text, TileType: read_tile, Wind: read_wind}
    return readers[hint]
