"""Each line of the results entry page is that of its own table."""

import re

import pytest
from django.urls import reverse

from tests.support.people import people, signed_in
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

NAMES = ["Anna & Co", "<b>Bo</b>", 'Cy "the wall"', "Dee", "Eva", "Fay", "Gil", "Hu"]


@pytest.fixture
def event():
    tournament = playing(12)
    people(tournament)
    for entry, name in zip(tournament.entries.order_by("number"), NAMES, strict=False):
        entry.given_name, entry.family_name = "", name
        entry.save(update_fields=["given_name", "family_name"])
    return tournament


def line_of(event: Tournament, table: int) -> str:
    page = signed_in("olga").get(reverse("manage_results", args=[event.slug, 1])).text
    (line,) = re.findall(rf'<form[^>]*data-table="{table}".*?</form>', page, re.DOTALL)
    return re.sub(r"\s+", " ", line)


def controls(line: str) -> dict[str, str]:
    """Name of each control with a value -> what it holds."""
    return {
        name: found.group(1)
        for tag in re.findall(r"<input[^>]*>", line)
        for name in re.findall(r'name="(\w+)"', tag)
        if name != "csrfmiddlewaretoken" and (found := re.search(r'value="([^"]*)"', tag))
    }


def test_tables_of_one_kind_have_their_own_names_numbers_and_addresses(event):
    enter(table_of(event, 1), (60, 20, -30, -50))
    enter(table_of(event, 2), (1, 2, 3, -6))
    first, second = line_of(event, 1), line_of(event, 2)
    for line, points in ((first, (60, 20, -30, -50)), (second, (1, 2, 3, -6))):
        assert controls(line) == {"based_on": "1"} | {f"points_{at}": str(own) for at, own in enumerate(points)}
    labels = [re.findall(r'<label for="(\w+)" > (.*?) </label>', line) for line in (first, second)]
    unit = ' <span class="visually-hidden">(points)</span>'
    assert labels[0][:3] == [
        ("id_t1_points_0", f"E · Anna &amp; Co{unit}"),
        ("id_t1_points_1", f"S · &lt;b&gt;Bo&lt;/b&gt;{unit}"),
        ("id_t1_points_2", f"W · Cy &quot;the wall&quot;{unit}"),
    ]
    assert [name for name, _label in labels[1]] == [*(f"id_t2_points_{at}" for at in range(4)), "id_t2_reason"]
    for number, line in ((1, first), (2, second)):
        assert f'action="{reverse("manage_table", args=[event.slug, 1, number])}"' in line
        assert f'formaction="{reverse("manage_confirm", args=[event.slug, 1, number, 1])}"' in line


def test_what_is_missing_ones_own_or_to_be_entered_again_is_not_confirmed_here(event):
    enter(table_of(event, 1), (60, 20, -30, -50), name="olga")
    line = line_of(event, 3)
    assert (controls(line), "formaction" in line, "Save" in line) == ({"based_on": "0"}, False, True)
    assert "formaction" not in line_of(event, 1)
    Tournament.objects.update(blind_reentry=True)
    enter(table_of(event, 2), (60, 20, -30, -50))
    line = line_of(event, 2)
    assert ("Second entry" in line, "formaction" in line, controls(line)) == (True, False, {"based_on": "1"})
