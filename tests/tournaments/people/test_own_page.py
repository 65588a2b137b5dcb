"""My page: an account reads and decides about the player that an organiser linked to it, and about nobody else."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.people import acting, person, seat_in_order, signed_in, small_tournament
from tests.support.seasons import played
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.exchange.services import privacy
from tournaments.people.models import Person, PersonEntry
from tournaments.results.services import settings
from tournaments.rounds.models import Round, Seating

pytestmark = pytest.mark.django_db

NAMES = ("Petra Quist", "Rosa Lind", "Olaf Berg", "Uwe Sand")
HINT = "Ask the organiser of your event to link the account"


@pytest.fixture
def petra() -> Person:
    """petra plays in spring, where the organiser has linked the account, and in autumn, linked as the same person."""
    spring = played("spring", [[40, 10, -20, -30], [30, 20, -10, -40]], NAMES)
    autumn = played("autumn", [[-40, 10, 20, 10]], NAMES, day="2026-09-05")
    same = Person.objects.create()
    for event in (spring, autumn):
        PersonEntry.objects.create(entry=event.entries.get(number=1), person=same)
    players.link_account(acting(), spring.entries.get(number=1), user=person("petra"))
    return same


def read(name: str = "petra") -> str:
    return " ".join(signed_in(name).get("/my/").text.split())


def entry(slug: str) -> Entry:
    return Entry.objects.select_related("tournament").get(tournament__slug=slug, number=1)


def test_only_the_linked_account_sees_the_player(petra):
    text = read()
    assert ("Spring" in text, "Autumn" in text, "1/4" in text, "4/4" in text) == (True,) * 4
    for name in ("otto", "olga", "ada"):
        assert HINT in read(name)
        assert "/t/spring/players/1/" not in read(name)
    assert Client().get("/my/").status_code == 302
    assert '"/my/"' in signed_in("otto").get("/").text


def test_hidden_results_and_events_that_are_not_public_do_not_appear(petra):
    settings.edit(acting(), entry("spring").tournament, facts={"standings_hidden": True})
    assert ("1/4" in read(), "4/4" in read()) == (False, True)
    Tournament.objects.filter(slug="autumn").update(published=False)
    assert "Autumn" not in read()
    Tournament.objects.filter(slug="spring").update(published=False)
    assert HINT in read()


def test_an_erased_or_unlinked_player_is_nobody_here(petra):
    players.unlink_account(acting(), entry("spring"))
    assert HINT in read()
    players.link_account(acting(), entry("spring"), user=person("petra"))
    privacy.erase(acting(), entry("spring"))
    assert HINT in read()


def test_an_entry_of_another_account_is_not_shown_and_keeps_the_consent_from_both(petra):
    players.link_account(acting(), entry("autumn"), user=person("otto"))
    assert ("Autumn" in read(), "Spring" in read("otto")) == (False, False)
    answer = signed_in("petra").post("/my/consent/", follow=True)
    assert "Another account is linked to the same person." in answer.text
    petra.refresh_from_db()
    assert petra.consent == Person.Consent.NONE


def test_consent_is_given_and_withdrawn_by_the_player_alone(petra):
    address = f"/people/{petra.key}/"
    assert Client().get(address).status_code == 404
    assert "No organiser has linked this account" in signed_in("otto").post("/my/consent/", follow=True).text
    signed_in("petra").post("/my/consent/", {"shows_photo": "on"})
    petra.refresh_from_db()
    assert (petra.consent, petra.consent_source, petra.shows_photo) == ("given", Person.Source.PERSON, True)
    assert (Client().get(address).status_code, address in read()) == (200, True)
    signed_in("otto").post("/my/consent/withdraw/")
    assert Client().get(address).status_code == 200
    signed_in("petra").post("/my/consent/withdraw/")
    assert (Client().get(address).status_code, address in read()) == (404, False)
    logged = AuditEntry.objects.filter(action__in=("people.consent_own", "people.withdraw_own"))
    assert [row.actor_name for row in logged] == ["petra", "petra"]


def test_a_player_without_a_person_gets_one_by_consenting(petra):
    PersonEntry.objects.all().delete()
    signed_in("petra").post("/my/consent/")
    assert PersonEntry.objects.get().entry == entry("spring")
    assert Person.objects.get(links__entry=entry("spring")).consent == "given"


def test_the_name_changes_to_initials_and_back_where_the_account_is_confirmed(petra):
    signed_in("otto").post("/my/initials/", {"initials_only": "on"})
    signed_in("petra").post("/my/initials/", {"initials_only": "on"})
    assert (entry("spring").name, entry("autumn").name) == ("P. Q.", "Petra Quist")
    assert AuditEntry.objects.filter(action="entries.edit").latest("pk").actor_name == "petra"
    signed_in("petra").post("/my/initials/")
    assert entry("spring").name == "Petra Quist"
    Tournament.objects.update(archived_at=timezone.now())
    answer = signed_in("petra").post("/my/initials/", {"initials_only": "on"}, follow=True)
    assert "There is no event of yours in which the name can change." in answer.text


def test_the_own_data_hold_confirmed_entries_without_notes_and_hidden_results(petra):
    players.edit(acting(), entry("spring"), note="always late")
    (facts,) = signed_in("petra").get("/my/data.json").json()
    assert (facts["event"], facts["player"]["romanised_name"], [row["points"] for row in facts["sheets"]]) == (
        "Spring",
        "Petra Quist",
        [40, 30],
    )
    assert ("note" in facts["player"], "named_in" in facts) == (False, False)
    assert signed_in("otto").get("/my/data.json").json() == []
    assert signed_in("otto").get("/my/data.pdf").status_code == 302
    assert Client().get("/my/data.json").status_code == 302
    paper = signed_in("petra").get("/my/data.pdf")
    assert (paper.status_code, paper["Cache-Control"].count("no-store")) == (200, 1)
    settings.edit(acting(), entry("spring").tournament, facts={"standings_hidden": True})
    (facts,) = signed_in("petra").get("/my/data.json").json()
    assert (facts["sheets"], facts["ledger"]) == ([], [])


def test_the_next_table_is_the_published_one_until_the_event_is_over():
    event = small_tournament()
    players.link_account(acting(), event.entries.get(number=1), user=person("petra"))
    Tournament.objects.update(state=Tournament.State.RUNNING)
    first = event.rounds.get(number=1)
    seating = seat_in_order(first)
    assert "Round 1, table" not in read()
    seating.state, seating.published_at = Seating.State.PUBLISHED, timezone.now()
    seating.save()
    first.state = Round.State.PUBLISHED
    first.save()
    assert "Round 1, table 1" in read()
    Tournament.objects.update(state=Tournament.State.FINISHED)
    assert "Round 1, table" not in read()


def test_a_player_erases_the_own_data_in_events_that_are_over(petra):
    winter = played("winter", [[40, 10, -20, -30]], NAMES, day="2026-12-05")
    players.link_account(acting(), winter.entries.get(number=1), user=person("petra"))
    Tournament.objects.filter(slug="winter").update(state=Tournament.State.RUNNING)
    Tournament.objects.exclude(slug="winter").update(state=Tournament.State.FINISHED)
    page = signed_in("petra").get("/my/")
    assert [event.slug for event in page.context["erasable"]] == ["spring"]
    assert [event.slug for event, _directors in page.context["contacts"]] == ["winter"]
    refused = signed_in("petra").post("/my/erase/")
    assert (refused.status_code, entry("spring").full_name) == (422, "Petra Quist")
    signed_in("petra").post("/my/erase/", {"sure": "on"})
    assert [entry(slug).full_name for slug in ("spring", "autumn", "winter")] == ["P. Q.", "Petra Quist", "Petra Quist"]
    again = signed_in("petra").post("/my/erase/", {"sure": "on"}, follow=True)
    assert "There is no event of yours that is over" in again.text
    signed_in("otto").post("/my/erase/", {"sure": "on"})
    assert entry("winter").full_name == "Petra Quist"


def test_a_lent_event_and_texts_of_others_with_the_name(petra):
    spring = entry("spring")
    Tournament.objects.filter(slug="spring").update(state=Tournament.State.FINISHED, lent_at=timezone.now())
    signed_in("petra").post("/my/erase/", {"sure": "on"})
    assert entry("spring").full_name == "Petra Quist"
    Tournament.objects.filter(slug="spring").update(lent_at=None)
    rosa = spring.tournament.entries.get(number=2)
    players.edit(acting(), rosa, note="Drives home with Petra Quist.")
    signed_in("petra").post("/my/erase/", {"sure": "on"})
    rosa.refresh_from_db()
    assert "Quist" not in rosa.note
