from __future__ import annotations

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import ROUND, SLUG, OfTournament, respond_with_etag
from tournaments.core.api.lists import EventList
from tournaments.core.visibility import find_hidden_results_round
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round
from tournaments.rounds.queries.clock import get_clock_state


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round."""

    stage = serializers.CharField(source="stage.name", read_only=True)
    released = serializers.SerializerMethodField()
    annulled = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = ["number", "stage", "day", "starts_at", "minutes", "state", "released", "annulled"]
        read_only_fields = fields

    def get_released(self, round_: Round) -> bool:
        """Return whether the results are public."""
        closed = find_hidden_results_round(round_.tournament)
        return round_.released_at is not None and (closed is None or round_.number < closed)

    def get_annulled(self, round_: Round) -> bool:
        """Return whether the round was annulled: nothing of it counts."""
        return round_.annulled_at is not None


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class RoundList(EventList[Round]):
    """Rounds in order."""

    queryset = Round.objects.none()
    serializer_class = RoundSerializer
    filterset_fields = ["state"]

    def list_rows(self) -> QuerySet[Round]:
        return self.tournament.rounds.select_related("stage").order_by("number")


class ClockSerializer(serializers.Serializer[Round]):
    """Clock of a round; `ends_at` is set while it runs, `remaining_seconds` while it is paused."""

    round = serializers.IntegerField(source="number")
    state = serializers.SerializerMethodField()
    minutes = serializers.IntegerField()
    started_at = serializers.DateTimeField(source="clock.started_at", default=None, allow_null=True)
    ends_at = serializers.DateTimeField(source="clock.ends_at", default=None, allow_null=True)
    paused_at = serializers.DateTimeField(source="clock.paused_at", default=None, allow_null=True)
    remaining_seconds = serializers.IntegerField(source="clock.remaining_seconds", default=None, allow_null=True)
    warning_seconds = serializers.IntegerField(source="clock.warning_seconds", default=None, allow_null=True)
    ended_at = serializers.DateTimeField(source="clock.ended_at", default=None, allow_null=True)

    @extend_schema_field(serializers.ChoiceField(["waiting", "running", "paused", "ended"]))
    def get_state(self, round_: Round) -> str:
        return get_clock_state(round_)


@extend_schema(parameters=[SLUG, ROUND])
class Clock(OfTournament):
    """The clock of a round."""

    @extend_schema(responses=ClockSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament
        round_ = get_object_or_404(tournament.rounds.select_related("clock"), number=number)
        return respond_with_etag(request, tournament, lambda: ClockSerializer(round_).data)


class TableSerializer(serializers.ModelSerializer[GameTable]):
    """A table of a round with its times."""

    class Meta:
        model = GameTable
        fields = [
            "number",
            "name",
            "postponed_to",
            "extra_seconds",
            "seated_at",
            "sheet_in_at",
            "entered_at",
            "confirmed_at",
        ]
        read_only_fields = fields


@extend_schema_view(get=extend_schema(parameters=[SLUG, ROUND], operation_id="tables_list"))
class TableList(EventList[GameTable]):
    """Tables of a round, for accounts that may see the seating."""

    queryset = GameTable.objects.none()
    serializer_class = TableSerializer

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("seating.view")

    def list_rows(self) -> QuerySet[GameTable]:
        round_ = get_object_or_404(Round, tournament=self.tournament, number=self.kwargs["number"])
        return round_.tables.order_by("number")
