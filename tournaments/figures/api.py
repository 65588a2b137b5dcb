"""Figures of an event, a season and a person in the API: what the public pages of numbers show, with exact values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.http import Http404, QueryDict
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, ConditionalView, OfTournament, respond_with_etag
from tournaments.core.api.fields import ExactField
from tournaments.core.http.request_limits import expensive
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures import pages
from tournaments.figures.logic.table import Figure, Measure, list_recorded, rank
from tournaments.figures.queries import Numbers, read_event_numbers, read_player_numbers
from tournaments.people.careers import build_career, query_visible_people
from tournaments.seasons.models import Season
from tournaments.seasons.numbers import list_stored_figures, read_season_numbers
from tournaments.seasons.permissions import may_see_season
from tournaments.seasons.queries import SeasonView, choose_viewer

FAMILY = OpenApiParameter("family", str, description="Rules, where the event has several; the most played without it.")
CHOICES = [
    OpenApiParameter("figure", str, description="This leaderboard alone."),
    OpenApiParameter("games", int, description="Games that a player needs; 1 without it."),
    OpenApiParameter("hands", int, description="Hands that a player needs; 1 without it."),
]
SEASON = OpenApiParameter("season", str, OpenApiParameter.PATH, description="The season's short name.")
NUMBER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The player.")


class MeasureSerializer(serializers.Serializer[Any]):
    """A figure of a player with its sample."""

    amount = ExactField(allow_null=True, help_text="Exact; null without a game, hand or win that counts.")
    sample = serializers.IntegerField(help_text="Games, hands or wins that were counted.")
    interval = serializers.ListField(
        child=serializers.FloatField(), allow_null=True, help_text="95 % interval of a rate or a mean."
    )


class RankedSerializer(MeasureSerializer):
    place = serializers.IntegerField()
    number = serializers.IntegerField(help_text="The player.")
    name = serializers.CharField()


class RankedPersonSerializer(MeasureSerializer):
    place = serializers.IntegerField()
    name = serializers.CharField()
    country = serializers.CharField(allow_blank=True)
    entries = serializers.ListField(child=serializers.CharField(), help_text="Event and number, such as `cup/7`.")


class BoardSerializer(serializers.Serializer[Any]):
    figure = serializers.CharField()
    kind = serializers.ChoiceField(["count", "extreme", "mean", "rate"])
    record = serializers.ChoiceField(["games", "hands"])


class LeaderboardSerializer(BoardSerializer):
    lines = RankedSerializer(many=True)


class SeasonLeaderboardSerializer(BoardSerializer):
    lines = RankedPersonSerializer(many=True)


class FamilyNumbersSerializer(serializers.Serializer[Any]):
    family = serializers.CharField(allow_blank=True)
    families = serializers.ListField(child=serializers.CharField())
    games = serializers.IntegerField(help_text="Games under these rules.")
    games_with_hands = serializers.IntegerField(help_text="Those of them whose hands are written down.")


class EventNumbersSerializer(FamilyNumbersSerializer):
    """Leaderboards of an event."""

    after = serializers.IntegerField(help_text="The last round with public results; 0 without one.")
    leaderboards = LeaderboardSerializer(many=True)


class SeasonNumbersSerializer(FamilyNumbersSerializer):
    """Leaderboards of a season."""

    leaderboards = SeasonLeaderboardSerializer(many=True)


class PlayerFigureSerializer(MeasureSerializer):
    figure = serializers.CharField()


class PersonNumbersSerializer(FamilyNumbersSerializer):
    """Figures of a person across public events."""

    figures = PlayerFigureSerializer(many=True)


class PlayerNumbersSerializer(serializers.Serializer[Any]):
    """Figures of a player in an event."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    family = serializers.CharField(allow_blank=True)
    families = serializers.ListField(child=serializers.CharField())
    figures = PlayerFigureSerializer(many=True)


def _describe(measure: Measure) -> dict[str, Any]:
    return {"amount": measure.amount, "sample": measure.sample, "interval": measure.interval}


