"""Checklist of an event: tasks, done or open, with their time."""

from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.utils import timezone

from tests.support.people import people, person, small_tournament
from tests.support.tables import playing
from tournaments.entries.models.entries import Entry
from tournaments.events.views import checklist

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2026, 5, 2, 8, 20, tzinfo=datetime.UTC)


def test_the_tasks_of_a_planned_event_say_when_they_are_due() -> None:
    event = small_tournament(8)
    Entry.objects.update(status=Entry.Status.REGISTERED)
    event.rounds.update(starts_at=NOW + datetime.timedelta(minutes=100))
    event.features = ["stages"]
    event.save()
    found = checklist.tasks(event, NOW)
    assert [(task.key, task.done, task.due) for task in found] == [
        ("about", False, ""),
        ("people", False, ""),
        ("players", True, ""),
        ("schedule", True, ""),
        ("open", True, ""),
        ("check_in", False, "in 40 minutes"),
        ("seat", False, "in 100 minutes"),
        ("print", False, "in 100 minutes"),
        ("play", False, ""),
        ("cut", True, ""),
        ("close", False, ""),
    ]
    assert {task.key: task.roles for task in found}["check_in"] == ["Check-in"]
    assert {task.key: task.roles for task in found}["open"] == ["Director"]


def test_ida_sees_what_is_done_while_a_round_is_played() -> None:
    event = playing()
    people(event)
    ida = Client()
    ida.force_login(person("ida"), backend="django.contrib.auth.backends.ModelBackend")
    answer = ida.get(f"/t/{event.slug}/manage/checklist/")
    open_ones = [task.key for task in answer.context["tasks"] if not task.done]
    assert (answer.status_code, open_ones) == (200, ["about", "schedule", "play", "close"])


def test_times_are_short() -> None:
    now = timezone.now()
    hours = [datetime.timedelta(hours=number) for number in (-1, 3, 72)]
    due = checklist.words.due
    assert [due(now + step, now) for step in hours] == ["now", "in 3 hours", "in 3 days"]
