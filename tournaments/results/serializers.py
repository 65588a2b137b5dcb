from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework import serializers

from tournaments.core.api.fields import ExactField
from tournaments.core.visibility import Visitor, list_hidden_sheets
from tournaments.results.models.results import TableResult


class ResultRowSerializer(serializers.Serializer[Any]):
    """One player's line at a table."""

    wind = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    points = serializers.IntegerField()
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    table_points = ExactField(allow_null=True)
    score = ExactField(allow_null=True)
    penalty = ExactField()
    forfeit = serializers.CharField(help_text="Why the standings do not count this for the player; else empty.")


class TableSheetSerializer(serializers.Serializer[Any]):
    """The confirmed result of a table; no rows while it is missing."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty where the table is called by its number.")
    leftover = serializers.IntegerField()
    rows = ResultRowSerializer(many=True)
    postponed_to = serializers.DateTimeField(
        allow_null=True, help_text="The time to which a table without a result is postponed."
    )


class ResultVersionSerializer(serializers.ModelSerializer[TableResult]):
    """One version of a table's sheet, for scorers. `context["hidden"]`: the keys of those without points."""

    table = serializers.IntegerField(source="table.number", read_only=True)
    round = serializers.IntegerField(source="table.round.number", read_only=True)
    points = serializers.SerializerMethodField()
    leftover_points = serializers.SerializerMethodField()
    twice_alike = serializers.BooleanField(
        read_only=True, help_text="Two people have typed it, each without seeing what the other typed."
    )

    class Meta:
        model = TableResult
        fields = [
            "round", "table", "version", "state", "leftover_points", "points", "doubtful_reason", "reason",
            "twice_alike",
        ]  # fmt: skip
        read_only_fields = fields

    def get_points(self, result: TableResult) -> list[int] | None:
        """Points in turn order; null for a scorer who is to re-enter the sheet without seeing it."""
        return None if self._is_hidden(result) else [seat.points for seat in result.seats.all()]

    def get_leftover_points(self, result: TableResult) -> int | None:
        """Points in sticks left; null like the points."""
        return None if self._is_hidden(result) else result.leftover_points

    def _is_hidden(self, result: TableResult) -> bool:
        return result.pk in self.context["hidden"]


def serialize_versions(viewer: Visitor, versions: Sequence[TableResult]) -> list[dict[str, Any]]:
    """Return versions of sheets as the viewer may see them."""
    hidden = list_hidden_sheets(viewer, versions)
    return list(ResultVersionSerializer(versions, many=True, context={"hidden": hidden}).data)
