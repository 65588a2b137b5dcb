"""Tags of all apps are there for the templates that load them, whoever's these are."""

import pytest
from django.template.backends.django import get_installed_libraries

from tests.support.people import small_tournament
from tournaments.site.tags import modules_of_tags

BROWSER = {"HTTP_ACCEPT": "text/html"}


def test_the_tags_are_those_that_django_finds():
    assert modules_of_tags() == get_installed_libraries()


@pytest.mark.django_db
def test_the_framework_s_own_pages_open_in_a_browser(client):
    event = small_tournament(4)
    listed = client.get("/api/v1/tournaments/", **BROWSER)
    missing = client.get(f"/api/v1/tournaments/{event.slug}/entries/999/", **BROWSER)
    documents = client.get("/api/v1/docs/", **BROWSER)
    answers = [(one.status_code, one.headers["Content-Type"]) for one in (listed, missing, documents)]
    assert answers == [(status, "text/html; charset=utf-8") for status in (200, 404, 200)]
    assert ['class="breadcrumb"' in one.text for one in (listed, missing)] == [True, True]
    assert 'id="swagger-ui"' in documents.text
