"""Sealed boards by the API, as on the organiser's page: one account asks, another approves, neither plays.

A token needs the scope `sealed`, which has to be asked for by name, for one event and at most a month. Two tokens of
one account are one person: the services compare accounts.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.acts import At, act, flag, text, whole
from tournaments.api.base import valid
from tournaments.api.deals import OfBoards
from tournaments.api.files import SLUG, AnyAccept, given
from tournaments.models import Board, BoardLook, BoardReplacement, Tournament
from tournaments.papers import boards
from tournaments.papers.registry import Order, paper_of
from tournaments.printing.papers import PAPERS
from tournaments.services import board_looks

LOOK = "deals/looks/<number:look>"
REPLACEMENT = "deals/replacements/<number:replacement>"


def _looks(tournament: Tournament, key: int) -> BoardLook:
    found = BoardLook.objects.select_related("board_set")
    return get_object_or_404(found, pk=key, board_set__tournament=tournament)


def _replacement(at: At) -> BoardReplacement:
    found = BoardReplacement.objects.filter(board__board_set__tournament=at.tournament)
    return get_object_or_404(found, pk=at.parts["replacement"])


@act(
    "deals/looks/ask", "deals.secret", does="deals.ask", purpose=text(required=True, longest=1000),
    session=whole(1, 999, required=True), board=whole(0, 999, default=0), does_not_play=flag(None),
)  # fmt: skip
def ask_for_look(at: At) -> object:
    """Ask to see the boards of a session, or one of them; nothing is shown before somebody else approves."""
    made = get_object_or_404(at.tournament.board_sets, withdrawn_at=None)
    number = at.values.pop("board") or 0
    return board_looks.ask(at.by, made, number=number, **at.values)


@act(f"{LOOK}/approve", "deals.secret", does="deals.approve", does_not_play=flag(None))
def approve_look(at: At) -> object:
    """Let the other person see the boards for two hours."""
    return board_looks.approve(at.by, _looks(at.tournament, at.parts["look"]), does_not_play=at["does_not_play"])


@act(f"{LOOK}/refuse", "deals.secret", does="deals.refuse")
def refuse_look(at: At) -> object:
    """Turn a request down."""
    return board_looks.refuse(at.by, _looks(at.tournament, at.parts["look"]))


@act(
    "deals/boards/<number:session>/<number:board>/ask-replacement", "deals.secret", does="deals.ask_replacement",
    reason=text(required=True, longest=1000),
)  # fmt: skip
def ask_for_replacement(at: At) -> object:
    """Ask to put the next reserve in the place of a board that somebody may have seen."""
    there = Board.objects.filter(board_set__tournament=at.tournament, board_set__withdrawn_at=None, retired_at=None)
    board = get_object_or_404(there, session=at.parts["session"], number=at.parts["board"])
    return board_looks.ask_replacement(at.by, board, reason=at["reason"])


@act(f"{REPLACEMENT}/approve", "deals.secret", does="deals.replace")
def approve_replacement(at: At) -> object:
    """Approve what somebody else asked for: the reserve takes the board's place."""
    return board_looks.replace(at.by, _replacement(at))


@act(f"{REPLACEMENT}/refuse", "deals.secret", does="deals.keep")
def refuse_replacement(at: At) -> object:
    """Turn a replacement down."""
    return board_looks.keep(at.by, _replacement(at))


class LookAskedSerializer(serializers.ModelSerializer[BoardLook]):
    """A request to see boards; `board` 0 asks for all of the session."""

    board = serializers.IntegerField(source="number")
    asked_by = serializers.CharField(source="asked_by.username")
    approved_by = serializers.CharField(source="approved_by.username", default="", allow_blank=True)
    open = serializers.BooleanField(help_text="Whether the boards may be seen now.")

    class Meta:
        model = BoardLook
        fields = [
            "id", "session", "board", "purpose", "asked_by", "asked_at", "approved_by", "approved_at", "expires_at",
            "refused_at", "open",
        ]  # fmt: skip
        read_only_fields = fields


class ReplacementAskedSerializer(serializers.ModelSerializer[BoardReplacement]):
    """A replacement that is asked for."""

    session = serializers.IntegerField(source="board.session")
    board = serializers.IntegerField(source="board.number")
    asked_by = serializers.CharField(source="asked_by.username")

    class Meta:
        model = BoardReplacement
        fields = ["id", "session", "board", "reason", "asked_by", "approved_at", "refused_at"]
        read_only_fields = fields


class LooksSerializer(serializers.Serializer[Any]):
    """What is asked for."""

    looks = LookAskedSerializer(many=True)
    replacements = ReplacementAskedSerializer(many=True)


class PaperSizeSerializer(serializers.Serializer[Any]):
    """The paper."""

    paper = serializers.ChoiceField(list(PAPERS), default="a4")


@extend_schema(parameters=[SLUG])
class Looks(OfBoards):
    """Requests to see sealed boards, or to replace one."""

    @extend_schema(responses=LooksSerializer, operation_id="deals_looks")
    def get(self, request: Request, slug: str) -> Response:
        made = self.made(self.allowed("results.view"))
        asked = BoardReplacement.objects.filter(board__board_set=made).select_related("asked_by", "board")
        found = {"looks": made.looks.select_related("asked_by", "approved_by"), "replacements": asked}
        return Response(LooksSerializer(found).data)


@extend_schema(parameters=[SLUG, OpenApiParameter("look", int, OpenApiParameter.PATH)])
class LookSheets(AnyAccept, OfBoards):
    """The sheets with tiles of an approved request, as PDF; the look is in the log before the file leaves."""

    @extend_schema(
        request=PaperSizeSerializer,
        responses={(200, "application/pdf"): OpenApiTypes.BINARY},
        operation_id="deals_sheets",
    )
    def post(self, request: Request, slug: str, look: int) -> HttpResponse:
        tournament = self.allowed("deals.secret")
        size = valid(PaperSizeSerializer, request)["paper"]
        seen = board_looks.look_at(self.actor, _looks(tournament, look), what="sheets")
        wanted = paper_of(boards.SHEETS)
        assert wanted is not None  # noqa: S101
        content = wanted.made(Order(tournament, subject=seen), size)
        return given(content, "application/pdf", f"{slug}-{wanted.key}.pdf")
