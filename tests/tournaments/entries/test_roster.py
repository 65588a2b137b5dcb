"""Rosters come in with every problem named and go out so that they come in again unchanged."""

import io
import re
import string
from functools import partial

import openpyxl
import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.people import acting, people, person, signed_in, small_tournament
from tests.support.release import in_full
from tests.support.remembered import remembered
from tests.support.rows import rows_of
from tournaments.core.errors import UserError
from tournaments.core.tabular.encodings import guess_encoding
from tournaments.core.tabular.reading import escape_cell, read, read_lines, unescape_cell
from tournaments.entries.files import as_csv, as_xlsx
from tournaments.entries.known_people import register_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.reading import roster as roster
from tournaments.entries.reading.roster_rows import Preview
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

rows = rows_of(__file__)


@pytest.fixture
@remembered
def empty() -> Tournament:
    return small_tournament(0)


def lines_of(preview: Preview) -> list[tuple[int, str, bool]]:
    return [(problem.line, problem.column, problem.warning) for problem in preview.problems]


def xlsx(rows: list[list[object]]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.mark.both_databases
def test_a_clean_file_adds_its_players(empty):
    content = b"number,family_name,given_name,country,ema_number\n7,Rossi,Ada,Italy,06010001\n,Sato,Ken,Japan,\n"
    preview = roster.preview(empty, content)
    assert (preview.counts, preview.problems) == ({"add": 2, "change": 0, "same": 0, "skip": 0}, [])
    assert Entry.objects.count() == 0
    assert roster.save(acting(), empty, rows=preview.rows) == 2
    added = [(e.number, e.name, e.ema_number) for e in empty.entries.all()]
    assert added == [(7, "Ada Rossi", "06010001"), (8, "Ken Sato", None)]
    taken = roster.preview(empty, b"number,name,ema_number\n6,Bo Berg,06010001\n")
    assert lines_of(taken) == [(2, "ema_number", False)]
    # Without their teams, players come in all the same.
    rows = roster.preview(empty, b"name,team\nCy Wu,Dragons\n").rows
    roster.save(acting(), empty, rows=rows, make_teams=False)
    assert (empty.entries.get(number=9).team, empty.teams.count()) == (None, 0)


def test_every_problem_is_listed_by_its_row(empty):
    teams.add(acting(), empty, name="Dragons", code="T01")
    content = (
        b"number,name,team,ema number,status,shoe size\n"
        b"1,Ada Rossi,T01,06010001,registered,40\n"
        b"1,Bo Berg,Winds,06010001,here,41\n"
        b"x,Ken Sato,dragons,123,,42\n"
        b"2,,Dragons,,,\n"
        b"3,ada  ROSSI,,,,\n"
    )
    preview = roster.preview(empty, content)
    assert lines_of(preview) == [
        (1, "shoe size", True), (3, "status", False), (3, "number", False), (3, "ema number", False),
        (4, "number", False), (4, "ema number", True), (5, "", False), (6, "", True),
    ]  # fmt: skip
    assert [row.action for row in preview.rows] == ["add", "skip", "skip", "skip", "add"]
    assert roster.save(acting(), empty, rows=preview.rows) == 2


def test_teams_that_do_not_exist_are_told_once_and_made_where_the_organiser_says_so(empty):
    content = b"name,team\nAda Rossi,Dragons\nBo Berg,dragons\n,Dragons\n,Flowers\nKen Sato,Winds\n"
    preview = roster.preview(empty, content)
    assert (preview.new_teams, preview.counts["add"]) == ({"Dragons": 2, "Winds": 1}, 3)
    assert [(problem.line, problem.warning) for problem in preview.problems] == [(4, False), (5, False)]
    roster.save(acting(), empty, rows=preview.rows)
    assert [(team.code, team.name, team.members.count()) for team in empty.teams.all()] == [
        ("T01", "Dragons", 2),
        ("T02", "Winds", 1),
    ]


def test_a_country_that_is_none_is_told_with_the_one_that_is_meant(empty):
    names = ["Germany", "GER", "DEU", "de", "Deutschland", "\u65e5\u672c", "Chinese Taipei", "Germny", "Far Away"]
    content = "name,country\n" + "".join(f"Player{number} X,{name}\n" for number, name in enumerate(names))
    preview = roster.preview(empty, content.encode())
    assert [(problem.line, problem.warning) for problem in preview.problems] == [(9, True), (10, True)]
    assert preview.problems[0].message.startswith("Unknown country \u201cGermny\u201d. Is it Germany?")
    assert [row.values["country"] for row in preview.rows] == names


def earlier(event):
    """Last year's event of olga: Ada with number and country, two of one name, and one whom sam alone knows."""
    people(event)
    last = small_tournament(0, slug="last-year")
    people(last)
    registration.add(acting(), last, given_name="Ada", family_name="Rossi", country="ITA", ema_number="06010001")
    for country in ("NOR", "DEN"):
        registration.add(acting(), last, given_name="Bo", family_name="Berg", country=country)
    elsewhere = small_tournament(0, slug="elsewhere")
    registration.add(acting(), elsewhere, given_name="Cy", family_name="Wu", country="CHN")
    return partial(register_of, person("olga"), event)


def test_who_played_before_needs_no_typing_and_doubts_are_told(empty):
    content, register = b"name,ema number\nrossi ada,\nBo Berg,\nCy Wu,\n", earlier(empty)
    preview = roster.preview(empty, content, register=register)
    filled = [(row.values["ema_number"], row.values.get("country", "")) for row in preview.rows]
    assert filled == [("06010001", "ITA"), ("", ""), ("", "")]
    (told,) = preview.problems
    message = "Known from \u201cSpring Open\u201d: filled in country ITA, EMA number 06010001."
    assert (told.line, told.message) == (2, message)
    preview = roster.preview(empty, b"name,ema number\nAda Rossi,06019999\n", register=register)
    (told,) = preview.problems
    assert (told.warning, told.message) == (True, "Ada Rossi had EMA number 06010001 at \u201cSpring Open\u201d.")
    assert preview.rows[0].values["ema_number"] == "06019999"


@pytest.mark.both_databases
def test_a_known_number_changes_that_player(empty):
    ada = registration.add(acting(), empty, number=5, family_name="Rossi", given_name="Ada", country="Italy")
    preview = roster.preview(empty, b"number,family_name,given_name,country\n5,Rossi,Ada,Malta\n")
    assert [row.action for row in preview.rows] == ["change"]
    roster.save(acting(), empty, rows=preview.rows)
    ada.refresh_from_db()
    assert ada.country == "Malta"
    assert roster.preview(empty, as_csv(empty)).counts == {"add": 0, "change": 0, "same": 1, "skip": 0}


def test_a_spreadsheet_that_ate_the_leading_zero_is_mended_with_a_warning(empty):
    preview = roster.preview(empty, xlsx([["name", "EMA"], ["Ada Rossi", 6010001]]))
    assert lines_of(preview) == [(2, "EMA", True)]
    assert preview.rows[0].values["ema_number"] == "06010001"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp932", "euc_jp", "gb18030", "cp949"])
def test_older_encodings_are_found_and_said(empty, encoding):
    name = {"gb18030": "王小明", "cp949": "김철수"}.get(encoding, "田中さくら")
    preview = roster.preview(empty, f"number,native_name,club\n1,{name},\n".encode(encoding))
    assert preview.rows[0].values["native_name"] == name
    assert preview.encoding == encoding
    assert bool(preview.problems) == (encoding in ("cp932", "euc_jp", "gb18030", "cp949"))


@rows
def test_names_decide_the_encoding(empty, encoding, text):
    assert guess_encoding(text.encode(encoding)) == (encoding, False)
    chosen = roster.preview(empty, f"name\n{text}\n".encode(encoding), encoding="utf-8-sig")
    assert (lines_of(chosen), chosen.rows) == ([(2, "", False)], [])


@pytest.mark.parametrize(
    "content", [b"", b"\n\n", b"\x89PNG\r\n\x1a\n\x00\x00", b"PK\x03\x04 not really", b"number,club\n1,Dragons\n"]
)
def test_what_is_no_roster_says_so(empty, content):
    preview = roster.preview(empty, content)
    assert len(preview.errors) == 1
    assert not preview.ready


@pytest.mark.both_databases
def test_a_row_taken_in_the_meantime_saves_nothing(empty):
    preview = roster.preview(empty, b"number,name\n1,Ada Rossi\n2,Bo Berg\n")
    registration.add(acting(), empty, number=9, family_name="Quick", ema_number="06010001")
    late = roster.preview(empty, b"number,name,ema_number\n3,Cy Dee,06010002\n")
    registration.add(acting(), empty, number=10, family_name="Quicker", ema_number="06010002")
    with pytest.raises(UserError):
        roster.save(acting(), empty, rows=late.rows)
    assert roster.save(acting(), empty, rows=preview.rows) == 2
    assert sorted(empty.entries.values_list("number", flat=True)) == [1, 2, 9, 10]


text = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs", "Cf", "Cn", "Co")), max_size=12
)
cells = st.fixed_dictionaries(
    {
        "family_name": text.filter(bool),
        "given_name": text,
        "native_name": text,
        "country": text,
        "club": text,
        "note": text,
        "ema_number": st.text(string.digits, min_size=8, max_size=8) | st.just(""),
    }
)


