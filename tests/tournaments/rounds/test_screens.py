"""Projector views and the clock that all tabs share."""

import datetime
import time
from unittest import mock

import pytest
from django.utils import timezone

from tests.support.people import acting, small_tournament
from tests.support.play import published, released
from tournaments.events.models import RulesetVersion
from tournaments.rounds.models import RoundClock
from tournaments.rounds.services import clock, rounds

pytestmark = pytest.mark.django_db


@pytest.fixture
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
    clock.extra(acting("ren"), second.tables.get(number=2), seconds=300)
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
