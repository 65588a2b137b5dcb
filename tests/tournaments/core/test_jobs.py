"""Background jobs: who owns a run, what a lost run leads to, what the person who waits is told."""

import uuid
from datetime import timedelta
from itertools import pairwise
from threading import BoundedSemaphore

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from tests.support import trial_jobs
from tests.support.people import person, small_tournament
from tests.support.together import together
from tournaments import tasks
from tournaments.core import jobs
from tournaments.core.models.jobs import Job
from tournaments.core.text.sentences import in_words
from tournaments.site.celery import app

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def sent(monkeypatch):
    """The ids that would have gone to the broker, in order."""
    ids: list[uuid.UUID] = []
    monkeypatch.setattr(jobs, "send", ids.append)
    return ids


def age(job, **fields):
    """Make the row's times look `fields` (attribute: timedelta) old."""
    Job.objects.filter(pk=job.pk).update(**{name: timezone.now() - past for name, past in fields.items()})


def reread(job):
    return Job.objects.get(pk=job.pk)


def test_a_job_is_sent_when_its_transaction_commits(sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        job = jobs.create("trial.count", created_by=None, params={"to": 2})
        assert sent == []
    assert sent == [job.pk]
    with pytest.raises(KeyError):
        jobs.create("trial.unheard_of", created_by=None)
    with pytest.raises(ValueError, match=r"trial\.count"):
        jobs.job_kind("trial.count", label="again", action="print")(trial_jobs.count)
    assert Job.objects.get() == job


def test_a_job_of_an_earlier_release_that_still_waits_fails_with_a_reason(sent):
    job = Job.objects.create(kind="seating-proof")
    jobs.perform(jobs.claim(job.pk))
    assert (reread(job).state, in_words(reread(job).message)) == ("failed", "This release does no such work any more.")


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_at_once_for_the_same_work_get_one_job(sent):
    tournament = small_tournament(8)

    def ask(to):
        return jobs.create_once("trial.count", created_by=None, tournament=tournament, params={"to": to})

    one, two, other = together(lambda: ask(2), lambda: ask(2), lambda: ask(3))
    assert one == two != other
    Job.objects.filter(pk=one.pk).update(state=Job.State.DONE)
    assert ask(2) not in (one, other)


def test_a_finished_job_has_its_file(sent):
    job = jobs.create("trial.count", created_by=None, params={"to": 3})
    run = jobs.claim(job.pk)
    assert jobs.claim(job.pk) is None, "a second message for a running job does nothing"
    jobs.perform(run)
    assert (jobs.claim(job.pk), jobs.cancel(job)) == (None, False), "it is over"
    job = reread(job)
    assert (job.state, job.progress, job.total, job.result_name) == ("done", 3, 3, "numbers.txt")
    with job.result.open("rb") as file:
        assert file.read() == b"1\n2\n3"


def test_a_refusal_is_told_and_a_bug_is_raised_and_no_job_hangs(sent):
    job = jobs.create("trial.refuse", created_by=None)
    jobs.perform(jobs.claim(job.pk))
    assert (reread(job).state, reread(job).message) == ("failed", "Round 3 has no seating yet.")
    job = jobs.create("trial.break", created_by=None)
    with pytest.raises(ZeroDivisionError):
        jobs.perform(jobs.claim(job.pk))
    assert reread(job).state == "failed"


def test_a_lost_run_is_taken_over_and_cannot_write_any_more(sent, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    job = jobs.create("trial.count", created_by=None, params={"to": 1})
    lost = jobs.claim(job.pk)
    age(job, heartbeat=timedelta(minutes=2))
    heir = jobs.claim(job.pk)
    with pytest.raises(jobs.JobStopped):
        lost.report(1, 2)
    assert not lost.beat()
    assert heir.beat()
    jobs.perform(heir)
    jobs.perform(lost)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == ["numbers.txt"]
    assert (reread(job).state, reread(job).attempts) == ("done", 2)


def queued(kind, name):
    return Job.objects.create(kind=kind, created_by=person(name) if name else None)


def finish_next(*, bulk=True):
    run = jobs.claim_next(bulk=bulk)
    run.finish(jobs.JobResult())
    return run.job


def test_backups_come_before_what_an_organiser_waits_for_and_that_before_papers():
    papers = queued("print", "olga")
    search = queued("seating-improve", "olga")
    backup = queued("backup", None)
    assert [finish_next(bulk=False) for _ in range(2)] == [backup, search]
    assert jobs.claim_next(bulk=False) is None
    assert finish_next() == papers


def test_papers_of_one_organiser_hold_up_those_of_another_once():
    many = [queued("print", "olga") for _ in range(4)]
    others = [queued("print", name) for name in ("otto", "petra", "otto")]
    begun = jobs.claim_next(bulk=True)
    assert begun.job == many[0]
    # Other threads of the worker take the others' papers, and no second one of olga's.
    beside = [jobs.claim_next(bulk=True) for _ in range(2)]
    assert ([run.job for run in beside], jobs.claim_next(bulk=True)) == (others[:2], None)
    for run in (begun, *beside):
        run.finish(jobs.JobResult())
    assert [finish_next() for _ in range(4)] == [many[1], others[2], many[2], many[3]]


@given(
    st.lists(st.tuples(st.sampled_from(["print", "seating-improve", "backup"]), st.sampled_from("abc")), max_size=12)
)
def test_every_job_is_run_and_none_waits_for_two_of_another_organiser(sent_jobs):
    with transaction.atomic():
        accounts = {name: person(name) for name in "abc"}
        rows = [Job.objects.create(kind=kind, created_by=accounts[name]) for kind, name in sent_jobs]
        order = [finish_next() for _ in rows]
        transaction.set_rollback(True)
    assert sorted(order, key=rows.index) == rows
    assert [jobs.get_lane(job) for job in order] == sorted(jobs.get_lane(job) for job in rows)
    for kind in ("print", "seating-improve", "backup"):
        lane = [job.created_by for job in order if job.kind == kind]
        for name in set(lane):
            # Between two jobs of one organiser every other one who still waits has a turn.
            places = [place for place, organiser in enumerate(lane) if organiser == name]
            for first, second in pairwise(places):
                still_waiting = set(lane[second:]) - {name}
                assert still_waiting <= set(lane[first + 1 : second])


def test_one_thread_stays_free_of_papers_and_each_run_starts_the_next(sent, monkeypatch):
    monkeypatch.setattr(tasks, "_bulk", BoundedSemaphore(1))
    papers = [queued("trial.paper", name) for name in ("olga", "otto")]
    with tasks._bulk:
        count = jobs.create("trial.count", created_by=None, params={"to": 1})
        for _message in range(3):
            tasks.run_job(str(papers[0].pk))
        assert [reread(job).state for job in (*papers, count)] == ["queued", "queued", "done"]
    assert sent == [papers[0].pk]
    tasks.run_job(str(sent.pop()))
    assert sent == [papers[1].pk]
    tasks.run_job(str(sent.pop()))
    assert ([reread(paper).state for paper in papers], sent) == (["done", "done"], [])


def test_cancelling_stops_a_run_at_its_next_report(sent):
    job = jobs.create("trial.count", created_by=None, params={"to": 2})
    run = jobs.claim(job.pk)
    assert jobs.cancel(job)
    jobs.perform(run)
    assert (reread(job).state, reread(job).progress) == ("cancelled", 0)


def test_the_sweeper_sends_what_waits_too_long_and_lost_runs_once(sent):
    fresh = jobs.create("trial.count", created_by=None, params={"to": 1})
    old = jobs.create("trial.count", created_by=None, params={"to": 1})
    age(old, sent_at=timedelta(minutes=1))
    assert (jobs.resend_lost_jobs(), sent) == (1, [old.pk])
    assert jobs.resend_lost_jobs() == 0
    assert reread(fresh).state == "queued"
    living, lost = (jobs.create("trial.count", created_by=None, params={"to": 1}) for _ in range(2))
    for job in (living, lost):
        jobs.claim(job.pk)
        age(job, sent_at=timedelta(minutes=2))
    age(lost, heartbeat=timedelta(minutes=1))
    jobs.resend_lost_jobs()
    assert sent == [old.pk, lost.pk]


def test_a_job_that_kills_its_worker_is_given_up_after_three_attempts(sent):
    job = jobs.create("trial.count", created_by=None, params={"to": 1})
    for _ in range(jobs.MAX_ATTEMPTS):
        assert jobs.claim(job.pk) is not None
        age(job, heartbeat=timedelta(minutes=2), sent_at=timedelta(minutes=2))
    assert jobs.resend_lost_jobs() == 0
    assert reread(job).state == "failed"


def test_old_results_are_deleted_with_their_files(sent, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    old, recent = (jobs.create("trial.count", created_by=None, params={"to": 1}) for _ in range(2))
    for job in (old, recent):
        jobs.perform(jobs.claim(job.pk))
    age(old, finished_at=jobs.KEEP_FOR + timedelta(hours=1))
    assert jobs.discard_old() == 1
    assert list(Job.objects.all()) == [recent]
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_a_broker_that_is_away_leaves_the_job_queued(monkeypatch, caplog):
    from kombu.exceptions import OperationalError

    def refuse(name, arguments):
        raise OperationalError("no broker")

    monkeypatch.setattr(app, "send_task", refuse)
    job = Job.objects.create(kind="trial.count")
    jobs.send(job.pk)
    assert reread(job).state == "queued"
    assert "broker unavailable, job stays queued" in caplog.messages
