"""Files that the API gives: exports of an event or a season, documents that jobs have made, photos of sheets."""

from __future__ import annotations

import mimetypes
import uuid
from typing import Any, Final

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core import jobs
from tournaments.core.api.base import OfTournament, Once
from tournaments.core.audit import Actor
from tournaments.core.downloads import CONTENT_TYPES, exports
from tournaments.core.models.jobs import Job
from tournaments.core.permissions import can
from tournaments.core.visibility import may_open_job
from tournaments.entries.models.portraits import Portrait
from tournaments.exchange.services import season_files
from tournaments.results.models.photos import SheetPhoto
from tournaments.seasons.api import SEASON, OfSeason

SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The round.")
PLAYER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The player's number.")
TABLE = OpenApiParameter("table", int, OpenApiParameter.PATH)
FILE: Final = {(200, kind.partition(";")[0]): OpenApiTypes.BINARY for kind in CONTENT_TYPES.values()}


class AnyAccept(Once):
    """Views that give a file: `Accept` names what it may be, and what comes is what the file is."""

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        return super().perform_content_negotiation(request, force=True)


def given(content: bytes, kind: str, name: str) -> HttpResponse:
    """The file under its name."""
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


# What leaves an event


class FileSerializer(serializers.Serializer[Any]):
    """A file of the event: its address ends with `key`."""

    key = serializers.CharField(source="name")
    title = serializers.CharField()
    content_type = serializers.CharField()


@extend_schema(parameters=[SLUG])
class Files(OfTournament):
    """The files that one may take of the event."""

    @extend_schema(responses=FileSerializer(many=True), operation_id="files_list")
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        mine = [one for one in exports() if can(request.user, one.action, tournament)]
        return Response(FileSerializer(mine, many=True).data)


@extend_schema(parameters=[SLUG, OpenApiParameter("key", str, OpenApiParameter.PATH)])
class File(AnyAccept, OfTournament):
    """One of them: `event_whole` is the event whole, as `events/import/` takes it in."""

    @extend_schema(responses=FILE, operation_id="files_retrieve")
    def get(self, request: Request, slug: str, key: str) -> HttpResponse:
        wanted = next((one for one in exports() if one.name == key), None)
        if wanted is None:
            raise Http404
        tournament = self.allowed(wanted.action)
        return given(wanted.make(tournament, request.query_params), wanted.content_type, wanted.file_name(tournament))


# Background work


class JobSerializer(serializers.ModelSerializer[Job]):
    """Work in the background; `file` says whether it has left one."""

    file = serializers.SerializerMethodField()

    @extend_schema_field(serializers.BooleanField())
    def get_file(self, job: Job) -> bool:
        """Whether `file/` below its address has something."""
        return bool(job.result)

    class Meta:
        model = Job
        fields = ["id", "kind", "state", "progress", "total", "created_at", "finished_at", "file"]
        read_only_fields = fields


JOB = OpenApiParameter("job", OpenApiTypes.UUID, OpenApiParameter.PATH)


class OfJob(AnyAccept):
    """Views of one job, for whoever may do what it does."""

    def job(self, key: uuid.UUID) -> Job:
        """Raises Http404, NotAuthenticated, PermissionDenied."""
        if not self.request.user.is_authenticated:
            raise NotAuthenticated
        found = get_object_or_404(Job.objects.select_related("tournament"), pk=key)
        if not may_open_job(self.request.user, found):
            raise PermissionDenied
        return found


@extend_schema(parameters=[JOB])
class JobState(OfJob):
    """How far a job is."""

    @extend_schema(responses=JobSerializer, operation_id="jobs_retrieve")
    def get(self, request: Request, job: uuid.UUID) -> Response:
        return Response(JobSerializer(self.job(job)).data)


@extend_schema(parameters=[JOB])
class JobFile(OfJob):
    """The file that a job has left."""

    @extend_schema(responses=FILE | {(200, "application/pdf"): OpenApiTypes.BINARY}, operation_id="jobs_file")
    def get(self, request: Request, job: uuid.UUID) -> HttpResponse:
        found = self.job(job)
        if not found.result:
            raise Http404
        kind = mimetypes.guess_type(found.result_name)[0] or "application/octet-stream"
        with found.result.open("rb") as file:
            return given(file.read(), kind, found.result_name)


@extend_schema(parameters=[JOB])
class JobCancel(OfJob):
    """Stop a job; one that is over stays as it is."""

    @extend_schema(request=None, responses=JobSerializer, operation_id="jobs_cancel")
    def post(self, request: Request, job: uuid.UUID) -> Response:
        found = self.job(job)
        jobs.cancel(found)
        found.refresh_from_db()
        return Response(JobSerializer(found).data)


# Of a season, and of a table


class SeasonFile(AnyAccept, OfSeason):
    """The season with its events whole, as one file."""

    @extend_schema(
        parameters=[SEASON],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
        operation_id="seasons_file",
        tags=["seasons"],
    )
    def get(self, request: Request, season: str) -> HttpResponse:
        found = self.allowed("season.edit")
        content = season_files.export(Actor.of(request._request, origin="api"), found)
        return given(content, "application/zip", f"{found.slug}-season.zip")


@extend_schema(parameters=[SLUG, NUMBER, TABLE, OpenApiParameter("photo", int, OpenApiParameter.PATH)])
class Photo(AnyAccept, OfTournament):
    """One picture."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY}, operation_id="photos_retrieve")
    def get(self, request: Request, slug: str, number: int, table: int, photo: int) -> HttpResponse:
        tournament = self.allowed("results.view")
        there = SheetPhoto.objects.filter(table__round__tournament=tournament, table__round__number=number)
        found = get_object_or_404(there, table__number=table, number=photo)
        return given(bytes(found.picture), "image/jpeg", f"{slug}-{number}-{table}-{photo}.jpg")


@extend_schema(parameters=[SLUG, PLAYER])
class PlayerPhoto(AnyAccept, OfTournament):
    """The photo of a player."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY}, operation_id="portraits_retrieve")
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        tournament = self.allowed("entries.view")
        found = get_object_or_404(Portrait, entry__tournament=tournament, entry__number=number)
        return given(bytes(found.picture), "image/jpeg", f"{slug}-player-{number}.jpg")
