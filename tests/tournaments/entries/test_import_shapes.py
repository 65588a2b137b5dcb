"""Files as people keep them: headings below a title, one bad cell, JSON, teams of all sizes, large files, leagues."""

import io
import json
import zipfile

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.remembered import remembered
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES, MAX_UNPACKED_SHEET, read, read_lines, read_text
from tournaments.core.tabular.writing import as_xlsx
from tournaments.entries.reading import roster
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament
from tournaments.results.reading.results_table import read_results
from tournaments.seating.reading.formats.reading import read_rounds


@pytest.fixture
@remembered
def empty() -> Tournament:
    made = small_tournament(0)
    people(made)
    return made


@pytest.mark.django_db
def test_headings_in_a_later_row_are_found_on_the_page_and_in_the_api(empty: Tournament) -> None:
    rows = [["Spring Open 2026"], ["Last change", "2026-05-01"], [], ["Name", "Country"], ["Anna Berg", "DK"]]
    content = as_xlsx(rows, "List")
    page = signed_in("olga").post(
        reverse("manage_import", args=[empty.slug]), {"file": SimpleUploadedFile("list.xlsx", content)}
    )
    preview = page.context["preview"]
    assert [(row.line, row.name, row.values["country"]) for row in preview.rows] == [(5, "Anna Berg", "DK")]
    assert "Line 4 has the headings; the lines above it were left out." in page.content.decode()
    path = f"/api/v1/tournaments/{empty.slug}/entries/import/"
    text = "Spring Open\nas of May\nName,Country\nAnna Berg,DK\n"
    answer = program("olga").post(path, {"text": text}, format="json").json()
    assert [row["name"] for row in answer["rows"]] == ["Anna Berg"], answer


@pytest.mark.django_db
def test_a_bad_ema_number_keeps_the_player_and_asks_for_the_number(empty: Tournament) -> None:
    known = registration.add(acting(), empty, number=1, romanised_name="Bo Chen", ema_number="06010001")
    preview = roster.preview(empty, b"number,name,EMA Nr.\n,Anna Berg,4711\n1,Bo Chen,n/a\n")
    assert [(row.action, row.name) for row in preview.rows] == [("add", "Anna Berg"), ("same", "Bo Chen")]
    assert [(one.line, one.column, one.warning) for one in preview.problems] == [
        (2, "EMA Nr.", True), (3, "EMA Nr.", True),
    ]  # fmt: skip
    assert "ask for the number" in preview.problems[0].message
    roster.save(acting(), empty, rows=preview.rows)
    known.refresh_from_db()
    assert (known.ema_number, empty.entries.get(romanised_name="Anna Berg").ema_number) == ("06010001", None)


@pytest.mark.django_db
def test_categories_are_created_like_teams(empty: Tournament) -> None:
    preview = roster.preview(empty, b"name,categories\nAnna Berg,Juniors; Women\nBo Chen,juniors\n")
    assert (preview.errors, preview.new_categories) == ([], {"Juniors": 2, "Women": 1})
    roster.save(acting(), empty, rows=preview.rows)
    assert [category.name for category in empty.categories.order_by("number")] == ["Juniors", "Women"]
    assert [entry.categories for entry in empty.entries.order_by("number")] == [[1, 2], [1]]
    again = roster.preview(empty, b'number,name,categories\n1,Anna Berg,"Juniors, Women"\n')
    assert [row.action for row in again.rows] == ["same"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "content",
    [
        "number,name\nx,Anna\n",
        "name,EMA\nAnna,1\n",
        "club\nx\n",
        "name,status\nAnna,gone\n",
        "family_name\n" + "x" * 99,
    ],
)
def test_problems_name_columns_as_the_file_or_the_pages_do(empty: Tournament, content: str) -> None:
    internal = ("ema_number", "family_name", "given_name", "romanised_name", "native_name")
    heading = content.splitlines()[0]
    problems = roster.preview(empty, content.encode()).problems
    assert problems != []
    for problem in problems:
        told = f"{problem.column} {problem.message}"
        assert [name for name in internal if name in told and name not in heading] == []


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("value", "names"),
    [
        ([{"name": "Anna Berg", "country": "DK"}, {"name": "Bo Chen"}], ["Anna Berg", "Bo Chen"]),
        ({"players": [{"name": "Anna Berg", "country": {"code": "DK"}}]}, ["Anna Berg"]),
        (["Anna Berg", "Bo Chen"], ["Anna Berg", "Bo Chen"]),
        ([["name", "country"], ["Anna Berg", "DK"]], ["Anna Berg"]),
    ],
)
def test_a_json_list_is_read(empty: Tournament, value: object, names: list[str]) -> None:
    preview = roster.preview(empty, json.dumps(value).encode())
    assert ([row.name for row in preview.rows], preview.errors) == (names, [])


@pytest.mark.parametrize("text", ['{"name": "Anna"}', '[{"name": ["a", {}]}]', '[{"name": "Anna"}', '[["a", [1]]]'])
def test_other_json_is_refused_as_json(text: str) -> None:
    (problem,) = read_lines(text).problems
    assert (problem.warning, problem.message.startswith("This is JSON, but ")) == (False, True)


@pytest.mark.django_db
def test_teams_of_unequal_size_need_no_headings(empty: Tournament) -> None:
    text = "Red;Anna Berg;Bo Chen;Cleo Dahl\nBlue;Dai Ito;Eva Lund\nGreen;Finn Moe;Gus Nord;Hana Oda;Ivo Pek\n"
    preview = roster.preview(empty, text.encode())
    assert [(row.values["team"], row.name) for row in preview.rows] == [
        ("Red", "Anna Berg"), ("Red", "Bo Chen"), ("Red", "Cleo Dahl"), ("Blue", "Dai Ito"), ("Blue", "Eva Lund"),
        ("Green", "Finn Moe"), ("Green", "Gus Nord"), ("Green", "Hana Oda"), ("Green", "Ivo Pek"),
    ]  # fmt: skip
    assert roster.preview(empty, b"Berg;Anna;DK;West Club\nChen;Bo;CN\n").new_teams == {}


