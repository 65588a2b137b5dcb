"""The second event needs no typing: people of earlier events are ticked."""

import pytest
from django.urls import reverse

from tests.support.people import acting, people, person, small_tournament
from tournaments.entries.queries import known_people
from tournaments.entries.services import players as registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """This year's event; last year's had Ada and Bo, the year before Ada without her number and Cy, who plays here."""
    for year, players in (
        ("2024", (("Ada", "Rossi", "ITA", ""), ("Cy", "Wu", "CHN", ""))),
        ("2025", (("Ada", "ROSSI", "ita", "06010001"), ("Bo", "Berg", "NOR", ""))),
    ):
        past = small_tournament(0, slug=f"open-{year}")
        past.name, past.starts_on = f"Open {year}", f"{year}-05-01"
        past.save()
        people(past)
        for given, family, country, number in players:
            facts = {"given_name": given, "family_name": family, "country": country, "ema_number": number}
            registration.add(acting(), past, **facts)
    event = small_tournament(0)
    people(event)
    registration.add(acting(), event, given_name="Cy", family_name="Wu", country="CHN")
    return event


def test_one_line_a_person_with_the_newest_facts_and_all_their_events(event):
    found = [(one.entry.name, one.entry.ema_number, one.events) for one in known_people(person("olga"), event)]
    assert found == [
        ("Bo Berg", None, ("Open 2025",)),
        ("Ada ROSSI", "06010001", ("Open 2025", "Open 2024")),
    ]
    assert known_people(person("otto"), event) == []


def test_who_is_ticked_is_entered(event, olga):
    page = reverse("manage_known_people", args=[event.slug])
    (ada,) = olga.get(page, {"q": "rossi"}).context["page"]
    answer = olga.post(page, {"person": [f"open-2025 {ada.entry.number}", "open-2025 9"]})
    assert answer.headers["Location"] == reverse("manage_entries", args=[event.slug])
    new = event.entries.get(number=2)
    assert (new.name, new.ema_number, new.status) == ("Ada ROSSI", "06010001", "registered")
    assert "Choose the players to enter." in olga.post(page).content.decode()
