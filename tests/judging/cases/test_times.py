from __future__ import annotations

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from judging.cases.models import Case, Ruling
from judging.cases.queries import times
from judging.cases.services import cases
from judging.desk import services as calls
from judging.desk.models import Call, Desk
from tests.support.cases import facts, ruled
from tests.support.people import acting, people, person
from tests.support.tables import playing, table_of
from tournaments.events.models import Tournament

pytestmark = pytest.mark.django_db

NOW = datetime.datetime(2026, 5, 1, 12, 0, tzinfo=datetime.UTC)


def opened(tournament: Tournament, table: int, before: int, *, called: int | None = None) -> Case:
    here = table_of(tournament, table)
    call = calls.make(acting(), here, about="win") if called is not None else None
    case = cases.open_case(acting("ren"), tournament, kind="win", table=here, call=call)
    Case.objects.filter(pk=case.pk).update(opened_at=NOW - datetime.timedelta(seconds=before))
    Call.objects.filter(case=case).update(called_at=NOW - datetime.timedelta(seconds=called or 0))
    case.refresh_from_db()
    return case


@pytest.fixture
def event() -> Tournament:
    tournament = playing()
    people(tournament)
    return tournament


def test_the_times_run_from_the_call_to_the_first_ruling(event: Tournament) -> None:
    assert times.ruling_times(event) is None
    called, walked_by = opened(event, 1, 200, called=300), opened(event, 2, 60)
    opened(event, 1, 900)
    for case in (called, walked_by):
        ruled(case, facts(case))
    Ruling.objects.update(decided_at=NOW)
    ruled(called, facts(called), reason="Looked at again.")
    found = times.ruling_times(event)
    assert found is not None
    assert (found.cases, found.median, found.longest, found.slowest) == (2, 180, 300, called)


def test_an_open_case_rings_after_five_minutes(event: Tournament) -> None:
    late, young, done = opened(event, 1, 10, called=300), opened(event, 2, 299), opened(event, 1, 900)
    ruled(done, facts(done))
    assert times.overdue(event, NOW) == [late]
    assert times.overdue(event, NOW + datetime.timedelta(seconds=1)) == [late, young]
    assert times.seconds_waited(late, NOW) == 300


def test_every_page_of_the_desk_carries_what_waits_too_long(event: Tournament, client: Client) -> None:
    late = opened(event, 1, 900)
    Case.objects.update(opened_at=timezone.now() - datetime.timedelta(minutes=6))
    client.force_login(person("ren"), backend="django.contrib.auth.backends.ModelBackend")
    watch = client.get(reverse("manage_case_watch", args=[event.slug])).content.decode()
    assert f'data-overdue="{late.number} "' in watch
    assert "1 over 5 min" in watch


def test_the_head_referee_sees_the_times(event: Tournament, client: Client) -> None:
    case = opened(event, 1, 900)
    ruled(case, facts(case))
    desk = reverse("manage_cases", args=[event.slug])

    def sees(name: str) -> bool:
        client.force_login(person(name), backend="django.contrib.auth.backends.ModelBackend")
        return client.get(desk).context["times"] is not None

    assert (sees("ren"), sees("olga")) == (False, True)
    Desk.objects.update_or_create(tournament=event, defaults={"head_referee": person("ren")})
    assert sees("ren")
