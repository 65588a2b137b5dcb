"""Health checks of a load balancer."""

import pytest
from django.db import DatabaseError, connection

from tournaments.core import jobs


def test_healthz_answers_without_a_database(client):
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


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
