from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from judging.desk.models import Call
from tournaments.core.api.base import SLUG, OfTournament


class CallSerializer(serializers.ModelSerializer[Call]):
    """A table that calls the referee."""

    round = serializers.IntegerField(source="table.round.number", read_only=True)
    table = serializers.IntegerField(source="table.number", read_only=True)
    taken_by = serializers.CharField(source="taken_by.username", read_only=True, default=None, allow_null=True)

    class Meta:
        model = Call
        fields = ("id", "round", "table", "about", "state", "called_at", "taken_by", "taken_at", "arrived_at")
        read_only_fields = fields


class CallsView(OfTournament):
    """The tables that wait for a referee."""

    @extend_schema(parameters=[SLUG], responses=CallSerializer(many=True), operation_id="judging_calls")
    def get(self, request: Request, slug: str) -> Response:
        """The open calls, the longest waiting first."""
        tournament = self.require_permission("cases.view")
        calls = Call.objects.filter(tournament=tournament, state__in=Call.OPEN).select_related(
            "table__round", "taken_by"
        )
        return Response(CallSerializer(calls.order_by("called_at"), many=True).data)
