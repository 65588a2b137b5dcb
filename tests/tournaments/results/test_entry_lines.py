"""Each line of the results entry page is that of its own table."""

import re

import pytest
from django.urls import reverse

from tests.support.people import people, person
from tests.support.tables import enter, playing, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

NAMES = ["Anna & Co", "<b>Bo</b>", 'Cy "the wall"', "Dee", "Eva", "Fay", "Gil", "Hu"]


@pytest.fixture
def event(client):
    tournament = playing(12)
    people(tournament)
    for entry, name in zip(tournament.entries.order_by("number"), NAMES, strict=False):
        entry.given_name, entry.family_name = "", name
        entry.save(update_fields=["given_name", "family_name"])
    client.force_login(person("olga"))
    return tournament


def line_of(client, event: Tournament, table: int) -> str:
    page = client.get(reverse("manage_results", args=[event.slug, 1])).text
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


def test_tables_of_one_kind_have_their_own_names_numbers_and_addresses(client, event):
    enter(table_of(event, 1), (60, 20, -30, -50))
    enter(table_of(event, 2), (1, 2, 3, -6))
    first, second = line_of(client, event, 1), line_of(client, event, 2)
    assert controls(first) == {
        "based_on": "1",
        "points_0": "60",
        "points_1": "20",
        "points_2": "-30",
        "points_3": "-50",
    }
    assert controls(second) == {"based_on": "1", "points_0": "1", "points_1": "2", "points_2": "3", "points_3": "-6"}
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


def test_a_table_without_a_sheet_is_empty_and_offers_no_confirming(client, event):
    enter(table_of(event, 1), (60, 20, -30, -50))
    line = line_of(client, event, 3)
    assert (controls(line), "formaction" in line, "Save" in line) == ({"based_on": "0"}, False, True)


def test_what_one_has_entered_oneself_or_must_enter_once_more_is_not_confirmed_here(client, event):
    enter(table_of(event, 1), (60, 20, -30, -50), name="olga")
    assert "formaction" not in line_of(client, event, 1)
    Tournament.objects.update(blind_reentry=True)
    enter(table_of(event, 2), (60, 20, -30, -50))
    line = line_of(client, event, 2)
    assert ("Second entry" in line, "formaction" in line, controls(line)) == (True, False, {"based_on": "1"})