@pytest.mark.both_databases
@settings(max_examples=15 if in_full() else 5, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(cells, max_size=6, unique_by=lambda row: row["ema_number"] or id(row)))
def test_what_goes_out_comes_in_again(empty, rows):
    Entry.objects.all().delete()
    for number, row in enumerate(rows, 1):
        registration.add(acting(), empty, number=number, **row)
    for exported in (as_csv(empty), as_xlsx(empty)):
        preview = roster.preview(empty, exported)
        assert preview.errors == []
        assert preview.counts["same"] == len(rows)
    before = list(empty.entries.values("number", *row_fields))
    exported = as_csv(empty)
    Entry.objects.all().delete()
    roster.save(acting(), empty, rows=roster.preview(empty, exported).rows)
    assert list(empty.entries.values("number", *row_fields)) == before


row_fields = ("family_name", "given_name", "native_name", "country", "club", "note", "ema_number", "status")


@settings(max_examples=150 if in_full() else 40)
@given(st.binary(max_size=200))
def test_no_bytes_make_the_reader_fail(content):
    source = read(content)
    lines = [row.line for row in source.rows]
    assert lines == sorted(set(lines))
    assert all(any(row.cells) for row in source.rows)


@given(st.text(max_size=8))
def test_guarding_a_cell_is_undone(cell):
    assert unescape_cell(escape_cell(cell)) == cell
    assert not escape_cell(cell).startswith(("=", "+", "-", "@"))


