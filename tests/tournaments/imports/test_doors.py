"""One sample of each table that comes in, as a file by the page, the API and the command: the same is kept and told."""

from __future__ import annotations

import base64
import io

import openpyxl
import pytest
from django.contrib.messages import get_messages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person, small_tournament
from tests.support.tables import playing
from tests.tournaments.imports.test_sent import RESULTS, SCHEDULE, posted, told
from tournaments.models import ResultSeat, Seat, StoredSchedule

pytestmark = pytest.mark.django_db

ROSTER = "Surname;Name\nBerg;Anna\nChen;Bo"
KEPT_ROSTER = [("Berg", "Anna"), ("Chen", "Bo")]
KEPT_SCHEDULE = [
    (1, 1, [1, 2, 3, 4]),
    (1, 2, [5, 6, 7, 8]),
    (2, 1, [1, 5, 2, 6]),
    (2, 2, [3, 7, 4, 8]),
]
KEPT_RESULTS = [(1, 1, [40, 12, -20, -32]), (1, 2, [8, 0, 0, -8])]
NO_VALUE = (
    "Line 1: 1 cells have a formula without its value, the first is E1: open the file in a spreadsheet program and "
    "save it."
)


def players(event):
    return list(event.entries.filter(number__gt=8).order_by("number").values_list("family_name", "given_name"))


def tables(rows):
    """(round, table, four values) of rows of (round, table, value)."""
    found = {}
    for round_, table, value in rows:
        found.setdefault((round_, table), []).append(value)
    return [(*place, values) for place, values in found.items()]


def seated(event):
    seats = Seat.objects.filter(seating__round__tournament=event, seating__state="draft")
    rows = seats.values_list("seating__round__number", "table_number", "entry__number")
    return tables(rows.order_by("seating__round__number", "table_number", "wind"))


def entered(event):
    seats = ResultSeat.objects.filter(result__table__round__tournament=event)
    rows = seats.values_list("result__table__round__number", "result__table__number", "points")
    return tables(rows.order_by("result__table__round__number", "result__table__number", "order"))


def by_page(route, *arguments, prefix="", who, **beside):
    """The file is posted; where the page shows it first, what was shown is confirmed."""

    def bring(content, _folder):
        client = Client()
        client.force_login(person(who), backend="django.contrib.auth.backends.ModelBackend")
        address = reverse(route, args=["spring-open", *arguments])
        answer = client.post(address, {f"{prefix}file": SimpleUploadedFile("sample", content)} | beside)
        if answer.status_code == 200:
            answer = client.post(address, {"confirmed": answer.context["token"]})
        assert answer.status_code == 302
        return [str(one) for one in get_messages(answer.wsgi_request) if one.level_tag == "warning"]

    return bring


def by_api(path, *, who):
    def bring(content, _folder):
        answer = posted(who, path, file=base64.b64encode(content).decode(), save=True)
        assert answer.status_code == 200
        return [f"Line {one['line']}: {one['message']}" for one in answer.json()["problems"]]

    return bring


def by_command(name):
    def bring(content, folder):
        (folder / "sample").write_bytes(content)
        _done, warnings = told(name, folder / "sample", "--save")
        return [line.removeprefix("warning: ") for line in warnings]

    return bring


ROSTER_DOORS = (by_page("manage_import", who="olga"), by_api("entries/import", who="olga"), by_command("import_roster"))
SCHEDULE_DOORS = (
    by_page("manage_seating_schedule", 1, prefix="schedule-", who="sue"),
    by_api("rounds/1/schedule", who="sue"),
    by_command("import_schedule"),
)
RESULTS_DOORS = (
    by_page("manage_results_import", who="sam"),
    by_api("results/import", who="sam"),
    by_command("import_results"),
)
READERS = {
    "roster": (small_tournament, ROSTER, ROSTER_DOORS, players, KEPT_ROSTER),
    "schedule": (small_tournament, SCHEDULE, SCHEDULE_DOORS, seated, KEPT_SCHEDULE),
    "results": (playing, RESULTS, RESULTS_DOORS, entered, KEPT_RESULTS),
}


@pytest.mark.parametrize("door", [0, 1, 2], ids=["page", "api", "command"])
@pytest.mark.parametrize("reader", READERS)
def test_a_page_a_program_and_a_command_keep_the_same_rows(reader, door, tmp_path):
    make, sample, doors, kept, rows = READERS[reader]
    event = make(8)
    people(event)
    assert (doors[door](sample.encode(), tmp_path), kept(event)) == ([], rows)


def with_formula():
    """A schedule as a spreadsheet whose first line ends with a formula that has no value."""
    book = openpyxl.Workbook()
    for line in ([1, 2, 3, 4, "=1+1"], [5, 6, 7, 8]):
        book.active.append(line)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


@pytest.mark.parametrize("door", SCHEDULE_DOORS, ids=["page", "api", "command"])
def test_what_is_doubtful_in_a_schedule_is_told_by_every_door_and_it_is_seated(door, tmp_path):
    event = small_tournament(8)
    people(event)
    assert (door(with_formula(), tmp_path), seated(event)) == ([NO_VALUE], KEPT_SCHEDULE[:2])


def test_the_library_keeps_a_schedule_and_tells_what_is_doubtful():
    people(small_tournament(8))
    store = by_page("manage_schedules", name="Club night", who="sue")
    assert store(with_formula(), None) == [NO_VALUE]
    assert StoredSchedule.objects.get().rounds == [[[1, 2, 3, 4], [5, 6, 7, 8]]]
