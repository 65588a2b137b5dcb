"""Projector views and the clock that all tabs share."""

import datetime

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


def test_before_the_round_starts_the_clock_waits(client, tournament):
    assert {key: state(client)[key] for key in ("round", "state", "minutes", "ends_at")} == {
        "round": 2,
        "state": "waiting",
        "minutes": 90,
        "ends_at": None,
    }


def test_the_end_is_a_moment_on_the_server(client, tournament):
    rounds.start(acting(), tournament.rounds.get(number=2))
    ends_at = RoundClock.objects.get(round__number=2).ends_at
    shown = state(client)
    assert (shown["state"], shown["ends_at"]) == ("running", round(ends_at.timestamp() * 1000))


def test_pause_and_extra_time_are_shown(client, tournament):
    second = rounds.start(acting(), tournament.rounds.get(number=2))
    clock.extra(acting("ren"), second.tables.get(number=2), seconds=300)
    clock.pause(acting(), second)
    shown = state(client)
    assert (shown["state"], shown["ends_at"], shown["extra"]) == ("paused", None, [[2, 300]])
    assert 5390 <= shown["remaining_seconds"] <= 5400


def test_a_finished_round_has_ended_also_for_the_clock(client, tournament):
    second = rounds.start(acting(), tournament.rounds.get(number=2))
    rounds.finish(acting(), second, reason="power cut")
    assert state(client)["state"] == "ended"


def test_unchanged_is_answered_with_304_and_the_servers_time(client, tournament):
    first = client.get("/t/spring-open/clock.json")
    again = client.get("/t/spring-open/clock.json", headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    drift = int(again["X-Server-Time"]) - timezone.now().timestamp() * 1000
    assert -2000 < drift <= 1


@pytest.mark.parametrize(
    ("preset", "rule"),
    [
        ("mcr-2006", "finish_hand"),
        ("mcr-1998", "stop_at_bell"),
        ("riichi-ema-2016", "warn_one_more"),
        ("riichi-wrc", "finish_hand"),
        ("riichi-rcr-2024", "one_more"),
        ("sichuan-world-championship", "finish_hand"),
        ("free", "finish_hand"),
    ],
)
def test_the_last_hand_follows_the_rules_of_the_event(client, tournament, preset, rule):
    RulesetVersion.objects.filter(tournament=tournament).update(preset=preset)
    assert state(client)["last_hand"] == rule


def test_an_event_without_seating_has_no_clock(client):
    small_tournament(slug="spring-open")
    assert state(client) is None
    assert client.get("/t/spring-open/screen/clock/").status_code == 200


@pytest.mark.parametrize("view", ["seating", "standings", "teams", "clock"])
def test_every_view_opens_for_everybody(client, tournament, view):
    assert client.get(f"/t/spring-open/screen/{view}/").status_code == 200


def test_the_changing_part_is_asked_for_alone(client, tournament):
    part = client.get("/t/spring-open/screen/seating/?part=1&lang=en")
    assert "<html" not in part.text
    assert '<span class="family">Family01</span> Given01' in part.text
    again = client.get("/t/spring-open/screen/seating/?part=1&lang=en", headers={"if-none-match": part["ETag"]})
    assert again.status_code == 304


def test_a_screen_speaks_two_languages_as_asked(client, tournament):
    answer = client.get("/t/spring-open/screen/seating/?lang=ja&second=zh-hant&seconds=30")
    assert '<html lang="ja"' in answer.text
    assert answer.context["second_language"] == "zh-hant"
    assert answer.context["seconds"] == 30


@pytest.mark.parametrize(("asked", "given"), [("", 12), ("1", 3), ("999", 120), ("x", 12), ("²", 12)])
def test_the_time_a_page_stays_has_limits(client, tournament, asked, given):
    assert client.get("/t/spring-open/screen/seating/", {"seconds": asked}).context["seconds"] == given


def test_a_planned_start_is_shown_by_the_clock(client, tournament):
    start = datetime.datetime(2026, 5, 2, 14, 0, tzinfo=datetime.UTC)
    tournament.rounds.filter(number=2).update(starts_at=start)
    assert state(client)["starts_at"] == start.timestamp() * 1000
