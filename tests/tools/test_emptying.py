"""After a test that commits, the database is as it was, also what refuses to be deleted and what others still write."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError
from django.db import OperationalError, connection
from django.test import TransactionTestCase

from tests.support import emptying
from tests.support.database import database_url
from tests.support.tables import playing
from tournaments.core.models.log import AuditEntry

pytestmark = pytest.mark.django_db(transaction=True)


class Case(TransactionTestCase):
    """A test that does nothing and tidies up."""


def rows() -> dict[str, int]:
    """Model -> how many rows it has, those that have none left out."""
    counted = {model.__name__: model._base_manager.count() for model in apps.get_models()}
    return {name: count for name, count in counted.items() if count}


@pytest.mark.parametrize("large", [0, emptying.LARGE], ids=["truncated", "deleted"])
def test_an_event_with_its_log_is_gone_and_what_django_fills_is_there(monkeypatch: Any, large: int) -> None:
    before = rows()
    playing()
    assert AuditEntry.objects.exists()
    monkeypatch.setattr(emptying, "LARGE", large)
    emptying.deleted(Case())
    assert rows() == before
    assert before.keys() == {"ContentType", "Permission"}


@contextmanager
def somebody_writing() -> Iterator[None]:
    """Another process with a row in a transaction that goes on; whoever waits for it gives up soon."""
    with ExitStack() as stack:
        cursor = stack.enter_context(connection.cursor())
        if connection.vendor == "postgresql":
            other: Any = stack.enter_context(psycopg.connect(database_url()))
            cursor.execute("SET lock_timeout = '50ms'")
            stack.callback(cursor.execute, "RESET lock_timeout")
        else:
            other = stack.enter_context(closing(sqlite3.connect(connection.settings_dict["NAME"])))
            (usual,) = cursor.execute("PRAGMA busy_timeout").fetchone()
            cursor.execute("PRAGMA busy_timeout = 50")
            stack.callback(cursor.execute, f"PRAGMA busy_timeout = {usual}")
        other.execute("INSERT INTO django_session VALUES ('late', '', CURRENT_TIMESTAMP)")
        yield
        other.rollback()


@pytest.mark.both_databases
def test_who_still_writes_is_waited_for() -> None:
    playing()
    # On SQLite it is Django's command that empties, which has words of its own.
    refused, words = {
        "postgresql": (OperationalError, "lock timeout"),
        "sqlite": (CommandError, "couldn't be flushed"),
    }[connection.vendor]
    with somebody_writing(), pytest.raises(refused, match=words) as told:
        emptying.deleted(Case())
    assert isinstance(told.value.__cause__, psycopg.errors.LockNotAvailable | OperationalError)
    assert AuditEntry.objects.exists()
    emptying.deleted(Case())
    assert not AuditEntry.objects.exists()
