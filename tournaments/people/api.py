"""Known persons of an event's players, for who directs it."""

from __future__ import annotations

from typing import Any, cast

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.core.api.base import SLUG, OfTournament
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import KnownPerson
from tournaments.people.queries import list_linked_players, suggest


class PlayerOfEventSerializer(serializers.Serializer[Entry]):
    event = serializers.CharField(source="tournament.slug", help_text="Short name of the event.")
    number = serializers.IntegerField()
    name = serializers.CharField()


class KnownPersonSerializer(serializers.Serializer[KnownPerson]):
    """A person of events that the caller directs: the newest entry, and the names of the events."""

    event = serializers.CharField(source="entry.tournament.slug", help_text="Short name of the newest event.")
    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    club = serializers.CharField(source="entry.club")
    events = serializers.ListField(child=serializers.CharField())


class SuggestionSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(source="entry.number")
    people = KnownPersonSerializer(many=True)


class LinkedPlayerSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    same_as = PlayerOfEventSerializer(many=True)


class PersonsSerializer(serializers.Serializer[Any]):
    """Players who may be known persons, and those who are linked."""

    suggestions = SuggestionSerializer(many=True)
    linked = LinkedPlayerSerializer(many=True)


@extend_schema(parameters=[SLUG])
class Persons(OfTournament):
    """List players who may be persons of other events that the caller directs, and those who are linked to them."""

    @extend_schema(responses=PersonsSerializer, operation_id="persons_list")
    def get(self, request: Request, slug: str) -> Response:
        tournament, user = self.require_permission("entries.edit"), cast(User, request.user)
        linked = [
            {"number": entry.number, "same_as": others} for entry, others in list_linked_players(user, tournament)
        ]
        answer = {"suggestions": suggest(user, tournament), "linked": linked}
        return Response(PersonsSerializer(answer).data)
