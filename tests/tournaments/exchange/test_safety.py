"""Backups and papers that are made after a commit never take back what was saved, nor fail it."""

import logging

import pytest

from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.tables import enter, playing, table_of
from tournaments.core import jobs
from tournaments.exchange.services import safety
from tournaments.results.models.results import TableResult
from tournaments.results.services import results
from tournaments.rounds.models import Round
from tournaments.seating.services import seating

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def fails(*_given: object, **_named: object) -> None:
    """Something that goes wrong."""
    raise RuntimeError("the printer is on fire")


def errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what was logged as an error, without the way that led there."""
    return [str(record.args) for record in caplog.records if record.levelno == logging.ERROR]


def test_a_seating_is_published_though_its_papers_fail(monkeypatch, caplog):
    monkeypatch.setattr(safety, "_make_pack", fails)
    seating.publish(acting("olga"), seat_in_order(small_tournament(8).rounds.get(number=1)))
    assert Round.objects.get(number=1).state == Round.State.PUBLISHED
    assert errors(caplog) == ["(RuntimeError('the printer is on fire'),)"]


def test_the_last_sheet_of_a_round_counts_though_the_backup_fails(monkeypatch, caplog):
    monkeypatch.setattr(safety, "_after_round", fails)
    result = enter(table_of(playing(4)), (24, 8, -8, -24))
    results.confirm_sheet(acting("olga"), result)
    assert TableResult.objects.get(pk=result.pk).state == TableResult.State.CONFIRMED
    assert errors(caplog) == ["(RuntimeError('the printer is on fire'),)"]


def test_a_job_waits_though_nobody_can_be_told(monkeypatch, caplog):
    monkeypatch.setattr(jobs, "send", fails)
    event = playing()
    job = jobs.create("print", created_by=None, tournament=event)
    assert job.state == job.State.QUEUED
    assert "(RuntimeError('the printer is on fire'),)" in errors(caplog)
