"""Tables as spreadsheet programs save them are read whatever they add, by every door alike."""

from __future__ import annotations

import base64
import datetime
import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.support.import_doors import posted, told
from tests.support.people import people, person
from tests.support.tables import playing
from tests.tournaments.exchange.test_sent import RESULTS
from tournaments.core.tabular.reading import read, read_lines

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
    assert [(one.line, one.warning, one.message) for one in found.problems] == [
        (
            2,
            True,
            "2 cells have a formula without its value, the first is C2: open the file in a spreadsheet program and "
            "save it.",
        )
    ]


@pytest.mark.django_db
def test_a_page_a_program_and_a_command_read_the_same_file(tmp_path):
    people(playing())
    content = ("sep=;\r\n" + RESULTS.replace("\n", "\r\n")).encode("utf-16-le")
    look = posted("sam", "results/import", file=base64.b64encode(content).decode()).json()
    assert (look["counts"]["add"], look["problems"]) == (2, [])
    (tmp_path / "results.csv").write_bytes(content)
    assert (
        told("import_results", tmp_path / "results.csv")[0]
        == "add 2, change 0, same 0; nothing is saved yet, --save does it"
    )
    browser = Client()
    browser.force_login(person("sam"), backend="django.contrib.auth.backends.ModelBackend")
    page = browser.post(
        reverse("manage_results_import", args=["spring-open"]), {"file": SimpleUploadedFile("results.csv", content)}
    )
    assert (page.status_code, [found.action for found in page.context["preview"].tables]) == (200, ["add", "add"])
