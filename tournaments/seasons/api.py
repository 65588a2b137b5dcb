"""Seasons in the API: list, detail with events, ranking with counted results and reasons."""

from __future__ import annotations

import re
from typing import Any, Final

from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view, inline_serializer
from rest_framework import generics, serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import (
    ChangedMeanwhile,
    ConditionalView,
    is_wanted_version,
    respond_with_etag,
    validate_body,
)
from tournaments.core.api.fields import ExactField
from tournaments.core.api.files import (
    KEPT,
    MULTIPART,
    SAVE,
    SLUG_WANTED,
    AnyAccept,
    BroughtSerializer,
    Uploads,
    make_file_response,
    refuse_invalid_form,
    refuse_rows,
)
from tournaments.core.api.lists import Pages, StrictQueries
from tournaments.core.audit import Actor
from tournaments.core.form_serializers import build_api_field
from tournaments.core.http.request_limits import FORM, expensive
from tournaments.core.permissions import can
from tournaments.entries.models.entries import Team
from tournaments.exchange.document import seasons as portable
from tournaments.exchange.reading import pending_files
from tournaments.exchange.services import season_files
from tournaments.seasons import queries as selector
from tournaments.seasons import services
from tournaments.seasons.forms import MAX_SEASON_BYTES, NewSeasonForm, SeasonUploadForm
from tournaments.seasons.models import Season, SeasonRole
from tournaments.seasons.permissions import can_in_season, may_see_season, query_visible_seasons
from tournaments.seasons.rated import get_rating_lists

MONTH = re.compile(r"[0-9]{4}-[0-9]{2}")
SEASON = OpenApiParameter("season", str, OpenApiParameter.PATH, description="The season's short name.")


class OfSeason(ConditionalView):
    """Base of views below `/seasons/<season>/`. Outsiders get 404 for a season that is not public."""

    @property
    def season(self) -> Season:
        """Return the season in the URL, if visible to the caller. Raises Http404."""
        season = get_object_or_404(Season, slug=self.kwargs["season"])
        if not may_see_season(self.request.user, season):
            raise Http404
        return season

    def require_permission(self, action: str) -> Season:
        """Return the season if the caller may do the action. Raises NotAuthenticated, PermissionDenied."""
        season = self.season
        if not can_in_season(self.request.user, action, season):
            if not self.request.user.is_authenticated:
                raise NotAuthenticated
            raise PermissionDenied
        return season

    def check_unchanged(self, wanted: str) -> None:
        """Lock the season and compare its version. Raises ChangedMeanwhile."""
        season = Season.objects.select_for_update().filter(slug=self.kwargs["season"]).first()
        if season is not None and not is_wanted_version(wanted, season.version):
            raise ChangedMeanwhile(_("The season has changed since you read it; read it again."))


class SeasonDoneSerializer(serializers.Serializer[Any]):
    """Response to a season's action: the season's version, with which its ETags begin."""

    version = serializers.IntegerField()


class SeasonSerializer(serializers.ModelSerializer[Season]):
    """A season."""

    rule = serializers.DictField(read_only=True)

    class Meta:
        model = Season
        fields = ["slug", "name", "published", "rule", "version"]
        read_only_fields = fields


class SeasonRoleSerializer(serializers.ModelSerializer[SeasonRole]):
    """A role of an account in the season."""

    user = serializers.CharField(source="user.username")

    class Meta:
        model = SeasonRole
        fields = ["user", "kind"]
        read_only_fields = fields


class SeasonTeamSerializer(serializers.ModelSerializer[Team]):
    """A team of an event in the season; `same_as`: the team it was merged with, or null."""

    team = serializers.CharField(source="season_code", help_text="Event and code: spring-open/T01.")
    same_as = serializers.CharField(allow_null=True)

    class Meta:
        model = Team
        fields = ["team", "name", "same_as"]
        read_only_fields = fields


class SeasonEventSerializer(serializers.Serializer[Any]):
    """An event of a season. `state`: counts, early (no public standings yet)."""

    slug = serializers.CharField()
    name = serializers.CharField()
    starts_on = serializers.DateField(allow_null=True)
    state = serializers.CharField()
    factor = ExactField()


class SeasonWithEventsSerializer(SeasonSerializer):
    """A season with its events in order."""

    events = SeasonEventSerializer(many=True, read_only=True)

    class Meta(SeasonSerializer.Meta):
        fields = [*SeasonSerializer.Meta.fields, "events"]
        read_only_fields = fields


