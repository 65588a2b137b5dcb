"""Short lists of names are read in the encoding in which they were written, and one bad line garbles only itself."""

import tomllib
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.support.people import people, signed_in, small_tournament
from tests.support.tables import playing, table_of
from tournaments.core.forms.encodings import build_encoding_choice
from tournaments.core.tabular.encodings import ENCODINGS, decode_lines, guess_encoding, rank_encodings
from tournaments.core.tabular.reading import read
from tournaments.events.models import Tournament
from tournaments.results.queries.sheets import list_seats

TABLES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LISTS = TABLES["lists"]
ALONE = [
    (name, encoding) for encodings, names in TABLES["names"].items() for name in names for encoding in encodings.split()
]
"""Twenty names in sixteen encodings: a name with each in which it is kept."""
CASES = [(encoding, names) for encoding, lists in LISTS.items() for names in lists]


@pytest.mark.parametrize(("encoding", "names"), CASES)
def test_names_are_read_as_they_were_written(encoding: str, names: list[str]) -> None:
    text = "\n".join(["name", *names])
    source = read(text.encode(encoding))
    assert [row.cells[0] for row in source.rows] == text.split("\n")


def test_twenty_names_are_read_alone_in_sixteen_encodings() -> None:
    read_as = {}
    for name, encoding in ALONE:
        source = read(f"name\n{name}\n".encode(encoding))
        read_as[name, encoding] = [row.cells for row in source.rows]
    assert read_as == {(name, encoding): [("name",), (name,)] for name, encoding in ALONE}
    assert (len({name for name, _encoding in ALONE}), len({encoding for _name, encoding in ALONE})) == (20, 16)


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


def lines_of_field(event: Tournament) -> str:
    """A seating of eight players by name, of whom some have Polish names."""
    for number in range(1, 9):
        event.entries.filter(number=number).update(given_name="Łukasz", family_name=f"Świętek{number}")
    return "\n".join(",".join(f"Łukasz Świętek{number}" for number in four) for four in ((1, 2, 3, 4), (5, 6, 7, 8)))


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["manage_seating_schedule", "manage_schedules"])
def test_a_schedule_in_a_wrong_encoding_is_read_again_in_the_right_one(page: str) -> None:
    event = small_tournament(8)
    people(event)
    lines = lines_of_field(event)
    seats = page == "manage_seating_schedule"
    prefix, numbers = ("schedule-", [1]) if seats else ("", [])
    olga, address = signed_in("olga"), reverse(page, args=[event.slug, *numbers])
    refused = olga.post(address, {f"{prefix}file": file(f"{lines},5\n"), f"{prefix}name": "Cup"})
    choice = refused.context["encodings"]
    assert (refused.status_code, choice.used) == (422, "cp1250")
    assert choice.best[0].names.startswith("Łukasz")
    assert {reading.encoding for reading in (*choice.best, *choice.others)} == set(ENCODINGS)
    again = olga.post(address, {"kept_file": choice.token, "encoding": "cp1252", **choice.carried})
    assert (again.status_code, again.context["encodings"].used) == (422, "cp1252")
    assert again.context["encodings"].carried == choice.carried == ({} if seats else {"name": "Cup"})


@pytest.mark.django_db
def test_a_schedule_with_names_is_seated_in_the_chosen_encoding() -> None:
    event = small_tournament(8)
    people(event)
    content = file(lines_of_field(event)).read()
    token = build_encoding_choice(event, content, "cp1252").token
    olga, address = signed_in("olga"), reverse("manage_seating_schedule", args=[event.slug, 1])
    assert olga.post(address, {"kept_file": token, "encoding": "cp1252"}).status_code == 422
    assert olga.post(address, {"kept_file": token, "encoding": "cp1250"}).status_code == 302
    assert event.rounds.get(number=1).seatings.get().seats.count() == 8


@pytest.mark.django_db
def test_a_table_becomes_an_event_in_the_chosen_encoding() -> None:
    people(small_tournament(4))
    ada, address = signed_in("ada"), reverse("event_import")
    names = ("Łukasz Świętek", "Gdańsk Wita", "Ana Kim", "Bo Li")
    lines = "\n".join(f"1,1,{name},{points}" for name, points in zip(names, (30, 10, -10, -30), strict=True))
    answers = {"game": "mcr-ema", "slug": "cup", "look": "yes"}
    page = ada.post(address, {"file": file(f"round,table,player,points\n{lines}\n"), **answers})
    choice = page.context["encodings"]
    assert (page.status_code, choice.used, dict(choice.carried)) == (200, "cp1250", answers | {"name": "list"})
    wrong = ada.post(address, {"kept_file": choice.token, "encoding": "cp1252", **choice.carried})
    assert "£ukasz" in wrong.context["first"][0]
    choice = wrong.context["encodings"]
    right = ada.post(address, {"kept_file": choice.token, "encoding": "cp1250", **choice.carried})
    assert ("Łukasz Świętek" in right.context["first"][0], right.context["seen"].name) == (True, "list")


@pytest.mark.django_db
def test_results_are_entered_in_the_chosen_encoding() -> None:
    event = playing(8)
    people(event)
    lines_of_field(event)
    names = [seat.entry.name for seat in list_seats(table_of(event))]
    rows = "\n".join(f"1,1,{name},{points}" for name, points in zip(names, (60, 20, -30, -50), strict=True))
    sam, address = signed_in("sam"), reverse("manage_results_import", args=[event.slug])
    page = sam.post(address, {"file": file(f"round,table,player,points\n{rows}\n")})
    choice = page.context["encodings"]
    assert {reading.encoding for reading in (*choice.best, *choice.others)} == set(ENCODINGS)
    wrong = sam.post(address, {"kept_file": choice.token, "encoding": "cp1252"})
    assert (len(wrong.context["preview"].tables), len(wrong.context["preview"].problems)) == (0, 4)
    right = sam.post(address, {"kept_file": wrong.context["encodings"].token, "encoding": "cp1250"})
    assert [found.points for found in right.context["preview"].tables] == [(60, 20, -30, -50)]


def file(text: str) -> SimpleUploadedFile:
    return SimpleUploadedFile("list.csv", text.encode("cp1250"))


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
