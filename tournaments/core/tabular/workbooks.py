"""Spreadsheets opened for reading line by line."""

from __future__ import annotations

import io
from typing import Any


def opened(content: bytes, *, values: bool = True) -> Any:
    """openpyxl's workbook, with the values of formulas or (`values` False) the formulas. Raises what openpyxl raises.

    Its sheets do not know how large they are: one that does not say so would be read to its end for that alone, so
    whoever reads rows says how far.
    """
    import openpyxl
    from openpyxl.worksheet._read_only import ReadOnlyWorksheet

    # For good: two threads that put it back after themselves would take each other's for what it was.
    ReadOnlyWorksheet._get_size = lambda _sheet: None
    return openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=values)
