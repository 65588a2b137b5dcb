"""Duplicate boards by the API: what the public pages show, and not a tile more.

No route here asks who is calling: a sealed board is sealed for the director's token too. A director opens boards on the
page only.
"""

from __future__ import annotations

from django.http import Http404
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import OfTournament, read
from tournaments.core.api.fields import ExactField
from tournaments.duplicate.models.deals import Board, BoardSet, BoardShare
from tournaments.duplicate.queries import deals
from tournaments.duplicate.queries.board_openings import PRINTED, REPLACED, openings
from tournaments.events.models import Tournament

SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")
SCALE = OpenApiParameter(
    "scale",
    str,
    OpenApiParameter.PATH,
    enum=list(deals.SCALES),
    description="The scale of the comparison.",
)


class BoardSerializer(serializers.ModelSerializer[Board]):
    """A board; ``text`` is its deal sheet once it is public, empty before."""

    class Meta:
        model = Board
        fields = ["session", "number", "reserve", "digest", "released_at", "retired_at", "retired_reason", "text"]
        read_only_fields = fields


class ShareSerializer(serializers.ModelSerializer[BoardShare]):
    """A share of the seed, in events up to release 0.3.0; ``share`` is empty until the seed is public."""

    class Meta:
        model = BoardShare
        fields = [
            "number",
            "holder",
            "commitment",
            "committed_at",
            "handed_in_at",
            "share",
            "dropped_at",
            "dropped_reason",
        ]
        read_only_fields = fields


class OpeningSerializer(serializers.Serializer[object]):
    """Sealed boards that somebody opened for printing, or a board that gave way to its reserve."""

    kind = serializers.ChoiceField([PRINTED, REPLACED])
    by = serializers.CharField(help_text="The account's name then.")
    at = serializers.DateTimeField()
    boards = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3),
        help_text="Session, number and reserve of each; of a replaced board that of the old one.",
    )
    reason = serializers.CharField()


class WithdrawnSetSerializer(serializers.ModelSerializer[BoardSet]):
    """A commitment that was given up before its value could be known."""

    class Meta:
        model = BoardSet
        fields = ["commitment", "committed_at", "promise", "withdrawn_at", "withdrawn_reason"]
        read_only_fields = fields


class BoardSetSerializer(serializers.ModelSerializer[BoardSet]):
    """The commitment; ``seed`` is empty until the last table has played."""

    ruleset = serializers.CharField(source="ruleset.preset")
    all_boards = BoardSerializer(many=True)
    shares = ShareSerializer(many=True)
    openings = serializers.SerializerMethodField()

    @extend_schema_field(OpeningSerializer(many=True))
    def get_openings(self, made: BoardSet) -> list[dict[str, object]]:
        """Everybody who opened or replaced sealed boards, in order."""
        return list(OpeningSerializer(openings(made.tournament), many=True).data)

    class Meta:
        model = BoardSet
        fields = [
            "event",
            "ruleset",
            "model",
            "sessions",
            "boards",
            "commitment",
            "committed_at",
            "promise",
            "value_kind",
            "value_source",
            "value_which",
            "corrections",
            "shares",
            "openings",
            "value_name",
            "value_known_at",
            "entries_close_at",
            "public_value",
            "made_at",
            "seed",
            "seed_at",
            "all_boards",
        ]
        read_only_fields = fields


class SeatResultSerializer(serializers.Serializer[object]):
    """A player's result on a public board with its values in all scales."""

    table = serializers.IntegerField(source="play.table.number")
    seat = serializers.IntegerField(source="seat.seat", help_text="0 is the board's dealer.")
    player = serializers.IntegerField(source="seat.entry.number")
    points = serializers.IntegerField(allow_null=True)
    penalty = serializers.IntegerField(source="seat.penalty")
    flag = serializers.CharField(source="play.flag")
    ruling = serializers.CharField(source="play.ruling")
    difference = ExactField(source="by_scale.difference")
    cross_imp = ExactField(source="by_scale.cross_imp")
    butler = ExactField(source="by_scale.butler")
    matchpoints = ExactField(source="by_scale.matchpoints")


class TravellerSerializer(serializers.Serializer[deals.Traveller]):
    """A public board and all its results."""

    board = BoardSerializer()
    results = serializers.SerializerMethodField()

    @extend_schema_field(SeatResultSerializer(many=True))
    def get_results(self, traveller: deals.Traveller) -> list[dict[str, object]]:
        """Every seat at every table."""
        rows = [seat for _play, seats in traveller.rows for seat in seats]
        return list(SeatResultSerializer(rows, many=True).data)


class PlaceSerializer(serializers.Serializer[object]):
    """A place in one scale."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.IntegerField()
    total = ExactField()
    mean = ExactField()
    boards = serializers.IntegerField()
    error = serializers.FloatField(allow_null=True)


class OfBoards(OfTournament):
    """Views of an event that plays duplicate boards."""

    def made(self, tournament: Tournament) -> BoardSet:
        """The commitment in force. Raises Http404."""
        found = deals.board_set(tournament)
        if found is None:
            raise Http404
        return found


@extend_schema(parameters=[SLUG])
class Deals(OfBoards):
    """Commitment, public value, digests and public deal sheets."""

    @extend_schema(responses=BoardSetSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        made = self.made(tournament)
        return read(request, tournament, lambda: BoardSetSerializer(made).data)


@extend_schema(parameters=[SLUG])
class WithdrawnDeals(OfTournament):
    """Commitments to boards that were given up, each with its time and reason; the one in force is not among them."""

    @extend_schema(operation_id="tournaments_deals_withdrawn", responses=WithdrawnSetSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        found = deals.withdrawn_sets(tournament)
        return read(request, tournament, lambda: WithdrawnSetSerializer(found, many=True).data)


@extend_schema(parameters=[SLUG])
class DealTraveller(OfBoards):
    """A public board with its tiles and every table's result; 404 while it is sealed."""

    @extend_schema(operation_id="tournaments_deals_board", responses=TravellerSerializer)
    def get(self, request: Request, slug: str, session: int, number: int) -> Response:
        tournament = self.tournament
        found = deals.traveller(self.made(tournament), min(session, 999), min(number, 999))
        if found is None:
            raise Http404
        return read(request, tournament, lambda: TravellerSerializer(found).data)


@extend_schema(parameters=[SLUG, SCALE])
class DealStandings(OfBoards):
    """The players' standings over the public boards in one scale."""

    @extend_schema(responses=PlaceSerializer(many=True))
    def get(self, request: Request, slug: str, scale: str) -> Response:
        tournament = self.tournament
        made = self.made(tournament)
        method = next((key for key in deals.SCALES if key == scale), None)
        if method is None or tournament.standings_hidden:
            raise Http404

        def rows() -> list[dict[str, object]]:
            found = deals.standings(made, method)
            values = [row._asdict() | {"player": entry.number} for row, entry in found.players]
            return list(PlaceSerializer(values, many=True).data)

        return read(request, tournament, rows)
