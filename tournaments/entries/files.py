"""Roster as CSV and XLSX; `reading.roster` reads it back unchanged."""

from __future__ import annotations

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.downloads import export
from tournaments.core.tabular import writing as sheets
from tournaments.core.tabular.reading import escape_cell
from tournaments.entries.reading.roster_cells import build_entry_rows
from tournaments.events.models import Tournament


@export("entries/export.csv", name="manage_export_csv", title=_("Players"), action="entries.export")
def as_csv(tournament: Tournament, query: QueryDict | None = None) -> bytes:
    return sheets.as_csv(build_entry_rows(tournament))


@export("entries/export.xlsx", name="manage_export_xlsx", title=_("Players"), action="entries.export")
def as_xlsx(tournament: Tournament, query: QueryDict | None = None) -> bytes:
    """Return all cells as guarded text, because one reader takes CSV and XLSX."""
    return sheets.as_xlsx([[escape_cell(cell) for cell in row] for row in build_entry_rows(tournament)], "entries")
