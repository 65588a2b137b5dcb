from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, respond_with_etag
from tournaments.events.models import HouseRule


class HouseRuleSerializer(serializers.Serializer[HouseRule]):
    """An exception of the event to a clause; `name` is how it is cited."""

    number = serializers.IntegerField()
    name = serializers.CharField(source="__str__")
    clause = serializers.CharField()
    text = serializers.CharField()
    option = serializers.CharField(help_text="The option of the edition that it changes, empty for none.")


class HouseRules(OfTournament):
    """The house rules of an event."""

    @extend_schema(
        parameters=[SLUG],
        responses=HouseRuleSerializer(many=True),
        operation_id="tournaments_house_rules_list",
        tags=["tournaments"],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The house rules of the newest version of the rules, by number."""
        tournament = self.tournament

        def serialize_rules() -> list[Any]:
            return [dict(HouseRuleSerializer(rule).data) for rule in tournament.ruleset.exceptions]

        return respond_with_etag(request, tournament, serialize_rules)
