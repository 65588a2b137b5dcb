"""Spreadsheets as a broken download, a full stick or an attacker leaves them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from itertools import pairwise

import openpyxl

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
