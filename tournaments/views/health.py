"""For load balancers and service managers: is the process up, and can it do its work?"""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache

from tournaments.services import jobs


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database and the cache answer, 503 with the name of what does not.

    `worker` is told but does not count: pages work without it, and a load balancer shall not take them away.
    """
    checks = {"database": _database_answers(), "cache": _cache_answers()}
    ready = all(checks.values())
    worker = checks["cache"] and jobs.worker_is_alive()
    answer = {"status": "ok" if ready else "unavailable", "checks": checks, "worker": worker}
    return JsonResponse(answer, status=200 if ready else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _cache_answers() -> bool:
    from redis.exceptions import RedisError

    try:
        cache.set("readyz", "ok", 10)
        return bool(cache.get("readyz") == "ok")
    except (OSError, RedisError):
        return False


urlpatterns = [path("healthz", healthz, name="healthz"), path("readyz", readyz, name="readyz")]
