"""Short lists of names are read in the encoding in which they were written, and one bad line garbles only itself."""

import tomllib
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.support.people import people, signed_in, small_tournament
from tournaments.core.tabular.encodings import ENCODINGS, decode_lines, guess_encoding, rank_encodings
from tournaments.core.tabular.reading import read

LISTS = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))["lists"]
CASES = [(encoding, names) for encoding, lists in LISTS.items() for names in lists]


@pytest.mark.parametrize(("encoding", "names"), CASES)
def test_names_are_read_as_they_were_written(encoding: str, names: list[str]) -> None:
    text = "\n".join(["name", *names])
    source = read(text.encode(encoding))
    assert [row.cells[0] for row in source.rows] == text.split("\n")


@pytest.mark.parametrize("encoding", [name for name in ENCODINGS if name not in ("utf-8-sig", "utf-16", "iso2022_jp")])
def test_the_right_encoding_is_among_the_first_that_are_shown(encoding: str) -> None:
    names = LISTS[encoding][0]
    ranked = rank_encodings("\n".join(names).encode(encoding))[:4]
    assert encoding in ranked or "\n".join(names).encode(encoding).decode(ranked[0]) == "\n".join(names)


def test_utf_8_stays_certain() -> None:
    assert guess_encoding("Łukasik,田中,Иванова".encode()) == ("utf-8-sig", True)


def test_a_bad_line_garbles_only_itself() -> None:
    lines = [b"name", "Łukasik".encode(), "田中".encode(), "Müller".encode("cp1252"), "Świętek".encode()]
    source = read(b"\n".join(lines))
    assert [row.cells[0] for row in source.rows] == ["name", "Łukasik", "田中", "Müller", "Świętek"]
    assert [(one.line, one.warning) for one in source.problems] == [(4, True)]
    cut = b"\n".join(["田中".encode("cp932"), "鈴木".encode("cp932"), "佐藤".encode("cp932"), b"\x81"])
    assert decode_lines(cut, "cp932")[1] == [4]
    assert decode_lines(cut, "cp932")[0].split("\n")[:3] == ["田中", "鈴木", "佐藤"]


@pytest.mark.django_db
def test_the_page_shows_the_names_of_each_reading_and_keeps_the_file() -> None:
    event = small_tournament(4)
    people(event)
    olga, address = signed_in("olga"), reverse("manage_import", args=[event.slug])
    content = "name\nGdańsk Wita\nŁukasik Anna\n".encode("cp1250")
    page = olga.post(address, {"file": SimpleUploadedFile("list.csv", content)})
    choice = page.context["encodings"]
    assert (choice.used, choice.best[0].names) == ("cp1250", "Gdańsk Wita, Łukasik Anna")
    assert {reading.encoding for reading in (*choice.best, *choice.others)} == set(ENCODINGS)
    again = olga.post(address, {"kept_file": choice.token, "encoding": "cp1252"})
    assert [row.name for row in again.context["preview"].rows] == ["Gdañsk Wita", "£ukasik Anna"]
    back = olga.post(address, {"kept_file": again.context["encodings"].token, "encoding": "cp1250"})
    assert [row.name for row in back.context["preview"].rows] == ["Gdańsk Wita", "Łukasik Anna"]
