"""Serializers of sheets and results."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from engine.exact import MAX_NUMBER
from tournaments.results.models.results import TableResult
from tournaments.site.api.base import refuse_unknown
from tournaments.site.api.fields import ExactField


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


class ResultVersionSerializer(serializers.ModelSerializer[TableResult]):
    """One version of a table's sheet, as the scorers see it. `context["hidden"]`: the keys of those without points."""

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
        """Points in turn order; null for whoever is to type the sheet again without seeing it."""
        return None if self._hidden(result) else [seat.points for seat in result.seats.all()]

    def get_leftover_points(self, result: TableResult) -> int | None:
        """Points in sticks left; null like the points."""
        return None if self._hidden(result) else result.leftover_points

    def _hidden(self, result: TableResult) -> bool:
        return result.pk in self.context["hidden"]


class SheetSerializer(serializers.Serializer[Any]):
    """A table's sheet: points in turn order from East."""

    points = serializers.ListField(
        child=serializers.IntegerField(min_value=-MAX_NUMBER, max_value=MAX_NUMBER), min_length=4, max_length=4
    )
    leftover = serializers.IntegerField(min_value=0, max_value=MAX_NUMBER, default=0)
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    based_on = serializers.IntegerField(
        min_value=0,
        max_value=MAX_NUMBER,
        required=False,
        allow_null=True,
        default=None,
        help_text="The version the numbers correct; 409 where another stands by now.",
    )


class TableSheetWriteSerializer(SheetSerializer):
    """The same with the number of its table."""

    table = serializers.IntegerField(min_value=1, max_value=9999)

    def to_internal_value(self, data: Any) -> Any:
        refuse_unknown(self, data)
        return super().to_internal_value(data)


class SheetsSerializer(serializers.Serializer[Any]):
    """Sheets of several tables of a round."""

    sheets = serializers.ListField(child=TableSheetWriteSerializer(), allow_empty=False, max_length=1000)


class ConfirmSerializer(serializers.Serializer[Any]):
    """Confirming a version: the points again where the tournament asks for them."""

    version = serializers.IntegerField(min_value=1, max_value=MAX_NUMBER)
    again = serializers.ListField(
        child=serializers.IntegerField(min_value=-MAX_NUMBER, max_value=MAX_NUMBER),
        min_length=4,
        max_length=4,
        required=False,
        allow_null=True,
        default=None,
    )
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
