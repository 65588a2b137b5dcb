"""Figures of an event and of a player in the API: what the public pages of numbers show, with exact values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import SLUG, OfTournament, respond_with_etag
from tournaments.core.api.fields import ExactField
from tournaments.core.http.request_limits import expensive
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.figures import pages
from tournaments.figures.logic.table import Figure, Measure, list_recorded, rank
from tournaments.figures.queries import read_event_numbers

FAMILY = OpenApiParameter("family", str, description="Rules, where the event has several; the most played without it.")
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


class LeaderboardSerializer(serializers.Serializer[Any]):
    figure = serializers.CharField()
    kind = serializers.ChoiceField(["count", "extreme", "mean", "rate"])
    record = serializers.ChoiceField(["games", "hands"])
    lines = RankedSerializer(many=True)


class EventNumbersSerializer(serializers.Serializer[Any]):
    """Leaderboards of an event."""

    after = serializers.IntegerField(help_text="The last round with public results; 0 without one.")
    family = serializers.CharField(allow_blank=True)
    families = serializers.ListField(child=serializers.CharField())
    games = serializers.IntegerField(help_text="Games under these rules.")
    games_with_hands = serializers.IntegerField(help_text="Those of them whose hands are written down.")
    leaderboards = LeaderboardSerializer(many=True)


class PlayerFigureSerializer(MeasureSerializer):
    figure = serializers.CharField()


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

    @extend_schema(
        parameters=[
            OpenApiParameter("figure", str, description="This leaderboard alone."),
            OpenApiParameter("games", int, description="Games that a player needs; 1 without it."),
            OpenApiParameter("hands", int, description="Hands that a player needs; 1 without it."),
        ],
        responses=EventNumbersSerializer,
    )
    def get(self, request: Request, slug: str) -> Response:
        return respond_with_etag(request, self.tournament, lambda: _serialize_event(self.tournament, request))


def _serialize_event(tournament: Tournament, request: Request) -> dict[str, Any]:
    query = request._request.GET
    stored, numbers = read_event_numbers(tournament, query.get("family", ""))
    least, chosen = pages.read_minimum(query), query.get("figure", "")
    people = Entry.objects.in_bulk(numbers.sums)
    sums = {key: of_player for key, of_player in numbers.listed.items() if key in people}
    figures = [figure for figure in list_recorded(sums.values()) if chosen in ("", figure.key)]
    if chosen and not figures:
        raise Http404

    def list_lines(figure: Figure) -> Iterable[dict[str, Any]]:
        for line in rank(figure, sums, least.of(figure)):
            player = people[line.key]
            yield {"place": line.place, "number": player.number, "name": player.name, **_describe(line.measure)}

    body = {
        "after": stored.after,
        "family": numbers.family,
        "families": numbers.families,
        "games": numbers.coverage.games,
        "games_with_hands": numbers.coverage.written,
        "leaderboards": [
            {"figure": figure.key, "kind": figure.kind, "record": figure.record, "lines": list(list_lines(figure))}
            for figure in figures
        ],
    }
    return dict(EventNumbersSerializer(body).data)


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
        "figures": [{"figure": figure.key, **_describe(figure.measure(sums))} for figure in list_recorded([sums])],
    }
    return dict(PlayerNumbersSerializer(body).data)
