"""Options that keep the answers of an earlier release for its rules, for files of that release.

Migrations repeat these values for stored events, because they never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_FALSE_WIN: Final[Mapping[str, str | int]] = {"false_hu_tiles": "return_to_hand"}
_DEAD_HAND: Final[Mapping[str, str | int]] = {"dead_hand_bet": "returned_if_invalid"}
_WALLS: Final[Mapping[str, str | int]] = {
    "break_skip": "dice_sum",
    "wall_stacks_basis": "dealer",
    "wall_stacks_dealer_pair": 14,
    "wall_stacks_other_pair": 13,
}

FORMER_OPTIONS: Final[Mapping[str, Mapping[str, str | int]]] = {
    "mcr-1998": _FALSE_WIN,
    "mcr-2014": _FALSE_WIN,
    "mcr-beginner": _FALSE_WIN,
    "mcr-japan": _FALSE_WIN,
    "mcr-mil-2025": {"false_hu_far_class": "disqualify_or_20"},
    "riichi-ema-2008": _DEAD_HAND,
    "riichi-ema-2012": _DEAD_HAND,
    "riichi-tenhou": {"ankan_after_riichi": "strict"},
    "riichi-wrc": _DEAD_HAND,
    "riichi-wrc-2022": _DEAD_HAND,
    "riichi-wrc-2022-ara": _DEAD_HAND,
    "sichuan-inflation": _WALLS,
    "sichuan-local-hands": _WALLS,
    "sichuan-sbr-2025": _WALLS,
    "sichuan-tfmj-2024": _WALLS,
    "sichuan-unlimited": _WALLS,
    "sichuan-world-championship": _WALLS,
    "sichuan-xueliu": _WALLS,
}
"""Edition -> values of its options up to release 0.3.0, which ignored them or gave another effect."""


def former_options(preset: str) -> dict[str, str | int]:
    """Return the former values of an edition's options; empty if its answers are unchanged."""
    return dict(FORMER_OPTIONS.get(preset, {}))
