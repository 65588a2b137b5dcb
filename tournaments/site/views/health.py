"""Health checks for load balancers and service managers."""

from django.core.cache import cache
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils import translation
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.core import jobs, periodic
from tournaments.core.installation import get_program_folder, read_version
from tournaments.site.environment import describe_database


@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    try:
        with translation.override("en"):
            stopped = periodic.list_stopped_work()
    except (DatabaseError, InterfaceError):
        stopped = ["Database"]
    return JsonResponse({"status": "ok", "version": read_version(), "not_running": stopped})


@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Return 200 if the database responds, else 503; pages work without cache and worker, which do not count."""
    checks = {"database": _does_database_answer(), "cache": _does_cache_answer()}
    ready = checks["database"]
    answer = {
        "status": "ok" if ready else "unavailable",
        "database": describe_database(connection.settings_dict),
        "checks": checks,
        "worker": jobs.is_worker_alive(),
    }
    return JsonResponse(answer, status=200 if ready else 503)


def _does_database_answer() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseError, InterfaceError):
        return False
    return True


def _does_cache_answer() -> bool:
    cache.set("readyz", "ok", 10)
    return bool(cache.get("readyz") == "ok")


@require_safe
def service_worker(request: HttpRequest) -> HttpResponse:
    """Return the service worker's script; at the root, because its scope is all paths below."""
    script = (get_program_folder("static") / "js" / "service-worker.js").read_bytes()
    return HttpResponse(script, content_type="text/javascript", headers={"Cache-Control": "no-cache"})


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    """Return the page that the service worker shows where it has kept none."""
    return render(request, "offline.html")


urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("service-worker.js", service_worker, name="service_worker"),
    path("offline/", offline, name="offline"),
]
