from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers

from tournaments.core.api.base import SLUG
from tournaments.core.api.lists import EventList
from tournaments.core.visibility import find_hidden_results_round
from tournaments.rounds.models import Round


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
