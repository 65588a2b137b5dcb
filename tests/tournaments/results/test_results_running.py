"""Results from a spreadsheet into an event under way: found among the seated tables, looked at, then entered."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.support.people import signed_in
from tournaments.core.tabular.reading import read_text
from tournaments.results.models.results import TableResult
from tournaments.results.reading.results_table import read_results
from tournaments.results.reading.running import preview

pytestmark = pytest.mark.django_db
POINTS = (40, 12, -20, -32, 8, 0, 0, -8)


def table(*changes):
    points = dict(enumerate(POINTS, 1)) | dict(changes)
    return "player\tR1\n" + "\n".join(f"Given{n:02} Family{n:02}\t{own}" for n, own in points.items())


def looked(event, text):
    return preview(event, read_results(read_text(text)))


def post(event, **values):
    return signed_in("sam").post(reverse("manage_results_import", args=[event.slug]), values)


def test_a_wide_table_without_tables_is_found_by_who_sits_where(event):
    found = looked(event, table())
    assert found.problems == []
    assert [(one.round, one.table, one.action, one.points, one.doubtful) for one in found.tables] == [
        (1, 1, "add", POINTS[:4], False),
        (1, 2, "add", POINTS[4:], False),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no\tR1\n1\t5\n2\t-5", "Round 1, table 1: the points of Given03 Family03, Given04 Family04 are missing."),
        ("no\tR2\n1\t5", "Round 2 has no published seating; draw or paste it first."),
        ("no\tR9\n1\t5", "The tournament has no round 9."),
        ("name\tR1\nNobody\t5", "There is no player, or more than one, called Nobody."),
        (table((1, "1.5")), "Round 1, table 1: points are whole numbers."),
        (
            "round,table,no,points\n" + "".join(f"1,{1 if n in (1, 2, 3, 5) else 2},{n},0\n" for n in range(1, 9)),
            "Round 1, table 1: the rows have its players at tables 1, 2.",
        ),
    ],
)
def test_what_does_not_fit_the_event_is_told(event, text, said):
    assert said in [problem.message for problem in looked(event, text).problems]


def test_sam_looks_and_enters_and_a_second_time_nothing_changes(event):
    assert (post(event, confirmed="x").status_code, TableResult.objects.count()) == (302, 0), "nobody has looked"
    seen = post(event, text=table())
    assert (seen.status_code, TableResult.objects.count()) == (200, 0)
    assert post(event, confirmed=seen.context["token"]).status_code == 302
    assert set(TableResult.objects.values_list("state", flat=True)) == {"entered"}
    again = looked(event, table((1, 30), (2, 22)))
    assert [one.action for one in again.tables] == ["change", "same"]


def test_a_sheet_that_does_not_add_up_wants_a_reason(event):
    seen = post(event, text=table((1, 41)))
    assert [one.doubtful for one in seen.context["preview"].tables] == [True, False]
    assert post(event, confirmed=seen.context["token"]).url == reverse("manage_results_import", args=[event.slug])
    assert TableResult.objects.count() == 0
    post(event, confirmed=seen.context["token"], reason="as on paper")
    assert sorted(TableResult.objects.values_list("doubtful_reason", flat=True)) == ["", "as on paper"]
