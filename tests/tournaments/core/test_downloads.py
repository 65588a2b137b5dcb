"""A file of an event is one function: address, permission, type and name follow from its entry."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, signed_in
from tournaments.core.downloads import list_exports
from tournaments.core.open_items import OpenItemStep, accept

pytestmark = pytest.mark.usefixtures("garbage_of_papers_alone")


@pytest.mark.django_db
def test_the_director_gets_every_file_and_an_outsider_none(event, olga):
    accept(acting(), event, step=OpenItemStep.FEDERATION, reason="The round is being played.")
    visitor, otto, named = Client(), signed_in("otto"), {}
    for wanted in list_exports():
        address = reverse(wanted.name, args=[event.slug])
        assert visitor.get(address).status_code == 302
        assert otto.get(address).status_code in (403, 404)
        answer = olga.get(address)
        assert (answer.status_code, answer["Content-Type"]) == (200, wanted.content_type)
        named[wanted.path] = wanted.file_name(event)
        assert answer["Content-Disposition"] == f'attachment; filename="{named[wanted.path]}"'
        assert answer.content
    assert {
        "entries/export.xlsx": "spring-open-entries.xlsx",
        "export.json": "spring-open.json",
        "log.csv": "spring-open-log.csv",
        "cases/book/cases.json": "spring-open-cases.json",
    }.items() <= named.items()
