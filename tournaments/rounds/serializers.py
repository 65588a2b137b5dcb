"""Serializers of rounds."""

from __future__ import annotations

from rest_framework import serializers

from tournaments.core.visibility import results_close
from tournaments.rounds.models.rounds import Round


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round."""

    stage = serializers.CharField(source="stage.name", read_only=True)
    released = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = ["number", "stage", "day", "starts_at", "minutes", "state", "released"]
        read_only_fields = fields

    def get_released(self, round_: Round) -> bool:
        """Whether everybody may see the results."""
        closed = results_close(round_.tournament)
        return round_.released_at is not None and (closed is None or round_.number < closed)
