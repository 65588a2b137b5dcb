"""Who listens hears every change once, with as much of it as they may know, and goes on after a break."""

import json
import socket

import pytest
from django.test import Client

from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, rows, table_of
from tournaments.services import publishing, results, teams, tournaments
from tournaments.streams import changes
from tournaments.streams.hub import Hub, Listener, taken_over

pytestmark = pytest.mark.django_db

STREAM = "/api/v1/tournaments/spring-open/changes/stream/"


@pytest.fixture
def event():
    made = playing()
    people(made)
    return made


def told(content):
    return [line for line in content.decode().splitlines() if line.startswith("id: ")]


def test_a_listener_goes_on_behind_the_last_number_it_heard(event):
    last = changes.newest(event)
    teams.add(acting(), event, name="Winds")
    teams.add(acting(), event, name="Dragons")
    first = b"".join(Client().get(f"{STREAM}?after={last}").streaming_content)
    assert told(first) == [f"id: {last + 1}", f"id: {last + 2}"]
    again = b"".join(Client().get(STREAM, headers={"Last-Event-ID": str(last + 1)}).streaming_content)
    assert told(again) == [f"id: {last + 2}"]
    assert told(b"".join(Client().get(STREAM).streaming_content)) == []


def test_what_was_done_is_for_those_who_read_the_log(event):
    last = changes.newest(event)
    teams.add(acting(), event, name="Winds")
    address = f"/api/v1/tournaments/spring-open/changes/?after={last}"
    visitor, olga = Client(), Client()
    olga.force_login(person("olga"))
    assert [sorted(one) for one in visitor.get(address).json()["changes"]] == [["at", "sequence", "topic"]]
    (seen,) = olga.get(address).json()["changes"]
    assert (seen["topic"], seen["action"], seen["name"]) == ("teams", "teams.add", "Winds")
    assert visitor.get(f"{address}x").status_code == 400


def test_an_event_that_is_not_public_is_heard_by_its_team_alone(event):
    tournaments.publish(acting(), event, published=False)
    assert Client().get(STREAM, headers={"Accept": "text/event-stream"}).status_code == 404


def test_the_hub_tells_each_listener_what_is_new_to_it_once(event):
    hub, last = Hub(), changes.newest(event)
    ends = [socket.socketpair() for _one in range(2)]
    late, early = (Listener(ends[at][0], event.pk, last - at, whole=False) for at in range(2))
    teams.add(acting(), event, name="Winds")
    for _time in range(2):
        hub._look([late, early])
    heard = [there.recv(4096) for _here, there in ends]
    assert [told(content) for content in heard] == [[f"id: {last + 1}"], [f"id: {last}", f"id: {last + 1}"]]
    assert (late.last, early.last) == (last + 1, last + 1)


def test_a_sheet_is_said_to_show_on_no_page_until_its_round_is_released(event):
    """What was told before a listener came is said to show, because nobody knows what its page followed from."""
    hub, first = Hub(), changes.newest(event)
    here, there = socket.socketpair()
    own = Listener(here, event.pk, first, whole=False)

    def heard():
        hub._look([own])
        lines = [line for line in there.recv(65536).decode().splitlines() if line.startswith("data: ")]
        return {json.loads(line.removeprefix("data: ")).get("shown", True) for line in lines}

    table = table_of(event)
    sheet = enter(table, (30, 10, -10, -30))
    assert heard() == {True}
    results.confirm(acting("ren"), sheet)
    assert heard() == {False}
    publishing.release(acting("ren"), table.round, continue_anyway="The others play on.")
    results.sheet_in(acting("ren"), table_of(event, number=2))
    assert heard() == {True}
    results.submit(acting("ren"), table_of(event), rows=rows(table, (40, 10, -10, -40)), reason="read again")
    assert heard() == {False}
    hub.versions.clear()
    hub._look([Listener(here, event.pk, first, whole=False)])
    told_late = there.recv(65536).decode()
    everything = len(changes.since(event, first))
    assert (told_late.count("event: change"), told_late.count('"shown": false')) == (everything, 0)


def test_whoever_has_gone_is_let_go(event):
    hub = Hub()
    here, there = socket.socketpair()
    gone = Listener(here, event.pk, 0, whole=False)
    hub.listeners.add(gone)
    there.close()
    hub._look([gone])
    assert hub.listeners == set()


def test_a_connection_that_is_taken_over_stays_open_when_the_server_closes_its_own():
    served, visitor = socket.socketpair()
    own = taken_over(served)
    served.close()
    own.sendall(b"still here")
    assert visitor.recv(100) == b"still here"
