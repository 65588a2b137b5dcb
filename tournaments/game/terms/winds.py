"""The winds by their names, in turn order."""

from __future__ import annotations

from typing import Final

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
    """The winds with the letters by which cases name them."""
    return [(name[0], reader.gettext(name)) for name in WINDS]
