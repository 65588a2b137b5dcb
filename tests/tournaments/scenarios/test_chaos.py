"""Web server and worker are killed while eight people write; the long run is `python -m benchmarks chaos`."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from benchmarks import disturbance
from tests.support import patience
from tests.support.database import of_other_processes
from tests.support.people import people, person
from tests.support.tables import playing
from tools.services import free_port
from tournaments.core import jobs
from tournaments.core.models.jobs import Job
from tournaments.events.models import Tournament

pytestmark = [
    pytest.mark.worker,
    pytest.mark.both_databases(in_a_release=True),
    pytest.mark.django_db(transaction=True),
]

TABLES, WRITERS = 8, 8


@pytest.mark.long
def test_what_was_acknowledged_is_there_once_whoever_was_killed(tmp_path: Path) -> None:
    event = playing(4 * TABLES)
    Tournament.objects.update(confirmations=Tournament.Confirmations.NONE)
    people(event)
    browser = Client()
    browser.force_login(person("olga"), backend="django.contrib.auth.backends.ModelBackend")
    cookie = f"sessionid={browser.session.session_key}; csrftoken={'a' * 32}"
    clock = tmp_path / "clock"
    env = of_other_processes(WEB_CONCURRENCY="1", CHAOS_CLOCK=str(clock))
    port = free_port()
    # A cache that is not shared admits one web process to a data folder, where that of other tests may run already.
    own_folder = {"MAHJONG_DIRECTOR_DATA": str(tmp_path / "web"), "MAHJONG_DIRECTOR_SECRET_KEY": settings.SECRET_KEY}
    web = disturbance.web({**env, **own_folder}, port, tmp_path / "web.log")
    worker = disturbance.worker(env, tmp_path / "worker.log")
    wanted = [jobs.create("backup", created_by=None, params={"why": "hand"}) for _job in range(2)]
    try:
        web.start()
        worker.start()
        web.await_answer(port, patience.SECONDS)
        writers = disturbance.Writers(port, cookie, disturbance.sheets(event.slug, TABLES, WRITERS, random.Random(15)))
        threads = writers.run()

        def again(part: disturbance.Part) -> None:
            part.kill()
            part.start()

        for part, off in ((web, 7200), (worker, -60)):
            again(part)
            clock.write_text(str(off))
            web.await_answer(port, patience.SECONDS)
        for thread in threads:
            thread.join(patience.SECONDS)
        clock.unlink()
        assert (writers.refused, len(writers.acknowledged)) == ([], 2 * TABLES)
        assert disturbance.losses(event.slug, writers.acknowledged) == []
        # Long ago, so that nobody waits for a silent run to be given up.
        Job.objects.update(sent_at=timezone.now() - 10 * jobs.LOST_AFTER)
        Job.objects.filter(state="running").update(heartbeat=timezone.now() - 10 * jobs.LOST_AFTER)
        jobs.resend_lost_jobs()
        disturbance.until(lambda: not Job.objects.filter(state__in=("queued", "running")).exists(), patience.SECONDS)
        ended = {job.state for job in Job.objects.filter(pk__in=[one.pk for one in wanted])}
        assert ended <= {"done", "failed"}
    finally:
        for part in (web, worker):
            part.end()
