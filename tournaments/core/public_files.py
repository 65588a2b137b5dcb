"""Files that everybody may fetch: made one at a time in a lane of their own, after the organisers' jobs, and kept.

No request waits for one in a thread. The first one leaves a row, the worker makes the file (`make_waiting`), and
visitors read a page that reloads. Without a worker the web process makes it, one at a time too.
"""

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
from tournaments.core.isolation import failing_alone
from tournaments.core.models.jobs import Job
from tournaments.core.models.public_files import PublicFile
from tournaments.core.printing.pdf import NoPdfError, PrintingError
from tournaments.events.models import Tournament

log = logging.getLogger(__name__)

KEPT: Final = timedelta(hours=24)
"""Time for which a file is kept: one of a former version is never fetched again."""
MAX_WAITING: Final = 200
"""Files that wait at a time; whoever asks for another one is asked to come back."""
MAX_ATTEMPTS: Final = 3
TRIED_AGAIN: Final = timedelta(minutes=1)
"""Time after which a file that could not be made is tried again."""
AFTER_JOBS: Final = timedelta(minutes=1)
"""Time for which a file waits for the organisers' jobs, at most: one that hangs does not hold up all papers."""

TURN: Final = timedelta(minutes=1)
"""Time of one run of the task, and of the file that it is at: a longer one would count as hanging."""

NOT_POSSIBLE: Final = gettext_noop("This file could not be made.")
State = PublicFile.State
NOT_MADE: Final = (State.FAILED, State.NOTHING, State.NO_LIBRARY)


class TooManyFilesError(UserError):
    """Too many files wait."""


@dataclass(frozen=True)
class FileKind:
    """A kind of public file: the ending of its name, and the function that makes it from the row's parameters."""

    ending: str
    make: Callable[[PublicFile], bytes]
    of_several: bool
    """True if a file has players of several events."""


_kinds: dict[str, FileKind] = {}
_alone = threading.Lock()


def file_kind(
    name: str, ending: str, *, of_several: bool = False
) -> Callable[[Callable[[PublicFile], bytes]], Callable[[PublicFile], bytes]]:
    """Register a function in the `jobs` of a subject, or beside the papers, as a kind of public file.

    `of_several`: a file has players of several events; its rows belong to none.
    """

    def register(make: Callable[[PublicFile], bytes]) -> Callable[[PublicFile], bytes]:
        _kinds[name] = FileKind(ending, make, of_several)
        return make

    return register


def find(key: str) -> PublicFile | None:
    """Return the row with this key, whatever its state; None where a file has to be asked for, also once more."""
    row = PublicFile.objects.filter(key=key).first()
    if row is None or (row.state in NOT_MADE and row.asked_at < timezone.now() - TRIED_AGAIN):
        return None
    if row.state == State.DONE and not row.file.storage.exists(str(row.file.name)):
        # A restored database, whose backup held no such files.
        return None
    return row


def ask_for(key: str, kind: str, params: Mapping[str, Any], tournament: Tournament | None) -> PublicFile:
    """Put the file into the lane. Raises TooManyFilesError."""
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
    if not jobs.worker_is_alive() and _alone.acquire(blocking=False):
        try:
            _make(row)
        finally:
            _alone.release()
        row.refresh_from_db()
    return row


def place_in_line(row: PublicFile) -> int:
    """Return the number of files that are made before it."""
    return _waiting().filter(Q(asked_at__lt=row.asked_at) | Q(asked_at=row.asked_at, pk__lt=row.pk)).count()


def any_waiting() -> bool:
    """Return True if there is something to make."""
    return _waiting().exists()


def make_waiting() -> None:
    """Make the files that wait, the oldest first, for `TURN` or until an organiser's job wants the worker."""
    ends_at = time.monotonic() + TURN.total_seconds()
    while time.monotonic() < ends_at and (row := _waiting().order_by("asked_at", "pk").first()) is not None:
        if row.asked_at > timezone.now() - AFTER_JOBS and _organisers_wait():
            return
        _make(row)


def discard_old() -> None:
    """Delete files that nobody fetches any more."""
    for row in PublicFile.objects.filter(asked_at__lt=timezone.now() - KEPT).exclude(state=State.WAITING):
        with failing_alone("deletion of a public file", file=row.key):
            discard(row)


def files_of(tournament: Tournament) -> QuerySet[PublicFile]:
    """Return the files of an event, and those that may have its players among others."""
    discovery.import_modules("jobs")
    several = [name for name, kind in _kinds.items() if kind.of_several]
    return PublicFile.objects.filter(Q(tournament=tournament) | Q(tournament=None, kind__in=several))


def discard_of(tournament: Tournament) -> None:
    """Delete the files of an event, which may name somebody who was erased."""
    for row in files_of(tournament):
        with failing_alone("deletion of a public file", file=row.key):
            discard(row)


def discard(row: PublicFile) -> None:
    """Delete the row with its file."""
    if row.file:
        row.file.delete(save=False)
    row.delete()


def _waiting() -> QuerySet[PublicFile]:
    return PublicFile.objects.filter(state=State.WAITING)


def _organisers_wait() -> bool:
    now = timezone.now()
    at_work = Q(state=Job.State.RUNNING, heartbeat__gt=now - jobs.LOST_AFTER)
    return Job.objects.filter(at_work | Q(state=Job.State.QUEUED)).exists()


def _make(row: PublicFile) -> None:
    discovery.import_modules("jobs")
    kind = _kinds[row.kind]
    waiting = _waiting().filter(pk=row.pk)
    # Counted before: a file that ends its worker each time is given up.
    waiting.update(attempts=F("attempts") + 1)
    try:
        if row.attempts >= MAX_ATTEMPTS:
            raise PrintingError(sentence(NOT_POSSIBLE))
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
