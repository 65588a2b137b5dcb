"""Periodic tasks, claimed by an update of their row, so that one of several workers runs each in its own thread."""

from __future__ import annotations

import logging
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import DatabaseError, InterfaceError, close_old_connections, connection
from django.db.models import Q, QuerySet
from django.utils import timezone

from tournaments.core import jobs
from tournaments.core.models.jobs import PeriodicTask

log = logging.getLogger(__name__)

TICK: Final = 1.0
SIGN_OF_LIFE: Final = 5.0
LOST_AFTER: Final = timedelta(seconds=45)
OVERDUE: Final = timedelta(minutes=5)
"""Time after which a due task that still runs counts as stuck."""

Work = Callable[[], object]


@dataclass(frozen=True)
class Periodic:
    name: str
    every: timedelta
    work: Work
    needed: Callable[[], bool] | None = None


_tasks: dict[str, Periodic] = {}


def periodic(name: str, *, every: float, needed: Callable[[], bool] | None = None) -> Callable[[Work], Work]:
    def register(work: Work) -> Work:
        if name in _tasks:
            raise ValueError(f"two periodic tasks are called {name}")
        _tasks[name] = Periodic(name, timedelta(seconds=every), work, needed)
        return work

    return register


def claim(task: Periodic) -> uuid.UUID | None:
    """Claim the task for one run. Return the run's key; None if it is not due or runs already."""
    now, run = timezone.now(), uuid.uuid4()
    claimed = _select_due(task).filter(Q(run=None) | Q(seen_at__lt=now - LOST_AFTER))
    return run if claimed.update(due_at=now + task.every, run=run, seen_at=now) else None


def release(task: Periodic, run: uuid.UUID) -> None:
    PeriodicTask.objects.filter(name=task.name, run=run).update(run=None)


def list_stopped_work() -> list[str]:
    """Return the labels of stopped background work: all of it, or stuck tasks. Raises DatabaseError."""
    if not jobs.is_worker_alive():
        return [str(PeriodicTask.Name.JOBS.label)]
    stuck = PeriodicTask.objects.filter(due_at__lt=timezone.now() - OVERDUE, run__isnull=False)
    return [task.get_name_display() for task in stuck.order_by("name")]


def _select_due(task: Periodic) -> QuerySet[PeriodicTask]:
    now = timezone.now()
    # After the clock was put back, rows would be due in a far future.
    return PeriodicTask.objects.filter(Q(due_at__lte=now) | Q(due_at__gt=now + 2 * task.every), name=task.name)


class Timer(threading.Thread):
    def __init__(self) -> None:
        super().__init__(name="timer", daemon=True)
        self._over = threading.Event()
        self._runs: dict[uuid.UUID, str] = {}
        self._since_sign = 0.0

    def run(self) -> None:
        while not self._over.is_set():
            try:
                close_old_connections()
                self._look()
            except (DatabaseError, InterfaceError):
                log.warning("the timer could not reach the database", exc_info=True)
                connection.close()
            except Exception:
                log.exception("the timer failed; it goes on")
            self._over.wait(TICK)
        connection.close()

    def stop(self) -> None:
        self._over.set()

    def _look(self) -> None:
        self._since_sign += TICK
        if self._since_sign >= SIGN_OF_LIFE:
            self._since_sign = 0.0
            if self._runs:
                PeriodicTask.objects.filter(run__in=[*self._runs]).update(seen_at=timezone.now())
        rows = dict(PeriodicTask.objects.values_list("name", "due_at"))
        now = timezone.now()
        for name, task in _tasks.items():
            if name not in rows:
                PeriodicTask.objects.get_or_create(name=name, defaults={"due_at": now})
            elif now < rows[name] <= now + 2 * task.every:
                continue
            if (task.needed is None or task.needed()) and (run := claim(task)) is not None:
                self._runs[run] = name
                threading.Thread(target=self._perform, args=(task, run), name=f"periodic {name}", daemon=True).start()

    def _perform(self, task: Periodic, run: uuid.UUID) -> None:
        try:
            task.work()
        except Exception:
            log.exception("periodic task failed", extra={"task": task.name})
        finally:
            self._runs.pop(run, None)
            try:
                release(task, run)
            except (DatabaseError, InterfaceError):
                log.warning("a periodic task could not be released", extra={"task": task.name}, exc_info=True)
            connection.close()
