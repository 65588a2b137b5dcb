"""A real Celery worker on the test's database and queue."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from django.conf import settings

from tests.support import patience
from tests.support.database import of_other_processes
from tournaments.core import jobs
from tournaments.core.models.jobs import Job

ROOT = Path(__file__).resolve().parents[2]


OPTIONS = "-q -A tournaments.site worker -P threads -c 1 -I tests.support.trial_jobs".split()
"""A Celery worker with one thread, which knows the tests' kinds of job and has a timer as every worker."""


def work_through() -> None:
    """Do what waits in this process, as a worker does, where a test is about the work's outcome and not its worker."""
    for pk in Job.objects.filter(state=Job.State.QUEUED).order_by("created_at").values_list("pk", flat=True):
        run = jobs.claim(pk)
        assert run is not None, "somebody else is at work"
        jobs.perform(run)


class Worker:
    def __init__(self, log: Path, options: Sequence[str] = OPTIONS) -> None:
        command = [str(Path(sys.executable).parent / "celery"), *options]
        with log.open("ab") as out:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=of_other_processes(), stdout=out, stderr=out, process_group=0
            )

    def kill(self) -> None:
        """As a power cut does: the worker and its children at once, with nothing tidied up."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(patience.GRACE)
            except subprocess.TimeoutExpired:
                self.kill()


@pytest.fixture
def start_worker(transactional_db: None) -> Iterator[Callable[..., Worker]]:
    """A function that starts a worker; all are stopped at the end."""
    workers: list[Worker] = []

    def start(options: Sequence[str] = OPTIONS) -> Worker:
        workers.append(Worker(Path(settings.DATA_DIR) / "worker.log", options))
        return workers[-1]

    yield start
    for worker in workers:
        worker.stop()