def values(event, text):
    preview = roster.compare(event, read_lines(text))
    assert preview.errors == []
    return [{name: value for name, value in row.values.items() if value} for row in preview.rows]


@rows
def test_rosters_are_read_as_people_keep_them(empty, text, expected):
    assert values(empty, text) == expected


def test_a_column_that_is_dropped_is_asked_about(empty):
    people(empty)
    client = signed_in("olga")
    url = reverse("manage_import", args=[empty.slug])
    seen = client.post(url, {"text": "Name,Shoe size\nAnna Berg,42"})
    assert seen.context["preview"].left_out == ["Shoe size"]
    token = seen.context["token"]
    client.post(url, {"confirmed": token})
    assert "Choose the file again." in client.post(url, {"confirmed": "forged"}, follow=True).text
    assert empty.entries.count() == 0
    client.post(url, {"confirmed": token, "leave_out": "yes"})
    assert [entry.name for entry in empty.entries.all()] == ["Anna Berg"]


def test_the_preview_shows_what_was_recognised_for_each_player(empty):
    people(empty)
    EntryQuestion.objects.create(tournament=empty, number=1, label="Vegetarian", kind="checkbox")
    text = "Name,Club,EMA,Status,Vegetarian,Note\nAda Rossi,Roma,06010001,waiting,yes,\nKen Sato,,,,,\n"
    seen = signed_in("olga").post(reverse("manage_import", args=[empty.slug]), {"text": text})
    shown = re.findall(r'data-label="([^"]+)"[^>]*>([^<]*)<', seen.text[seen.text.index("<caption>Rows") :])
    assert [(label, text.strip()) for label, text in shown] == [
        ("Line", "2"), ("Club", "Roma"), ("EMA number", "06010001"), ("Status", "Waiting list"),
        ("Vegetarian", "yes"), ("Change", "new"),
        ("Line", "3"), ("Club", ""), ("EMA number", ""), ("Status", "Registered"), ("Vegetarian", ""),
        ("Change", "new"),
    ]  # fmt: skip
