"""Background work with a real worker and a real broker."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.support import trial_jobs
from tests.support.patience import wait_for
from tests.support.tables import playing
from tournaments.core import jobs
from tournaments.core.models.jobs import Job, PeriodicTask
from tournaments.core.periodic import list_stopped_work
from tournaments.site import serve

pytestmark = [pytest.mark.worker, pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def wait_until(condition):
    wait_for(condition, lambda: list(Job.objects.values()))


def states():
    return sorted(Job.objects.values_list("state", flat=True))


@pytest.mark.long
def test_no_job_is_lost_or_done_twice_though_a_worker_is_killed_and_others_hang(start_worker, tmp_path):
    """Three workers for all of it: starting one costs more than what it is then asked."""
    left = a_worker_is_killed_in_the_middle(start_worker(), tmp_path)
    asked = jobs.create(trial_jobs.COUNT, created_by=None, params={"to": 3})
    lost = Job.objects.create(kind=trial_jobs.COUNT, params={"to": 1}, sent_at=timezone.now() - timedelta(minutes=1))
    start_worker()
    wait_until(lambda: states() == ["done"] * (len(left) + 2))
    assert [Job.objects.get(pk=job.pk).attempts for job in (asked, lost)] == [1, 1]
    # Only the job that was cut may run again; none does where the cut came between its last report and its end.
    assert Job.objects.filter(attempts__gt=1).count() <= 1
    it_prints_in_a_child_process_and_goes_on_showing_that_it_is_alive(tmp_path)
    wait_until(lambda: set(states()) == {"done"})
    Job.objects.all().delete()
    start_worker()
    hanging_jobs_delay_no_backup_and_two_workers_run_each_task_once(tmp_path)


def a_worker_is_killed_in_the_middle(worker, tmp_path):
    """Return the states of the four jobs when it was killed; what it left is asked for again."""
    for number in range(4):
        # The first is done at once; the others wait after their first report, where the cut hits one of them.
        more = {"until": str(tmp_path / "on")} if number else {}
        jobs.create(trial_jobs.COUNT, created_by=None, params={"to": 2, **more})
    wait_until(lambda: "done" in states() and Job.objects.filter(state="running", progress=1).exists())
    worker.kill()
    left = states()
    assert left.count("running") == 1
    assert left.count("queued") > 0

    # What a minute of silence would bring.
    past = timezone.now() - timedelta(minutes=1)
    Job.objects.exclude(state="done").update(sent_at=past)
    Job.objects.filter(state="running").update(heartbeat=past)
    assert jobs.resend_lost_jobs() == len(left) - left.count("done")
    (tmp_path / "on").touch()
    return left


def it_prints_in_a_child_process_and_goes_on_showing_that_it_is_alive(tmp_path):
    assert jobs.is_worker_alive()
    params = {"document": "score-sheets", "paper": "a4", "round": 1, "player": None, "base_url": "https://example.org"}
    asked = jobs.create("print", created_by=None, tournament=playing(), params=params)
    wait_until(lambda: Job.objects.filter(pk=asked.pk, state__in=("done", "failed")).exists())
    asked.refresh_from_db()
    assert (asked.state, asked.progress, asked.total, asked.message) == ("done", 2, 2, "")
    with asked.result.open() as file:
        assert file.read(5) == b"%PDF-", "laid out in a child process"

    job = jobs.create(trial_jobs.COUNT, created_by=None, params={"to": 1, "until": str(tmp_path / "go")})
    wait_until(lambda: "running" in states())
    first = Job.objects.get(pk=job.pk)
    wait_until(lambda: Job.objects.get(pk=job.pk).heartbeat > first.heartbeat + timedelta(seconds=jobs.HEARTBEAT / 2))
    assert "running" in states()
    (tmp_path / "go").touch()


def hanging_jobs_delay_no_backup_and_two_workers_run_each_task_once(tmp_path):
    """Both workers have one thread each, and both threads wait to the end of the test."""
    hanging = Job.objects.filter(kind=trial_jobs.COUNT)
    for _ in range(2):
        jobs.create(trial_jobs.COUNT, created_by=None, params={"to": 1, "until": str(tmp_path / "end")})
    wait_until(lambda: list(hanging.values_list("state", flat=True)) == ["running"] * 2)
    # A timed backup of the event may lie beside these.
    wanted = [jobs.create("backup", created_by=None, params={"why": "hand"}) for _ in range(2)]
    backups = Job.objects.filter(pk__in=[job.pk for job in wanted])
    PeriodicTask.objects.filter(name="backups").update(due_at=timezone.now())
    wait_until(lambda: list(backups.values_list("state", "attempts")) == [("done", 1)] * 2)
    assert list(hanging.values_list("state", flat=True)) == ["running"] * 2
    assert jobs.is_worker_alive()
    assert list_stopped_work() == []
    # A worker that is asked to stop waits for its jobs.
    (tmp_path / "end").touch()


def test_a_laptops_worker_does_a_short_job_beside_a_long_paper(start_worker, tmp_path):
    """`./run` starts it so; with one thread, all that a hall prints would wait for saved web pages."""
    _celery, *options = serve.WORKER
    start_worker([*options, "-I", "tests.support.trial_jobs"])
    paper = jobs.create("trial.paper", created_by=None, params={"until": str(tmp_path / "end")})
    wait_until(lambda: Job.objects.get(pk=paper.pk).state == "running")
    short = jobs.create(trial_jobs.COUNT, created_by=None, params={"to": 1})
    wait_until(lambda: Job.objects.get(pk=short.pk).state == "done")
    assert Job.objects.get(pk=paper.pk).state == "running"
    (tmp_path / "end").touch()
    wait_until(lambda: states() == ["done", "done"])
