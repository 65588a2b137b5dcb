"""Periodic tasks: each due task runs once, however many workers look, and one that hangs delays itself only."""

import threading
import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support import patience
from tests.support.patience import wait_for
from tests.support.together import together
from tournaments.core import periodic
from tournaments.core.models.jobs import PeriodicTask
from tournaments.core.periodic import Periodic, Timer, claim, release

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

MINUTE = timedelta(minutes=1)


def task(name="backups", work=lambda: None, **more):
    return Periodic(name, MINUTE, work, **more)


def row(late=0.0, silent=None, name="backups"):
    """A task due so many seconds ago, which somebody runs and who was silent for so many seconds."""
    now = timezone.now()
    seen = None if silent is None else now - timedelta(seconds=silent)
    run = None if silent is None else uuid.uuid4()
    return PeriodicTask.objects.create(name=name, due_at=now - timedelta(seconds=late), run=run, seen_at=seen)


@pytest.mark.django_db(transaction=True)
def test_workers_that_look_at_the_same_time_run_a_task_once():
    row()
    runs = together(*[lambda: claim(task())] * 4)
    assert sum(run is not None for run in runs) == 1


@pytest.mark.parametrize(
    ("late", "silent", "claimed"),
    [
        (0, None, True),
        (-30, None, False),
        # A clock that was put back by an hour.
        (-3600, None, True),
        (90, 10, False),
        (90, 50, True),
    ],
)
def test_a_task_is_claimed_when_it_is_due_and_nobody_alive_runs_it(late, silent, claimed):
    stored = row(late, silent)
    before = timezone.now()
    assert (claim(task()) is not None) is claimed
    stored.refresh_from_db()
    assert (stored.due_at >= before + MINUTE) is (claimed or late == -3600)


def test_a_run_that_was_taken_for_dead_ends_nothing():
    stored = row(late=90, silent=50)
    lost, heir = stored.run, claim(task())
    release(task(), lost)
    stored.refresh_from_db()
    assert stored.run == heir
    release(task(), heir)
    stored.refresh_from_db()
    assert stored.run is None


@pytest.mark.django_db(transaction=True)
def test_a_task_that_hangs_or_fails_delays_no_other(monkeypatch):
    """Two timers, as two workers have them; the hanging task goes on showing that it is alive."""
    hangs, over = [], threading.Event()
    done: list[str] = []

    def hang():
        hangs.append(timezone.now())
        over.wait(patience.SECONDS)

    def fail():
        done.append("fails")
        raise ZeroDivisionError

    quick = timedelta(milliseconds=40)
    tasks = [
        Periodic("email", quick, hang),
        Periodic("offers", quick, fail),
        Periodic("backups", quick, lambda: done.append("backs up")),
        Periodic("papers", quick, lambda: done.append("prints"), needed=lambda: False),
    ]
    monkeypatch.setattr(periodic, "_tasks", {one.name: one for one in tasks})
    monkeypatch.setattr(periodic, "TICK", 0.02)
    monkeypatch.setattr(periodic, "SIGN_OF_LIFE", 0.02)
    timers = [Timer(), Timer()]
    for timer in timers:
        timer.start()
    try:
        wait_for(lambda: done.count("backs up") > 5 and done.count("fails") > 5)
        hanging = PeriodicTask.objects.get(name="email")
        assert len(hangs) == 1
        assert hanging.seen_at > hangs[0]
        assert "prints" not in done
    finally:
        over.set()
        for timer in timers:
            timer.stop()
        for timer in timers:
            timer.join(patience.SECONDS)
        wait_for(lambda: not any(thread.name.startswith("periodic ") for thread in threading.enumerate()))
    assert PeriodicTask.objects.get(name="email").run is None
