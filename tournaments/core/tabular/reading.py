"""Reader of tables: CSV in any encoding and with any separator, or XLSX."""

from __future__ import annotations

import csv
import datetime
import io
import logging
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import islice
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext as _

from engine.exact import integer_or
from tournaments.core.tabular.encodings import ENCODINGS, decode_lines, guess_encoding
from tournaments.core.tabular.json_lists import is_like_json, parse_json_rows
from tournaments.core.tabular.workbooks import get_sheet_path, list_cells_without_value, open_workbook

log = logging.getLogger(__name__)

MAX_BYTES = 4_000_000
MAX_SPREADSHEET_BYTES = 20_000_000
MAX_ROWS = 5_000
MAX_LINES = 2 * MAX_ROWS
MAX_COLUMNS = 200
MAX_UNPACKED = 60_000_000
MAX_UNPACKED_SHEET = 40_000_000

_NOT_UNPACKED = ("xl/worksheets/", "xl/media/")
_GUARDED = ("=", "+", "-", "@", "\t")


@dataclass(frozen=True)
class RowProblem:
    """Problem in a file: `line` counts from 1, 0 for the whole file; rows with a warning are imported."""

    line: int
    column: str
    message: str
    warning: bool = False


def has_errors(problems: Sequence[RowProblem]) -> bool:
    return any(not problem.warning for problem in problems)


@dataclass(frozen=True)
class SourceRow:
    line: int
    cells: tuple[str, ...]


@dataclass(frozen=True)
class SourceFile:
    rows: tuple[SourceRow, ...]
    problems: tuple[RowProblem, ...]
    encoding: str


def is_spreadsheet(content: bytes) -> bool:
    return content[:4] == b"PK\x03\x04"


def describe_excess_size(size: int, *, spreadsheet: bool) -> str:
    """Return the error message for a file of this size in bytes; "" if it is not too large."""
    if spreadsheet:
        return _("The spreadsheet is larger than 20 MB.") if size > MAX_SPREADSHEET_BYTES else ""
    return _("The file is larger than 4 MB.") if size > MAX_BYTES else ""


def upload_too_large(file: UploadedFile[Any]) -> str:
    head = file.read(4)
    file.seek(0)
    return describe_excess_size(file.size or 0, spreadsheet=is_spreadsheet(head))


def is_table(content: bytes) -> bool:
    """Return True for a table (a spreadsheet, or text other than JSON), False for an event file or archive."""
    if is_spreadsheet(content):
        try:
            with zipfile.ZipFile(io.BytesIO(content)) as archive:
                return any(name.startswith("xl/") for name in archive.namelist())
        # The reader of events reports a damaged archive.
        except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError):
            return False
    head = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n")
    if not head or head.startswith((b"{", b"[", b"\x1f\x8b")):
        return False
    first = head.splitlines()[0]
    return any(separator in first for separator in (b",", b";", b"\t")) or head.startswith((b"\xff\xfe", b"\xfe\xff"))


def decode_text(content: bytes, *, encoding: str = "") -> tuple[str, list[RowProblem]]:
    if len(content) > MAX_BYTES:
        return "", [RowProblem(0, "", _("The file is larger than 4 MB."))]
    problems: list[RowProblem] = []
    if not encoding:
        encoding, sure = guess_encoding(content)
        if encoding and not sure:
            warning = _(
                "The file is not UTF-8 but read as %(encoding)s: check the names. If they are wrong, choose another "
                "encoding, or save the file as UTF-8."
            )
            problems.append(RowProblem(0, "", warning % {"encoding": ENCODINGS[encoding]}, warning=True))
    if encoding not in ENCODINGS:
        return "", [RowProblem(0, "", _("This is not a text file. Save it as CSV (UTF-8) or XLSX."))]
    try:
        text, wrong = decode_lines(content, encoding)
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = _("The file is not %(encoding)s; choose another encoding, or save it as UTF-8.")
        return "", [RowProblem(line, "", message % {"encoding": ENCODINGS[encoding]})]
    warning = _("This line alone is not %(encoding)s: check its names.") % {"encoding": ENCODINGS[encoding]}
    problems += [RowProblem(line, "", warning, warning=True) for line in wrong]
    return text, problems