@extend_schema(parameters=[SLUG, FAMILY])
@method_decorator(expensive, name="dispatch")
class EventNumbers(OfTournament):
    """Leaderboards of all figures on record; only released rounds count."""

    @extend_schema(parameters=CHOICES, responses=EventNumbersSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return respond_with_etag(request, self.tournament, lambda: _serialize_event(self.tournament, request))


def _serialize_event(tournament: Tournament, request: Request) -> dict[str, Any]:
    query = request._request.GET
    stored, numbers = read_event_numbers(tournament, query.get("family", ""))
    players = Entry.objects.in_bulk(numbers.sums)
    named = {key: {"number": player.number, "name": player.name} for key, player in players.items()}
    return dict(EventNumbersSerializer({"after": stored.after, **_list_boards(numbers, named, query)}).data)


def _list_boards(numbers: Numbers, named: Mapping[int, Mapping[str, Any]], query: QueryDict) -> dict[str, Any]:
    """Return the leaderboards that the query asks for; `named`: names by the owner of the sums."""
    least, chosen = pages.read_minimum(query), query.get("figure", "")
    sums = {key: of_owner for key, of_owner in numbers.listed.items() if key in named}
    figures = [figure for figure in list_recorded(sums.values()) if chosen in ("", figure.key)]
    if chosen and not figures:
        raise Http404

    def list_lines(figure: Figure) -> Iterable[dict[str, Any]]:
        for line in rank(figure, sums, least.of(figure)):
            yield {"place": line.place, **named[line.key], **_describe(line.measure)}

    return {
        **_describe_coverage(numbers, numbers.coverage.games, numbers.coverage.written),
        "leaderboards": [
            {"figure": figure.key, "kind": figure.kind, "record": figure.record, "lines": list(list_lines(figure))}
            for figure in figures
        ],
    }


def _describe_coverage(numbers: Numbers, games: int, written: int) -> dict[str, Any]:
    return {"family": numbers.family, "families": numbers.families, "games": games, "games_with_hands": written}


@extend_schema(parameters=[SEASON, FAMILY])
@method_decorator(expensive, name="dispatch")
class SeasonNumbers(ConditionalView):
    """Leaderboards of a season: the sums of its events, person by person."""

    @extend_schema(parameters=CHOICES, responses=SeasonNumbersSerializer)
    def get(self, request: Request, season: str) -> Response:
        row = get_object_or_404(Season, slug=season)
        if not may_see_season(request.user, row):
            raise Http404
        reading = SeasonView(row, choose_viewer(row, request.user))
        stored = list_stored_figures(reading)
        mark = f"{reading.mark} {[(marks.pk, str(marks.made_at)) for marks in stored]}"

        def serialize() -> dict[str, Any]:
            query = request._request.GET
            numbers, people = read_season_numbers(reading, stored, query.get("family", ""))
            named = {
                key: {
                    "name": person.name,
                    "country": person.country,
                    "entries": [f"{slug}/{number}" for slug, number in person.places],
                }
                for key, person in people.items()
            }
            return dict(SeasonNumbersSerializer(_list_boards(numbers, named, query)).data)

        return respond_with_etag(request, row, serialize, mark)


class PersonNumbers(ConditionalView):
    """Figures of a person across public events. 404 without consent, as for an unknown key."""

    @extend_schema(
        parameters=[FAMILY], responses=PersonNumbersSerializer, tags=["people"], operation_id="people_numbers_retrieve"
    )
    def get(self, request: Request, key: str) -> Response:
        career = build_career(get_object_or_404(query_visible_people(), key=key))
        entries = [event.entry for event in career.events]
        numbers = read_player_numbers(entries, request._request.GET.get("family", ""))
        sums = next(iter(numbers.sums.values()), {})
        written, games, _hands = numbers.coverage_of(next(iter(numbers.sums), 0))
        body = _describe_coverage(numbers, games, written) | {"figures": _list_figures(sums)}
        return Response(PersonNumbersSerializer(body).data)


def _list_figures(sums: Mapping[str, Fraction]) -> list[dict[str, Any]]:
    return [{"figure": figure.key, **_describe(figure.measure(sums))} for figure in list_recorded([sums])]


@extend_schema(parameters=[SLUG, NUMBER, FAMILY])
class PlayerNumbers(OfTournament):
    """Figures of a player; 404 before the first game of theirs is public."""

    @extend_schema(responses=PlayerNumbersSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return respond_with_etag(request, self.tournament, lambda: _serialize_player(self.tournament, request, number))


def _serialize_player(tournament: Tournament, request: Request, number: int) -> dict[str, Any]:
    player = get_object_or_404(tournament.entries, number=number)
    _stored, numbers = read_event_numbers(tournament, request._request.GET.get("family", ""))
    sums = numbers.sums.get(player.pk)
    if sums is None:
        raise Http404
    body = {
        "number": player.number,
        "name": player.name,
        "family": numbers.family,
        "families": numbers.families,
        "figures": _list_figures(sums),
    }
    return dict(PlayerNumbersSerializer(body).data)
