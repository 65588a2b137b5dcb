"""Tournaments, open items and announcements in the API: routes check the pages' permissions and call their services."""

from __future__ import annotations

from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import generics, serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import Membership
from tournaments.core import visibility
from tournaments.core.api.base import (
    SLUG,
    ConditionalView,
    OfTournament,
    respond_with_etag,
    serialize_open_item,
    validate_body,
)
from tournaments.core.api.lists import EventList, Pages, StrictQueries
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.open_items import ItemKind, list_open_items
from tournaments.core.permissions import can, list_allowed_actions
from tournaments.events import services
from tournaments.events.api import serializers as s
from tournaments.events.filters import EventSearch
from tournaments.events.models import Announcement, RulesetVersion, Tournament
from tournaments.events.presets import list_presets, preset


class TournamentList(ConditionalView, StrictQueries[Tournament], generics.ListCreateAPIView[Tournament]):
    """Published tournaments and those of the caller; staff may create one."""

    serializer_class = s.TournamentSerializer
    pagination_class = Pages
    filterset_class = EventSearch
    ordering_fields = ["starts_on", "name"]

    def get_queryset(self) -> QuerySet[Tournament]:
        presets_of = Prefetch("rulesets", RulesetVersion.objects.only("tournament", "number", "preset"))
        return visibility.list_visible_events(self.request.user).prefetch_related(presets_of)

    @extend_schema(request=s.NewTournamentSerializer, responses={201: s.TournamentSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Create a tournament from a preset; the caller becomes its director."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not can(request.user, "tournaments.create"):
            raise PermissionDenied
        wanted = validate_body(s.NewTournamentSerializer, request)
        try:
            preset(wanted["preset"])
        except KeyError:
            keys = ", ".join(row.key for row in list_presets())
            raise UserError(
                _("There is no preset “%(preset)s”; there are %(known)s.")
                % {"preset": wanted["preset"], "known": keys},
                field="preset",
            ) from None
        tournament = services.create(
            Actor.of(request._request, origin="api"),
            preset_key=wanted["preset"],
            name=wanted["name"],
            slug=wanted["slug"],
            rounds=wanted["rounds"],
        )
        return Response(s.TournamentSerializer(tournament).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class TournamentDetail(OfTournament):
    """One tournament."""

    @extend_schema(responses=s.TournamentDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        return respond_with_etag(request, tournament, lambda: s.TournamentDetailSerializer(tournament).data)


class OpenItemSerializer(serializers.Serializer[Any]):
    """An open item; `link` is the page that settles it."""

    kind = serializers.ChoiceField([kind.value for kind in ItemKind])
    round = serializers.IntegerField(allow_null=True, help_text="Empty where it belongs to no round.")
    text = serializers.CharField()
    link = serializers.CharField()


@extend_schema(parameters=[SLUG])
class OpenItems(OfTournament):
    """List the open items visible to the caller; while there are any, some actions require `continue_anyway`."""

    @extend_schema(responses=OpenItemSerializer(many=True), operation_id="open_items_list")
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.require_permission("manage.view")
        allowed = list_allowed_actions(request.user, tournament)
        items = [item for item in list_open_items(tournament) if item.action in allowed]
        return Response(OpenItemSerializer([serialize_open_item(item) for item in items], many=True).data)


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class AnnouncementList(EventList[Announcement]):
    """Current announcements; for organisers, all of them."""

    queryset = Announcement.objects.none()
    serializer_class = s.AnnouncementSerializer

    def list_rows(self) -> QuerySet[Announcement]:
        edits = can(self.request.user, "tournament.edit", self.tournament)
        return self.tournament.announcements.all() if edits else Announcement.current(self.tournament.pk)


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class RoleList(EventList[Membership]):
    """Roles in the event, for its directors."""

    queryset = Membership.objects.none()
    serializer_class = s.RoleSerializer
    filterset_fields = ["role"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("roles.edit")

    def list_rows(self) -> QuerySet[Membership]:
        return self.tournament.memberships.select_related("user")
