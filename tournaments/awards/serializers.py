from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.awards.models import Award, AwardWinner, PrizeHand
from tournaments.core.api.fields import ExactField


class AwardWinnerSerializer(serializers.ModelSerializer[AwardWinner]):
    """A published winner; `hand` is the number of the declared hand of round and table."""

    number = serializers.IntegerField(source="entry.number", help_text="The player.")
    name = serializers.CharField(source="entry.name")
    amount = ExactField(help_text="Exact: the figure, the place or the value of the hand.")
    round = serializers.IntegerField(source="hand.table.round.number", default=None, allow_null=True)
    table = serializers.IntegerField(source="hand.table.number", default=None, allow_null=True)
    hand = serializers.IntegerField(source="hand.number", default=None, allow_null=True)

    class Meta:
        model = AwardWinner
        fields = ["number", "name", "amount", "sample", "round", "table", "hand"]
        read_only_fields = fields


class AwardSerializer(serializers.ModelSerializer[Award]):
    """An award of the event; winners once they are published."""

    category = serializers.IntegerField(source="category.number", default=None, allow_null=True)
    kept = serializers.BooleanField(help_text="True if the winners were kept although a correction gives others.")
    winners = serializers.SerializerMethodField()

    class Meta:
        model = Award
        fields = ["number", "title", "figure", "category", "least", "one_prize", "published_at", "kept", "winners"]
        read_only_fields = fields

    def get_winners(self, award: Award) -> list[dict[str, Any]]:
        rows = award.winners.select_related("entry", "hand__table__round") if award.published_at else ()
        return [dict(AwardWinnerSerializer(row).data) for row in rows if not row.entry.is_erased]


class PrizeHandSerializer(serializers.ModelSerializer[PrizeHand]):
    """A hand declared for the largest hand, in the notation of the hand checker."""

    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    winner = serializers.IntegerField(source="winner.number", help_text="The player.")
    name = serializers.CharField(source="winner.name")
    prevalent_wind = serializers.CharField(source="prevalent", help_text="E, S, W or N.")
    seat_wind = serializers.CharField(source="seat", help_text="E, S, W or N.")
    circumstances = serializers.DictField(child=serializers.CharField())

    class Meta:
        model = PrizeHand
        fields = [
            "round", "table", "number", "winner", "name", "hand", "by", "prevalent_wind", "seat_wind",
            "circumstances", "worth",
        ]  # fmt: skip
        read_only_fields = fields
