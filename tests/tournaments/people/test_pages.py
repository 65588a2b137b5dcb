"""Pages and API of persons: suggestions, links, and merges by administrators."""

import pytest
from django.urls import reverse

from tests.support.people import people, person, program, signed_in
from tests.support.remembered import remembered
from tests.support.seasons import played
from tournaments.accounts.models import Membership
from tournaments.events.models import Tournament
from tournaments.people.models import PersonEntry, PersonMerge, SomebodyElse

pytestmark = pytest.mark.django_db

NAMES = ("Ida Leitner", "Rosa Lind", "Olaf Berg", "Uwe Sand")


@pytest.fixture
@remembered
def events() -> list[Tournament]:
    """Two events of olga's, and one that she has left."""
    held = [
        played(slug, [(30, 10, -10, -30)], NAMES, day=day)
        for slug, day in (("spring", "2026-05-02"), ("secret", "2026-07-02"), ("autumn", "2026-10-03"))
    ]
    for event in held:
        people(event)
    Membership.objects.filter(user=person("olga"), tournament=held[1]).delete()
    return held


def test_an_organiser_links_answers_and_unlinks_on_the_page(events: list[Tournament]) -> None:
    olga, page = signed_in("olga"), reverse("manage_persons", args=["autumn"])
    text = olga.get(page).content.decode()
    assert text.count("Spring") == 4
    assert "Secret" not in text
    known = {"event": "spring", "number": 1}
    answer = olga.post(reverse("manage_person_link", args=["autumn", 1]), known, follow=True)
    assert "Linked to one person." in answer.content.decode()
    olga.post(reverse("manage_person_somebody_else", args=["autumn", 2]), {"event": "spring", "number": 2})
    assert (PersonEntry.objects.count(), SomebodyElse.objects.count()) == (3, 1)
    read = program("olga").get(reverse("api-persons", args=["autumn"])).json()
    assert [row["number"] for row in read["suggestions"]] == [3, 4]
    assert read["suggestions"][0]["people"] == [
        {"event": "spring", "number": 3, "name": "Olaf Berg", "club": "", "events": ["Spring"]}
    ]
    assert read["linked"] == [
        {"number": 1, "same_as": [{"event": "spring", "number": 1, "name": "Ida Leitner"}]}
    ]  # fmt: skip
    olga.post(reverse("manage_person_unlink", args=["autumn", 1]))
    assert "No longer linked." in olga.get(page).content.decode()
    assert program("olga").get(reverse("api-persons", args=["autumn"])).json()["linked"] == []


def test_events_of_others_are_refused_in_the_words_for_events_that_do_not_exist(events: list[Tournament]) -> None:
    link = reverse("api-link-player", args=["autumn", 1])
    asked = [
        program("olga").post(link, {"event": event, "number": 1}, format="json") for event in ("secret", "nowhere")
    ]
    assert [answer.status_code for answer in asked] == [400, 400]
    assert asked[0].json() == asked[1].json()
    assert PersonEntry.objects.count() == 0


def test_an_administrator_sees_the_effects_merges_and_takes_that_back(events: list[Tournament]) -> None:
    ada = person("ada")
    ada.is_superuser = ada.is_staff = True
    ada.save()
    client, page = signed_in("ada"), reverse("person_merges")
    pair = {"stays": "spring/1", "goes": "secret/1"}
    text = client.get(page, pair).content.decode()
    assert "These players will be one person:" in text
    assert PersonMerge.objects.count() == 0
    assert client.post(page, pair).status_code == 302
    (merge,) = PersonMerge.objects.all()
    assert "secret/1, spring/1" in client.get(page).content.decode()
    assert client.post(page, pair).status_code == 422
    client.post(reverse("person_part", args=[merge.pk]))
    assert PersonEntry.objects.values("person").distinct().count() == 2
    met = client.get(page, {"stays": "spring/1", "goes": "spring/2"}).content.decode()
    assert "both play in round 1, so they are not one" in " ".join(met.split())
    assert client.post(page, {"stays": "spring/1", "goes": "spring/2"}).status_code == 422
    assert client.get(page, {"stays": "spring/1", "goes": "nowhere/2"}).status_code == 200
    assert signed_in("olga").get(page).status_code == 403


def test_check_in_and_the_players_offer_known_persons_to_directors_alone(events: list[Tournament]) -> None:
    pages = [reverse("manage_entries", args=["autumn"]), reverse("manage_check_in", args=["autumn"])]
    of_one = [reverse("manage_check_in_one", args=["autumn", 1]), reverse("manage_entry", args=["autumn", 1])]
    olga = signed_in("olga")
    assert ["4 players may be known persons." in olga.get(page).content.decode() for page in pages] == [True, True]
    texts = [" ".join(olga.get(page).content.decode().split()) for page in of_one]
    assert ["May be a known person" in text and "1 event" in text for text in texts] == [True, True]
    desk = signed_in("cara")
    assert ["known person" in desk.get(page).content.decode() for page in [*pages, *of_one]] == [False] * 4
    olga.post(reverse("manage_person_somebody_else", args=["autumn", 1]), {"event": "spring", "number": 1})
    assert "May be a known person" not in olga.get(of_one[0]).content.decode()
