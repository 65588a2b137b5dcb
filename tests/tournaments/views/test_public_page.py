"""A page that many ask for at once is made once."""

import threading
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from tests.support.people import acting, people, small_tournament
from tests.support.tables import enter, playing, table_of
from tournaments.selectors.event_state import OF_SHEETS
from tournaments.services import open_tables, registration, results
from tournaments.services.audit import ACTIONS
from tournaments.views import public_page


def test_whoever_asks_while_a_page_is_made_waits_for_it(monkeypatch):
    monkeypatch.setattr(public_page, "render_to_string", lambda _template, values: values["page_title"])
    event, key, made = SimpleNamespace(time_zone="Europe/Paris"), uuid.uuid4().hex, []
    all_here = threading.Barrier(4)

    def context():
        made.append(1)
        time.sleep(0.2)
        return {"page_title": "Standings"}

    def ask(_who):
        all_here.wait(10)
        return public_page.cached_body(event, key, "none.html", context)

    with ThreadPoolExecutor(4) as phones:
        answers = list(phones.map(ask, range(4)))
    assert (answers, len(made)) == ([("Standings", "Standings")] * 4, 1)


@pytest.mark.django_db
def test_a_seating_stays_the_page_it_is_while_sheets_come_in(client):
    event = playing()
    people(event)
    seating, standings = f"/t/{event.slug}/seating/1/", f"/t/{event.slug}/standings/"
    had = {address: client.get(address) for address in (seating, standings)}

    def asked_again(address: str) -> int:
        return client.get(address, headers={"If-None-Match": had[address]["ETag"]}).status_code

    results.confirm(acting("ren"), enter(table_of(event), (30, 10, -10, -30)))
    assert (asked_again(seating), asked_again(standings)) == (304, 200)
    whom = event.entries.get(number=1)
    registration.edit(acting("olga"), whom, family_name="Renamed")
    now = client.get(seating, headers={"If-None-Match": had[seating]["ETag"]})
    assert (now.status_code, "Renamed" in now.text) == (200, True)


def test_what_changes_sheets_alone_is_known_by_its_actions():
    assert [action for action in OF_SHEETS if action not in ACTIONS] == []


@pytest.mark.django_db
def test_an_evening_s_table_that_is_over_shows_on_the_page_of_the_seating(client):
    """There a sheet ends the round: the two stand under actions of their own."""
    event = small_tournament(8, rounds=1)
    open_tables.set_up(acting(), event, is_open=True, newcomers=True)
    event.refresh_from_db()
    _early, late = (
        open_tables.open_table(acting(), event, sitters=list(event.entries.filter(number__in=numbers)))
        for numbers in ((1, 2, 3, 4), (5, 6, 7, 8))
    )
    address = f"/t/{event.slug}/seating/"
    had = client.get(address)
    assert client.get(address, headers={"If-None-Match": had["ETag"]}).status_code == 304
    results.confirm(acting("ren"), enter(late, (30, 10, -10, -30)))
    assert client.get(address, headers={"If-None-Match": had["ETag"]}).status_code == 200
