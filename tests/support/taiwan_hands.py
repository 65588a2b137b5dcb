"""Short ways to say a Taiwanese win in a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.family import families, ruleset
from engine.records.hand_cases import read_win
from engine.scoring.score import ScoredHand, score
from engine.tiles.hand import Hand, check_hand

TAIWAN = families()["taiwan"]


def scored(
    line: str,
    preset: str = "aono",
    *,
    by: str = "discard",
    round_wind: str = "E",
    seat_wind: str = "W",
    parameters: Mapping[str, object] | None = None,
    **context: Any,
) -> ScoredHand:
    """The hand of one line, won by a player who sits West and does not deal unless the test says so."""
    rules = ruleset(f"taiwan-{preset}", parameters)
    hand = Hand.parse(line)
    check_hand(hand, rules.tile_set, rules.family.sets)
    case = {"by": by, "prevalent_wind": round_wind, "seat_wind": seat_wind, "context": {"dealer": False} | context}
    return score(hand, read_win(case, rules.family), rules)


def tai_by_pattern(result: ScoredHand) -> dict[str, int]:
    """Pattern -> tai, all occurrences together."""
    return {award.pattern: award.total for award in result.awards}


def tai(line: str, preset: str = "aono", **circumstances: Any) -> dict[str, int]:
    """Return the total of a hand's patterns; arguments as of ``scored``."""
    return tai_by_pattern(scored(line, preset, **circumstances))
