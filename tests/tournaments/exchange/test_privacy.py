"""Personal data of an event can be exported, and erased except for results under initials."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, signed_in, small_tournament
from tests.support.play import MCR_TABLES, released
from tests.support.remembered import remembered
from tournaments.core.audit import Actor, broken_at
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.registration import Application
from tournaments.entries.services import applications
from tournaments.entries.services import players as registration
from tournaments.exchange.services import privacy

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event():
    event = small_tournament(8)
    people(event)
    registration.edit(acting(), event.entries.get(number=3), country="NED", club="Harbour", note="vegetarian")
    applications.set_desk(acting(), event, facts={"is_open": True})
    facts = {"given_name": "Given03", "family_name": "Family03", "email": "third@example.org"}
    sent = applications.apply(Actor(None, "", "web"), event, facts=facts)
    applications.admit(acting(), sent, join=event.entries.get(number=3))
    released(event, 1, MCR_TABLES)
    return event


def test_the_file_holds_all_that_is_known(event):
    answer = signed_in("olga").get(reverse("manage_entry_data", args=[event.slug, 3]))
    known = json.loads(answer.content)
    assert (known["player"]["note"], known["registration"]["email"]) == ("vegetarian", "third@example.org")
    assert known["sheets"] == [{"round": 1, "table": 1, "points": -30}]
    assert [(line["unit"], line["amount"]) for line in known["ledger"]] == [("score", "-30"), ("table_points", "1")]
    assert ("consented_at" in known["registration"], "token" in known["registration"]) == (True, False)


def test_results_stay_under_initials_and_the_chain_of_the_log_is_whole(event):
    signed_in("olga").post(reverse("manage_entry_erase", args=[event.slug, 3]))
    entry = event.entries.get(number=3)
    kept = (entry.name, entry.country, entry.club, entry.note, entry.result_seats.count())
    assert kept == ("G. F.", "NED", "", "", 1)
    assert Application.objects.count() == 0
    page = Client().get(reverse("event_standings", args=[event.slug])).content.decode()
    assert ("Family03" in page, "G. F." in page) == (False, True)
    assert AuditEntry.objects.filter(action="entries.erase").count() == 2
    assert broken_at(event) is None
    other = registration.add(acting(), event, native_name="\u738b\u5c0f\u660e")
    assert privacy.erase(acting(), other).name == "\u738b."
