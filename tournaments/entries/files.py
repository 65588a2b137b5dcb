"""The roster as CSV and XLSX; what `imports.entries` reads back unchanged."""

from __future__ import annotations

import csv
import io

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.downloads import export
from tournaments.core.tabular.reading import guard
from tournaments.entries.models.entries import Entry
from tournaments.entries.reading.roster import COLUMNS
from tournaments.events.models import Tournament


def rows(tournament: Tournament) -> list[list[str]]:
    """The heading and one row an entry, by number; teams by name."""
    entries = tournament.entries.select_related("team").order_by("number")
    return [list(COLUMNS), *([guard(_cell(entry, column)) for column in COLUMNS] for entry in entries)]


@export("entries/export.csv", name="manage_export_csv", title=_("Players"), action="entries.export")
def as_csv(tournament: Tournament, asked: QueryDict | None = None) -> bytes:
    """UTF-8 with a byte order mark, because Excel reads it as Windows-1252 without."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(rows(tournament))
    return text.getvalue().encode("utf-8-sig")


@export("entries/export.xlsx", name="manage_export_xlsx", title=_("Players"), action="entries.export")
def as_xlsx(tournament: Tournament, asked: QueryDict | None = None) -> bytes:
    """One sheet, every cell as text, so that no leading zero is lost."""
    # A third of a second that only this file needs.
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "entries"
    for line, cells in enumerate(rows(tournament), 1):
        for column, text in enumerate(cells, 1):
            cell = sheet.cell(line, column)
            cell.number_format = "@"
            cell.value, cell.data_type = text, "s"
    sheet.freeze_panes = "A2"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _cell(entry: Entry, column: str) -> str:
    if column == "team":
        return entry.team.name if entry.team else ""
    return str(getattr(entry, column) or "")
