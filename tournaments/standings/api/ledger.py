"""The ledger with its penalties."""

from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, valid
from tournaments.core.api.lists import EventList
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.results.services import ledger
from tournaments.standings import serializers as standings_serializers
from tournaments.standings.models import ScoreLine


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class LedgerList(EventList[ScoreLine]):
    """The lines of the ledger, for those who may see them."""

    queryset = ScoreLine.objects.none()
    serializer_class = standings_serializers.ScoreLineSerializer
    filterset_fields = ["kind", "scope", "unit"]

    def readable(self) -> Tournament:
        return self.allowed("ledger.view")

    def rows(self) -> QuerySet[ScoreLine]:
        lines = self.tournament.score_lines
        return lines.select_related("entry", "team", "round", "table").order_by("pk")

    @extend_schema(
        parameters=[SLUG],
        request=standings_serializers.NewScoreLineSerializer,
        responses={201: standings_serializers.ScoreLineSerializer},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Write a penalty, bonus or adjustment."""
        self.allowed("ledger.penalty")
        wanted = valid(standings_serializers.NewScoreLineSerializer, request)
        action = "ledger.penalty" if wanted["kind"] == ScoreLine.Kind.PENALTY else "ledger.adjust"
        tournament = self.allowed(action)
        entry = team = round_ = table = None
        if wanted["entry"] is not None:
            entry = get_object_or_404(tournament.entries, number=wanted["entry"])
        if wanted["team"] is not None:
            team = get_object_or_404(tournament.teams, code=wanted["team"])
        if wanted["round"] is not None:
            round_ = get_object_or_404(tournament.rounds, number=wanted["round"])
        if wanted["table"] is not None:
            if round_ is None:
                raise UserError(_("A table is named with its round."), field="round")
            table = get_object_or_404(round_.tables, number=wanted["table"])
        line = ledger.add(
            self.actor,
            tournament,
            amount=wanted["amount"],
            unit=wanted["unit"],
            reason=wanted["reason"],
            kind=wanted["kind"],
            scope=wanted["scope"],
            entry=entry,
            team=team,
            round_=round_,
            table=table,
            hand=wanted["hand"],
            clause=wanted["clause"],
        )
        return Response(standings_serializers.ScoreLineSerializer(line).data, status=status.HTTP_201_CREATED)
