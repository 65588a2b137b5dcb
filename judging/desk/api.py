from __future__ import annotations

from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from judging.desk import services
from judging.desk.models import Call
from tournaments.site.api.base import SLUG, OfTournament


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
        tournament = self.allowed("cases.view")
        found = Call.objects.filter(tournament=tournament, state__in=Call.OPEN).select_related(
            "table__round", "taken_by"
        )
        return Response(CallSerializer(found.order_by("called_at"), many=True).data)


STEPS = {"take": services.take, "arrive": services.arrive, "close": services.close, "release": services.release}


class CallStep(OfTournament):
    """A step of a call."""

    @extend_schema(
        parameters=[SLUG, OpenApiParameter("step", str, OpenApiParameter.PATH, enum=list(STEPS))],
        request=None,
        responses=CallSerializer,
        operation_id="judging_call_step",
    )
    def post(self, request: Request, slug: str, pk: int, step: str) -> Response:
        """Take the call, arrive at the table, close it, or put it back into the queue."""
        tournament = self.allowed("cases.rule")
        if step not in STEPS:
            raise Http404
        call = get_object_or_404(Call, tournament=tournament, pk=pk)
        return Response(CallSerializer(STEPS[step](self.actor, call)).data)
