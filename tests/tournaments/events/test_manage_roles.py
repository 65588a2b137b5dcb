"""Requirements of permissions: a role at this tournament, an active account, an existing action."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import people, person, small_tournament
from tournaments.accounts.models import Membership
from tournaments.core.permissions import ALL_ACTIONS, SITE_ACTIONS, allowed_actions, can
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = small_tournament(4)
    people(tournament)
    return tournament


def client_of(name: str) -> Client:
    client = Client()
    client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
    return client


def test_an_outsider_of_another_tournament_is_an_outsider_here(event):
    other = small_tournament(4, slug="other")
    Membership.objects.create(tournament=other, user=person("otto"), role="director")
    assert can(person("otto"), "tournament.edit", other)
    assert not can(person("otto"), "manage.view", event)


def test_a_closed_account_may_do_nothing(event):
    olga = person("olga")
    assert allowed_actions(olga, event) == ALL_ACTIONS
    olga.is_active = False
    assert allowed_actions(olga, event) == frozenset()
    assert not can(olga, "manage.view", event)


def test_only_staff_makes_tournaments(event):
    assert {
        "tournaments.create", "seasons.create", "site.events.import", "site.address", "site.backup",
        "site.events.remove",
    } == SITE_ACTIONS  # fmt: skip
    assert not can(person("olga"), "tournaments.create")
    assert can(person("ada"), "tournaments.create")
    assert client_of("olga").get(reverse("manage_new")).status_code == 403
    assert client_of("ada").get(reverse("manage_new")).status_code == 200


def test_an_action_that_does_not_exist_is_a_bug_not_a_no(event):
    with pytest.raises(KeyError):
        can(person("olga"), "entries.edti", event)


def test_olga_says_which_account_a_player_holds_and_that_it_is_not_theirs(event):
    olga, address = client_of("olga"), reverse("manage_entry_account", args=[event.slug, 3])
    assert olga.post(address, {"account-account": "nobody"}).status_code == 422
    assert olga.post(address, {"account-account": "Ren"}).status_code == 302
    assert event.entries.get(number=3).account == person("ren")
    assert "plays as 3" in " ".join(olga.get(reverse("manage_roles", args=[event.slug])).content.decode().split())
    olga.post(reverse("manage_entry_account_remove", args=[event.slug, 3]))
    assert event.entries.get(number=3).account is None
