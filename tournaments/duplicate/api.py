"""Duplicate boards in the API, where a sealed board is sealed for the director's token too."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.decorators import method_decorator
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import ROUND, OfTournament, respond_with_etag
from tournaments.core.api.fields import ExactField
from tournaments.core.api.lists import EventList
from tournaments.core.http.request_limits import expensive
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.logic.comparison import METHODS
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.queries.board_openings import PRINTED, REPLACED, list_openings
from tournaments.duplicate.queries.board_results import compute_board_standings, find_traveller
from tournaments.events.models import Tournament
from tournaments.exchange.document.public import list_public_columns
from tournaments.rounds.models import Round

SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")
SCALE = OpenApiParameter(
    "scale",
    str,
    OpenApiParameter.PATH,
    enum=list(METHODS),
    description="The scale of the comparison.",
)


class BoardSerializer(serializers.ModelSerializer[Board]):
    """A board; ``text`` is its deal sheet once it is public, empty before."""

    class Meta:
        model = Board
        fields = list_public_columns("boards", "released_at", "retired_at", without={"board_set"})
        read_only_fields = fields


class OpeningSerializer(serializers.Serializer[object]):
    """Sealed boards opened for printing, or a board replaced by its reserve."""

    kind = serializers.ChoiceField([PRINTED, REPLACED])
    by = serializers.CharField(help_text="The account's name then.")
    at = serializers.DateTimeField()
    boards = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=3, max_length=3),
        help_text="Session, number and reserve of each; of a replaced board that of the old one.",
    )
    reason = serializers.CharField()


class WithdrawnSetSerializer(serializers.ModelSerializer[BoardSet]):
    """A promise withdrawn before its value could be known."""

    class Meta:
        model = BoardSet
        fields = ["commitment", "committed_at", "promise", "withdrawn_at", "withdrawn_reason"]
        read_only_fields = fields


class BoardSetSerializer(serializers.ModelSerializer[BoardSet]):
    """The promise; ``seed`` is empty until the last table has played."""

    ruleset = serializers.CharField(source="ruleset.preset")
    all_boards = BoardSerializer(many=True)
    openings = serializers.SerializerMethodField()

    @extend_schema_field(OpeningSerializer(many=True))
    def get_openings(self, board_set: BoardSet) -> list[dict[str, object]]:
        """Everybody who opened or replaced sealed boards, in order."""
        return list(OpeningSerializer(list_openings(board_set.tournament), many=True).data)

    class Meta:
        model = BoardSet
        fields = list_public_columns(
            "board_sets",
            "value_kind",
            "value_source",
            "value_which",
            "value_name",
            "value_known_at",
            "entries_close_at",
            "made_at",
            "seed_at",
            "all_boards",
            "openings",
            without={"number", "flowers", "withdrawn_reason", "value_at", "seed_shares"},
        )
        read_only_fields = fields


class SeatResultSerializer(serializers.Serializer[object]):
    """A player's result on a public board with its values in all scales."""

    table = serializers.IntegerField(source="seat.play.table.number")
    seat = serializers.IntegerField(source="seat.seat", help_text="0 is the board's dealer.")
    player = serializers.IntegerField(source="seat.entry.number")
    points = serializers.IntegerField(allow_null=True)
    penalty = serializers.IntegerField(source="seat.penalty")
    flag = serializers.CharField(source="seat.play.flag")
    ruling = serializers.CharField(source="seat.play.ruling")
    difference = ExactField(source="values.difference")
    cross_imp = ExactField(source="values.cross_imp")
    butler = ExactField(source="values.butler")
    matchpoints = ExactField(source="values.matchpoints")


class PlaySeatSerializer(serializers.ModelSerializer[PlaySeat]):
    """A player at a board; `seat` 0 is the board's dealer, `left` the number of tiles left in the wall."""

    player = serializers.IntegerField(source="entry.number")

    class Meta:
        model = PlaySeat
        fields = ["seat", "player", "points", "penalty", "award", "left", "ticked"]
        read_only_fields = fields


