"""Writer of tables as CSV and XLSX that spreadsheets open without import settings."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from fractions import Fraction

from tournaments.core.tabular.reading import escape_cell

SheetCell = str | int | float | Fraction | None
SheetRows = list[list[SheetCell]]


def as_csv(rows: Iterable[Sequence[SheetCell]], *, quote_all: bool = False) -> bytes:
    """Return UTF-8 with a byte order mark, without which Excel assumes Windows-1252."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n", quoting=csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL)
    writer.writerows([_format_plain(cell) for cell in row] for row in rows)
    return text.getvalue().encode("utf-8-sig")


def as_xlsx(rows: Iterable[Sequence[SheetCell]], title: str) -> bytes:
    """Return a workbook with one sheet; texts stay texts, so that leading zeros stay and nothing is computed."""
    # The import takes a third of a second, and only this file needs it.
    import openpyxl

    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title[:31]
    for line, row in enumerate(rows, 1):
        for column, value in enumerate(row, 1):
            cell = sheet.cell(line, column)
            if isinstance(value, str):
                cell.number_format = "@"
                cell.value, cell.data_type = value, "s"
            elif value is not None:
                cell.value = _number(value)
    sheet.freeze_panes = "A2"
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def _number(value: float | Fraction) -> int | float:
    if isinstance(value, Fraction):
        return value.numerator if value.denominator == 1 else round(float(value), 4)
    return value


def _format_plain(value: SheetCell) -> str:
    if value is None:
        return ""
    return escape_cell(value) if isinstance(value, str) else str(_number(value))
