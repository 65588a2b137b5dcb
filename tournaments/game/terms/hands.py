"""Wind names in turn order, and titles of hands with round, number and sticks."""

from __future__ import annotations

from typing import Final

from engine.play.start_values import start_values
from engine.play.table import Setup
from engine.sentences import gettext_noop as _
from tournaments.game.terms.reader import Reader, pgettext_noop

WINDS: Final = (_("East"), _("South"), _("West"), _("North"))

SHORT: Final = (
    pgettext_noop("short mark of the wind", "E"),
    pgettext_noop("short mark of the wind", "S"),
    pgettext_noop("short mark of the wind", "W"),
    pgettext_noop("short mark of the wind", "N"),
)
"""E S W N, or its character."""


def winds_by_letter(reader: Reader) -> list[tuple[str, str]]:
    """Return the winds with the letters used in cases."""
    return [(name[0], reader.gettext(name)) for name in WINDS]


def hand_title(setup: Setup, reader: Reader) -> str:
    """Return a title such as "East 2, 1 counter": prevalent wind, dealer's turn, and sticks carried over.

    A game without winds has the dealer's turn alone.
    """
    number = setup.dealer + 1
    if setup.ruleset.has_winds:
        wind = reader.gettext(WINDS[setup.prevalent_wind])
        parts = [reader.gettext(_("%(wind)s %(number)s")) % {"wind": wind, "number": number}]
    else:
        parts = [reader.gettext(_("Dealer %(number)s")) % {"number": number}]
    begun = start_values(setup)
    if count := begun.get("honba", 0):
        parts.append(reader.ngettext("%(n)s counter", "%(n)s counters", count) % {"n": count})
    if count := begun.get("dealer_repeats", 0):
        parts.append(reader.ngettext("%(n)s dealer repeat", "%(n)s dealer repeats", count) % {"n": count})
    if count := begun.get("deposits", 0):
        parts.append(reader.ngettext("%(n)s stick", "%(n)s sticks", count) % {"n": count})
    return ", ".join(parts)
