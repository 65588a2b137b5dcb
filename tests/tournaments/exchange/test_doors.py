"""Every example of a table in the guide, as a file by the page, the API and the command: the same is kept and told."""

from __future__ import annotations

import io

import openpyxl
import pytest

from tests.docs.test_docs import blocks
from tests.support.import_doors import by_api, by_command, by_page, undone
from tests.support.people import acting, people, seat_in_order, small_tournament
from tests.support.tables import playing
from tournaments.entries.models.entries import Entry
from tournaments.results.models.results import ResultSeat
from tournaments.rounds.models import Seat
from tournaments.seating.models.draws import StoredSchedule
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db

NO_VALUE = (
    "Line 1: 1 cells have a formula without its value, the first is E1: open the file in a spreadsheet program and "
    "save it."
)


def players(event):
    entries = event.entries.select_related("team").order_by("number")
    about = [
        (one.number, one.name, one.country, one.club, one.ema_number, one.team and one.team.name) for one in entries
    ]
    return [tuple(filter(None, one)) for one in about]


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


def nobody():
    return small_tournament(0)


def eight():
    return small_tournament(8)


def four_by_name():
    """Anna, Bo, Cleo and Dai of the guide's examples, at the only table; the second round is seated too."""
    event = playing(4)
    for entry, name in zip(
        event.entries.order_by("number"), ("Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"), strict=True
    ):
        given, family = name.split()
        Entry.objects.filter(pk=entry.pk).update(given_name=given, family_name=family)
    seating.publish(acting("sue"), seat_in_order(event.rounds.get(number=2)))
    return event


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
TWO = [(1, "Anna Berg"), (2, "Bo Chen")]
RED = [(number, name, "Red") for number, name in enumerate(("Anna Berg", "Bo Chen", "Cleo Dahl", "Dai Ito"), 1)]
BLUE = [(number, name, "Blue") for number, name in enumerate(("Eva Falk", "Gao Hui", "Ines Jung", "Kei Lund"), 5)]
TAKEN_FOR = "The columns have no headings; they were read as %s."
ROUNDS = [(1, 1, [1, 2, 3, 4]), (1, 2, [5, 6, 7, 8]), (2, 1, [1, 5, 2, 6]), (2, 2, [3, 7, 4, 8])]
GAME = (1, 1, [40, 12, -20, -32])
READERS = {
    "roster": (
        nobody,
        ROSTER_DOORS,
        players,
        [
            ([], TWO),
            ([], [(1, "Anna Berg", "Denmark", "Copenhagen", "04010001"), (2, "Bo Chen", "China")]),
            ([], [(1, "山田花子", "日本", "東京会")]),
            ([], RED),
            ([TAKEN_FOR % "number and name"], TWO),
            ([TAKEN_FOR % "a team and its members"], RED + BLUE),
        ],
    ),
    "schedule": (eight, SCHEDULE_DOORS, seated, [([], ROUNDS)] * 8),
    "results": (
        four_by_name,
        RESULTS_DOORS,
        entered,
        [
            (["Line 4: The penalty of 3 Cleo Dahl is not taken from here; enter it in the ledger."], [GAME]),
            ([], [GAME]),
            ([], [GAME, (2, 1, [8, 0, 0, -8])]),
        ],
    ),
}
"""Of each kind: the event, its three doors, what it keeps, and for each example what is told and kept."""


@pytest.mark.parametrize("kind", READERS)
def test_every_example_is_kept_and_told_alike_by_a_page_a_program_and_a_command(kind, tmp_path):
    make, doors, kept, expected = READERS[kind]
    event = make()
    people(event)
    found = []
    for example in blocks(kind):
        by_door = []
        for door in doors:
            with undone():
                by_door.append((door(example.encode(), tmp_path), kept(event)))
        found.append(by_door)
    assert found == [[one] * 3 for one in expected]


def with_formula():
    """A schedule as a spreadsheet whose first line ends with a formula that has no value."""
    book = openpyxl.Workbook()
    for line in ([1, 2, 3, 4, "=1+1"], [5, 6, 7, 8]):
        book.active.append(line)
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def test_what_is_doubtful_in_a_schedule_is_told_by_every_door_and_it_is_seated(tmp_path):
    event = eight()
    people(event)
    for door in SCHEDULE_DOORS:
        with undone():
            assert (door(with_formula(), tmp_path), seated(event)) == ([NO_VALUE], ROUNDS[:2])


def test_the_library_keeps_a_schedule_and_tells_what_is_doubtful(tmp_path):
    people(eight())
    store = by_page("manage_schedules", name="Club night", who="sue")
    assert store(with_formula(), tmp_path) == [NO_VALUE]
    assert StoredSchedule.objects.get().rounds == [[[1, 2, 3, 4], [5, 6, 7, 8]]]
