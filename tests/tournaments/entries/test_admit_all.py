"""All registrations taken at once, first come first served."""

from __future__ import annotations

import datetime
import json

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, person, small_tournament
from tournaments.entries.services import applications

pytestmark = pytest.mark.django_db

NAMES = ("Anna Berg", "Bo Chen", "Cleo Dahl", "Given04 Family04", "Dan Eck")


def test_olga_takes_all_registrations_in_the_order_of_their_time() -> None:
    event = small_tournament(4)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True, "looks_first": True, "capacity": 6})
    for name in NAMES:
        given, family = name.split()
        applications.apply(acting("petra"), event, facts={"given_name": given, "family_name": family, "shown": "full"})
    # Cleo sent hers first.
    cleo = event.applications.get(given_name="Cleo")
    cleo.created_at -= datetime.timedelta(hours=1)
    cleo.save()
    olga = Client()
    olga.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")
    page = reverse("manage_registrations", args=[event.slug])
    assert [one.given_name for one, *_rest in olga.get(page).context["new"]] == ["Cleo", "Anna", "Bo", "Given04", "Dan"]
    applications.admit(acting(), event.applications.get(given_name="Anna"))
    applications.admit(acting(), event.applications.get(given_name="Bo"))
    dan = event.applications.get(given_name="Dan")
    applications.admit(acting(), dan)
    answer = olga.post(reverse("manage_registrations_admit_all", args=[event.slug]), follow=True)
    assert "1 registration is taken." in answer.content.decode()
    # Of six places four were taken: two enter, two wait by the time of their registration, not of its approval.
    # The one who may be a listed player is left to olga.
    assert [one.given_name for one in answer.context["entered"]] == ["Anna", "Bo"]
    assert [one.given_name for one in answer.context["line"]] == ["Cleo", "Dan"]
    assert [one.given_name for one, *_rest in answer.context["new"]] == ["Given04"]


def test_approvals_are_undone_beside_their_message_and_a_joined_player_stays() -> None:
    event = small_tournament(4)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True, "looks_first": True})
    for name in NAMES:
        given, family = name.split()
        applications.apply(acting("petra"), event, facts={"given_name": given, "family_name": family})
    olga = Client()
    olga.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")

    def states() -> tuple[list[str], int]:
        return [one.state for one in event.applications.order_by("number")], event.entries.count()

    waiting, steps = (["pending"] * 5, 4), (("admit_all", (), {}), ("admit", (4,), {"join": "4"}), ("admit", (1,), {}))
    found = []
    for name, at, values in steps:
        answer = olga.post(reverse(f"manage_registration{'s' * (not at)}_{name}", args=[event.slug, *at]), values)
        found.append((states()[0].count("entered"), states()[1]))
        *_earlier, message = olga.get(answer["Location"]).context["messages"]
        undo = json.loads(message.extra_tags)
        assert olga.post(undo["action"], undo["values"]).status_code == 302
        assert states() == waiting
    assert found == [(4, 8), (1, 4), (1, 5)]
