"""Workbooks opened for reading row by row, and formulas without a cached value."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any


def open_workbook(content: bytes, *, values: bool = True) -> Any:
    """Return openpyxl's workbook; callers limit the rows of sheets without a size. Raises openpyxl's errors."""
    import openpyxl
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

    # Replaced for good, because threads that restore it would overwrite each other.
    ReadOnlyWorksheet._get_size = lambda _sheet: None
    return openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=values)


def get_sheet_path(sheet: Any) -> str:
    return str(sheet._worksheet_path).removeprefix("/")


PIECE = 1_000_000


def list_cells_without_value(content: bytes, index: int, block: Mapping[str, int]) -> list[tuple[int, str]]:
    from openpyxl.utils import get_column_letter

    path = get_sheet_path(open_workbook(content).worksheets[index])
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if not _has_formulas(archive, path):
            return []
    values, written = (
        open_workbook(content, values=only).worksheets[index].iter_rows(**block, values_only=True)
        for only in (True, False)
    )
    return [
        (number, f"{get_column_letter(column)}{number}")
        for number, (values, formulas) in enumerate(zip(values, written, strict=True), block["min_row"])
        for column, (value, formula) in enumerate(zip(values, formulas, strict=True), block["min_col"])
        if value is None and isinstance(formula, str) and formula.startswith("=")
    ]


def _has_formulas(archive: zipfile.ZipFile, name: str) -> bool:
    with archive.open(name) as sheet:
        before = b""
        while piece := sheet.read(PIECE):
            if b"<f>" in before + piece or b"<f " in before + piece:
                return True
            before = piece[-3:]
    return False
