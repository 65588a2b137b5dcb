"""Rounds in the API."""

from __future__ import annotations

from django.db.models import QuerySet
from drf_spectacular.utils import extend_schema, extend_schema_view

from tournaments.core.api.base import SLUG
from tournaments.core.api.lists import EventList
from tournaments.rounds import serializers as round_serializers
from tournaments.rounds.models.rounds import Round


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class RoundList(EventList[Round]):
    """The rounds in order."""

    queryset = Round.objects.none()
    serializer_class = round_serializers.RoundSerializer
    filterset_fields = ["state"]

    def rows(self) -> QuerySet[Round]:
        return self.tournament.rounds.select_related("stage").order_by("number")
