"""The second event needs no typing: people of earlier events are ticked."""

from itertools import product

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.people import acting, people, person, small_tournament
from tests.support.release import in_full
from tests.support.remembered import remembered
from tournaments.entries.known_people import (
    KnownPerson,
    Register,
    list_newest_first,
    list_people_of_earlier_events,
    query_names_of_earlier_events,
    register_of,
)
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def past():
    """An account, its new event, and three earlier ones without players."""
    events = [small_tournament(0, slug=f"open-{year}") for year in range(2022, 2025)]
    event = small_tournament(0)
    for tournament in (*events, event):
        people(tournament)
    return person("olga"), event, events


@pytest.fixture
@remembered
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
        for given_name, family, country, number in players:
            facts = {"given_name": given_name, "family_name": family, "country": country, "ema_number": number}
            registration.add(acting(), past, **facts)
    event = small_tournament(0)
    people(event)
    registration.add(acting(), event, given_name="Cy", family_name="Wu", country="CHN")
    return event


def known(user, event, words: str = "") -> list[KnownPerson]:
    return list_people_of_earlier_events(user, event, list(query_names_of_earlier_events(user, event, words)))


def test_one_line_a_person_with_the_newest_facts_and_all_their_events(event):
    found = [(one.entry.name, one.entry.ema_number, one.events) for one in known(person("olga"), event)]
    assert found == [
        ("Bo Berg", None, ("Open 2025",)),
        ("Ada ROSSI", "06010001", ("Open 2025", "Open 2024")),
    ]
    assert known(person("otto"), event) == []


@settings(max_examples=40 if in_full() else 15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    rows=st.lists(st.tuples(st.integers(0, 2), st.sampled_from("abcd"), st.sampled_from(["", "1", "2"])), max_size=10)
)
def test_part_of_the_register_says_what_the_whole_one_says(past, rows):
    """Names and numbers chain entries to people, whichever of them a search begins with."""
    user, event, events = past
    Entry.objects.filter(tournament__in=events).delete()
    numbered = {(index, digit or row): (name, digit) for row, (index, name, digit) in enumerate(rows)}
    Entry.objects.bulk_create(
        Entry(tournament=events[index], number=number, given_name=name, ema_number=f"0601000{digit}" if digit else None)
        for number, ((index, _key), (name, digit)) in enumerate(numbered.items(), 1)
    )
    whole = Register(list_newest_first(Entry.objects.filter(tournament__in=events)))
    assert {person.entry for person in known(user, event)} == {person.entry for person in whole.people}
    for name, digit in product("abcd", ("", "1", "2")):
        number = digit and f"0601000{digit}"
        part = register_of(user, event, {name}, {number} if number else ())
        assert part.find(name, number) == whole.find(name, number)
        assert part.find(name) == whole.find(name)


def test_the_list_asks_as_often_for_hundred_people_as_for_three(event, olga):
    page = reverse("manage_known_people", args=[event.slug])
    olga.get(page)
    past = Tournament.objects.get(slug="open-2024")
    with CaptureQueriesContext(connection) as few:
        olga.get(page)
    Entry.objects.bulk_create(
        Entry(tournament=past, number=number, given_name=f"Zoe {number}") for number in range(10, 110)
    )
    with CaptureQueriesContext(connection) as many:
        assert olga.get(page).context["page"].paginator.count == 102
    assert len(many) == len(few)


def test_who_is_ticked_is_entered(event, olga):
    page = reverse("manage_known_people", args=[event.slug])
    (ada,) = olga.get(page, {"q": "rossi"}).context["people"]
    answer = olga.post(page, {"person": [f"open-2025 {ada.entry.number}", "open-2025 9"]})
    assert answer.headers["Location"] == reverse("manage_entries", args=[event.slug])
    new = event.entries.get(number=2)
    assert (new.name, new.ema_number, new.status) == ("Ada ROSSI", "06010001", "registered")
    assert "Choose the players to enter." in olga.post(page).content.decode()
