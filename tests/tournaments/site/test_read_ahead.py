"""Pages that an open page reads for later: none of them has a form, whose cookie would replace the visitor's own."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, people, small_tournament
from tournaments.entries.services import applications
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

TAB = re.compile(r"<a\s+href=\"([^\"]+)\"([^>]*)>")


def tabs(page: str) -> list[tuple[str, bool]]:
    """Address of each tab of the page, and whether it is marked as one with a form."""
    strip = page.split('<nav class="tabs"', 1)[1].split("</nav>", 1)[0]
    return [(address, "data-has-form" in rest) for address, rest in TAB.findall(strip)]


def test_only_tabs_that_are_not_read_ahead_set_a_cookie_for_a_form():
    event = small_tournament(4)
    people(event)
    applications.set_desk(acting(), event, facts={"is_open": True, "asks": {}})
    Tournament.objects.filter(pk=event.pk).update(team_size=2)
    found = tabs(Client().get(reverse("event", args=[event.slug])).content.decode())
    assert (reverse("register", args=[event.slug]), True) in found
    sets_one = []
    for address, _ in found:
        visitor = Client()
        assert visitor.get(address).status_code == 200
        sets_one.append((address, settings.CSRF_COOKIE_NAME in visitor.cookies))
    assert sets_one == found