class BoardPlaySerializer(serializers.ModelSerializer[BoardPlay]):
    """A board at a table, without its tiles; `version` 0: no result yet.

    `flag_reason` of a mismatch names tiles, so it is empty until the board is public.
    """

    table = serializers.IntegerField(source="table.number")
    board = serializers.IntegerField(source="board.number")
    reserve = serializers.IntegerField(source="board.reserve")
    flag_reason = serializers.SerializerMethodField()
    seats = PlaySeatSerializer(many=True, read_only=True)

    def get_flag_reason(self, play: BoardPlay) -> str:
        sealed = play.flag == BoardPlay.Flag.MISMATCH and play.board.released_at is None
        return "" if sealed else in_words(play.flag_reason)

    class Meta:
        model = BoardPlay
        fields = [
            "table", "order", "board", "reserve", "copy", "version", "entered_at", "verified", "flag", "flag_reason",
            "ruling", "foul", "ruling_reason", "seats",
        ]  # fmt: skip
        read_only_fields = fields


class TravellerSerializer(serializers.Serializer[object]):
    """A public board and all its results."""

    board = BoardSerializer()
    results = SeatResultSerializer(many=True, read_only=True)


class PlaceSerializer(serializers.Serializer[object]):
    """A place in one scale."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    player = serializers.IntegerField(source="key.number")
    total = ExactField()
    mean = ExactField()
    boards = serializers.IntegerField()
    error = serializers.FloatField(allow_null=True)


class OfBoards(OfTournament):
    @property
    def made(self) -> BoardSet:
        return get_object_or_404(self.tournament.board_sets.select_related("ruleset"), withdrawn_at=None)


@extend_schema(parameters=[SLUG])
class Deals(OfBoards):
    """Promise, public value, digests and public deal sheets."""

    @extend_schema(responses=BoardSetSerializer)
    def get(self, request: Request, slug: str) -> Response:
        board_set = self.made
        return respond_with_etag(request, self.tournament, lambda: BoardSetSerializer(board_set).data)


@extend_schema(parameters=[SLUG])
class WithdrawnDeals(OfTournament):
    """Withdrawn promises, each with its time and reason; the one in force is not among them."""

    @extend_schema(operation_id="tournaments_deals_withdrawn", responses=WithdrawnSetSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        withdrawn = self.tournament.board_sets.exclude(withdrawn_at=None)
        return respond_with_etag(request, self.tournament, lambda: WithdrawnSetSerializer(withdrawn, many=True).data)


@extend_schema(parameters=[SLUG])
@method_decorator(expensive, name="dispatch")
class DealTraveller(OfBoards):
    """A public board with its tiles and every table's result; 404 while it is sealed."""

    @extend_schema(operation_id="tournaments_deals_board", responses=TravellerSerializer)
    def get(self, request: Request, slug: str, session: int, number: int) -> Response:
        results = find_traveller(self.made, min(session, 999), min(number, 999))
        if results is None:
            raise Http404
        return respond_with_etag(
            request, self.tournament, lambda: TravellerSerializer({"board": results[0], "results": results[1]}).data
        )


@extend_schema(parameters=[SLUG, SCALE])
@method_decorator(expensive, name="dispatch")
class DealStandings(OfBoards):
    """The players' standings over the public boards in one scale."""

    @extend_schema(responses=PlaceSerializer(many=True))
    def get(self, request: Request, slug: str, scale: str) -> Response:
        board_set = self.made
        method = next((key for key in METHODS if key == scale), None)
        if method is None or self.tournament.standings_hidden:
            raise Http404
        return respond_with_etag(
            request,
            self.tournament,
            lambda: PlaceSerializer(compute_board_standings(board_set, method)[0], many=True).data,
        )


@extend_schema_view(get=extend_schema(parameters=[SLUG, ROUND], operation_id="tournaments_rounds_boards_list"))
class BoardPlayList(EventList[BoardPlay]):
    """Boards at the tables of a round with results, flags and rulings, for accounts that may see the sheets."""

    queryset = BoardPlay.objects.none()
    serializer_class = BoardPlaySerializer

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("results.view")

    def list_rows(self) -> QuerySet[BoardPlay]:
        round_ = get_object_or_404(Round, tournament=self.tournament, number=self.kwargs["number"])
        plays = BoardPlay.objects.filter(table__round=round_).select_related("table", "board")
        return plays.prefetch_related("seats__entry").order_by("table__number", "order")
