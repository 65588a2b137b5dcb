from __future__ import annotations

from dataclasses import dataclass

from engine.rules.riichi.view import View
from engine.scoring.patterns import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Yaku(Pattern[View]):
    needs: int = 0
    """Features without which the condition cannot hold."""

    yakuman: bool = False

    by_wait: bool = False
    """True when it matters in which set the winning tile lies."""
