"""For load balancers and service managers: is the process up, and can it do its work?"""

from django.core.cache import cache
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """200 as long as the process answers; touches nothing else."""
    return JsonResponse({"status": "ok"})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when the database and the cache answer, 503 with the name of what does not."""
    checks = {"database": _database_answers(), "cache": _cache_answers()}
    ready = all(checks.values())
    return JsonResponse({"status": "ok" if ready else "unavailable", "checks": checks}, status=200 if ready else 503)


def _database_answers() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _cache_answers() -> bool:
    try:
        cache.set("readyz", "ok", 10)
        return bool(cache.get("readyz") == "ok")
    except OSError:
        return False


urlpatterns = [path("healthz", healthz, name="healthz"), path("readyz", readyz, name="readyz")]
