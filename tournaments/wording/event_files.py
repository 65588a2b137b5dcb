"""The parts of an event file in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext

from engine.sentences import gettext_noop as _

if TYPE_CHECKING:
    from tournaments.services.event_files import ImportPreview

SECTIONS: Final = {
    "entries": _("Players"),
    "teams": _("Teams"),
    "rulesets": _("Versions of the rules"),
    "stages": _("Stages"),
    "rounds": _("Rounds"),
    "seatings": _("Versions of seatings"),
    "tables": _("Tables"),
    "results": _("Versions of sheets"),
    "hands": _("Hands of play"),
    "logs": _("Logs of tables"),
    "photos": _("Photos of sheets"),
    "score_lines": _("Lines of the ledger"),
    "forfeits": _("Forfeits"),
    "draws": _("Draws"),
    "boards": _("Boards"),
    "board_plays": _("Boards played"),
    "cases": _("Cases"),
    "rulings": _("Rulings"),
    "appeals": _("Appeals"),
    "applications": _("Registrations"),
    "log": _("Entries of the log"),
}
"""The sections that a person would count; the others belong to these."""


def counted(seen: ImportPreview) -> list[tuple[str, int]]:
    """(what, how many) of what an import makes."""
    return [(gettext(label), seen.counts[name]) for name, label in SECTIONS.items() if name in seen.counts]