def read(content: bytes, *, encoding: str = "", sheet: str = "", block: str = "") -> SourceFile:
    """Read the rows of a CSV or XLSX file. Never raises for bad content; `problems` lists the errors.

    Without `encoding` it is detected. `sheet` selects a sheet by name or number from 1 (default: the first), `block` a
    range in it, such as B3:M40.
    """
    if why := describe_excess_size(len(content), spreadsheet=is_spreadsheet(content)):
        return SourceFile((), (RowProblem(0, "", why),), "")
    if is_spreadsheet(content):
        return _read_xlsx(content, sheet, block)
    text, problems = decode_text(content, encoding=encoding)
    encoding = encoding or guess_encoding(content)[0]
    if has_errors(problems):
        return SourceFile((), tuple(problems), encoding if encoding in ENCODINGS else "")
    return _read_text(text, problems, encoding)


def read_text(text: str) -> SourceFile:
    return _read_text(text, [], "utf-8-sig", spaces=True)


def read_lines(text: str) -> SourceFile:
    """Read rows of pasted text whose cells may hold spaces: separated by comma, semicolon or tab, else one per line."""
    return _read_text(text, [], "utf-8-sig")


_SEPARATOR = re.compile(r"\ufeff?sep=(.)[ \t;,]*(?=\r?\n)", re.IGNORECASE)


def split_separator_line(text: str) -> tuple[str, str]:
    r"""Return the text without Excel's separator line, and the separator.

    >>> split_separator_line("sep=;\n1;2")
    ('\n1;2', ';')
    >>> split_separator_line("1;2")
    ('1;2', '')
    """
    match = _SEPARATOR.match(text)
    return (text[match.end() :], match[1]) if match else (text, "")


def _read_text(text: str, problems: list[RowProblem], encoding: str, *, spaces: bool = False) -> SourceFile:
    text = text.removeprefix("\ufeff").replace("\x00", "")
    if is_like_json(text):
        rows, why = parse_json_rows(text)
        refused = [RowProblem(0, "", why)] if why else []
        return _finish(iter(enumerate(rows, 1)), [*problems, *refused], encoding)
    text, separator_line = split_separator_line(text)
    first, second = [*islice((line for line in text.splitlines() if line.strip()), 2), "", ""][:2]
    separators = [",", ";", "\t"]
    # A block of rows may begin with its title, such as "Round 1".
    if re.search("[0-9]", first) and not any(map(first.count, separators)) and max(map(second.count, separators)) > 1:
        first = second
    separator = separator_line or max(separators, key=first.count)
    if not first.count(separator) and spaces:
        lines = enumerate(text.splitlines(), 1)
        return _finish(((number, line.split()) for number, line in lines), problems, encoding)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=False)

    def numbered() -> Iterator[tuple[int, list[str]]]:
        start = 1
        try:
            for cells in reader:
                yield start, cells
                start = reader.line_num + 1
        except csv.Error as error:
            problems.append(RowProblem(start, "", _("This line cannot be read: %(why)s") % {"why": error}))

    return _finish(numbered(), problems, encoding)


_BLOCK = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6}):([A-Z]{1,3})([1-9][0-9]{0,6})")


def _parse_bounds(block: str) -> tuple[int, int, int, int] | None:
    match = _BLOCK.fullmatch(block.replace("$", "").replace(" ", "").upper())
    if match is None:
        return None
    first_column, right = (reduce(lambda sum, letter: 26 * sum + ord(letter) - 64, match[group], 0) for group in (1, 3))
    return (
        min(first_column, right),
        min(int(match[2]), int(match[4])),
        max(first_column, right),
        max(int(match[2]), int(match[4])),
    )


def _read_xlsx(content: bytes, wanted: str, block: str) -> SourceFile:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            sizes = {item.filename: item.file_size for item in archive.infolist()}
        # Pictures and other sheets are not unpacked.
        beside = sum(size for name, size in sizes.items() if not name.startswith(_NOT_UNPACKED))
        if beside > MAX_UNPACKED:
            return _make_unreadable_file(_describe_too_much())
        return _read_workbook(content, wanted, block, sizes)
    # Damage shows in the archive, its compression, its XML or its values, often only while rows are read, and the
    # libraries raise a dozen kinds of errors for it.
    except Exception as error:  # noqa: BLE001 - reasons above
        log.info("spreadsheet unreadable", extra={"reason": str(error)})
        message = _("This XLSX file cannot be opened. Save it again, or save it as CSV (UTF-8).")
        return SourceFile((), (RowProblem(0, "", message),), "xlsx")


