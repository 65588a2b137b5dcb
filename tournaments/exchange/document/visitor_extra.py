"""Shown beside the rows of a projection: openings of boards, which the log tells, and sums of hands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tournaments.duplicate.queries.board_openings import list_openings, write_opening
from tournaments.events.models import Tournament
from tournaments.exchange.documents import Raw
from tournaments.figures.stored import write_hand_sums


def build_extra(tournament: Tournament) -> Raw:
    return {
        "openings": [write_opening(opening) for opening in list_openings(tournament)],
        "hands": write_hand_sums(tournament),
    }


_OPENING: Final[Mapping[str, type]] = {"kind": str, "by": str, "at": str, "boards": list, "reason": str}
_HANDS: Final[Mapping[str, type]] = {"games_with_hands": int, "hands": int, "sums": list}


def is_extra(raw: Any) -> bool:
    """Return True for the form that `build_extra` makes."""
    if not isinstance(raw, dict) or {*raw} != {"openings", "hands"} or not isinstance(raw["openings"], list):
        return False
    hands = raw["hands"]
    return (
        all(_has_form(opening, _OPENING) for opening in raw["openings"])
        and all(_are_whole_numbers(board, 3) for opening in raw["openings"] for board in opening["boards"])
        and (not hands or (_has_form(hands, _HANDS) and all(map(_is_sums, hands["sums"]))))
    )


def _has_form(raw: Any, types: Mapping[str, type]) -> bool:
    return (
        isinstance(raw, dict)
        and {*raw} == {*types}
        and all(isinstance(raw[name], of_type) for name, of_type in types.items())
    )


def _is_sums(raw: Any) -> bool:
    if not isinstance(raw, list) or len(raw) != 4:
        return False
    number, family, amounts, opponents = raw
    return (
        isinstance(number, int)
        and isinstance(family, str)
        and isinstance(amounts, dict)
        and all(isinstance(amount, int | str) for amount in amounts.values())
        and isinstance(opponents, list)
        and all(_are_whole_numbers(met, 5) for met in opponents)
    )


def _are_whole_numbers(raw: Any, count: int) -> bool:
    return isinstance(raw, list) and len(raw) == count and all(isinstance(number, int) for number in raw)
