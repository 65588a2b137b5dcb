"""Spreadsheets may be large where the sheet that is wanted is not; what is too large is told."""

from __future__ import annotations

import io

import openpyxl
from django.core.files.uploadedfile import SimpleUploadedFile

from tournaments.core.tabular import reading as tables
from tournaments.results.reading.results_table import read_results


def book(rows):
    made = openpyxl.Workbook()
    made.active.title = "Log"
    for number in range(rows):
        made.active.append([f"line {number}"])
    made.create_sheet("Players").append(["Surname", "Name"])
    content = io.BytesIO()
    made.save(content)
    return content.getvalue()


def test_a_spreadsheet_may_be_larger_than_a_text(monkeypatch):
    content = book(50)
    monkeypatch.setattr(tables, "MAX_BYTES", len(content) - 1)
    assert [row.cells for row in tables.read(content, sheet="Players").rows] == [("Surname", "Name")]
    monkeypatch.setattr(tables, "MAX_SPREADSHEET_BYTES", len(content) - 1)
    assert [one.message for one in tables.read(content).problems] == ["The spreadsheet is larger than 20 MB."]


def test_an_upload_is_measured_by_its_kind():
    text, packed = b"a" * 4_000_001, b"PK\x03\x04" + b"0" * 20_000_000
    assert tables.upload_too_large(SimpleUploadedFile("a.csv", text)) == "The file is larger than 4 MB."
    assert tables.upload_too_large(SimpleUploadedFile("a.xlsx", packed)) == "The spreadsheet is larger than 20 MB."
    upload = SimpleUploadedFile("b.xlsx", packed[:5_000_000])
    assert (tables.upload_too_large(upload), upload.read(2)) == ("", b"PK")


def test_a_cell_with_place_and_points_gives_the_points_and_says_so():
    found = read_results(
        tables.read_lines("Name;Round 1\nAnna Berg;1: 40\nBo Chen;2 : +12\nCleo Dahl;3: -20\nDai;4:-32")
    )
    assert [int(line.points) for line in found.lines] == [40, 12, -20, -32]
    assert [(one.line, one.warning, one.message) for one in found.problems] == [
        (2, True, "Cells like “1: 40” are read as place and points; the place is worked out again.")
    ]
    seven = read_results(tables.read_lines("Name;Round 1\nAnna Berg;7: 40"))
    assert [one.message for one in seven.errors] == ["“7: 40” is not a number of points."]
