"""Texts of backups and of the parts of an event file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy

from engine.sentences import gettext_noop as _
from tournaments.core.text.numbers import format_exact, format_signed

if TYPE_CHECKING:
    from fractions import Fraction

    from engine.match.scoring import MatchScoring
    from tournaments.exchange.services.event_files import FirstPlace, ImportPreview


class Made(Protocol):
    @property
    def why(self) -> str: ...
    @property
    def tournament(self) -> str: ...
    @property
    def round(self) -> int | None: ...


WHY: Final[dict[str, Promise]] = {
    "clock": gettext_lazy("Automatic"),
    "hand": gettext_lazy("By hand"),
    "command": gettext_lazy("By command"),
    "restore": gettext_lazy("Before a restore"),
    "round": gettext_lazy("After a round"),
}


def describe_reason(about: Made) -> str:
    if about.why == "round" and about.round:
        return gettext("After round %(number)s of %(event)s") % {"number": about.round, "event": about.tournament}
    return str(WHY.get(about.why, about.why))


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
"""Sections that people would count; the others belong to these."""


def list_counts(preview: ImportPreview) -> list[tuple[str, int]]:
    return [(gettext(label), preview.counts[name]) for name, label in SECTIONS.items() if name in preview.counts]


def list_scoring_lines(scoring: MatchScoring) -> list[tuple[str, str]]:
    return [
        (gettext("Start points"), format_exact(scoring.start_points)),
        (gettext("Uma"), _format_places(scoring.uma)),
        (gettext("Table points"), _format_places(scoring.table_points, signs=False)),
    ]


def _format_places(amounts: tuple[Fraction, ...], *, signs: bool = True) -> str:
    return " / ".join(map(format_signed if signs else format_exact, amounts)) or gettext("none")


def format_leading_line(row: FirstPlace) -> str:
    """Return a line of the first places with its figures, table points first if the event has them."""
    figures = [format_exact(figure) for figure in (row.table_points, row.total) if figure is not None]
    return f"{row.place}. {row.name} ({' / '.join(figures)})"
