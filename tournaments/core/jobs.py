"""Background jobs: create, run, cancel, sweep.

Register a kind of job by `@job_kind` in the `jobs` module or package of a subject. It must be repeatable, because a
lost run is started again.
"""

import errno
import logging
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import IntEnum
from types import MappingProxyType
from typing import Any, TypeVar

from django.conf import settings
from django.core.files.base import ContentFile
from django.db import DatabaseError, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation
from django.utils.functional import Promise
from django.utils.module_loading import import_string
from django.utils.translation import gettext

from engine.sentences import gettext_noop, sentence
from tournaments.accounts.models import User
from tournaments.core import discovery
from tournaments.core.errors import UserError
from tournaments.core.isolation import isolate_failure
from tournaments.core.models.jobs import Job
from tournaments.core.models.site import WorkerHeartbeat
from tournaments.core.permissions import ALL_ACTIONS
from tournaments.events.models import Tournament

log = logging.getLogger(__name__)

# While a run works, a thread writes its heartbeat every HEARTBEAT seconds; one older than LOST_AFTER is a lost run.
HEARTBEAT = 5
LOST_AFTER = timedelta(seconds=45)
RESEND_AFTER = timedelta(seconds=30)
MAX_ATTEMPTS = 3
KEEP_FOR = timedelta(days=14)
WORKER_SILENCE = timedelta(seconds=90)
RUN = "tournaments.tasks.run_job"
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_FAULT = gettext_noop("This job failed because of a fault in the program. The organiser's log names it.")


@dataclass(frozen=True)
class JobResult:
    """Result of a job: a file, the URL of the page that shows its effect, or both; `message` is stored."""

    name: str = ""
    content: bytes = b""
    url: str = ""
    message: str = ""


