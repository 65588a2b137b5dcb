"""Known people go by links first; who is added from earlier events is linked at once; imports name suggestions."""

import pytest
from django.urls import reverse

from tests.support.people import acting, people, person, signed_in, small_tournament
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.accounts.models import Membership
from tournaments.entries.known_people import list_people_of_earlier_events, query_names_of_earlier_events, register_of
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.events.models import Tournament
from tournaments.people import services
from tournaments.people.models import Person, PersonEntry

pytestmark = pytest.mark.django_db

NAMES = {
    "spring": ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uwe Sand"),
    "summer": ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uve Sand"),
}


@pytest.fixture
@remembered
def event() -> Tournament:
    """New event of olga's, after two others."""
    for slug, day in (("spring", "2026-05-02"), ("summer", "2026-07-02")):
        played(slug, [(30, 10, -10, -30)], NAMES[slug], day=day)
    made = small_tournament(0, slug="winter")
    people(made)
    return made


def entry(slug: str, number: int) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament__slug=slug, number=number)


def known(event: Tournament) -> list[tuple[str, ...]]:
    user = person("olga")
    found = list_people_of_earlier_events(user, event, list(query_names_of_earlier_events(user, event)))
    return sorted(tuple(services.format_code(row) for row in known.entries) for known in found)


def test_entries_of_one_person_are_one_known_person_and_those_of_two_are_not(event: Tournament) -> None:
    assert ("summer/1", "spring/1") in known(event)
    services.link(acting(), entry=entry("spring", 4), same_as=entry("summer", 4))
    assert ("summer/4", "spring/4") in known(event)
    for slug in NAMES:
        PersonEntry.objects.create(entry=entry(slug, 1), person=Person.objects.create())
    assert [codes for codes in known(event) if "/1" in codes[0]] == [("spring/1",), ("summer/1",)]
    assert register_of(person("olga"), event, {entry("spring", 1).folded_name}).find("Ida Leitner") is None


def test_who_is_linked_here_under_another_name_is_not_offered(event: Tournament) -> None:
    late = Entry.objects.create(tournament=event, number=1, given_name="I.", family_name="L.")
    services.link(acting(), entry=late, same_as=entry("summer", 1))
    assert [codes for codes in known(event) if "/1" in codes[0]] == []


def test_who_is_added_from_earlier_events_is_linked_at_once(event: Tournament) -> None:
    signed_in("olga").post(reverse("manage_known_people", args=["winter"]), {"person": ["summer 1", "summer 2"]})
    held = sorted(services.list_codes(held) for held in Person.objects.all())
    assert held == [["spring/1", "summer/1", "winter/1"], ["spring/2", "summer/2", "winter/2"]]


def test_only_own_events_are_linked(event: Tournament) -> None:
    Membership.objects.filter(user=person("olga"), tournament__slug="summer").update(role="scorer")
    signed_in("olga").post(reverse("manage_known_people", args=["winter"]), {"person": ["summer 4", "spring 4"]})
    assert [services.list_codes(held) for held in Person.objects.all()] == [["spring/4", "winter/2"]]


def test_a_roster_import_and_the_registrations_name_suggestions(event: Tournament) -> None:
    olga = signed_in("olga")
    preview = olga.post(reverse("manage_import", args=["winter"]), {"text": "name\nIda Leitner\nNew Face"})
    confirmed = {"confirmed": preview.context["token"]}
    after = olga.post(reverse("manage_import", args=["winter"]), confirmed, follow=True)
    assert "1 player may be a known person." in after.text
    RegistrationDesk.objects.create(tournament=event)
    assert "1 player may be a known person." in olga.get(reverse("manage_registrations", args=["winter"])).text
