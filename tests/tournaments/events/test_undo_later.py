"""Undo beside a message after other changes: what was done is taken back exactly, or the later change is named."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests.support.database import kept_for_the_module
from tests.support.people import acting, people, small_tournament
from tests.support.play import published
from tests.support.tables import enter, table_of
from tests.tournaments.stateful.observation import difference, observed
from tournaments.entries.services import applications, players
from tournaments.events import services as events
from tournaments.events.models import Announcement, Tournament
from tournaments.fees import services as fees
from tournaments.results.services import ledger, results
from tournaments.rounds.services import rounds
from tournaments.seating.services import substitutes
from tournaments.standings.models import ScoreLine

pytestmark = pytest.mark.django_db

Offer = dict[str, Any]


def press(client: Client, event: Tournament, page: str, parts: dict[str, int], sent: dict[str, Any]) -> Offer:
    """Do it by its page; return the undo offered beside the message."""
    client.cookies.pop("messages", None)
    answer = client.post(reverse(page, kwargs={"slug": event.slug, **parts}), sent)
    offers: list[Offer] = [json.loads(told.extra_tags) for told in get_messages(answer.wsgi_request) if told.extra_tags]
    assert answer.status_code == 302
    return offers[-1]


def undo(client: Client, offer: Offer) -> str:
    client.cookies.pop("messages", None)
    answer = client.post(offer["action"], offer["values"], follow=True)
    return str(list(answer.context["messages"])[-1])


@pytest.fixture(scope="module")
def busy_office(django_db_setup: None, django_db_blocker: Any) -> Iterator[Tournament]:
    """The first round under way; somebody waits, somebody has registered; a price list and an announcement."""
    with kept_for_the_module(django_db_blocker):
        event = small_tournament(8)
        people(event)
        players.add(acting(), event, family_name="Late", status="waiting")
        event.entries.filter(number=8).update(status="registered")
        applications.set_desk(acting(), event, facts={"is_open": True, "looks_first": True})
        sent = {"given_name": "Petra", "family_name": "Quist", "club": "West"}
        applications.apply(acting("petra"), event, facts=sent, language="en")
        fees.set_up(acting(), event, currency="EUR")
        fees.add(acting(), event, label="Entry fee", amount=4000)
        events.announce(acting(), event, text="Lunch", level="info")
        published(event.rounds.get(number=1))
        rounds.start(acting(), event.rounds.get(number=1))
        enter(table_of(event, 1), [30, -10, -10, -10])
        yield event


@pytest.fixture
def office(busy_office: Tournament) -> Tournament:
    return Tournament.objects.get(pk=busy_office.pk)


FINE = {"kind": "penalty", "entry": "1", "amount": "30", "unit": "points", "scope": "overall", "reason": "Late"}
STEPS: dict[str, tuple[str, dict[str, int], dict[str, Any]]] = {
    "drop one who is registered": ("manage_entry_drop", {"number": 8}, {"drop-from_round": "3"}),
    "drop one who waits": ("manage_entry_drop", {"number": 9}, {"drop-from_round": "2"}),
    "into the field": ("manage_entry_waiting", {"number": 9}, {"waiting": "no"}),
    "admit": ("manage_registration_admit", {"number": 1}, {}),
    "admit as a player": ("manage_registration_admit", {"number": 1}, {"join": "5"}),
    "pay": ("manage_fee_pay", {"number": 2}, {"method": "cash"}),
    "announce": ("manage_announcement_add", {}, {"text": "Tea", "level": "info"}),
    "edit": ("manage_announcement_edit", {"number": 1}, {"a1-text": "Dinner", "a1-level": "info"}),
    "remove": ("manage_announcement_remove", {"number": 1}, {}),
    "confirm": ("manage_confirm", {"number": 1, "table": 1, "version": 1}, {}),
    "finish": ("manage_round_finish", {"number": 1}, {"finish-reason": "It is late."}),
    "release": ("manage_release", {"number": 1}, {"continue_anyway": "On time."}),
    "withdraw": ("manage_withdraw", {"number": 1}, {"reason": "Too early."}),
    "fine": ("manage_ledger", {}, FINE),
    "close the pages": ("manage_publish", {}, {"published": "no"}),
}


@pytest.mark.parametrize("step", STEPS)
def test_an_undo_at_once_takes_back_everything_that_was_changed(step: str, office: Tournament, olga: Client) -> None:
    if step == "withdraw":
        rounds.release(acting(), office.rounds.get(number=1), continue_anyway="On time.")
    before = observed(office)
    offer = press(olga, office, *STEPS[step])
    assert difference(before, observed(office)) != {}
    undo(olga, offer)
    assert difference(before, observed(office)) == {}


def substituted(event: Tournament) -> None:
    substitutes.substitute(acting(), event.entries.get(number=8), from_round=3, family_name="Sub")


def edit_the_admitted(event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=10), club="East")


def edit_the_joined(event: Tournament) -> None:
    players.edit(acting(), event.entries.get(number=5), club="East")


def announce_again(event: Tournament) -> None:
    events.edit_announcement(acting(), Announcement.objects.latest("pk"), text="Supper")


def removed_and_another(event: Tournament) -> None:
    events.remove_announcement(acting(), Announcement.objects.latest("pk"))
    events.announce(acting(), event, text="Cake", level="info")


def corrected(event: Tournament) -> None:
    results.submit_sheet(acting("sam"), table_of(event, 1), points=(1, 2, 3, -6), reason="Typed wrong.")


def withdrawn_and_released(event: Tournament) -> None:
    rounds.withdraw(acting(), event.rounds.get(number=1), reason="Too early.")
    rounds.release(acting(), event.rounds.get(number=1), continue_anyway="Now.")


def fine_voided(event: Tournament) -> None:
    ledger.void(acting(), ScoreLine.objects.get(kind="penalty"), reason="A slip.")


def waits(event: Tournament) -> None:
    players.set_waiting(acting(), event.entries.get(number=9), waiting=True)


LATER: dict[str, tuple[Callable[[Tournament], None], str]] = {
    "drop one who is registered": (substituted, "Substitute brought in"),
    "into the field": (waits, "Waiting list changed"),
    "admit": (edit_the_admitted, "Player changed"),
    "admit as a player": (edit_the_joined, "Player changed"),
    "announce": (removed_and_another, "Announcement removed"),
    "edit": (announce_again, "Announcement changed"),
    "confirm": (corrected, "Result entered"),
    "release": (withdrawn_and_released, "Results released"),
    "fine": (fine_voided, "Ledger line voided"),
}


@pytest.mark.parametrize("step", LATER)
def test_an_undo_names_the_change_that_came_after(step: str, office: Tournament, olga: Client) -> None:
    later, words = LATER[step]
    offer = press(olga, office, *STEPS[step])
    later(office)
    between = observed(office)
    refusal = undo(olga, offer)
    assert words in refusal
    assert difference(between, observed(office)) == {}


def test_an_undo_keeps_other_values_of_the_same_row(office: Tournament, olga: Client) -> None:
    offer = press(olga, office, *STEPS["drop one who waits"])
    players.edit(acting(), office.entries.get(number=9), club="East")
    undo(olga, offer)
    late = office.entries.get(number=9)
    assert (late.status, late.dropped_from_round, late.from_round, late.club) == ("waiting", None, 1, "East")


def test_one_who_plays_is_not_let_in_again(office: Tournament) -> None:
    """The status would be that of one who is registered only, and the undo refused."""
    players.set_waiting(acting(), office.entries.get(number=1), waiting=False)
    assert office.entries.get(number=1).status == "checked_in"


def test_only_the_offered_undo_puts_values_back(office: Tournament, olga: Client) -> None:
    """The entries that it takes back are signed for its page: no request puts other values back."""
    drop = press(olga, office, *STEPS["drop one who waits"])
    fine = press(olga, office, *STEPS["fine"])
    before = observed(office)
    for forged in ("nonsense", drop["values"]["undoes"]):
        refusal = undo(olga, {"action": fine["action"], "values": fine["values"] | {"undoes": forged}})
        assert refusal == "This undo is out of date. Look at the page again."
    assert difference(before, observed(office)) == {}
