from __future__ import annotations

from typing import Any, Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.core.api.fields import ExactField, RowNumberField, ShareField
from tournaments.events.models import Stage
from tournaments.standings.models import Forfeit, ScoreLine


class ScoreLineSerializer(serializers.ModelSerializer[ScoreLine]):
    """A line of the ledger."""

    entry = serializers.IntegerField(source="entry.number", read_only=True, allow_null=True, default=None)
    team = serializers.CharField(source="team.code", read_only=True, allow_null=True, default=None)
    round = serializers.IntegerField(source="round.number", read_only=True, allow_null=True, default=None)
    table = serializers.IntegerField(source="table.number", read_only=True, allow_null=True, default=None)
    amount = ExactField(read_only=True)
    voided = serializers.SerializerMethodField()

    class Meta:
        model = ScoreLine
        fields = [
            "id",
            "entry",
            "team",
            "round",
            "table",
            "hand",
            "scope",
            "unit",
            "kind",
            "amount",
            "reason",
            "clause",
            "created_at",
            "voided",
            "void_reason",
        ]
        read_only_fields = fields

    def get_voided(self, line: ScoreLine) -> bool:
        """True if the line no longer counts."""
        return line.voided_at is not None


class ForfeitSerializer(serializers.ModelSerializer[Forfeit]):
    """A lost session, a substitute's session or a disqualification."""

    entry = serializers.IntegerField(source="entry.number")
    round = serializers.IntegerField(source="round.number", allow_null=True, default=None)
    voided = serializers.SerializerMethodField()

    class Meta:
        model = Forfeit
        fields = [
            "id",
            "entry",
            "round",
            "kind",
            "points",
            "uma",
            "table_points",
            "takes_negative",
            "chair",
            "last",
            "reason",
            "clause",
            "created_at",
            "voided",
            "void_reason",
        ]
        read_only_fields = fields

    def get_voided(self, forfeit: Forfeit) -> bool:
        """True if it no longer counts."""
        return forfeit.voided_at is not None


class StageSerializer(serializers.ModelSerializer[Stage]):
    """A stage of the event; `players` and `teams` went through its cut, by place."""

    name = serializers.CharField(source="__str__")
    carry = ShareField()
    rounds = RowNumberField(many=True, read_only=True)
    players = serializers.SerializerMethodField()
    teams = serializers.SerializerMethodField()

    class Meta:
        model = Stage
        fields = ["number", "name", "kind", "cut_to", "cut_by", "carry", "cut_at", "rounds", "players", "teams"]
        read_only_fields = fields

    def get_players(self, stage: Stage) -> list[int]:
        return [row.entry.number for row in stage.stage_entries.all()]

    def get_teams(self, stage: Stage) -> list[str]:
        return [row.team.code for row in stage.stage_teams.all()]


class MetricsField(serializers.Field[Any, Any, Any, Any]):
    """Metrics of a standings row by key."""

    def to_representation(self, value: Any) -> dict[str, int | str | None]:
        exact = ExactField()
        return {key: None if cell is None else exact.to_representation(cell) for key, cell in value.items()}


@extend_schema_field(OpenApiTypes.OBJECT)
class _Metrics(MetricsField):
    """Typed for the schema."""


CARRIED: Final = "Points of the first criterion that a stage carried over; null without such a stage."


class CategoryPlaceSerializer(serializers.Serializer[Any]):
    """A player's place within a category."""

    number = serializers.IntegerField()
    place = serializers.IntegerField()
    shared = serializers.BooleanField()


class StandingRowSerializer(serializers.Serializer[Any]):
    """A player's row. Who has not played has no place; a disqualified player comes last, with or without a place
    depending on the rules. `left_after` is the round after which a player left, null for those who play on.
    """

    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    disqualified = serializers.BooleanField()
    left_after = serializers.IntegerField(allow_null=True)
    games = serializers.IntegerField()
    carried = ExactField(allow_null=True, help_text=CARRIED)
    number = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.CharField()
    categories = CategoryPlaceSerializer(many=True)
    metrics = _Metrics()


class TeamStandingRowSerializer(serializers.Serializer[Any]):
    """A team's row; a team that has not played has no place."""

    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    games = serializers.IntegerField()
    carried = ExactField(allow_null=True, help_text=CARRIED)
    code = serializers.CharField()
    name = serializers.CharField()
    metrics = _Metrics()


class TableToComeSerializer(serializers.Serializer[Any]):
    """A postponed table that these standings still lack."""

    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField(source="number")
    postponed_to = serializers.DateTimeField()


class StandingsSerializer(serializers.Serializer[Any]):
    """Standings after a round, the tie-break order first to last."""

    after = serializers.IntegerField()
    order = serializers.ListField(child=serializers.CharField())
    individual = StandingRowSerializer(many=True)
    teams = TeamStandingRowSerializer(many=True)
    to_come = TableToComeSerializer(many=True)
