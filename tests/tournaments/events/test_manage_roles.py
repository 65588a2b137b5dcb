"""Requirements of permissions: a role at this tournament, an active account, an existing action."""

import pytest
from django.urls import reverse

from tests.support.people import people, person, signed_in, small_tournament
from tournaments.accounts.models import Membership
from tournaments.core.permissions import ALL_ACTIONS, SITE_ACTIONS, allowed_actions, can
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = small_tournament(4)
    people(tournament)
    return tournament


def test_an_outsider_of_another_tournament_is_an_outsider_here(event):
    other = small_tournament(4, slug="other")
    Membership.objects.create(tournament=other, user=person("otto"), role="director")
    assert can(person("otto"), "tournament.edit", other)
    assert not can(person("otto"), "manage.view", event)


def test_a_closed_account_may_do_nothing(event):
    olga = person("olga")
    assert allowed_actions(olga, event) == ALL_ACTIONS
    with pytest.raises(KeyError):
        can(olga, "entries.edti", event)
    olga.is_active = False
    assert (allowed_actions(olga, event), can(olga, "manage.view", event)) == (frozenset(), False)


def test_only_staff_makes_tournaments(event):
    assert {
        "tournaments.create", "seasons.create", "site.events.import", "site.address", "site.backup",
        "site.events.remove",
    } == SITE_ACTIONS  # fmt: skip
    assert not can(person("olga"), "tournaments.create")
    assert can(person("ada"), "tournaments.create")
    assert signed_in("olga").get(reverse("manage_new")).status_code == 403
    assert signed_in("ada").get(reverse("manage_new")).status_code == 200


def test_olga_says_which_account_a_player_holds_and_that_it_is_not_theirs(event, olga):
    address = reverse("manage_entry_account", args=[event.slug, 3])
    assert olga.post(address, {"account-account": "nobody"}).status_code == 422
    assert olga.post(address, {"account-account": "Ren"}).status_code == 302
    assert event.entries.get(number=3).account == person("ren")
    assert "plays as 3" in " ".join(olga.get(reverse("manage_roles", args=[event.slug])).content.decode().split())
    olga.post(reverse("manage_entry_account_remove", args=[event.slug, 3]))
    assert event.entries.get(number=3).account is None
