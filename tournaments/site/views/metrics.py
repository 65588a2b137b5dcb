"""Metrics in the format of Prometheus, for the machine itself, and elsewhere with the token of the settings."""

from __future__ import annotations

import hmac
import os

from django.conf import settings
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core import jobs
from tournaments.core.http.faults import find_environment_fault
from tournaments.core.models.jobs import Job
from tournaments.core.this_machine import is_from_this_machine
from tournaments.exchange.backups import store
from tournaments.exchange.backups.store import Backup
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Round
from tournaments.site.middleware import answered


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    if not _may_read(request):
        raise Http404
    # Imported here, because only sites with monitoring need the package.
    from prometheus_client import CollectorRegistry, Gauge, generate_latest
    from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

    registry = CollectorRegistry()

    def gauge(name: str, text: str, *labels: str) -> Gauge:
        return Gauge(f"mahjong_{name}", text, labels, registry=registry)

    requests = gauge("requests", "Requests answered by this process since its start", "process", "status")
    seconds = gauge("request_seconds", "Seconds spent on them", "process", "status")
    for status, (count, spent) in sorted(answered.items()):
        requests.labels(str(os.getpid()), f"{status}xx").set(count)
        seconds.labels(str(os.getpid()), f"{status}xx").set(round(spent, 3))
    work = gauge("jobs", "Background jobs", "state")
    counted = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in Job.State.values:
        work.labels(state).set(counted.get(state, 0))
    sheets = gauge("sheets", "Versions of score sheets", "state")
    counts = dict(TableResult.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in TableResult.State.values:
        sheets.labels(state).set(counts.get(state, 0))
    playing = Round.objects.filter(state=Round.State.PLAYING).count()
    gauge("rounds_playing", "Rounds being played").set(playing)
    gauge("worker_alive", "1 where background work was done within 90 seconds").set(jobs.is_worker_alive())
    newest = _find_newest_backup()
    age = (timezone.now() - newest.made_at).total_seconds() if newest else -1
    gauge("backup_age_seconds", "Age of the newest backup of the site; -1 without one").set(round(age))
    in_sight = newest is not None and not newest.machine
    gauge("backup_in_sight", "1 where this machine sees the newest backup").set(in_sight)
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


def _find_newest_backup() -> Backup | None:
    try:
        return store.newest()
    except Exception as error:
        if find_environment_fault(error) is None:
            raise
        return store.recorded()


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    sent_token = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token:
        return hmac.compare_digest(sent_token.encode(), token.encode())
    return is_from_this_machine(request)


urlpatterns = [path("metrics", metrics, name="metrics")]
