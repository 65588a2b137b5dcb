"""Projector views and the clock that all tabs share."""

import datetime
import re
import time
from unittest import mock

import pytest
from django.utils import timezone

from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.play import published, released
from tests.support.remembered import remembered
from tournaments.entries.services import players as registration
from tournaments.events.models import RulesetVersion
from tournaments.rounds.models import RoundClock
from tournaments.rounds.services import clock, rounds
from tournaments.seating.services import seating

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def tournament():
    made = small_tournament()
    released(made, 1)
    published(made.rounds.get(number=2))
    return made


def state(client):
    return client.get("/t/spring-open/clock.json").json()["clock"]


LAST_HAND = {
    "mcr-2006": "finish_hand", "mcr-1998": "stop_at_bell", "riichi-ema-2016": "warn_one_more",
    "riichi-wrc": "finish_hand", "riichi-rcr-2024": "one_more", "sichuan-world-championship": "finish_hand",
    "free": "finish_hand",
}  # fmt: skip


def test_the_clock_waits_runs_pauses_and_ends_as_the_server_has_it(client, tournament):
    def shown(*names):
        return tuple(state(client)[name] for name in names)

    assert shown("round", "state", "minutes", "ends_at") == (2, "waiting", 90, None)
    start = datetime.datetime(2026, 5, 2, 14, 0, tzinfo=datetime.UTC)
    tournament.rounds.filter(number=2).update(starts_at=start)
    assert shown("starts_at") == (start.timestamp() * 1000,)
    for preset, rule in LAST_HAND.items():
        RulesetVersion.objects.filter(tournament=tournament).update(preset=preset)
        assert shown("last_hand") == (rule,)
    RulesetVersion.objects.filter(tournament=tournament).update(preset="mcr-2006")
    begun = timezone.now()
    with mock.patch("django.utils.timezone.now", return_value=begun):
        second = rounds.start(acting(), tournament.rounds.get(number=2))
    ends_at = RoundClock.objects.get(round__number=2).ends_at
    assert shown("state", "ends_at") == ("running", round(ends_at.timestamp() * 1000))
    first = client.get("/t/spring-open/clock.json")
    before = time.time_ns() // 1_000_000
    again = client.get("/t/spring-open/clock.json", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert before <= int(again["X-Server-Time"]) <= time.time_ns() // 1_000_000
    clock.add_extra_time(acting("ren"), second.tables.get(number=2), seconds=300)
    with mock.patch("django.utils.timezone.now", return_value=begun + datetime.timedelta(seconds=8)):
        clock.pause(acting(), second)
    assert shown("state", "ends_at", "extra") == ("paused", None, [[2, 300]])
    assert shown("remaining_seconds") == (5392,)
    rounds.finish(acting(), second, reason="power cut")
    assert shown("state") == ("ended",)


def test_an_event_without_seating_has_no_clock(client):
    small_tournament(slug="spring-open")
    assert state(client) is None
    assert client.get("/t/spring-open/screen/clock/").status_code == 200


def test_screens_open_for_everybody_in_two_languages_and_the_changing_part_is_asked_for_alone(client, tournament):
    for view in ("seating", "standings", "teams", "clock"):
        assert client.get(f"/t/spring-open/screen/{view}/").status_code == 200
    part = client.get("/t/spring-open/screen/seating/?part=1&lang=en")
    assert "<html" not in part.text
    assert '<span class="family">Family01</span> Given01' in part.text
    again = client.get("/t/spring-open/screen/seating/?part=1&lang=en", headers={"if-none-match": part["ETag"]})
    assert again.status_code == 304
    answer = client.get("/t/spring-open/screen/seating/?lang=ja&second=zh-hant&seconds=30")
    assert '<html lang="ja"' in answer.text
    assert (answer.context["second_language"], answer.context["seconds"]) == ("zh-hant", 30)
    asked = {"": 12, "1": 3, "999": 120, "x": 12, "²": 12}
    found = {each: client.get("/t/spring-open/screen/seating/", {"seconds": each}).context["seconds"] for each in asked}
    assert found == asked


def on_screen(client, number, of):
    """Return the heading of one of the screens that share the seating, the letters of all, and its names."""
    text = client.get(f"/t/spring-open/screen/seating/?part=1&lang=en&second=en&screen={number}&of={of}").text
    names = re.findall(r'<span class="family">(\w+)</span>', text)
    legend = re.search("data-legend>(.*?)</p>", text, re.DOTALL)[1]
    return re.search(r'data-title="([^"]*)"', text)[1], re.findall(r"\d: [^\s)]+", legend), names


def shared(client, of):
    return [on_screen(client, number, of) for number in range(1, of + 1)]


def test_screens_share_the_seating_by_letter_and_everybody_is_on_one_of_them(client):
    event = small_tournament(16)
    families = "Adams Arai Baker Conti Dahl Dupont Evans Falk Garcia Ito Jensen Kim Lee Müller Ødegård 王伟".split()
    for number, family in enumerate(families, 1):
        event.entries.filter(number=number).update(family_name=family)
    published(event.rounds.get(number=1))
    for of in (2, 3, 5, 12):
        names = [name for _heading, _letters, names in shared(client, of) for name in names]
        assert (of, names) == (of, families)
    letters = ["1: A–F", "2: G–王"]
    assert shared(client, 2) == [
        ("Seating of round 1: A–F", letters, families[:8]),
        ("Seating of round 1: G–王", letters, families[8:]),
    ]
    # Letters stay for all rounds: whoever drops out moves nobody to another screen.
    for number in (1, 2, 3, 4):
        registration.drop(acting(), event.entries.get(number=number), from_round=2)
    rounds.finish(acting(), rounds.start(acting(), event.rounds.get(number=1)), reason="power cut")
    draft = seat_in_order(event.rounds.get(number=2))
    draft.seats.filter(entry__number__lte=4).delete()
    second = seating.publish(acting(), draft)
    screens = shared(client, 2)
    assert [(letters, names) for _heading, letters, names in screens] == [
        (letters, families[4:8]),
        (letters, families[8:]),
    ]
    # Who comes late, or has another name, is on one of them at once.
    for number, family in enumerate(["Evers", "Zorn", "Aalto", "Kim"], 1):
        late = registration.add(acting(), event, family_name="Somebody", given_name=f"Given{number}")
        registration.edit(acting(), late, family_name=family)
        second.seats.create(table_number=9, wind=number - 1, entry=late)
    expected = ["Aalto", *families[4:7], "Evers", *families[7:12], "Kim", *families[12:14], "Zorn", *families[14:]]
    for of in (2, 3, 5):
        assert (of, [name for screen in shared(client, of) for name in screen[2]]) == (of, expected)


def test_a_screen_is_chosen_by_its_letters(client, tournament):
    answer = client.get("/t/spring-open/screen/seating/?of=4&lang=ja")
    links = re.findall(r'href="\?([^"]*screen=\d)"', answer.text)
    assert links == [f"of=4&amp;lang=ja&amp;screen={number}" for number in (1, 2, 3, 4)]
    assert client.get("/t/spring-open/screen/seating/?of=4&screen=5").context["of"] == 4
    # Two screens are two answers, and each asks for its own part again.
    looks = [client.get(f"/t/spring-open/screen/seating/?part=1&screen={number}&of=2") for number in (1, 2)]
    assert looks[0]["ETag"] != looks[1]["ETag"]
    whole = client.get("/t/spring-open/screen/seating/?screen=2&of=2&lang=en")
    assert whole.context["part_url"].endswith("&screen=2&of=2")
    # Other views, and one screen alone, are as they were.
    for query in ("?of=1", "?of=13", "?screen=2", "?of=x&screen=1"):
        text = client.get(f"/t/spring-open/screen/seating/{query}").text
        assert (query, len(re.findall('class="screen-name"', text))) == (query, 8)
    assert "of=4" not in client.get("/t/spring-open/screen/standings/?of=4").context["part_url"]


def test_the_event_s_page_offers_several_screens_to_a_large_event(client, tournament):
    assert "Seating on several screens" not in client.get("/t/spring-open/").text
    small_tournament(101, slug="world-open")
    assert '/t/world-open/screen/seating/?of=4"' in client.get("/t/world-open/").text
