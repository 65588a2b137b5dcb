"""After a test that commits, the database is as it was, also what refuses to be deleted and what others still write."""

from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command, get_commands
from django.db import OperationalError, connection
from django.test import override_settings

from tests.support import emptying
from tests.support.database import database_url
from tests.support.tables import playing
from tournaments.core.models.log import AuditEntry

pytestmark = pytest.mark.django_db(transaction=True)


def empty() -> None:
    """Empty the database as Django's test case does."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=False, inhibit_post_migrate=False)


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
    empty()
    assert rows() == before
    assert before.keys() == {"ContentType", "Permission"}


def test_who_still_writes_is_waited_for(monkeypatch: Any) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("elsewhere it is Django that empties the database")
    # Tables are large after other tests, and Django's own way has another error.
    monkeypatch.setattr(emptying, "LARGE", 1 << 40)
    playing()
    with psycopg.connect(database_url()) as other, connection.cursor() as cursor:
        other.execute("INSERT INTO django_session VALUES ('late', '', CURRENT_TIMESTAMP)")
        cursor.execute("SET lock_timeout = '50ms'")
        with pytest.raises(OperationalError, match="lock timeout"):
            empty()
        other.rollback()
        cursor.execute("RESET lock_timeout")
    assert AuditEntry.objects.exists()
    empty()
    assert not AuditEntry.objects.exists()


def test_another_test_that_changes_the_apps_leaves_the_command_in_place() -> None:
    with override_settings(INSTALLED_APPS=settings.INSTALLED_APPS):
        pass
    assert isinstance(get_commands()["flush"], emptying.Command)
