"""A public page is made once for all visitors, and holds nothing of any of them."""

import gzip

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.support.people import acting, people, person
from tests.support.tables import playing
from tournaments.entries.services import teams

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    event = playing()
    people(event)
    return event


def test_the_second_visitor_gets_the_page_that_the_first_one_got(event):
    address = f"/t/{event.slug}/players/"
    first = Client().get(address)
    with CaptureQueriesContext(connection) as asked:
        second = Client().get(address)
    assert len(asked) == 1
    assert (second.content, second["ETag"], second["Vary"]) == (first.content, first["ETag"], first["Vary"])
    packed = Client().get(address, headers={"Accept-Encoding": "br, gzip"})
    assert packed["Content-Encoding"] == "gzip"
    assert (gzip.decompress(packed.content), packed["ETag"]) == (first.content, first["ETag"])
    assert {name.strip() for name in packed["Vary"].split(",")} == {"Accept-Language", "Cookie", "Accept-Encoding"}


def test_each_address_language_and_version_has_its_own_page(event):
    address = f"/t/{event.slug}/players/"
    plain = Client().get(address).content
    assert (b"page=2" in Client().get(f"{address}?page=2").content, b"page=2" in plain) == (True, False)
    assert 'lang="ja"' in Client().get(address, headers={"Accept-Language": "ja"}).content.decode()[:200]
    assert Client().get(address).content == plain
    event.refresh_from_db()
    teams.add(acting("olga"), event, name="Dragons")
    assert Client().get(address).content != plain


def test_who_is_signed_in_has_a_page_of_their_own_and_leaves_none(event):
    address = f"/t/{event.slug}/players/"
    olga = Client()
    olga.force_login(person("olga"))
    own = olga.get(address).content
    assert b"olga" in own
    for _time in range(2):
        visitor = Client().get(address).content
        assert (b"olga" in visitor, b"csrfmiddlewaretoken" in visitor) == (False, False)
    assert b"olga" in olga.get(address).content