def workbook(beside: int, sheet: int = 0) -> bytes:
    """A list of one player, a second sheet of `beside` bytes, and as many spaces in the first as `sheet` says."""
    book, content = openpyxl.Workbook(), io.BytesIO()
    book.worksheets[0].append(["name"])
    book.worksheets[0].append(["Anna Berg"])
    book.create_sheet("Archive").append(["old"])
    book.save(content)
    made = io.BytesIO()
    with zipfile.ZipFile(content) as before, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as after:
        for item in before.infolist():
            more = {"xl/worksheets/sheet1.xml": sheet, "xl/worksheets/sheet2.xml": beside}.get(item.filename, 0)
            after.writestr(item.filename, before.read(item.filename) + b" " * more)
    return made.getvalue()


def test_other_sheets_of_a_large_workbook_do_not_count() -> None:
    source = read(workbook(2 * MAX_UNPACKED_SHEET))
    assert [row.cells for row in source.rows] == [("name",), ("Anna Berg",)]
    refused = read(workbook(0, sheet=MAX_UNPACKED_SHEET))
    assert [problem.message for problem in refused.problems] == [
        "The spreadsheet is too large to unpack. Save only the sheet that is needed, as CSV (UTF-8)."
    ]


def with_picture(size: int) -> bytes:
    """A list of one player in a workbook of exactly `size` bytes, most of them a picture."""
    book, content = openpyxl.Workbook(), io.BytesIO()
    book.worksheets[0].append(["name"])
    book.worksheets[0].append(["Anna Berg"])
    book.save(content)
    plain = content.getvalue()

    def padded(bytes_: int) -> bytes:
        made = io.BytesIO(plain)
        with zipfile.ZipFile(made, "a", zipfile.ZIP_STORED) as archive:
            archive.writestr("xl/media/image1.png", b"\0" * bytes_)
        return made.getvalue()

    return padded(size - len(padded(0)))


@pytest.mark.django_db
def test_a_workbook_of_twenty_megabytes_is_read_and_a_larger_one_refused(empty: Tournament) -> None:
    olga, address = signed_in("olga"), reverse("manage_import", args=[empty.slug])
    largest = with_picture(MAX_SPREADSHEET_BYTES)
    assert len(largest) == 20_000_000
    page = olga.post(address, {"file": SimpleUploadedFile("list.xlsx", largest)})
    assert [row.name for row in page.context["preview"].rows] == ["Anna Berg"]
    refused = olga.post(address, {"file": SimpleUploadedFile("list.xlsx", with_picture(MAX_SPREADSHEET_BYTES + 1))})
    assert (refused.status_code, "The spreadsheet is larger than 20 MB." in refused.text) == (422, True)


ROUNDS = (((1, 2, 3, 4), (5, 6, 7, 8)), ((1, 5, 2, 6), (3, 7, 4, 8)))


def tables(tour: tuple[tuple[int, ...], ...]) -> list[tuple[int, tuple[int, ...]]]:
    return list(enumerate(tour, 1))


def seats(players: tuple[int, ...]) -> list[dict[str, object]]:
    return [{"seat": wind, "player_index": player} for wind, player in zip("ESWN", players, strict=True)]


@pytest.mark.parametrize(
    "value",
    [
        {
            "tours": [
                {"tour_number": at, "tables": [{"table_number": n, "seating": list(four)} for n, four in tables(tour)]}
                for at, tour in enumerate(ROUNDS, 1)
            ]
        },
        [{"tour_number": at, "seating": [list(four) for four in tour]} for at, tour in enumerate(ROUNDS, 1)],
        [
            {"tour_number": at, "table": number, "seating": seats(four)}
            for at, tour in enumerate(ROUNDS, 1)
            for number, four in tables(tour)
        ],
        [
            {"tour_number": at, "table_number": number, **seat}
            for at, tour in enumerate(ROUNDS, 1)
            for number, four in tables(tour)
            for seat in seats(four)
        ],
    ],
)
def test_schedules_of_other_programs_are_read(value: object) -> None:
    schedule = read_rounds(json.dumps(value))
    assert (schedule.rounds, [str(problem) for problem in schedule.problems]) == (ROUNDS, [])


def test_a_table_of_seats_with_their_words_is_read() -> None:
    lines = ["tour_number,table_number,seat,player_index"]
    lines += [
        f"{at},{t},{wind},{player}"
        for at, tour in enumerate(ROUNDS, 1)
        for t, four in tables(tour)
        for wind, player in zip("ESWN", four, strict=True)
    ]
    assert read_rounds("\n".join(lines)).rounds == ROUNDS


def test_a_league_sheet_counts_the_games_of_all_dates() -> None:
    lines = ["date,game,table,player,points"]
    for date in ("2026-01-10", "2026-01-17"):
        for game in (1, 2):
            lines += [
                f"{date},{game},1,{name},{points}" for name, points in zip("ABCD", (30, 10, -10, -30), strict=True)
            ]
    result = read_results(read_text("\n".join(lines)))
    assert sorted({line.round for line in result.lines}) == [1, 2, 3, 4]
    assert [(problem.warning, problem.message) for problem in result.problems] == [
        (True, "Each date counts its games from 1: all games were numbered in the order of the lines.")
    ]
