"""Kinds of job that only tests know; a test's worker loads them with `celery worker -I tests.support.trial_jobs`."""

import time
from pathlib import Path

from tournaments.core import jobs
from tournaments.core.jobs import JobError, JobResult, JobRun, Lane, job_kind

COUNT = "trial.count"
jobs.HEARTBEAT = 1
"""Tests do not wait five seconds for a sign of life."""


@job_kind(COUNT, label="Counting", action="print")
def count(run: JobRun) -> JobResult:
    """Counts to params["to"] with params["pause"] seconds between, and leaves the numbers as a file.

    After the first number it waits until there is a file params["until"].
    """
    to = run.params["to"]
    for number in range(1, to + 1):
        run.report(number, to, f"number {number}")
        time.sleep(run.params.get("pause", 0))
        while "until" in run.params and not Path(run.params["until"]).exists():
            time.sleep(0.05)
    return JobResult(name="numbers.txt", content="\n".join(map(str, range(1, to + 1))).encode())


@job_kind("trial.paper", label="A long paper", action="print", lane=Lane.BULK)
def make_paper(run: JobRun) -> None:
    """Ends at once, or when there is a file params["until"]."""
    while "until" in run.params and not Path(run.params["until"]).exists():
        time.sleep(0.05)


@job_kind("trial.refuse", label="Refusing", action="print")
def refuse(run: JobRun) -> None:
    """Ends as work ends that a person asked for in vain."""
    raise JobError("Round 3 has no seating yet.")


@job_kind("trial.break", label="Breaking", action="print")
def break_down(run: JobRun) -> None:
    """Ends as work ends that has a bug."""
    raise ZeroDivisionError("a bug")
