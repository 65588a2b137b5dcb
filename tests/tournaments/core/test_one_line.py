"""A name is one line, on pages, in the API and in files."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting
from tournaments.core.errors import UserError
from tournaments.entries.reading import roster as entries
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

BROKEN = ["Mei\r\nBcc: everybody", "Mei\nLi", "Mei\u2028Li", "Mei\x00", "Mei\tLi", "Mei\x85Li"]


@pytest.mark.parametrize("name", BROKEN)
def test_no_service_stores_a_broken_name(event: Tournament, name: str) -> None:
    player = event.entries.get(number=1)
    for write in (
        lambda: registration.add(acting(), event, family_name=name),
        lambda: registration.edit(acting(), player, club=name),
        lambda: teams.add(acting(), event, name=name),
    ):
        with pytest.raises(UserError, match=r"one line|[Nn]ull characters") as refused:
            write()
        assert refused.value.field in ("family_name", "club", "name")
    assert event.entries.count() == 8
    assert event.entries.get(number=1).club == ""


def test_pages_and_api_say_it_at_the_field(event: Tournament, olga: Client) -> None:
    values = {"family_name": "Li\r\nX", "status": "registered", "from_round": 1}
    page = olga.post(reverse("manage_entry_add", args=[event.slug]), values)
    assert (page.status_code, "This is one line" in page.text) == (422, True)
    answer = olga.post(
        reverse("api-entries", args=[event.slug]), {"family_name": "Li\r\nX"}, content_type="application/json"
    )
    assert (answer.status_code, answer.json()["field"]) == (400, "family_name")


def test_a_row_of_a_file_is_left_out_with_its_line(event: Tournament) -> None:
    found = entries.preview(event, b'number,family_name\n20,"Li\nX"\n21,Wu\n')
    assert [(problem.line, problem.column) for problem in found.problems] == [(2, "family_name")]
    assert [row.action for row in found.rows] == ["skip", "add"]
    player = registration.edit(acting(), event.entries.get(number=1), note="left handed\r\nvegetarian")
    assert player.note == "left handed\r\nvegetarian", "notes have lines"
