"""Celery tasks, thin wrappers of `core.jobs`, and periodic tasks. Messages carry ids; the rows hold the truth."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from celery import shared_task
from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone

from tournaments.core import jobs, public_files
from tournaments.core.audit import Actor
from tournaments.core.http import idempotency
from tournaments.core.isolation import isolate_failure
from tournaments.core.models.jobs import PeriodicTask
from tournaments.core.periodic import Timer, periodic
from tournaments.entries.services import applications, mail
from tournaments.exchange.backups import making
from tournaments.exchange.reading import pending_files
from tournaments.exchange.services import demonstration, privacy, publishing, retention, safety, sealed_backups
from tournaments.figures import stored as figures
from tournaments.people import ratings, sign_in
from tournaments.seasons import stored
from tournaments.site import environment
from tournaments.webhooks.services import outbox

log = logging.getLogger(__name__)


_bulk = threading.BoundedSemaphore(max(1, settings.CELERY_WORKER_CONCURRENCY - 1))
"""Threads of this worker for jobs in bulk: one stays free, so that a short job does not wait for a long paper."""


@shared_task(name=jobs.RUN)
def run_job(_pk: str) -> None:
    """Run the most urgent job, whichever one the message names: each run is followed by the next that waits."""
    run = _claim_next()
    if run is None:
        return
    try:
        _perform(run)
    finally:
        if jobs.get_lane(run.job) == jobs.Lane.BULK:
            _bulk.release()
        if waiting := jobs.in_order():
            jobs.send(waiting[0].pk)


def _claim_next() -> jobs.JobRun | None:
    """Claim the next job; of the lane `BULK` only with one of its threads, which it then holds."""
    run, bulk = None, _bulk.acquire(blocking=False)
    try:
        run = jobs.claim_next(bulk=bulk)
        return run
    finally:
        if bulk and (run is None or jobs.get_lane(run.job) != jobs.Lane.BULK):
            _bulk.release()


def _perform(run: jobs.JobRun) -> None:
    with _heartbeat(run):
        jobs.perform(run)


@shared_task(name=mail.SEND)
def send_email() -> None:
    """Send queued e-mails at once; those that wait for another attempt are a periodic task."""
    mail.deliver_waiting()


@shared_task(name=outbox.SEND)
def send_webhook_messages() -> None:
    """Send the messages of webhooks at once; those that wait for another attempt are a periodic task."""
    outbox.deliver_due()


@shared_task(name=sign_in.SEND)
def send_player_link(address: str) -> None:
    """Send a player's sign-in link if the address is known; the form has answered by then."""
    sign_in.send_link(address)


@periodic(PeriodicTask.Name.JOBS, every=15)
def sweep_jobs() -> None:
    """Resend lost jobs, at the start those that a killed worker left; record for `/readyz` that a worker is alive."""
    jobs.mark_worker_alive()
    jobs.resend_lost_jobs()


@periodic(PeriodicTask.Name.EMAIL, every=60)
def send_waiting_email() -> None:
    """Send what a mail server refused, and what waits behind a long job."""
    mail.deliver_waiting()


@periodic(PeriodicTask.Name.OFFERS, every=60)
def offer_places() -> None:
    """Offer free places to the waiting list and expire old offers."""
    applications.offer_everywhere()


@periodic(PeriodicTask.Name.BACKUPS, every=60)
def back_up_when_due() -> None:
    """Make a backup while an event runs, at the interval of the settings, and those that wait behind a long job."""
    safety.back_up_when_due()
    for pk in safety.list_waiting_backups():
        with isolate_failure("backup", job=str(pk)):
            if (run := jobs.claim(pk)) is not None:
                _perform(run)


@periodic(PeriodicTask.Name.PAPERS, every=1, needed=public_files.has_waiting_files)
def make_public_files() -> None:
    """Make the public papers and files that visitors wait for, after the organisers' jobs."""
    public_files.make_waiting()


def _has_stale_rows() -> bool:
    return stored.has_stale_events() or figures.has_stale_events() or ratings.has_stale_lists()


@periodic(PeriodicTask.Name.RESULTS, every=5, needed=_has_stale_rows)
def store_results_of_events() -> None:
    """Store standings for seasons, sums of play and ratings where events have changed, before anybody asks for them."""
    stored.store_stale()
    figures.store_stale()
    ratings.store_stale()


@periodic(PeriodicTask.Name.PUBLISHING, every=publishing.EVERY, needed=publishing.has_active)
def publish_events() -> None:
    """Send what visitors see to the sites that events are published to."""
    publishing.deliver_due()


@periodic(PeriodicTask.Name.SEALING, every=60, needed=sealed_backups.has_active)
def send_sealed_backups() -> None:
    """Send the newest backup, encrypted, to the sites that events are published to, beside the deliveries."""
    sealed_backups.send_due()


@periodic(PeriodicTask.Name.WEBHOOKS, every=outbox.EVERY, needed=outbox.has_waiting)
def send_waiting_webhook_messages() -> None:
    """Send the messages of webhooks whose targets did not take them, and those that wait behind a long job."""
    outbox.deliver_due()


@periodic(PeriodicTask.Name.DISCARD, every=24 * 3600)
def discard_old_jobs() -> None:
    """Delete old files."""
    for step, discard in {
        "deletion of old jobs": jobs.discard_old,
        "deletion of old public files": public_files.discard_old,
        "deletion of old keys": idempotency.discard_old_keys,
        "deletion of files that wait for their import": pending_files.discard_old,
        "deletion of old e-mails": mail.discard_old,
        "deletion of old messages of webhooks": outbox.discard_old,
        "erasure of people whom a backup brought back": lambda: privacy.erase_again(Actor.of_task("erasure")),
        "deletion of contact data": retention.forget_where_due,
        "deletion of backups with erased people": making.remove_outlived,
        "deletion of read messages": lambda: environment.discard_read_messages(Path(settings.DATA_DIR)),
    }.items():
        with isolate_failure(step):
            discard()


@periodic(PeriodicTask.Name.DEMONSTRATION, every=600)
def renew_demonstration() -> None:
    """Start the demonstration again each night, on a site that keeps it."""
    demonstration.start_again_at_night(timezone.localtime())


@worker_ready.connect
def start_timer(**_signal: object) -> None:
    """Start what is due, at once what a killed worker left behind."""
    timer = Timer()
    worker_shutting_down.connect(lambda **_signal: timer.stop(), weak=False)
    timer.start()


@contextmanager
def _heartbeat(run: jobs.JobRun) -> Iterator[None]:
    """Beat from a thread, because one page of a print can take longer than a run may stay silent."""
    over = threading.Event()

    def beat() -> None:
        try:
            while not over.wait(jobs.HEARTBEAT):
                try:
                    if not run.beat():
                        return
                except DatabaseError:
                    log.warning("heartbeat missed", extra={"job": str(run.job.pk)}, exc_info=True)
        finally:
            connection.close()

    thread = threading.Thread(target=beat, name=f"heartbeat {run.job.pk}", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