def _make_unreadable_file(message: str) -> SourceFile:
    return SourceFile((), (RowProblem(0, "", message),), "xlsx")


def _describe_too_much() -> str:
    return _("The spreadsheet is too large to unpack. Save only the sheet that is needed, as CSV (UTF-8).")


def _read_workbook(content: bytes, wanted: str, block: str, sizes: Mapping[str, int]) -> SourceFile:
    book = open_workbook(content)
    if not book.worksheets:
        raise ValueError("a workbook without sheets")
    names = [sheet.title for sheet in book.worksheets]
    index = names.index(wanted) if wanted in names else integer_or(wanted, 0) - 1 if wanted else 0
    if not 0 <= index < len(names):
        message = _("There is no sheet “%(name)s”; there are %(names)s.")
        return SourceFile((), (RowProblem(0, "", message % {"name": wanted, "names": ", ".join(names)}),), "xlsx")
    if sizes.get(get_sheet_path(book.worksheets[index]), 0) > MAX_UNPACKED_SHEET:
        return _make_unreadable_file(_describe_too_much())
    bounds = _parse_bounds(block) if block else (1, 1, MAX_COLUMNS, MAX_LINES)
    if bounds is None:
        message = _("“%(block)s” is not a block of cells; write it as B3:M40.") % {"block": block}
        return SourceFile((), (RowProblem(0, "", message),), "xlsx")
    first_column, top, right, bottom = bounds
    # A sheet may say that it has a million rows, all empty.
    cells = {
        "min_row": top,
        "max_row": min(bottom, top + MAX_LINES - 1),
        "min_col": first_column,
        "max_col": min(right, first_column + MAX_COLUMNS - 1),
    }
    lines = book.worksheets[index].iter_rows(**cells, values_only=True)
    rows = ((number, _format_cells(values)) for number, values in enumerate(lines, top))
    problems = []
    if empty := list_cells_without_value(content, index, cells):
        message = _(
            "%(count)s cells have a formula without its value, the first is %(cell)s: open the file in a spreadsheet "
            "program and save it."
        )
        sentence = message % {"count": len(empty), "cell": empty[0][1]}
        problems.append(RowProblem(empty[0][0], "", sentence, warning=True))
    if not wanted and len(names) > 1:
        message = _("The sheet “%(name)s” was read; the file has %(names)s too.")
        others = ", ".join(names[1:])
        problems.append(RowProblem(0, "", message % {"name": names[0], "names": others}, warning=True))
    return _finish(rows, problems, "xlsx")


def _finish(rows: Iterator[tuple[int, list[str]]], problems: list[RowProblem], encoding: str) -> SourceFile:
    rows_in_block: list[SourceRow] = []
    for number, cells in rows:
        stripped = tuple(unescape_cell(cell.strip()) for cell in cells)
        if not any(stripped):
            continue
        if len(rows_in_block) == MAX_ROWS:
            message = _("Only the first %(count)s rows were read.") % {"count": MAX_ROWS}
            problems.append(RowProblem(number, "", message))
            break
        rows_in_block.append(SourceRow(number, stripped))
    return SourceFile(tuple(rows_in_block), tuple(problems), encoding)


def _format_cells(values: Sequence[object]) -> list[str]:
    cells = [_format_cell(value) for value in values]
    while cells and not cells[-1]:
        cells.pop()
    return cells


def _format_cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime.datetime):
        return value.isoformat(" ", "minutes") if value.time() != datetime.time() else value.date().isoformat()
    if isinstance(value, datetime.time):
        return value.isoformat("minutes")
    return str(value)


def escape_cell(cell: str) -> str:
    """Keep a spreadsheet from reading the text as a formula; `unescape_cell` reverses it.

    >>> escape_cell("=1+1"), unescape_cell("'=1+1")
    ("'=1+1", '=1+1')
    """
    return f"'{cell}" if cell.startswith((*_GUARDED, "'")) else cell


def unescape_cell(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and cell[1:].startswith((*_GUARDED, "'")) else cell
