"""Faults of the database while a result is written: a write reported as failed was not saved, nor any part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.support.people import people, person, token_of
from tests.support.tables import enter, playing, table_of
from tournaments.core import audit
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.results.models.results import Confirmation, ResultSeat, TableResult
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]

Send = Callable[[], Any]

LOG = "tournaments_auditentry"


@contextmanager
def trigger(when: str, table: str, sqlite: str, postgresql: str) -> Iterator[None]:
    """A trigger for each row that is written to the table."""
    started = f"CREATE TRIGGER injected_fault {when} INSERT ON {table}"
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"{started} BEGIN {sqlite}; END")
        else:
            body = f"$$ BEGIN {postgresql}; END $$"
            cursor.execute(f"CREATE FUNCTION injected_fault() RETURNS trigger LANGUAGE plpgsql AS {body}")
            cursor.execute(f"{started} FOR EACH ROW EXECUTE FUNCTION injected_fault()")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute("DROP TRIGGER injected_fault")
            else:
                cursor.execute("DROP FUNCTION injected_fault() CASCADE")


def log_refused() -> Any:
    return trigger("BEFORE", LOG, "SELECT RAISE(ABORT, 'injected')", "RAISE EXCEPTION 'injected'")


def log_swallowed() -> Any:
    """No error, and no row either."""
    return trigger("BEFORE", LOG, "SELECT RAISE(IGNORE)", "RETURN NULL")


def commit_refused() -> Any:
    """Foreign keys are checked at the end of the transaction."""
    broken = "UPDATE tournaments_tableresult SET ruleset_id = -1"
    return trigger("AFTER", LOG, broken, f"{broken}; RETURN NULL")


@contextmanager
def line_cut() -> Iterator[None]:
    """The database is gone when the log is written."""

    def cut(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(f'INSERT INTO "{LOG}"'):
            raise OperationalError("server closed the connection unexpectedly")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(cut):
        yield


def desk(name: str) -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(person(name))
    return browser


def sent_by_form(event: Tournament) -> Send:
    sheet = {f"points_{seat}": str(points) for seat, points in enumerate((60, 20, -30, -50))} | {"based_on": "0"}
    return partial(desk("sam").post, f"/t/{event.slug}/manage/results/1/table/1/", sheet)


def sent_by_program(event: Tournament) -> Send:
    program = Client(raise_request_exception=False, headers={"Authorization": f"Token {token_of('sam')}"})
    address = f"/api/v1/tournaments/{event.slug}/rounds/1/tables/1/"
    return partial(program.post, address, {"points": [60, 20, -30, -50]}, content_type="application/json")


def confirmed_by_form(event: Tournament) -> Send:
    return partial(desk("olga").post, f"/t/{event.slug}/manage/results/1/table/2/1/confirm/")


def stored(event: Tournament) -> dict[str, object]:
    """Everything that the writes touch."""
    return {
        "results": list(TableResult.objects.order_by("pk").values_list("table__number", "version", "state")),
        "seats": ResultSeat.objects.count(),
        "lines": ScoreLine.objects.count(),
        "confirmations": Confirmation.objects.count(),
        "log": list(AuditEntry.objects.filter(tournament=event).order_by("sequence").values_list("action", "digest")),
        "version": Tournament.objects.get(pk=event.pk).version,
        "confirmed": table_of(event).confirmed_at,
    }


@pytest.mark.parametrize("way", [sent_by_form, sent_by_program, confirmed_by_form])
@pytest.mark.parametrize("confirmations", ["one", "none"])
def test_a_write_reported_as_failed_was_not_saved(way: Callable[[Tournament], Send], confirmations: str) -> None:
    event = playing()
    people(event)
    enter(table_of(event, 2), (8, 4, -4, -8))
    event.confirmations = confirmations
    event.save(update_fields=["confirmations"])
    send = way(event)
    before = stored(event)
    for fault in (log_refused, log_swallowed, commit_refused, line_cut):
        with fault():
            assert send().status_code in (500, 503), fault
        assert stored(event) == before, fault
    assert send().status_code in (200, 201, 302)
    assert stored(event) != before
    assert audit.broken_at(event) is None
    logged = set(AuditEntry.objects.filter(tournament=event).values_list("action", "object_id"))
    entered = {("results.submit", str(result.pk)) for result in TableResult.objects.all()}
    confirmed = {("results.confirm", str(each.result_id)) for each in Confirmation.objects.all()}
    assert entered | confirmed <= logged
