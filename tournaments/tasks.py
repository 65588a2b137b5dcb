"""Celery tasks, thin wrappers of `core.jobs`. Messages carry ids; the rows hold the truth."""

import logging
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings
from django.db import DatabaseError, connection

from tournaments.core import jobs
from tournaments.core.isolation import failing_alone
from tournaments.entries.services import applications, mail
from tournaments.exchange.services import safety
from tournaments.site import environment, idempotency

log = logging.getLogger(__name__)


@shared_task(name=jobs.RUN)
def run_job(pk: str) -> None:
    """Run one job if it is queued or lost; a duplicate message has no effect."""
    run = jobs.claim(uuid.UUID(pk))
    if run is None:
        return
    with _heartbeat(run):
        jobs.perform(run)


@shared_task
def sweep_jobs() -> None:
    """Resend lost jobs, and record for `/readyz` that beat and worker are alive. Started by beat."""
    jobs.mark_worker_alive()
    jobs.sweep()


@shared_task
def offer_places() -> None:
    """Offer free places to the waiting list and expire old offers. Started by beat."""
    applications.offer_everywhere()


@shared_task(name=mail.SEND)
def send_email() -> None:
    """Send queued e-mails. Beat starts it too, to retry what a mail server refused."""
    mail.deliver_waiting()


@worker_ready.connect
def sweep_at_start(**_: object) -> None:
    """Resume at once what a killed worker left behind."""
    sweep_jobs.delay()


@shared_task
def back_up_when_due() -> None:
    """Make a backup while an event runs, at the interval of the settings. Started by beat every minute."""
    safety.back_up_when_due()


@shared_task
def discard_old_jobs() -> None:
    """Delete old files. Started by beat once a day."""
    for step, discard in {
        "deletion of old jobs": jobs.discard_old,
        "deletion of old keys": idempotency.discard_old,
        "deletion of old e-mails": mail.discard_old,
        "deletion of read messages": lambda: environment.discard_read_messages(Path(settings.DATA_DIR)),
    }.items():
        with failing_alone(step):
            discard()


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