class JobError(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class JobStopped(Exception):
    """End of a run whose job was cancelled or taken over by another run."""


@dataclass(frozen=True)
class JobRun:
    job: Job

    @property
    def params(self) -> Mapping[str, Any]:
        return self.job.params

    @property
    def tournament(self) -> Tournament:
        if self.job.tournament is None:
            raise LookupError(f"job {self.job.pk} belongs to no tournament")
        return self.job.tournament

    def report(self, progress: int, total: int, message: str = "") -> None:
        """Report progress out of total. Raises JobStopped if the job was cancelled or taken over."""
        values = {"progress": min(progress, total), "total": total, "message": message}
        if not self._owned().update(heartbeat=timezone.now(), **values):
            raise JobStopped

    def beat(self) -> bool:
        return bool(self._owned().update(heartbeat=timezone.now()))

    def finish(self, result: JobResult) -> None:
        values: dict[str, Any] = {"result_url": result.url, "message": result.message}
        if result.name:
            self.job.result.save(result.name, ContentFile(result.content), save=False)
            values |= {"result": self.job.result.name, "result_name": result.name}
        try:
            self._end(Job.State.DONE, progress=F("total"), **values)
        except JobStopped:
            if self.job.result:
                self.job.result.delete(save=False)
            raise

    def fail(self, message: str) -> None:
        self._end(Job.State.FAILED, message=message)

    def _owned(self) -> QuerySet[Job]:
        return Job.objects.filter(pk=self.job.pk, run=self.job.run, state=Job.State.RUNNING)

    def _end(self, state: Job.State, **values: Any) -> None:
        if not self._owned().update(state=state, finished_at=timezone.now(), **values):
            raise JobStopped


Work = Callable[[JobRun], JobResult | None]
WorkT = TypeVar("WorkT", bound=Work)


class Lane(IntEnum):
    BACKUP = 0
    ORGANISER = 1
    BULK = 2
    """Papers and rehearsals: one at a time of an organiser; one thread of the worker stays free of them."""


@dataclass(frozen=True)
class JobKind:
    """Kind of job; `action` is the permission to see its jobs, `back` returns the URL of the page that started one."""

    name: str
    label: str | Promise
    action: str
    work: Work
    back: Callable[[JobRun], str] | None = None
    lane: Lane = Lane.ORGANISER


_kinds: dict[str, JobKind] = {}


def map_job_kinds() -> Mapping[str, JobKind]:
    discovery.import_modules("jobs")
    return _kinds


def job_kind(
    name: str,
    *,
    label: str | Promise,
    action: str,
    back: Callable[[JobRun], str] | None = None,
    lane: Lane = Lane.ORGANISER,
) -> Callable[[WorkT], WorkT]:
    """Register a kind of job. Raises ValueError for a registered name, KeyError for an unknown action."""
    if action not in ALL_ACTIONS:
        raise KeyError(action)

    def register(work: WorkT) -> WorkT:
        if name in _kinds:
            raise ValueError(f"two kinds of job are named {name!r}")
        _kinds[name] = JobKind(name, label, action, work, back, lane)
        return work

    return register


def create(
    kind: str,
    *,
    created_by: User | None,
    tournament: Tournament | None = None,
    params: Mapping[str, Any] | None = None,
) -> Job:
    """Create a queued job, sent to the worker on commit. Raises KeyError for an unknown kind."""
    job = Job.objects.create(
        kind=map_job_kinds()[kind].name,
        created_by=created_by,
        tournament=tournament,
        params={"language": translation.get_language(), **(params or {})},
    )
    # Robust, because the job is stored by then, and the sweeper sends unsent jobs.
    transaction.on_commit(lambda: send(job.pk), robust=True)
    return job


def create_once(
    kind: str,
    *,
    created_by: User | None,
    tournament: Tournament,
    params: Mapping[str, Any],
    beside: Mapping[str, Any] = MappingProxyType({}),
) -> Job:
    """Return the unfinished job of this kind with these params, or create one, under the tournament's lock."""
    with transaction.atomic():
        Tournament.objects.select_for_update().get(pk=tournament.pk)
        same: dict[str, Any] = {f"params__{name}": value for name, value in params.items()}
        at_work = (Job.State.QUEUED, Job.State.RUNNING)
        waiting = Job.objects.filter(kind=kind, tournament=tournament, state__in=at_work, **same).first()
        return waiting or create(kind, created_by=created_by, tournament=tournament, params={**params, **beside})


def load_celery_app() -> Any:
    """Return the Celery application, loaded with the first task because loading takes long."""
    return import_string(settings.JOBS_APPLICATION)


def send(pk: uuid.UUID) -> None:
    from kombu.exceptions import OperationalError

    try:
        load_celery_app().send_task(RUN, [str(pk)])
    except OperationalError:
        log.exception("broker unavailable, job stays queued", extra={"job": str(pk)})


def claim_next(*, bulk: bool) -> JobRun | None:
    """Claim the most urgent job that may start; None without one. `bulk`: the lane `BULK` may start."""
    for job in in_order():
        if (bulk or get_lane(job) != Lane.BULK) and (run := claim(job.pk)) is not None:
            return run
    return None


def in_order() -> list[Job]:
    """Return the jobs that may start, queued and lost ones, the most urgent first.

    Within a lane organisers take turns; of the lane `BULK` an organiser has one job at a time.
    """
    lost_before = timezone.now() - LOST_AFTER
    rows = Job.objects.defer("params", "message").order_by("created_at", "pk")
    waiting: list[Job] = []
    running: list[Job] = []
    for job in rows.filter(state__in=(Job.State.QUEUED, Job.State.RUNNING)):
        lost = job.heartbeat is not None and job.heartbeat < lost_before and job.attempts < MAX_ATTEMPTS
        (waiting if job.state == Job.State.QUEUED or lost else running).append(job)
    if not waiting:
        return []
    turns = Counter((get_lane(job), _identify_organiser(job)) for job in running)
    ended = rows.filter(finished_at__gt=waiting[0].created_at).order_by("finished_at")
    served = {(get_lane(job), _identify_organiser(job)): position for position, job in enumerate(ended, 1)}
    order: list[tuple[Lane, int, int, int]] = []
    for position, job in enumerate(waiting):
        lane, key = get_lane(job), (get_lane(job), _identify_organiser(job))
        if lane != Lane.BULK or not turns[key]:
            order.append((lane, turns[key], served.get(key, 0), position))
        turns[key] += 1
    return [waiting[position] for _lane, _turn, _served, position in sorted(order)]


def get_lane(job: Job) -> Lane:
    kind = map_job_kinds().get(job.kind)
    return kind.lane if kind else Lane.ORGANISER


def _identify_organiser(job: Job) -> object:
    return job.created_by_id or ("event", job.tournament_id)


def claim(pk: uuid.UUID) -> JobRun | None:
    """Make this process the owner of a queued or lost job; None if it is over or running elsewhere."""
    now = timezone.now()
    token = uuid.uuid4()
    lost = Q(state=Job.State.RUNNING, heartbeat__lt=now - LOST_AFTER)
    claimed = Job.objects.filter(Q(state=Job.State.QUEUED) | lost, pk=pk).update(
        state=Job.State.RUNNING, run=token, heartbeat=now, attempts=F("attempts") + 1
    )
    if not claimed:
        return None
    return JobRun(Job.objects.select_related("tournament", "created_by").get(pk=pk))


def perform(run: JobRun) -> None:
    kind = map_job_kinds().get(run.job.kind)
    if kind is None:
        run.fail(sentence(gettext_noop("This release does no such work any more.")))
        return
    try:
        with translation.override(run.params.get("language")):
            try:
                run.finish(kind.work(run) or JobResult())
            except JobError as error:
                run.fail(error.message)
    except JobStopped:
        log.info("job was taken from this run", extra={"job": str(run.job.pk)})
    except OSError as error:
        if error.errno not in NO_ROOM:
            run.fail(sentence(_FAULT))
            raise
        log.warning("no room for a job's file", extra={"job": str(run.job.pk)})
        run.fail(sentence(gettext_noop("The server's disk is full: make room, then start this again.")))
    except Exception:
        run.fail(sentence(_FAULT))
        raise


def require_file(job: Job) -> None:
    if job.result and not job.result.storage.exists(str(job.result.name)):
        raise UserError(gettext("This file is no longer stored; start its job again."))


def cancel(job: Job) -> bool:
    return bool(
        Job.objects.filter(pk=job.pk, state__in=(Job.State.QUEUED, Job.State.RUNNING)).update(
            state=Job.State.CANCELLED, finished_at=timezone.now()
        )
    )


def resend_lost_jobs() -> int:
    """Resend jobs that no worker has, and fail those lost too often; return the number resent."""
    now = timezone.now()
    lost = Q(state=Job.State.RUNNING, heartbeat__lt=now - LOST_AFTER)
    Job.objects.filter(lost, attempts__gte=MAX_ATTEMPTS).update(
        state=Job.State.FAILED,
        finished_at=now,
        message=sentence(gettext_noop("The worker stopped three times during this job.")),
    )
    waiting = Q(state=Job.State.QUEUED, sent_at__lt=now - RESEND_AFTER)
    sent = 0
    for pk in Job.objects.filter(waiting | lost).order_by("created_at").values_list("pk", flat=True):
        # The row decides between two sweepers: only one of them moves sent_at forward.
        if Job.objects.filter(pk=pk, sent_at__lt=now - RESEND_AFTER / 2).update(sent_at=now):
            send(pk)
            sent += 1
    return sent


def mark_worker_alive() -> None:
    WorkerHeartbeat.objects.update_or_create(pk=1, defaults={"at": timezone.now()})


def is_worker_alive() -> bool:
    try:
        return WorkerHeartbeat.objects.filter(at__gt=timezone.now() - WORKER_SILENCE).exists()
    except DatabaseError:
        return False


def discard_old() -> int:
    old = Job.objects.filter(finished_at__lt=timezone.now() - KEEP_FOR)
    count = 0
    for job in old:
        with isolate_failure("deletion of a job", job=str(job.pk)):
            discard(job)
            count += 1
    return count


def discard(job: Job) -> None:
    if job.result:
        job.result.delete(save=False)
    job.delete()
