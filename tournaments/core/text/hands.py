"""Winds in turn order, and titles of hands with round, number and sticks."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext, ngettext, pgettext_lazy

from engine.play.start_values import start_values
from engine.play.table import Setup
from engine.tiles.seats import WIND_NAMES

SHORT: Final = (
    pgettext_lazy("short mark of the wind", "E"),
    pgettext_lazy("short mark of the wind", "S"),
    pgettext_lazy("short mark of the wind", "W"),
    pgettext_lazy("short mark of the wind", "N"),
)


def list_winds_by_letter() -> list[tuple[str, str]]:
    return [(name[0], gettext(name)) for name in WIND_NAMES]


def format_hand_title(setup: Setup) -> str:
    """Return a title such as "East 2, 1 counter"; a game without winds has the dealer's turn alone."""
    number = setup.dealer + 1
    if setup.ruleset.has_winds:
        wind = gettext(WIND_NAMES[setup.prevalent_wind])
        parts = [gettext("%(wind)s %(number)s") % {"wind": wind, "number": number}]
    else:
        parts = [gettext("Dealer %(number)s") % {"number": number}]
    begun = start_values(setup)
    if count := begun.get("honba", 0):
        parts.append(ngettext("%(n)s counter", "%(n)s counters", count) % {"n": count})
    if count := begun.get("dealer_repeats", 0):
        parts.append(ngettext("%(n)s dealer repeat", "%(n)s dealer repeats", count) % {"n": count})
    if count := begun.get("deposits", 0):
        parts.append(ngettext("%(n)s stick", "%(n)s sticks", count) % {"n": count})
    return ", ".join(parts)
