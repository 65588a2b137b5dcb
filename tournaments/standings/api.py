from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from django.db.models import QuerySet
from django.http import Http404, HttpResponseBase
from django.urls import URLPattern, path
from django.utils.cache import get_conditional_response
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, compute_etag, parse_query_number, respond_with_etag
from tournaments.core.api.files import TEXT_TYPES, AnyAccept, make_file_response
from tournaments.core.api.lists import EventList
from tournaments.core.downloads import CONTENT_TYPES
from tournaments.core.http.request_limits import expensive
from tournaments.core.permissions import can
from tournaments.core.tabular.writing import SheetRows
from tournaments.events.models import Stage, Tournament
from tournaments.standings import serializers as standings_serializers
from tournaments.standings.files import build_result_rows, build_standings_rows
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import standings
from tournaments.standings.queries.categories import NoCategoryError, add_category_places
from tournaments.standings.views.public_tables import FORMS, build_table_file


@extend_schema(parameters=[SLUG])
class StandingsView(OfTournament):
    """Individual and team standings after a round."""

    @extend_schema(
        parameters=[
            OpenApiParameter("after", int, description="The round; without it the last one released."),
            OpenApiParameter("category", int, description="Number of a category: its players only."),
        ],
        responses=standings_serializers.StandingsSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        number = parse_query_number(request, "after", _("Enter the number of a round."))
        category = parse_query_number(request, "category", _("Enter the number of a category."), digits=3)
        private = can(request.user, "standings.view", tournament)
        after_round = number if private else standings.find_public_round(tournament, number)
        if after_round is None and not private:
            raise Http404
        return respond_with_etag(request, tournament, lambda: _serialize_standings(tournament, after_round, category))


def _serialize_standings(tournament: Tournament, after: int | None, category: int | None) -> dict[str, Any]:
    try:
        table = add_category_places(
            tournament, standings.build_table(tournament, standings.get_standings(tournament, after)), category
        )
    except NoCategoryError:
        raise Http404 from None
    body = {
        "after": table.after,
        "order": [column.key for column in table.columns if column.decides],
        "individual": [
            {
                **_serialize_place(line),
                "left_after": line.left_after,
                "number": line.player.number,
                "name": line.player.name,
                "team": line.player.team.code if line.player.team else "",
                "categories": [
                    {"number": category.number, "place": category.place, "shared": category.shared}
                    for category in line.within
                ],
            }
            for line in table.individual
        ],
        "teams": [{**_serialize_place(line), "code": line.team.code, "name": line.team.name} for line in table.teams],
        "to_come": table.to_come,
    }
    return dict(standings_serializers.StandingsSerializer(body).data)


def _serialize_place(line: standings.PlayerStanding | standings.TeamStanding) -> dict[str, Any]:
    row = line.row
    return {
        "place": row.place or None,
        "shared": row.shared,
        "disqualified": row.out is not None,
        "games": row.played,
        "carried": line.carried,
        "metrics": row.values,
    }


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class LedgerList(EventList[ScoreLine]):
    """Lines of the ledger, for accounts that may see them."""

    queryset = ScoreLine.objects.none()
    serializer_class = standings_serializers.ScoreLineSerializer
    filterset_fields = ["kind", "scope", "unit"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("ledger.view")

    def list_rows(self) -> QuerySet[ScoreLine]:
        lines = self.tournament.score_lines
        return lines.select_related("entry", "team", "round", "table").order_by("pk")


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class ForfeitList(EventList[Forfeit]):
    """Forfeits and disqualifications, for accounts that may see the ledger."""

    queryset = Forfeit.objects.none()
    serializer_class = standings_serializers.ForfeitSerializer
    filterset_fields = ["kind"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("ledger.view")

    def list_rows(self) -> QuerySet[Forfeit]:
        return self.tournament.forfeits.select_related("entry", "round").order_by("pk")


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class StageList(EventList[Stage]):
    """Stages with their cuts, for directors."""

    queryset = Stage.objects.none()
    serializer_class = standings_serializers.StageSerializer

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("stages.edit")

    def list_rows(self) -> QuerySet[Stage]:
        return self.tournament.stages.prefetch_related("rounds", "stage_entries__entry", "stage_teams__team")


class TableFileView(AnyAccept, OfTournament):
    """Base of the public standings and results as files; 404 while they are hidden."""

    table: str
    form: str
    build_rows: staticmethod[[Tournament], SheetRows | None]

    def send_file(self, request: Request) -> HttpResponseBase:
        tournament = self.tournament
        # Headings and names of the columns are in the reader's language.
        etag = compute_etag(request, tournament, get_language() or "")
        response = get_conditional_response(request._request, etag=etag)
        if response is None:
            content = build_table_file(tournament, self.table, self.form, self.build_rows)
            response = make_file_response(
                content, CONTENT_TYPES[self.form], f"{tournament.slug}-{self.table}.{self.form}"
            )
        response["ETag"], response["Cache-Control"] = etag, "no-cache"
        return response


def make_table_file_view(table: str, form: str) -> Callable[..., HttpResponseBase]:
    kind = CONTENT_TYPES[form].partition(";")[0]

    @extend_schema(
        parameters=[SLUG],
        responses={(200, kind): TEXT_TYPES.get(kind, OpenApiTypes.BINARY)},
        operation_id=f"{table}_{form}",
        description=f"The public {table}; 404 while they are hidden.",
    )
    def get(self: Any, request: Request, slug: str) -> HttpResponseBase:
        return cast(HttpResponseBase, self.send_file(request))

    facts = {"table": table, "form": form, "build_rows": staticmethod(TABLE_FILES[table]), "get": get}
    view = cast(type[TableFileView], type(f"{table.capitalize()}{form.capitalize()}View", (TableFileView,), facts))
    return method_decorator(expensive, name="dispatch")(view).as_view()


TABLE_FILES: Final = {"standings": build_standings_rows, "results": build_result_rows}


def list_table_file_urls(base: str) -> list[URLPattern]:
    return [
        path(f"{base}/{table}.{form}", make_table_file_view(table, form), name=f"api-{table}-{form}")
        for table in TABLE_FILES
        for form in FORMS
    ]