class NewSeasonSerializer(serializers.Serializer[Any]):
    """A new season."""

    name, slug, published = (build_api_field(NewSeasonForm.base_fields[name]) for name in ("name", "slug", "published"))
    rule = serializers.DictField(required=False, default=dict)


class SeasonLineSerializer(serializers.Serializer[Any]):
    """A result: its value, and the reason if it does not count (early, expired, dropped, beyond), else empty.

    `top`: it counts in the second half of the total, too.
    """

    event = serializers.CharField()
    day = serializers.DateField(allow_null=True)
    place = serializers.IntegerField()
    players = serializers.IntegerField()
    value = ExactField()
    weight = ExactField()
    why = serializers.CharField(allow_blank=True)
    top = serializers.BooleanField()


class SeasonRowSerializer(serializers.Serializer[Any]):
    """A row of the ranking; `place` null: too few results."""

    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)
    entries = serializers.ListField(child=serializers.CharField())
    total = ExactField()
    broken_by = serializers.CharField(allow_blank=True)
    lines = SeasonLineSerializer(many=True)


class SeasonRankingSerializer(serializers.Serializer[Any]):
    """The ranking of the whole season or of one month."""

    month = serializers.CharField(allow_blank=True)
    months = serializers.ListField(child=serializers.CharField())
    rows = SeasonRowSerializer(many=True)


class SeasonRatingSerializer(serializers.Serializer[Any]):
    """A player's rating; `place` 0: provisional. `uncertainty` is the deviation of OpenSkill, 0 of Elo."""

    place = serializers.IntegerField()
    name = serializers.CharField(source="person.name")
    country = serializers.CharField(source="person.country", allow_blank=True)
    rating = serializers.FloatField(source="rating.value")
    uncertainty = serializers.FloatField(source="rating.uncertainty")
    games = serializers.IntegerField(source="rating.games")


class SeasonRatingListSerializer(serializers.Serializer[Any]):
    """The ratings of a family, from `games` games."""

    family = serializers.CharField()
    system = serializers.CharField()
    games = serializers.IntegerField()
    rows = SeasonRatingSerializer(many=True)


