from __future__ import annotations

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.core.tabular.columns import TableKind
from tournaments.results.reading.results_headings import list_standard_headings, name_columns

LABELS: Final = {
    "round": gettext_lazy("Round"),
    "table": gettext_lazy("Table"),
    "player": gettext_lazy("Player"),
    "number": gettext_lazy("No."),
    "team": gettext_lazy("Team"),
    "seat": gettext_lazy("Seat"),
    "points": gettext_lazy("Points"),
    "penalty": gettext_lazy("Penalty"),
    "total": gettext_lazy("Total"),
    "place": gettext_lazy("Place"),
    "table points": gettext_lazy("Table points"),
    "date": gettext_lazy("Date"),
    "game score": gettext_lazy("Score with uma"),
    "east": gettext_lazy("East"),
    "south": gettext_lazy("South"),
    "west": gettext_lazy("West"),
    "north": gettext_lazy("North"),
}


def _format_label(heading: str) -> str:
    kind, _space, more = heading.partition(" ")
    if heading in LABELS:
        return str(LABELS[heading])
    if kind in ("round", "table"):
        label = _("Points of round %(round)s") if kind == "round" else _("Table of round %(round)s")
        return label % {"round": more}
    return _("Points of %(seat)s") % {"seat": LABELS[kind]}


def _list_options(columns: int) -> list[tuple[str, str]]:
    return [(heading, _format_label(heading)) for heading in list_standard_headings(columns)]


RESULTS: Final = TableKind("results", name_columns, _list_options)
