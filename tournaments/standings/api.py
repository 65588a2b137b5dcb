from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, parse_query_number, respond_with_etag
from tournaments.core.api.lists import EventList
from tournaments.core.permissions import can
from tournaments.events.models import Stage, Tournament
from tournaments.standings import serializers as standings_serializers
from tournaments.standings.models import Forfeit, ScoreLine
from tournaments.standings.queries import standings
from tournaments.standings.queries.categories import NoCategoryError, add_category_places


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
