from __future__ import annotations

from dataclasses import dataclass

from engine.rules.taiwan.view import View
from engine.scoring.patterns import Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class Tai(Pattern[View]):
    needs: int = 0
    """Features without which the condition cannot hold."""
