from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

from engine.family import Ruleset, ruleset
from engine.scoring.score import score
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import Wind

_OF_EVERY_GAME = ("last_tile", "replacement", "first_turn")


@dataclass(frozen=True)
class ExampleWin:
    by: WinBy = WinBy.DISCARD
    seat: Wind = Wind.SOUTH
    flags: tuple[str, ...] = ()

    @property
    def address(self) -> str:
        return "&".join([f"by={self.by.value}", f"seat={self.seat.letter}", *(f"{flag}=1" for flag in self.flags)])

    def win(self, rules: Ruleset) -> Win:
        return _add_circumstances(rules, Win(self.by, seat_wind=self.seat, dealer=self.seat is Wind.EAST), self.flags)


@lru_cache(maxsize=4096)
def example_win(name: str, code: str, line: str) -> ExampleWin:
    """Return a win in which the pattern counts, with few circumstances; South by discard if two are not enough."""
    rules = ruleset(name)
    hand = Hand.parse(line)
    for number in (0, 1, 2):
        for seat in (Wind.SOUTH, Wind.EAST):
            for flags in combinations(_circumstance_names(rules), number):
                for by in (WinBy.DISCARD, WinBy.SELF_DRAW, WinBy.ROBBED_KONG):
                    example = ExampleWin(by, seat, flags)
                    if any(award.pattern == code for award in score(hand, example.win(rules), rules).awards):
                        return example
    return ExampleWin()


def _circumstance_names(rules: Ruleset) -> list[str]:
    special = rules.family.circumstances._field_defaults
    return [*_OF_EVERY_GAME, *(flag for flag, default in special.items() if default is False)]


def _add_circumstances(rules: Ruleset, win: Win, flags: tuple[str, ...]) -> Win:
    win = win._replace(
        last_tile="last_tile" in flags, replacement="replacement" in flags, first_turn="first_turn" in flags
    )
    special: dict[str, Any] = {flag: True for flag in flags if flag not in _OF_EVERY_GAME}
    return win._replace(special=rules.family.circumstances(**special)) if special else win
