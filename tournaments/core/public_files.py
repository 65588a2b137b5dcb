"""Files that everybody may fetch: made one at a time after the organisers' jobs, without blocking a request."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.core.files.base import ContentFile
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from engine.sentences import gettext_noop, sentence
from tournaments.core import discovery, jobs
from tournaments.core.errors import UserError
from tournaments.core.isolation import isolate_failure
from tournaments.core.models.jobs import Job
from tournaments.core.models.public_files import PublicFile
from tournaments.core.printing.pdf import NoPdfError, PrintingError
from tournaments.core.text.names import reading_names
from tournaments.events.models import Tournament

log = logging.getLogger(__name__)

KEPT: Final = timedelta(hours=24)
MAX_WAITING: Final = 200
MAX_ATTEMPTS: Final = 3
TRIED_AGAIN: Final = timedelta(minutes=1)
AFTER_JOBS: Final = timedelta(minutes=1)

TURN: Final = timedelta(minutes=1)

NOT_POSSIBLE: Final = gettext_noop("This file could not be made.")
State = PublicFile.State
NOT_MADE: Final = (State.FAILED, State.NOTHING, State.NO_LIBRARY)


class TooManyFilesError(UserError):
    """Refusal of another file while too many wait."""


@dataclass(frozen=True)
class FileKind:
    ending: str
    make: Callable[[PublicFile], bytes]
    of_several: bool


_kinds: dict[str, FileKind] = {}
_alone = threading.Lock()


def file_kind(
    name: str, ending: str, *, of_several: bool = False
) -> Callable[[Callable[[PublicFile], bytes]], Callable[[PublicFile], bytes]]:
    """Register a kind of public file; `of_several`: its files have players of several events."""

    def register(make: Callable[[PublicFile], bytes]) -> Callable[[PublicFile], bytes]:
        _kinds[name] = FileKind(ending, make, of_several)
        return make

    return register


def find(key: str) -> PublicFile | None:
    row = PublicFile.objects.filter(key=key).first()
    if row is None or (row.state in NOT_MADE and row.asked_at < timezone.now() - TRIED_AGAIN):
        return None
    if row.state == State.DONE and not row.file.storage.exists(str(row.file.name)):
        # Backups hold no such files, so a restored database lacks them.
        return None
    return row


def ask_for(key: str, kind: str, params: Mapping[str, Any], tournament: Tournament | None) -> PublicFile:
    if PublicFile.objects.filter(state=State.WAITING).count() >= MAX_WAITING:
        raise TooManyFilesError(
            sentence(gettext_noop("Too many papers are waiting to be made; try again in a minute."))
        )
    values = {"kind": kind, "params": dict(params), "tournament": tournament}
    fresh = {"state": State.WAITING, "error": "", "attempts": 0, "asked_at": timezone.now()}
    row, is_new = PublicFile.objects.get_or_create(key=key, defaults=values | fresh)
    if not is_new and row.state != State.WAITING:
        PublicFile.objects.filter(key=key).exclude(state=State.WAITING).update(**values, **fresh)
        row.refresh_from_db()
    if not jobs.is_worker_alive() and _alone.acquire(blocking=False):
        try:
            _make(row)
        finally:
            _alone.release()
        row.refresh_from_db()
    return row


def place_in_line(row: PublicFile) -> int:
    return _select_waiting().filter(Q(asked_at__lt=row.asked_at) | Q(asked_at=row.asked_at, pk__lt=row.pk)).count()


def has_waiting_files() -> bool:
    return _select_waiting().exists()


def make_waiting() -> None:
    """Make the waiting files, the oldest first, for `TURN` or until an organiser's job wants the worker."""
    ends_at = time.monotonic() + TURN.total_seconds()
    while time.monotonic() < ends_at and (row := _select_waiting().order_by("asked_at", "pk").first()) is not None:
        if row.asked_at > timezone.now() - AFTER_JOBS and _has_organiser_jobs():
            return
        _make(row)


def discard_old() -> None:
    for row in PublicFile.objects.filter(asked_at__lt=timezone.now() - KEPT).exclude(state=State.WAITING):
        with isolate_failure("deletion of a public file", file=row.key):
            discard(row)


def list_files(tournament: Tournament) -> QuerySet[PublicFile]:
    discovery.import_modules("jobs")
    several = [name for name, kind in _kinds.items() if kind.of_several]
    return PublicFile.objects.filter(Q(tournament=tournament) | Q(tournament=None, kind__in=several))


def discard_of(tournament: Tournament) -> None:
    for row in list_files(tournament):
        with isolate_failure("deletion of a public file", file=row.key):
            discard(row)


def discard(row: PublicFile) -> None:
    if row.file:
        row.file.delete(save=False)
    row.delete()


def _select_waiting() -> QuerySet[PublicFile]:
    return PublicFile.objects.filter(state=State.WAITING)


def _has_organiser_jobs() -> bool:
    now = timezone.now()
    at_work = Q(state=Job.State.RUNNING, heartbeat__gt=now - jobs.LOST_AFTER)
    return Job.objects.filter(at_work | Q(state=Job.State.QUEUED)).exists()


def _make(row: PublicFile) -> None:
    discovery.import_modules("jobs")
    kind = _kinds[row.kind]
    waiting = _select_waiting().filter(pk=row.pk)
    # Counted before, so that a file that kills its worker each time is given up.
    waiting.update(attempts=F("attempts") + 1)
    try:
        if row.attempts >= MAX_ATTEMPTS:
            raise PrintingError(sentence(NOT_POSSIBLE))
        with reading_names(full=False):
            content = kind.make(row)
    except NoPdfError as error:
        waiting.update(state=State.NO_LIBRARY, error=error.stored)
    except PrintingError as error:
        waiting.update(state=State.FAILED, error=error.stored)
    except (UserError, ObjectDoesNotExist):
        waiting.update(state=State.NOTHING)
    except Exception:
        log.exception("a public file could not be made", extra={"kind": row.kind, "params": row.params})
        waiting.update(state=State.FAILED, error=sentence(NOT_POSSIBLE))
    else:
        row.file.save(f"{row.key}.{kind.ending}", ContentFile(content), save=False)
        if not waiting.update(state=State.DONE, file=row.file.name, made_at=timezone.now()):
            # The event was deleted meanwhile.
            row.file.delete(save=False)
