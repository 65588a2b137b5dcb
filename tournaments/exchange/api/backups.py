"""Backups of the site in the API, for administrators: list, make, download, rehearse, restore.

They contain everybody's data and the site's secret key: a token needs the scope `backups`, which must be requested by
name.
"""

from __future__ import annotations

import datetime
from functools import cached_property
from typing import Any, Final

from django.http import FileResponse, Http404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import IdempotentView, validate_body
from tournaments.core.api.files import AnyAccept
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import can
from tournaments.exchange.backups import erasures, making, rehearsal, restoring, store
from tournaments.exchange.backups.erasures import Erasure
from tournaments.exchange.backups.store import Backup

BACKUP: Final = OpenApiParameter("backup", str, OpenApiParameter.PATH, description="The name of the backup's file.")


class BackupSerializer(serializers.Serializer[Any]):
    """A backup. `why`: round, clock, hand, command or restore."""

    name = serializers.CharField()
    made_at = serializers.DateTimeField()
    why = serializers.CharField(source="about.why")
    tournament = serializers.CharField(source="about.tournament", allow_blank=True)
    round = serializers.IntegerField(source="about.round", allow_null=True)
    size = serializers.IntegerField(help_text="Bytes.")
    copied = serializers.BooleanField(help_text="Whether it lies in the second place too.")
    erased_people = serializers.SerializerMethodField(help_text="People erased since, whom the backup still holds.")
    removed_by = serializers.SerializerMethodField(help_text="Time by which it is removed for their sake, or null.")
    machine = serializers.CharField(
        help_text="Empty; of the newest backup the machine that made it, if the one that answers does not see its file."
    )

    def get_erased_people(self, backup: Backup) -> int:
        holding = erasures.holding(backup, self._erasures)
        return holding.people if holding else 0

    def get_removed_by(self, backup: Backup) -> datetime.datetime | None:
        holding = erasures.holding(backup, self._erasures)
        return holding.removed_by if holding else None

    @cached_property
    def _erasures(self) -> list[Erasure]:
        return erasures.listed()


class RestoreSerializer(serializers.Serializer[Any]):
    """Confirmation of a restore."""

    sure = serializers.BooleanField(help_text="Everything since then goes from this site; a backup of it stays.")


class RehearsedSerializer(serializers.Serializer[Any]):
    """Machine and port of the copy, and a one-time sign-in path."""

    machine = serializers.CharField(help_text="The copy listens on its loopback address, unless the site is in a hall.")
    port = serializers.IntegerField()
    path = serializers.CharField()


class RehearsalSerializer(serializers.Serializer[Any]):
    """The copy of a backup on which a second site runs; null where none is open."""

    open = serializers.BooleanField()
    machine = serializers.CharField(allow_null=True)
    port = serializers.IntegerField(allow_null=True)
    made_at = serializers.DateTimeField(allow_null=True, help_text="Time of the backup.")


class OfBackups(IdempotentView):
    """Base of views for administrators of the site."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if not can(request.user, "site.backup"):
            if not request.user.is_authenticated:
                raise NotAuthenticated
            raise PermissionDenied

    def named(self, name: str) -> Backup:
        """Return the backup. Raises Http404."""
        try:
            return store.named(name)
        except UserError as error:
            raise Http404(str(error)) from error


class Backups(OfBackups):
    """The backups, newest first."""

    @extend_schema(responses=BackupSerializer(many=True), operation_id="backups_list")
    def get(self, request: Request) -> Response:
        return Response(BackupSerializer(store.known(), many=True).data)

    @extend_schema(request=None, responses={201: BackupSerializer}, operation_id="backups_create")
    def post(self, request: Request) -> Response:
        """Make a backup now."""
        backup = making.make(making.HAND)
        return Response(BackupSerializer(backup).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[BACKUP])
class BackupFile(AnyAccept, OfBackups):
    """The file of a backup."""

    @extend_schema(responses={(200, "application/zip"): OpenApiTypes.BINARY}, operation_id="backups_file")
    def get(self, request: Request, backup: str) -> FileResponse:
        stored_backup = self.named(backup)
        content = stored_backup.storage.open(stored_backup.name)
        return FileResponse(content, as_attachment=True, filename=stored_backup.name, content_type="application/zip")


@extend_schema(parameters=[BACKUP])
class BackupRestore(OfBackups):
    """Restore the site; returns the backup that was made of the previous state."""

    @extend_schema(request=RestoreSerializer, responses=BackupSerializer, operation_id="backups_restore")
    def post(self, request: Request, backup: str) -> Response:
        stored_backup = self.named(backup)
        if not validate_body(RestoreSerializer, request)["sure"]:
            raise UserError(_("Say that you are sure: everything since then goes from this site."), field="sure")
        before = restoring.in_place(Actor.of(request._request, origin="api"), stored_backup)
        return Response(BackupSerializer(before).data)


@extend_schema(parameters=[BACKUP])
class BackupRehearse(OfBackups):
    """Start a second site on a copy of the backup; closes a running one."""

    @extend_schema(request=None, responses=RehearsedSerializer, operation_id="backups_rehearse")
    def post(self, request: Request, backup: str) -> Response:
        copy, path = rehearsal.start(self.named(backup), request.user.get_username())
        return Response(RehearsedSerializer({"machine": copy.machine, "port": copy.port, "path": path}).data)


class RehearsalState(OfBackups):
    """The copy that runs now."""

    @extend_schema(responses=RehearsalSerializer, operation_id="backups_rehearsal")
    def get(self, request: Request) -> Response:
        copy = rehearsal.running()
        facts: dict[str, Any] = {"open": copy is not None, "machine": None, "port": None, "made_at": None}
        if copy is not None:
            facts |= {"machine": copy.machine, "port": copy.port, "made_at": copy.moment}
        return Response(RehearsalSerializer(facts).data)


class RehearsalEnd(OfBackups):
    """Close the copy."""

    @extend_schema(request=None, responses={204: None}, operation_id="backups_rehearsal_end")
    def post(self, request: Request) -> Response:
        rehearsal.close()
        return Response(status=status.HTTP_204_NO_CONTENT)