class SeasonList(ConditionalView, StrictQueries[Season], generics.ListCreateAPIView[Season]):
    """Public seasons and those of the caller; staff may create one."""

    serializer_class = SeasonSerializer
    pagination_class = Pages
    ordering_fields = ["name"]

    def get_queryset(self) -> QuerySet[Season]:
        return query_visible_seasons(self.request.user)

    @extend_schema(request=NewSeasonSerializer, responses={201: SeasonSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Create a season; the caller becomes its organiser."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not can(request.user, "seasons.create"):
            raise PermissionDenied
        season = services.create(
            Actor.of(request._request, origin="api"), **validate_body(NewSeasonSerializer, request)
        )
        return Response(SeasonSerializer(season).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SEASON])
class SeasonDetail(OfSeason):
    """One season."""

    @extend_schema(responses=SeasonWithEventsSerializer)
    def get(self, request: Request, season: str) -> Response:
        season_row = self.season
        reading = selector.SeasonView(season_row, selector.choose_viewer(season_row, request.user))

        def answer() -> Any:
            events = [event for event in reading.ranking().events if event.state != selector.HIDDEN]
            return {**SeasonSerializer(season_row).data, "events": SeasonEventSerializer(events, many=True).data}

        return respond_with_etag(request, season_row, answer, reading.mark)


class SeasonRoles(OfSeason):
    """Roles in the season, for its organisers."""

    @extend_schema(parameters=[SEASON], responses=SeasonRoleSerializer(many=True), operation_id="seasons_roles_list")
    def get(self, request: Request, season: str) -> Response:
        season_row = self.require_permission("season.edit")
        roles = season_row.roles.select_related("user")
        return respond_with_etag(request, season_row, lambda: SeasonRoleSerializer(roles, many=True).data)


@extend_schema_view(get=extend_schema(parameters=[SEASON], operation_id="seasons_teams_list"))
class SeasonTeams(OfSeason, StrictQueries[Team], generics.ListAPIView[Team]):
    """Teams of the season's events, for its organisers and helpers."""

    queryset = Team.objects.none()
    serializer_class = SeasonTeamSerializer
    pagination_class = Pages

    def list(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        season_row = self.require_permission("season.people")
        events = selector.list_known_events(season_row, request.user)
        self.queryset = selector.query_teams_with_merges(season_row, events)
        mark = repr([(event.pk, event.version) for event in events])
        return respond_with_etag(request, season_row, lambda: super(SeasonTeams, self).list(request).data, mark)


@extend_schema(parameters=[SEASON])
@method_decorator(expensive, name="dispatch")
class SeasonRanking(OfSeason):
    """The ranking of a season."""

    @extend_schema(
        parameters=[OpenApiParameter("month", str, description="One month of it: 2026-11.")],
        responses=SeasonRankingSerializer,
    )
    def get(self, request: Request, season: str) -> Response:
        """Return every row with its results: the value of each, and which of them count."""
        season_row = self.season
        reading = selector.SeasonView(season_row, selector.choose_viewer(season_row, request.user))
        month = request.query_params.get("month", "")
        if month and not MONTH.fullmatch(month):
            raise Http404

        def answer() -> Any:
            table = reading.ranking(month)
            if month and month not in table.months:
                raise Http404
            rows = [_serialize_row(standing) for standing in table.rows]
            return SeasonRankingSerializer({"month": month, "months": table.months, "rows": rows}).data

        return respond_with_etag(request, season_row, answer, reading.mark)


def _serialize_row(standing: selector.SeasonStanding) -> dict[str, Any]:
    row = standing.row
    return {
        "place": row.place or None,
        "shared": row.shared,
        "name": standing.person.name,
        "country": standing.person.country,
        "entries": [f"{slug}/{number}" for slug, number in standing.person.places],
        "total": row.total,
        "broken_by": row.broken_by,
        "lines": [
            {
                "event": event.slug,
                "day": day,
                "place": line.result.place,
                "players": line.result.field,
                "value": line.value,
                "weight": line.weight,
                "why": line.why,
                "top": line.top,
            }
            for (event, day), line in standing.lines
        ],
    }


@extend_schema(parameters=[SEASON])
@method_decorator(expensive, name="dispatch")
class SeasonRatings(OfSeason):
    """The ratings of a season."""

    @extend_schema(responses=SeasonRatingListSerializer(many=True))
    def get(self, request: Request, season: str) -> Response:
        """Return a list for each family, best first; none if the season's rule asks for no ratings."""
        season_row = self.season
        reading = selector.SeasonView(season_row, selector.choose_viewer(season_row, request.user))
        lists = get_rating_lists(reading)
        return respond_with_etag(
            request, season_row, lambda: SeasonRatingListSerializer(lists, many=True).data, reading.mark
        )


class SeasonFile(AnyAccept, OfSeason):
    """The season with its events as one file."""

    @extend_schema(
        parameters=[SEASON],
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
        operation_id="seasons_file",
        tags=["seasons"],
    )
    def get(self, request: Request, season: str) -> HttpResponse:
        season_row = self.require_permission("season.edit")
        content = season_files.export(Actor.of(request._request, origin="api"), season_row)
        return make_file_response(content, "application/zip", f"{season_row.slug}-season.zip")


SEASON_SENT: Final = inline_serializer(
    "SeasonSent",
    {"file": serializers.FileField(required=False), "kept": KEPT, "slug": SLUG_WANTED, "save": SAVE},
)


class SeasonImport(Uploads):
    """Import a season from its file."""

    most_bytes = MAX_SEASON_BYTES + FORM

    @extend_schema(
        request={MULTIPART: SEASON_SENT},
        responses={200: BroughtSerializer, 201: BroughtSerializer},
        operation_id="seasons_import",
        tags=["seasons"],
    )
    def post(self, request: Request) -> Response:
        """Preview the import; with `save` create the season and those of its events that are missing here."""
        account = self.require_importer_id(request)
        fields, save = self.read(request, SEASON_SENT)
        form = SeasonUploadForm(fields, request.FILES, account=account)
        refuse_invalid_form(form)
        by, content, slug = Actor.of(request._request, origin="api"), *map(form.cleaned_data.get, ("content", "slug"))
        read, problems = portable.unpack(content or b"")
        if read is None:
            refuse_rows(problems)
        answer: dict[str, Any] = {"saved": save, "problems": problems, "differences": [], "first": [], "kept": ""}
        if save:
            season = season_files.restore(by, read=read, slug=slug or "")
            answer |= {"slug": season.slug, "name": season.name, "published": season.published, "counts": {}}
        else:
            preview = season_files.preview(by, read=read, slug=slug or "")
            answer |= {"slug": preview.slug, "name": preview.name, "published": preview.published}
            answer["counts"] = {"events": len(preview.made), "here": len(preview.here), "ranked": preview.ranked}
            answer["first"] = [f"{place}. {name}" for place, name in preview.first]
            answer["kept"] = pending_files.put(account, content or b"")
        code = status.HTTP_201_CREATED if save else status.HTTP_200_OK
        return Response(BroughtSerializer(answer).data, status=code)
