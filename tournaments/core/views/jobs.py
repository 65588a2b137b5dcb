"""A job's page: progress, cancel, download."""

import uuid

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.core import jobs
from tournaments.core.errors import UserError
from tournaments.core.http.problems import make_refusal
from tournaments.core.models.jobs import Job
from tournaments.core.visibility import may_open_job


@login_required
@never_cache
def job_page(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    job = _get_job(request, pk)
    template = "core/jobs/progress.html" if request.headers.get("HX-Request") else "core/jobs/job.html"
    kind = jobs.map_job_kinds().get(job.kind)
    back = kind.back(jobs.JobRun(job)) if kind and kind.back else ""
    return render(request, template, {"job": job, "kind": kind, "tournament": job.tournament, "back": back})


@login_required
def job_file(request: HttpRequest, pk: uuid.UUID) -> FileResponse | HttpResponse:
    job = _get_job(request, pk)
    if not job.result:
        raise Http404
    try:
        jobs.require_file(job)
    except UserError as error:
        return make_refusal(request, 410, str(error))
    return FileResponse(job.result.open("rb"), filename=job.result_name, as_attachment="download" in request.GET)


@login_required
@require_POST
def job_cancel(request: HttpRequest, pk: uuid.UUID) -> HttpResponse:
    job = _get_job(request, pk)
    jobs.cancel(job)
    return redirect(job)


def _get_job(request: HttpRequest, pk: uuid.UUID) -> Job:
    job = get_object_or_404(Job.objects.select_related("tournament"), pk=pk)
    if not may_open_job(request.user, job):
        raise PermissionDenied
    return job


urlpatterns = [
    path("jobs/<uuid:pk>/", job_page, name="job"),
    path("jobs/<uuid:pk>/file/", job_file, name="job_file"),
    path("jobs/<uuid:pk>/cancel/", job_cancel, name="job_cancel"),
]
