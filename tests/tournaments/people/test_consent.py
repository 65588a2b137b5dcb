"""People across events: every viewer, page, answer, file, picture and search, by consent and by what events hide."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import NamedTuple

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.roles.rows import routes
from tests.support.people import acting, person, program, signed_in
from tests.support.seasons import long_season, played
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.figures.stored import get_stored_figures_of
from tournaments.people import careers, consent, ratings, services
from tournaments.people.models import Person, PersonEntry
from tournaments.results.services import settings
from tournaments.seasons import stored

pytestmark = pytest.mark.django_db

DAY = datetime.date(2026, 5, 1)
NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
VIEWERS = (None, "olga", "ben", "ada", "petra")
"""A visitor, the organiser of the spring event, that of the autumn event, an administrator, and the person."""


class Hall(NamedTuple):
    spring: Tournament
    autumn: Tournament
    petra: Person

    def entry(self, slug: str = "spring") -> Entry:
        return Entry.objects.get(tournament__slug=slug, number=1)


@pytest.fixture
def hall() -> Hall:
    spring = played("spring", [[40, 10, -20, -30], [30, 20, -10, -40]], NAMES)
    autumn = played("autumn", [[-40, 10, 20, 10]], NAMES, day="2026-09-05")
    petra = Person.objects.create()
    for event in (spring, autumn):
        PersonEntry.objects.create(entry=event.entries.get(number=1), person=petra)
    consent.record(acting(), spring.entries.get(number=2), consent_on=DAY, consent_source="paper")
    Portrait.objects.create(entry=autumn.entries.get(number=1), picture=b"JPEG", width=1, height=1, digest="0" * 64)
    person("ben")
    return Hall(spring, autumn, petra)


def give(hall: Hall) -> None:
    consent.record(acting(), hall.entry(), consent_on=DAY, consent_source="paper", shows_photo=True)


def withdraw(hall: Hall) -> None:
    give(hall)
    consent.withdraw(acting(), hall.entry("autumn"))


def withdraw_own(hall: Hall) -> None:
    give(hall)
    consent.withdraw_own(acting("petra"), person=hall.petra)


def erase(hall: Hall) -> None:
    give(hall)
    for slug in ("spring", "autumn"):
        privacy.erase(acting(), hall.entry(slug))


def close_events(hall: Hall) -> None:
    give(hall)
    Tournament.objects.update(published=False)


def close_one(hall: Hall) -> None:
    give(hall)
    Tournament.objects.filter(slug="autumn").update(published=False)


def hide_results(hall: Hall) -> None:
    give(hall)
    for event in (hall.spring, hall.autumn):
        settings.edit(acting(), event, facts={"standings_hidden": True})


STATES: dict[Callable[[Hall], None], tuple[bool, list[tuple[str, int]]]] = {
    lambda hall: None: (False, []),
    give: (True, [("autumn", 4), ("spring", 1)]),
    withdraw: (False, []),
    withdraw_own: (False, []),
    erase: (False, []),
    close_events: (False, []),
    close_one: (True, [("spring", 1)]),
    hide_results: (True, [("autumn", 0), ("spring", 0)]),
}
"""Change of the hall -> the page across events exists, and the places that it shows."""


def list_addresses(key: str) -> list[str]:
    """Return the address of every route below /people/ and /api/v1/people/ that names a person."""
    patterns = {name: pattern for name, pattern in routes().items() if "people/<str:key>/" in str(pattern.pattern)}
    assert len(patterns) >= 4
    return [
        ("/api/v1/" if name.startswith("api-") else "/")
        + str(pattern.pattern).replace("<str:key>", key).replace("<slug:name>", "any")
        for name, pattern in patterns.items()
    ]


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.__name__)
def test_a_page_across_events_exists_with_consent_alone(hall, state):
    state(hall)
    ratings.store_stale()
    for viewer in VIEWERS:
        look(hall, state, signed_in(viewer))


def look(hall: Hall, state: Callable[[Hall], None], client: Client) -> None:
    """Open every address as one viewer."""
    exists, places = STATES[state]
    unknown = client.get("/people/unknown/")
    assert unknown.status_code == 404
    for address in list_addresses(hall.petra.key):
        answer = client.get(address)
        photo_gone = address.endswith("/photo/") and state is close_one
        assert answer.status_code == (200 if exists and not photo_gone else 404), address
        if answer.status_code == 404 and not address.startswith("/api/"):
            assert answer.text.replace(address, "") == client.get(address.replace(hall.petra.key, "x")).text.replace(
                address.replace(hall.petra.key, "x"), ""
            )
    rated = exists and any(place for _event, place in places)
    for address in ("/ratings/", "/api/v1/ratings/"):
        assert (hall.petra.key in client.get(address).text) == rated, address
    assert ("Petra Quist" in client.get("/ratings.csv").text) == rated
    for address in ("/people/", "/people/?q=quist", "/api/v1/people/?q=quist", "/api/v1/people/", "/sitemap.xml"):
        assert (hall.petra.key in client.get(address).text) == exists, address
    rosa = Person.objects.get(links__entry__number=2)
    beside = client.get(f"/people/{rosa.key}/")
    if beside.status_code == 200:
        assert (hall.petra.key in beside.text) == (exists and places != [("autumn", 0), ("spring", 0)])
        assert hall.petra.key not in client.get(f"/api/v1/people/{rosa.key}/").text or exists
    if exists:
        events = client.get(f"/api/v1/people/{hall.petra.key}/").json()["events"]
        assert [(row["event"], row["place"]) for row in events] == places
    own = client.get(reverse("event_player", args=["spring", 1]))
    if own.status_code == 200:
        assert (hall.petra.key in own.text) == exists


def test_the_page_shows_places_titles_and_the_record_against_others_who_consent(hall):
    give(hall)
    Tournament.objects.update(state=Tournament.State.FINISHED)
    career = careers.build_career(hall.petra)
    assert [(event.tournament.slug, event.place, event.of, event.after) for event in career.events] == [
        ("autumn", 4, 4, 0),
        ("spring", 1, 4, 0),
    ]
    assert [[(name, int(amount)) for name, amount in event.points] for event in career.events] == [
        [("Total", -40)],
        [("Total", 70)],
    ]
    assert [event.tournament.slug for event in career.titles] == ["spring"]
    # Rosa was at each of the three tables: behind Petra in both games of spring, ahead in that of autumn, where her
    # entry belongs to no person yet.
    assert [(one.games, one.ahead, one.behind, one.level) for one in career.opponents] == [(2, 2, 0, 0)]
    page = Client().get(f"/people/{hall.petra.key}/")
    assert ("Last result: place 4 of 4, Autumn" in page.text, "Titles" in page.text) == (True, True)


def test_an_event_under_way_shows_the_move_of_the_last_round(hall):
    give(hall)
    Tournament.objects.update(state=Tournament.State.RUNNING)
    hall.spring.refresh_from_db()
    third = PersonEntry.objects.create(entry=hall.spring.entries.get(number=3), person=Person.objects.create())
    consent.record(acting(), third.entry, consent_on=DAY, consent_source="paper")
    moves = [event.moved for event in careers.build_career(third.person).events]
    assert moves == [careers.find_public_standings(hall.spring).individual[2].progress.moved]


def test_a_search_finds_accents_and_scripts(hall):
    give(hall)
    Entry.objects.filter(tournament=hall.autumn, number=1).update(shown_key="quist petra 佩特拉")
    for words, hit in (("QUÍST", True), ("佩特拉", True), ("petra quist", True), ("quist rosa", False), ("--", False)):
        assert (hall.petra.key in Client().get("/people/", {"q": words}).text) == hit, words


def test_the_worker_stores_the_standings_of_events_that_a_page_shows(hall):
    assert {event.slug for event in stored.query_stale_events()} == {"spring"}
    give(hall)
    assert {event.slug for event in stored.query_stale_events()} == {"spring", "autumn"}
    stored.store_stale()
    assert not stored.has_stale_events()


def test_consent_is_recorded_with_day_and_source_and_logged(hall):
    page = signed_in("olga").get("/t/spring/manage/entries/1/consent/")
    assert "Record the consent" in page.text
    late = signed_in("olga").post(
        "/t/spring/manage/entries/1/consent/", {"consent_on": "2999-01-01", "consent_source": "paper"}
    )
    assert "it lies in the future" in late.text
    signed_in("olga").post("/t/spring/manage/entries/1/consent/", {"consent_on": DAY, "consent_source": "spoken"})
    hall.petra.refresh_from_db()
    assert (hall.petra.consent, hall.petra.consent_on, hall.petra.consent_source) == ("given", DAY, "spoken")
    logged = AuditEntry.objects.filter(action="people.consent").latest("pk")
    assert (logged.after["consent"], logged.after["consent_source"]) == ("given", "spoken")
    signed_in("olga").post("/t/spring/manage/entries/1/consent/withdraw/")
    hall.petra.refresh_from_db()
    assert hall.petra.consent == "withdrawn"
    with pytest.raises(UserError, match="no consent to withdraw"):
        consent.withdraw(acting(), hall.entry())


def test_an_erased_entry_leaves_the_page_and_the_last_one_takes_the_person_along(hall):
    give(hall)
    privacy.erase(acting(), hall.entry("autumn"))
    page = Client().get(f"/people/{hall.petra.key}/")
    assert ("Spring" in page.text, "Autumn" in page.text) == (True, False)
    privacy.erase(acting(), hall.entry("spring"))
    assert not Person.objects.filter(pk=hall.petra.pk).exists()


def test_the_consent_of_a_player_reads_in_the_api(hall):
    olga = program("olga")
    address = "/api/v1/tournaments/spring/entries/1/consent/"
    assert olga.get(address).json()["consent"] == ""
    give(hall)
    assert olga.get(address).json()["consent_source"] == "paper"
    assert program("otto").get(address).status_code == 403


def test_a_withdrawal_counts_for_the_person_that_it_was_merged_into(hall):
    give(hall)
    consent.withdraw(acting(), hall.entry())
    winter = played("winter", [[40, 10, -20, -30]], NAMES, day="2026-12-05").entries.get(number=1)
    again = consent.record(acting(), winter, consent_on=DAY, consent_source="paper")
    assert again in careers.query_visible_people()
    services.merge(acting("ada"), goes=hall.entry(), stays=winter)
    assert again not in careers.query_visible_people()
    consent.record(
        acting(), winter, consent_on=timezone.now().date() + datetime.timedelta(days=1), consent_source="paper"
    )
    assert again in careers.query_visible_people()


def test_the_old_address_of_a_merged_person_leads_to_the_remaining_one_while_both_consent(hall):
    give(hall)
    winter = played("winter", [[40, 10, -20, -30]], NAMES, day="2026-12-05").entries.get(number=1)
    remaining = consent.record(acting(), winter, consent_on=DAY, consent_source="paper")
    merge = services.merge(acting("ada"), goes=hall.entry(), stays=winter)
    old, client = f"/people/{hall.petra.key}/", Client()
    assert client.get(f"{old}petra/").headers["Location"] == client.get(old).headers["Location"]
    assert client.get(old).headers["Location"] == f"/people/{remaining.key}/"
    assert client.get(f"/api/v1{old}").status_code == client.get(f"{old}photo/").status_code == 404
    former = Person.objects.filter(pk=hall.petra.pk)
    former.update(consent="withdrawn", withdrawn_on="2026-01-01", shows_photo=False)
    assert client.get(f"/people/{remaining.key}/").status_code == 200
    assert client.get(old).status_code == 404
    former.update(consent="given", withdrawn_on=None)
    consent.withdraw(acting(), winter)
    assert client.get(old).status_code == 404
    services.part(acting("ada"), merge=merge)
    assert client.get(old).status_code == 200


def test_a_career_of_forty_events_takes_few_queries(django_assert_max_num_queries):
    long_season()
    get_stored_figures_of(Tournament.objects.all())
    person_of_all = Person.objects.create(consent="given", consent_on=DAY, consent_source="paper")
    entries = Entry.objects.filter(number=3)
    PersonEntry.objects.bulk_create(PersonEntry(entry=entry, person=person_of_all) for entry in entries)
    with django_assert_max_num_queries(12):
        page = Client().get(f"/people/{person_of_all.key}/")
    assert page.text.count("Cup ") >= 40


def test_a_player_alone_with_a_consent_is_linked_to_nobody(hall):
    rosa = hall.spring.entries.get(number=2)
    page = signed_in("olga").get("/t/spring/manage/entries/persons/")
    assert [entry.number for entry, _others in page.context["linked"]] == [1]
    services.unlink(acting(), entry=rosa)
    assert PersonEntry.objects.get(entry=rosa).person.consent == "given"


def test_an_older_paper_does_not_bring_a_withdrawn_page_back(hall):
    withdraw_own(hall)
    with pytest.raises(UserError, match="withdrawn later"):
        consent.record(acting(), hall.entry(), consent_on=DAY, consent_source="paper")
    assert hall.petra not in careers.query_visible_people()
    again = timezone.now().date() + datetime.timedelta(days=1)
    consent.record(acting(), hall.entry(), consent_on=again, consent_source="paper")
    assert hall.petra in careers.query_visible_people()


def own(hall: Hall) -> str:
    return Client().get("/t/spring/players/1/").text


def test_an_event_read_before_shows_the_link_no_longer(hall, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        give(hall)
    assert hall.petra.key in own(hall)
    with django_capture_on_commit_callbacks(execute=True):
        consent.withdraw_own(acting("petra"), person=hall.petra)
    assert hall.petra.key not in own(hall)


def test_a_withdrawal_stays_when_players_are_linked_and_unlinked(hall):
    withdraw(hall)
    winter = played("winter", [[40, 10, -20, -30]], NAMES, day="2026-12-05").entries.get(number=1)
    consent.record(acting(), winter, consent_on=DAY, consent_source="paper")
    with pytest.raises(UserError, match="withdrew the consent"):
        services.link(acting("ada"), entry=hall.entry(), same_as=winter, namesakes=False)
    services.unlink(acting("ada"), entry=hall.entry())
    with pytest.raises(UserError, match="a new one needs a later day"):
        consent.record(acting(), hall.entry(), consent_on=DAY, consent_source="paper")


def test_an_organiser_does_not_change_the_own_consent_of_a_person(hall):
    consent.give_own(acting("petra"), person=hall.petra)
    with pytest.raises(UserError, match="only they change it"):
        give(hall)


def test_an_event_of_nicknames_hides_the_name_everywhere(hall):
    give(hall)
    players.edit(acting(), hall.entry(), nickname="Fox")
    settings.edit(acting(), hall.spring, facts={"shown_names": "nicknames"})
    page = Client().get(f"/people/{hall.petra.key}/").text
    assert ("Fox" in page, "Quist" in page) == (True, False)
