"""Background jobs in the API: progress, file, cancel."""

from __future__ import annotations

import mimetypes
import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core import jobs
from tournaments.core.api.files import FILE, AnyAccept, make_file_response
from tournaments.core.models.jobs import Job
from tournaments.core.visibility import may_open_job

JOB = OpenApiParameter("job", OpenApiTypes.UUID, OpenApiParameter.PATH)


class JobSerializer(serializers.ModelSerializer[Job]):
    """A background job; `file` says whether it has left one."""

    file = serializers.SerializerMethodField()

    @extend_schema_field(serializers.BooleanField())
    def get_file(self, job: Job) -> bool:
        """True if `file/` below its URL has content."""
        return bool(job.result)

    class Meta:
        model = Job
        fields = ["id", "kind", "state", "progress", "total", "created_at", "finished_at", "file"]
        read_only_fields = fields


class OfJob(AnyAccept):
    """Base of views of one job, for accounts with the permission of its kind."""

    def get_job(self, key: uuid.UUID) -> Job:
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        job = get_object_or_404(Job.objects.select_related("tournament"), pk=key)
        if not may_open_job(self.request.user, job):
            raise PermissionDenied
        return job


@extend_schema(parameters=[JOB])
class JobState(OfJob):
    """Progress of a job."""

    @extend_schema(responses=JobSerializer, operation_id="jobs_retrieve")
    def get(self, request: Request, job: uuid.UUID) -> Response:
        return Response(JobSerializer(self.get_job(job)).data)


# First what is neither text nor JSON: a client that reads one type alone gets the bytes.
JOB_FILE = {(200, kind): OpenApiTypes.BINARY for kind in ("application/octet-stream", "application/pdf")} | FILE


@extend_schema(parameters=[JOB])
class JobFile(OfJob):
    """The file of a job."""

    @extend_schema(responses=JOB_FILE, operation_id="jobs_file")
    def get(self, request: Request, job: uuid.UUID) -> HttpResponse:
        row = self.get_job(job)
        if not row.result:
            raise Http404
        jobs.require_file(row)
        kind = mimetypes.guess_type(row.result_name)[0] or "application/octet-stream"
        with row.result.open("rb") as file:
            return make_file_response(file.read(), kind, row.result_name)


@extend_schema(parameters=[JOB])
class JobCancel(OfJob):
    """Stop a job; has no effect on one that is over."""

    @extend_schema(request=None, responses=JobSerializer, operation_id="jobs_cancel")
    def post(self, request: Request, job: uuid.UUID) -> Response:
        row = self.get_job(job)
        jobs.cancel(row)
        row.refresh_from_db()
        return Response(JobSerializer(row).data)
