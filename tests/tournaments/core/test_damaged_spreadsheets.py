"""A damaged spreadsheet gives one sentence at every door, and what was typed beside it stays."""

import base64
import io
import zipfile
from collections.abc import Callable
from html import unescape
from itertools import pairwise

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.support.import_doors import posted, signed_in
from tests.support.people import people
from tests.support.tables import playing
from tournaments.core.tabular import reading as tables

pytestmark = pytest.mark.django_db

BROKEN = "This XLSX file cannot be opened. Save it again, or save it as CSV (UTF-8)."
CUT = "The file is damaged: it cannot be unpacked."


SHEET, BOOK = "xl/worksheets/sheet1.xml", "xl/workbook.xml"


def spreadsheet() -> bytes:
    book = openpyxl.Workbook()
    for row in (["Name", "Round 1"], ["Anna Berg", 40], ["Bo Chen", 12], ["Cleo Dahl", -20], ["Dai Ito", -32]):
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def with_part(content: bytes, name: str, changed: Callable[[bytes], bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
        for item in before.namelist():
            part = before.read(item)
            after.writestr(item, changed(part) if item == name else part)
    return made.getvalue()


def half(part: bytes) -> bytes:
    return part[: len(part) // 2]


def bomb(part: bytes) -> bytes:
    """XML whose entities unfold to gigabytes, in front of the part's own root."""
    names = [f"e{number}" for number in range(10)]
    entities = "".join(f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in pairwise(names))
    root = part[part.index(b"<", part.index(b"?>") if b"?>" in part else 0) :].decode()
    head = f'<!DOCTYPE bomb [<!ENTITY e0 "{"ha" * 50}">{entities}]>'
    return (head + root.replace("Anna Berg", "&e9;").replace("<v>40</v>", "<v>&e9;</v>")).encode()


def scrambled(content: bytes) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        start = archive.getinfo(SHEET).header_offset + 30 + len(SHEET)
    return content[: start + 20] + b"\xff" * 40 + content[start + 60 :]


def damaged() -> dict[str, bytes]:
    """Name -> content of every kind of damage."""
    whole = spreadsheet()
    return {
        "cut off": half(whole),
        "workbook cut off": with_part(whole, BOOK, half),
        "worksheet cut off": with_part(whole, SHEET, half),
        "worksheet empty": with_part(whole, SHEET, lambda _part: b""),
        "worksheet scrambled": scrambled(whole),
        "entity bomb in the sheet": with_part(whole, SHEET, bomb),
        "no XML": with_part(whole, BOOK, lambda _part: b"\x00\x01"),
    }


def sent(client: Client, address: str, content: bytes, **beside: str) -> str:
    """The page that answers to the file."""
    upload = SimpleUploadedFile("players.xlsx", content)
    answer = client.post(address, {"file": upload, "sheet": "Sheet", "block": "A1:B5", **beside})
    assert answer.status_code in (200, 422)
    return unescape(answer.content.decode())


@pytest.mark.parametrize("damage", damaged())
@pytest.mark.parametrize("door", ["manage_import", "manage_results_import"])
def test_a_damaged_spreadsheet_gives_one_sentence(door: str, damage: str) -> None:
    event = playing()
    people(event)
    page = sent(signed_in("olga"), reverse(door, args=[event.slug]), damaged()[damage])
    kept = [f'value="{text}"' in page for text in ("Sheet", "A1:B5")]
    assert (page.count(BROKEN), kept) == (1, [True, True])


@pytest.mark.parametrize("damage", damaged())
def test_an_event_is_not_made_of_a_damaged_spreadsheet(damage: str) -> None:
    people(playing())
    page = sent(signed_in("ada"), reverse("event_import"), damaged()[damage], game="mcr-ema", name="Spring")
    assert (page.count(BROKEN) + page.count(CUT), 'value="Spring"' in page) == (1, True)


@pytest.mark.parametrize("damage", damaged())
def test_programs_get_the_same_sentence(damage: str) -> None:
    people(playing())
    file = base64.b64encode(damaged()[damage]).decode()
    for path in ("entries/import", "results/import", "rounds/1/schedule"):
        answer = posted("olga", path, file=file)
        assert (answer.status_code < 500, BROKEN in answer.content.decode()) == (True, True), path


def test_a_whole_spreadsheet_is_read() -> None:
    assert len(tables.read(spreadsheet()).rows) == 5


def test_a_sheet_that_unpacks_to_too_much_is_refused_before_it_is_unpacked() -> None:
    large = with_part(spreadsheet(), SHEET, lambda part: part + b" " * tables.MAX_UNPACKED_SHEETS)
    assert len(large) < tables.MAX_SPREADSHEET_BYTES
    assert [one.message for one in tables.read(large).problems] == [
        "The spreadsheet is too large to unpack. Save only the sheet that is needed, as CSV (UTF-8)."
    ]
