"""Migrations of a site that goes on: they wait for its tables briefly, and try again; nobody else is ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection, transaction

from tests.support.patience import SECONDS, wait_for
from tournaments.core import migrating
from tournaments.management.commands import prepare

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


class InUseError(Exception):
    sqlstate = "55P03"


def refuse(_name: str, **_options: Any) -> None:
    raise OperationalError("canceling statement due to lock timeout") from InUseError()


def migrations_that(monkeypatch: pytest.MonkeyPatch, work: Callable[..., None]) -> list[str]:
    """Replace the command that migrates, and the pause; return the list of its calls."""
    calls: list[str] = []

    def call(name: str, **options: Any) -> None:
        calls.append(name)
        work(name, **options)

    monkeypatch.setattr(migrating, "call_command", call)
    monkeypatch.setattr(migrating, "PAUSE", 0)
    return calls


def is_waited_for(cursor: Any) -> bool:
    cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'tournaments_tournament'::regclass")
    return cursor.fetchone() is not None


def test_a_table_that_a_request_holds_is_waited_for_again_and_the_request_ends(monkeypatch) -> None:
    """The request holds a table, then asks for the one that the migration has: without a limit, a deadlock."""
    if connection.vendor != "postgresql":
        pytest.skip("SQLite has one lock, for which it waits")
    holds, has_first, outcomes = threading.Event(), threading.Event(), []
    # Of the second after which PostgreSQL ends the request, a loaded machine may need most until the migration waits.
    monkeypatch.setattr(migrating, "LOCK_SECONDS", 0.05)

    def ask() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE tournaments_entry IN ACCESS SHARE MODE")
            holds.set()
            has_first.wait(SECONDS)
            cursor.execute("LOCK TABLE tournaments_tournament IN ACCESS SHARE MODE")
            outcomes.append("request")
        connection.close()

    def work(_name: str, **_options: Any) -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("LOCK TABLE tournaments_tournament IN ACCESS EXCLUSIVE MODE")
            holds.wait(SECONDS)
            if not has_first.is_set():
                has_first.set()
                # The request waits first, so that PostgreSQL would end it.
                wait_for(lambda: is_waited_for(cursor))
            cursor.execute("LOCK TABLE tournaments_entry IN ACCESS EXCLUSIVE MODE")
            outcomes.append("migration")

    calls = migrations_that(monkeypatch, work)
    request = threading.Thread(target=ask)
    request.start()
    migrating.migrate()
    request.join(SECONDS)
    assert outcomes == ["request", "migration"]
    assert len(calls) >= 2
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        assert cursor.fetchone() == ("0",)


def test_a_site_that_is_never_idle_is_to_be_stopped(monkeypatch) -> None:
    calls = migrations_that(monkeypatch, refuse)
    monkeypatch.setattr(migrating, "PATIENCE", 0)
    monkeypatch.setattr(prepare.Command, "refuse_database", lambda _command: None)
    with pytest.raises(CommandError, match="too busy to be upgraded: stop it, and try again"):
        call_command("prepare", empty=True)
    assert calls == ["migrate"]


def test_another_fault_of_the_database_is_not_tried_again(monkeypatch) -> None:
    def fail(_name: str, **_options: Any) -> None:
        raise OperationalError("no space left on device")

    calls = migrations_that(monkeypatch, fail)
    with pytest.raises(OperationalError, match="no space left"):
        migrating.migrate()
    assert calls == ["migrate"]
