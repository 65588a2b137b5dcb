"""Addresses that take only forms: a browser that opens one is led to the page above it."""

import re

import pytest
from django.test import Client
from django.urls import is_valid_path, reverse

from tests.support.people import people, person, signed_in, small_tournament
from tournaments.core.actions import PageAction, list_actions
from tournaments.seasons.models import Season, SeasonRole
from tournaments.site.middleware import page_above

pytestmark = pytest.mark.django_db

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
PARTS = {"int": "1", "number": "1", "slug": "x", "str": "x", "uuid": "7f9c2d1e-0000-4000-8000-000000000000"}


def opened(address: str) -> str:
    """Return the address with a value for each of its parts."""
    filled = address.replace("<slug:slug>", "spring-open")
    return "/" + re.sub(r"<(\w+):\w+>", lambda part: PARTS.get(part[1], "x"), filled) + "/"


def test_the_address_of_every_form_leads_to_a_page_above_it():
    people(small_tournament(8))
    season = Season.objects.create(name="Winter", slug="x")
    SeasonRole.objects.create(season=season, user=person("olga"), kind=SeasonRole.Kind.ORGANISER)
    olga = signed_in("olga")
    forms = [action for action in list_actions() if action.name and not issubclass(action, PageAction)]
    places = {}
    for action in forms:
        address = opened(f"{action.page_base}/{action.page_path or action.path}")
        answer = olga.get(address, headers=BROWSER)
        above = answer.headers.get("Location", "")
        is_page = above != address and address.startswith(above) and bool(is_valid_path(above))
        places[action.__name__] = (answer.status_code, is_page)
    assert places == {action.__name__: (302, True) for action in forms}


def test_olga_opens_the_address_of_a_form_in_her_history_and_sees_its_page():
    event = small_tournament(8)
    people(event)
    olga, preview = signed_in("olga"), reverse("manage_fix_preview", args=[event.slug, "left"])
    page = olga.get(preview, headers=BROWSER, follow=True)
    assert (page.status_code, page.redirect_chain[-1][0]) == (200, reverse("manage_fix", args=[event.slug]))
    assert olga.head(preview, headers=BROWSER).status_code == 302


def test_a_program_reads_which_methods_an_address_takes_and_strangers_learn_nothing():
    event = small_tournament(8)
    people(event)
    preview = reverse("manage_fix_preview", args=[event.slug, "left"])
    answer = signed_in("olga").get(preview)
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert signed_in("olga").put(preview, headers=BROWSER).status_code == 405
    assert Client().get("/api/v1/tournaments/spring-open/repairs/left/", headers=BROWSER).status_code in (401, 405)


def test_the_site_has_a_page_above_every_address():
    assert page_above("/t/spring-open/manage/fix/left/preview/") == "/t/spring-open/manage/fix/left/"
    assert page_above("/nothing/of/this/kind/") == "/"
