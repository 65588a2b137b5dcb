from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any, Literal, get_args, get_origin

from engine.family import Ruleset, ruleset
from engine.records.hand_cases import TileType, circumstance_types
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind
from engine.tiles.tile import format_tile, parse_tile

_OF_EVERY_GAME = ("last_tile", "replacement", "flower_replacement", "first_turn")


@dataclass(frozen=True)
class ExampleWin:
    by: WinBy = WinBy.DISCARD
    seat: Wind = Wind.SOUTH
    flags: tuple[tuple[str, bool | str], ...] = ()
    """Circumstances with their values: True, or one of the words of a circumstance that is a choice."""

    @property
    def address(self) -> str:
        flags = (f"{flag}={1 if value is True else value}" for flag, value in self.flags)
        return "&".join([f"by={self.by.value}", f"seat={self.seat.letter}", *flags])

    def win(self, rules: Ruleset) -> Win:
        return _add_circumstances(rules, Win(self.by, seat_wind=self.seat, dealer=self.seat is Wind.EAST), self.flags)


@lru_cache(maxsize=4096)
def example_win(name: str, code: str, line: str) -> ExampleWin:
    """Return a win in which the pattern counts, with few circumstances; South by discard if two are not enough."""
    rules = ruleset(name)
    hand = Hand.parse(line)
    for number in (0, 1, 2):
        for seat in (Wind.SOUTH, Wind.EAST):
            for flags in combinations(_circumstances(rules, hand), number):
                if len(dict(flags)) < number:
                    continue
                for by in (WinBy.DISCARD, WinBy.SELF_DRAW, WinBy.ROBBED_KONG):
                    example = ExampleWin(by, seat, flags)
                    if any(award.pattern == code for award in score(hand, example.win(rules), rules).awards):
                        return example
    return ExampleWin()


def _circumstances(rules: Ruleset, hand: Hand) -> list[tuple[str, bool | str]]:
    """Return what a win may add: a flag with True, each word of a choice, a tile that the hand shows as a flower."""
    special = rules.family.circumstances
    added: list[tuple[str, bool | str]] = [(name, True) for name in _OF_EVERY_GAME]
    for name, hint in circumstance_types(special).items():
        if special._field_defaults[name] is False:
            added.append((name, True))
        added += [(name, word) for word in _choices_of(hint)]
        added += [(name, format_tile(hand.flowers[-1]))] if TileType in get_args(hint) and hand.flowers else []
    return added


def _choices_of(hint: Any) -> tuple[str, ...]:
    """Return the words of an optional Literal; nothing for another type."""
    return next((get_args(part) for part in get_args(hint) if get_origin(part) is Literal), ())


def _add_circumstances(rules: Ruleset, win: Win, flags: tuple[tuple[str, bool | str], ...]) -> Win:
    general: dict[str, Any] = {flag: True for flag, _value in flags if flag in _OF_EVERY_GAME}
    types_of = circumstance_types(rules.family.circumstances)
    special: dict[str, Any] = {
        flag: parse_tile(str(value)) if TileType in get_args(types_of[flag]) else value
        for flag, value in flags
        if flag not in general
    }
    win = win._replace(**general)
    return win._replace(special=rules.family.circumstances(**special)) if special else win
