"""A database that cannot be written, a disk that is full, a cache that is gone: a sentence, and reading goes on."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.urls import reverse

from tests.support.people import acting, person, signed_in
from tools.services import free_port
from tournaments.core import jobs
from tournaments.core.http import faults
from tournaments.core.http.problems import build_problem
from tournaments.results.models.results import TableResult
from tournaments.site import caches

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@contextmanager
def nothing_can_be_written() -> Iterator[None]:
    """As a disk does that has become read-only, or a server that has been made the copy of another."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA query_only = ON")
            yield
            cursor.execute("PRAGMA query_only = OFF")
        return
    # Taken back with the savepoint: nothing else makes a transaction that has read writable again.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL transaction_read_only = on")
        yield
        transaction.set_rollback(True)


def sheet(based_on: int = 0) -> dict[str, object]:
    return {f"points_{seat}": points for seat, points in enumerate((24, 8, -16, -16))} | {"based_on": based_on}


def test_while_nothing_can_be_written_pages_are_read_and_writing_says_so(event):
    sam = signed_in("sam")
    table, route = reverse("manage_table", args=[event.slug, 1, 1]), reverse("api-table", args=[event.slug, 1, 1])
    with nothing_can_be_written():
        read = [Client().get(path).status_code for path in (f"/t/{event.slug}/", f"/t/{event.slug}/seating/1/")]
        page = sam.post(table, sheet())
        api = sam.post(route, {"points": [24, 8, -16, -16], "based_on": 0}, content_type="application/json")
    assert read == [200, 200]
    said = str(faults.READ_ONLY.message)
    assert (page.status_code, page.headers["Retry-After"], said in unescape(page.text)) == (503, "60", True)
    assert (api.status_code, api.json()) == (503, build_problem(503, said))
    assert TableResult.objects.count() == 0


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (OperationalError("database is locked"), faults.BUSY),
        (OperationalError("database or disk is full"), faults.FULL),
        (OperationalError("disk I/O error"), faults.DISK),
        (OSError(errno.ENOSPC, "No space left on device"), faults.FULL),
        (OSError(errno.ENOENT, "No such file"), None),
        (OperationalError("no such table: tournaments_user"), None),
        (ValueError("database is locked"), None),
    ],
)
def test_only_what_lies_around_the_program_is_called_a_fault_of_its_surroundings(error, fault):
    assert faults.find_environment_fault(error) is fault
    wrapped = RuntimeError("what a service made of it")
    wrapped.__cause__ = error
    assert faults.find_environment_fault(wrapped) is fault


def test_a_busy_database_asks_api_and_page_to_come_again(event, monkeypatch):
    sam = signed_in("sam")

    def busy(*given: object, **named: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr("tournaments.core.audit.hash_chain.lock", busy)
    points = {"points": [24, 8, -16, -16], "based_on": 0}
    api = sam.post(reverse("api-table", args=[event.slug, 1, 1]), points, content_type="application/json")
    page = sam.post(reverse("manage_table", args=[event.slug, 1, 1]), sheet())
    said = build_problem(503, str(faults.BUSY.message))
    assert (api.status_code, api.headers["Retry-After"], api.json()) == (503, "5", said)
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")


def test_a_fault_outside_of_a_view_is_said_as_well(monkeypatch):
    """The session is saved when the view is over."""
    person("sam")

    def full(*given: object, **named: object) -> None:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr("django.contrib.sessions.backends.db.SessionStore.save", full)
    browser = Client(raise_request_exception=False)
    answer = browser.post("/sign-in/", {"username": "sam", "password": "four winds and three dragons"})
    assert (answer.status_code, str(faults.FULL.message) in unescape(answer.text)) == (503, True)


def test_an_unknown_address_and_a_fault_of_ours_are_answered_in_the_api_s_form(monkeypatch):
    for address in ("/api/", "/api/v1/nothing/", "/api/v1/tournaments/none/", "/api/v2/tournaments/"):
        answer = Client().get(address)
        assert (answer.status_code, answer.json()) == (404, build_problem(404, answer.json()["detail"]))
        assert answer["Content-Type"] == "application/problem+json"
    monkeypatch.setattr("tournaments.events.api.events.TournamentList.get", lambda *given, **named: 1 / 0)
    answer = Client(raise_request_exception=False).get("/api/v1/tournaments/")
    assert (answer.status_code, answer.json()) == (500, build_problem(500, answer.json()["detail"]))


@pytest.fixture
def broken_cache(settings, monkeypatch):
    """Redis has gone: nothing listens on its port."""
    gone = {"BACKEND": "tournaments.site.caches.ForgivingRedisCache", "LOCATION": f"redis://127.0.0.1:{free_port()}/0"}
    settings.CACHES = {name: kept if name == "replay" else gone for name, kept in settings.CACHES.items()}
    monkeypatch.setattr(caches.ForgivingRedisCache, "broken_until", 0.0)


def test_without_the_cache_pages_and_api_go_on(event, broken_cache, settings):
    sam = signed_in("sam")
    anybody = [Client().get(path).status_code for path in (f"/t/{event.slug}/", "/api/v1/tournaments/")]
    posted = sam.post(reverse("manage_table", args=[event.slug, 1, 1]), sheet())
    assert (anybody, posted.status_code, TableResult.objects.count()) == ([200, 200], 302, 1)
    ready = Client().get("/readyz")
    assert (ready.status_code, ready.json()["checks"]) == (200, {"database": True, "cache": False})
    board = reverse("manage_board_round", args=[event.slug, 1])
    assert "Background jobs are waiting" in sam.get(board).text
    settings.CACHES = {**settings.CACHES, "default": settings.CACHES["replay"]}
    jobs.mark_worker_alive()
    assert "Background jobs are waiting" not in sam.get(board).text


def test_a_cache_that_does_not_answer_is_left_alone_for_a_while(broken_cache, caplog):
    assert [cache.get("a"), cache.get("a", 7), cache.add("a", 1)] == [None, 7, True]
    assert [record.message for record in caplog.records].count("the cache does not answer; going on without") == 1
    assert caches.LEFT_ALONE == 5.0


def test_a_full_disk_ends_a_job_with_a_sentence(event, monkeypatch):
    kind = jobs.map_job_kinds()["print"]

    def full(run: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setitem(jobs._kinds, "print", type(kind)(kind.name, kind.label, kind.action, full))
    job = jobs.create("print", created_by=acting().user, tournament=event, params={})
    run = jobs.claim(job.pk)
    assert run is not None
    jobs.perform(run)
    job.refresh_from_db()
    assert (job.state, str(job.message)) == ("failed", "The server's disk is full: make room, then start this again.")
