"""Known persons of an event's players, for who directs it; people across events, with their consent."""

from __future__ import annotations

from typing import Any, cast

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.accounts.models import User
from tournaments.core.api.base import SLUG, ConditionalView, OfTournament
from tournaments.core.api.lists import Pages, StrictQueries
from tournaments.core.http.request_limits import expensive
from tournaments.entries.known_people import KnownPerson
from tournaments.entries.models.entries import Entry
from tournaments.people import careers, ratings
from tournaments.people.models import Person
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


WORDS = OpenApiParameter("q", OpenApiTypes.STR, description="Words of the name, country or club.")


class PersonSerializer(serializers.Serializer[Any]):
    """Person who consents to a page across events, named as in the newest entry."""

    key = serializers.CharField()
    name = serializers.CharField(source="entry.name")
    native_name = serializers.SerializerMethodField()
    country_code = serializers.CharField(source="entry.country_code", allow_blank=True)
    club = serializers.CharField(source="entry.club", allow_blank=True)

    def get_native_name(self, person: Any) -> str:
        return "" if person.entry.hides_name else str(person.entry.native_name)


class CareerEventSerializer(serializers.Serializer[Any]):
    """Public result in one event. `place`: 0 without one; `of`: players with a place; `after`: rounds so far or 0."""

    event = serializers.CharField(source="tournament.slug")
    number = serializers.IntegerField(source="entry.number")
    starts_on = serializers.DateField(source="tournament.starts_on", allow_null=True)
    place = serializers.IntegerField()
    of = serializers.IntegerField()
    after = serializers.IntegerField()
    final = serializers.BooleanField(source="is_final")
    points = serializers.SerializerMethodField()

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_points(self, event: careers.CareerEvent) -> dict[str, str]:
        """Return table points and score by their names, as exact texts."""
        return {name: str(amount) for name, amount in event.points}


class OpponentSerializer(serializers.Serializer[Any]):
    """Games against another person who consents."""

    person = serializers.CharField(source="person.key")
    games = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()


class CareerSerializer(PersonSerializer):
    """Person with events, newest first, and the record against others who consent."""

    key = serializers.CharField(source="person.key")
    events = CareerEventSerializer(many=True)
    opponents = OpponentSerializer(many=True)


class PersonList(ConditionalView, StrictQueries[Person], generics.ListAPIView[Person]):
    """People who consent to a page across events, by family name."""

    serializer_class = PersonSerializer
    pagination_class = Pages
    also_asked = ("q",)

    def get_queryset(self) -> QuerySet[Person]:
        return careers.search_people(self.request.query_params.get("q", ""))

    def paginate_queryset(self, queryset: Any) -> Any:
        """Return the page's people, each with the newest entry as `entry`."""
        people = super().paginate_queryset(queryset) or []
        newest = careers.load_newest_entries(people)
        for person in people:
            person.entry = newest[person.pk]
        return people

    @extend_schema(parameters=[WORDS], operation_id="people_list", tags=["people"])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)


class PersonDetail(ConditionalView):
    """A person's public events. 404 without consent, as for an unknown key."""

    @extend_schema(responses=CareerSerializer, operation_id="people_retrieve", tags=["people"])
    def get(self, request: Request, key: str) -> Response:
        person = get_object_or_404(careers.query_visible_people(), key=key)
        return Response(CareerSerializer(careers.build_career(person)).data)


class SiteRatingSerializer(serializers.Serializer[Any]):
    """Rating of a person who consents; `place` 0: provisional. `uncertainty` is the deviation of OpenSkill."""

    place = serializers.IntegerField()
    person = serializers.CharField(source="person.key")
    name = serializers.CharField(source="entry.name")
    country_code = serializers.CharField(source="entry.country_code", allow_blank=True)
    rating = serializers.FloatField(source="rating.value")
    uncertainty = serializers.FloatField(source="rating.uncertainty")
    games = serializers.IntegerField(source="rating.games")


class SiteRatingListSerializer(serializers.Serializer[Any]):
    """Ratings of a family from `games` games; while the list is made again it is not `ready` and has no rows."""

    family = serializers.CharField()
    ready = serializers.BooleanField()
    games = serializers.IntegerField()
    rows = SiteRatingSerializer(many=True)


@method_decorator(expensive, name="dispatch")
class SiteRatingLists(ConditionalView):
    """Ratings of the people who consent, from the public games of this site."""

    @extend_schema(responses=SiteRatingListSerializer(many=True), operation_id="ratings_list", tags=["people"])
    def get(self, request: Request) -> Response:
        """Return a list for each family, best first."""
        lists = [ratings.get_list(family) for family in ratings.list_families()]
        return Response(
            SiteRatingListSerializer(
                [
                    {
                        "family": rated.family,
                        "ready": rated.ready,
                        "games": rated.games,
                        "rows": ratings.name_rows(rated.rows),
                    }
                    for rated in lists
                ],
                many=True,
            ).data
        )
