"""What the "new tournament" form offers: for each kind of event the rules, the match scoring and the usual numbers.

The rules themselves are presets of the engine's families and the match scoring rows of the engine; this table only says
which go together at tournaments, and how long a round usually lasts.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from engine.match import scoring as match


@dataclass(frozen=True)
class Preset:
    """One line of the form's first choice."""

    key: str
    label: str | Promise
    family: str
    rules: str
    scoring: str
    tie_breaks: tuple[str, ...]
    minutes: int
    warning_minutes: int = 15

    @property
    def match_scoring(self) -> dict[str, object]:
        """The scoring row as plain JSON values."""
        return match.preset(self.scoring).to_dict()


PRESETS = (
    Preset("mcr-ema", _("MCR by EMA"), "mcr", "mcr-2006", "mcr-ema", ("table_points", "total"), 120),
    Preset("riichi-ema-2016", _("Riichi EMA 2016"), "riichi", "riichi-ema-2016", "riichi-ema-2016", ("total",), 90),
    Preset("riichi-wrc", _("Riichi WRC"), "riichi", "riichi-wrc", "riichi-wrc", ("total",), 90),
    Preset("taiwan", _("Taiwanese 16"), "taiwan", "taiwan-aono", "taiwan", ("total",), 120),
    Preset(
        "sichuan", _("Sichuan"), "sichuan", "sichuan-world-championship", "sichuan-world-championship", ("total",), 60
    ),
    Preset("free", _("Free: any game of four, points added up"), "free", "free", "free", ("total",), 90),
)

SUBSTITUTE_POLICY: dict[str, object] = {"points": "own", "place": True, "team": True}
"""A substitute scores under their own name, is placed, and counts for the team they join."""


def preset(key: str) -> Preset:
    """The preset of that key. Raises KeyError."""
    return {row.key: row for row in PRESETS}[key]
