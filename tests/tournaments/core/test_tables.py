"""Tables as spreadsheet programs save them are read by every door alike; damaged and large ones end in a sentence."""

from __future__ import annotations

import base64
import datetime
import io
from html import unescape

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.support.damage import SHEET, damaged, spreadsheet, with_part
from tests.support.import_doors import posted, told
from tests.support.people import signed_in
from tests.tournaments.exchange.test_sent import RESULTS
from tournaments.core.tabular import reading as tables
from tournaments.core.tabular.reading import read, read_lines
from tournaments.results.reading.results_table import read_results

LINES = "name;points\r\nBerg;3\r\n김철수;4\r\n"
ROWS = [("name", "points"), ("Berg", "3"), ("김철수", "4")]


def cells(content: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read(content).rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "euc_kr"])
@pytest.mark.parametrize("mark", ["", "sep=;\r\n", "SEP=;,\r\n"])
def test_text_is_read_with_and_without_excels_line_in_every_encoding(encoding, mark):
    assert cells((mark + LINES).encode(encoding)) == ROWS


def test_the_line_about_the_separator_decides_and_keeps_the_numbers_of_lines():
    found = read_lines("sep=|\na,b|c;d\n1|2")
    assert [(row.line, row.cells) for row in found.rows] == [(2, ("a,b", "c;d")), (3, ("1", "2"))]


def saved(book: openpyxl.Workbook) -> bytes:
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_formulas_without_a_value_are_told_by_their_cell_and_days_stand_without_a_time():
    book = openpyxl.Workbook()
    book.active.append(["round", "date", "points", "start"])
    book.active.append([1, datetime.date(2026, 5, 2), "=10+20", datetime.datetime(2026, 5, 2, 9, 30)])
    book.active.append([2, datetime.datetime(2026, 5, 3), "=SUM(A1:A2)", datetime.time(9, 30)])
    found = read(saved(book))
    assert [row.cells for row in found.rows[1:]] == [
        ("1", "2026-05-02", "", "2026-05-02 09:30"),
        ("2", "2026-05-03", "", "09:30"),
    ]
    message = "2 cells have a formula without its value, the first is C2: open the file in a spreadsheet program and "
    assert [(one.line, one.warning, one.message) for one in found.problems] == [(2, True, f"{message}save it.")]


@pytest.mark.django_db
def test_a_page_a_program_and_a_command_read_the_same_file(event, tmp_path):
    content = ("sep=;\r\n" + RESULTS.replace("\n", "\r\n")).encode("utf-16-le")
    look = posted("sam", "results/import", file=base64.b64encode(content).decode()).json()
    assert (look["counts"]["add"], look["problems"]) == (2, [])
    (tmp_path / "results.csv").write_bytes(content)
    said = "add 2, change 0, same 0; nothing is saved yet, --save does it"
    assert told("import_results", tmp_path / "results.csv")[0] == said
    upload = {"file": SimpleUploadedFile("results.csv", content)}
    page = signed_in("sam").post(reverse("manage_results_import", args=["spring-open"]), upload)
    assert (page.status_code, [found.action for found in page.context["preview"].tables]) == (200, ["add", "add"])


BROKEN = "This XLSX file cannot be opened. Save it again, or save it as CSV (UTF-8)."
CUT = "The file is damaged: it cannot be unpacked."


def page_of(client: Client, address: str, content: bytes, **beside: str) -> str:
    """The page that answers to the file."""
    upload = SimpleUploadedFile("players.xlsx", content)
    answer = client.post(address, {"file": upload, "sheet": "Sheet", "block": "A1:B5", **beside})
    assert answer.status_code in (200, 422)
    return unescape(answer.text)


@pytest.mark.django_db
@pytest.mark.parametrize("damage", damaged())
def test_a_damaged_spreadsheet_gives_one_sentence_and_what_was_typed_stays(event, olga, damage):
    content = damaged()[damage]
    for door in ("manage_import", "manage_results_import"):
        page = page_of(olga, reverse(door, args=[event.slug]), content)
        assert (page.count(BROKEN), *(f'value="{text}"' in page for text in ("Sheet", "A1:B5"))) == (1, True, True)
    page = page_of(signed_in("ada"), reverse("event_import"), content, game="mcr-ema", name="Spring")
    assert (page.count(BROKEN) + page.count(CUT), 'value="Spring"' in page) == (1, True)
    for path in ("entries/import", "results/import", "rounds/1/schedule"):
        answer = posted("olga", path, file=base64.b64encode(content).decode())
        assert (answer.status_code < 500, BROKEN in answer.text) == (True, True), path


def test_a_sheet_that_unpacks_to_too_much_is_refused_before_it_is_unpacked():
    assert len(read(spreadsheet()).rows) == 5
    large = with_part(spreadsheet(), SHEET, lambda part: part + b" " * tables.MAX_UNPACKED_SHEET)
    assert len(large) < tables.MAX_SPREADSHEET_BYTES
    assert [one.message for one in read(large).problems] == [
        "The spreadsheet is too large to unpack. Save only the sheet that is needed, as CSV (UTF-8)."
    ]


def test_a_spreadsheet_may_be_larger_than_a_text(monkeypatch):
    book = openpyxl.Workbook()
    book.active.title = "Log"
    for number in range(50):
        book.active.append([f"line {number}"])
    book.create_sheet("Players").append(["Surname", "Name"])
    content = saved(book)
    monkeypatch.setattr(tables, "MAX_BYTES", len(content) - 1)
    assert [row.cells for row in read(content, sheet="Players").rows] == [("Surname", "Name")]
    monkeypatch.setattr(tables, "MAX_SPREADSHEET_BYTES", len(content) - 1)
    assert [one.message for one in read(content).problems] == ["The spreadsheet is larger than 20 MB."]


def test_an_upload_is_measured_by_its_kind():
    text, packed = b"a" * 4_000_001, b"PK\x03\x04" + b"0" * 20_000_000
    assert tables.upload_too_large(SimpleUploadedFile("a.csv", text)) == "The file is larger than 4 MB."
    assert tables.upload_too_large(SimpleUploadedFile("a.xlsx", packed)) == "The spreadsheet is larger than 20 MB."
    upload = SimpleUploadedFile("b.xlsx", packed[:5_000_000])
    assert (tables.upload_too_large(upload), upload.read(2)) == ("", b"PK")


def test_a_cell_with_place_and_points_gives_the_points_and_says_so():
    found = read_results(read_lines("Name;Round 1\nAnna Berg;1: 40\nBo Chen;2 : +12\nCleo Dahl;3: -20\nDai;4:-32"))
    assert [int(line.points) for line in found.lines] == [40, 12, -20, -32]
    assert [(one.line, one.warning, one.message) for one in found.problems] == [
        (2, True, "Cells like “1: 40” are read as place and points; the place is worked out again.")
    ]
    seven = read_results(read_lines("Name;Round 1\nAnna Berg;7: 40"))
    assert [one.message for one in seven.errors] == ["“7: 40” is not a number of points."]
