"""Health checks of a load balancer."""

import re
import uuid
from datetime import timedelta

import pytest
from django.db import DatabaseError, connection
from django.urls import reverse
from django.utils import timezone

from tests.support.people import person, small_tournament
from tournaments import __version__
from tournaments.core import jobs, periodic
from tournaments.core.models.jobs import PeriodicTask


def test_healthz_answers_without_a_database(client, monkeypatch):
    def refuse():
        raise DatabaseError

    monkeypatch.setattr(periodic, "list_stopped_work", refuse)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (
        200,
        {"status": "ok", "version": __version__, "not_running": ["Database"]},
    )


@pytest.mark.django_db
@pytest.mark.both_databases
def test_health_and_overview_name_what_does_not_run(client):
    event = small_tournament(8)
    client.force_login(person("ada"))

    def shown():
        page = client.get(reverse("manage_home", args=[event.slug])).text
        return client.get("/healthz").json()["not_running"], re.findall(r"Not running: ([^.]*)\.", page)

    assert shown() == (["Background work"], ["Background work"])
    jobs.mark_worker_alive()
    now = timezone.now()
    for name, late, run in (("backups", 6, uuid.uuid4()), ("email", 6, None), ("offers", 1, uuid.uuid4())):
        PeriodicTask.objects.create(name=name, due_at=now - timedelta(minutes=late), run=run, seen_at=now)
    assert shown() == (["Backups"], ["Backups"])
    PeriodicTask.objects.update(run=None)
    assert shown() == ([], [])


@pytest.mark.django_db
@pytest.mark.both_databases
def test_readyz_names_what_works(client):
    answer = client.get("/readyz")
    name = "SQLite test" if connection.vendor == "sqlite" else f"PostgreSQL {connection.settings_dict['NAME']}"
    checks = {"database": True, "cache": True}
    expected = {"status": "ok", "database": answer.json()["database"], "checks": checks, "worker": False}
    assert answer.json()["database"].startswith(name)
    assert (answer.status_code, answer.json()) == (200, expected)
    jobs.mark_worker_alive()
    assert client.get("/readyz").json()["worker"] is True


@pytest.mark.django_db
@pytest.mark.both_databases
def test_readyz_refuses_work_while_the_database_is_away(client, monkeypatch):
    def refuse():
        raise DatabaseError

    monkeypatch.setattr(connection, "cursor", refuse)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()["checks"]) == (503, {"database": False, "cache": True})
