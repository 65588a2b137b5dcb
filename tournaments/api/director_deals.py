"""Duplicate boards by the API: commitment, value, reserves and seed; boards at the tables.

No route shows a sealed board: a director opens boards on the page only.
"""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers

from engine.walls.public_value import ValueName
from tournaments.api.acts import At, act, choice, flag, text, whole
from tournaments.api.base import refuse_unknown
from tournaments.forms.promises import MOVEMENTS
from tournaments.models import Board, BoardPlay, BoardSet, ValueKind
from tournaments.services import board_plays, deals
from tournaments.services.board_plays import SeatEntry

ROUND = "rounds/<number:number>"
PLAY = f"{ROUND}/tables/<number:table>/boards/<number:board>"
VALUE = {"value": text(required=True, longest=400), "again": text(required=True, longest=400)}
NAMED = {
    "value_kind": serializers.ChoiceField(ValueKind.choices),
    "value_source": text(longest=200),
    "value_which": text(longest=200),
}


def _set(at: At) -> BoardSet:
    return get_object_or_404(at.tournament.board_sets, withdrawn_at=None)


def _play(at: At) -> BoardPlay:
    plays = BoardPlay.objects.select_related("board__board_set", "table__round").filter(board__retired_at=None)
    return get_object_or_404(plays, table=at.table, board__number=at.parts["board"])


@act(
    "deals/commit", "deals.manage", does="deals.commit", sessions=whole(1, 99, required=True),
    boards=whole(1, 64, required=True), model=choice(BoardSet.Model.values, "seat34"),
    value_known_at=serializers.DateTimeField(),
    entries_close_at=serializers.DateTimeField(required=False, allow_null=True, default=None), flowers=flag(), **NAMED,
)  # fmt: skip
def commit_deals(at: At) -> object:
    """Seal the seed of the deals and publish its digest, with the name of the public value that is waited for."""
    named = ValueName(*(at.values.pop(name) for name in NAMED))
    return deals.commit(at.by, at.tournament, value=named, **at.values)


@act(
    "deals/value/correct", "deals.manage", does="deals.correct_value", reason=text(required=True, longest=1000),
    **VALUE,
)  # fmt: skip
def correct_deals_value(at: At) -> object:
    """Put a slip of the public value right, in the open, before the boards are dealt."""
    return deals.correct_value(at.by, _set(at), **at.values)


@act(
    "deals/boards/<number:session>/<number:board>/replace", "deals.manage", does="deals.replace",
    reason=text(required=True, longest=1000),
)  # fmt: skip
def replace_board(at: At) -> object:
    """Put the next reserve in the place of a board that somebody may have seen."""
    there = Board.objects.filter(board_set=_set(at), retired_at=None)
    board = get_object_or_404(there, session=at.parts["session"], number=at.parts["board"])
    return deals.take_reserve(at.by, board, reason=at["reason"])


@act("deals/open", "deals.manage", does="deals.open")
def open_deals_seed(at: At) -> object:
    """Publish the seed after the last table."""
    return deals.publish_seed(at.by, _set(at))


@act(
    "deals/movement", "deals.manage", does="boards.seat", movement=choice(dict(MOVEMENTS)), seed=text(longest=64),
    first_sessions=flag(), why=text(longest=500),
)  # fmt: skip
def seat_movement(at: At) -> object:
    """Seat all rounds by a movement of the boards."""
    kind = at.values.pop("movement")
    return board_plays.seat_movement(at.by, at.tournament, kind=kind, **at.values)


# At the tables


@act(f"{ROUND}/boards/plan", "deals.manage", does="boards.plan", copies=whole(1, 99))
def plan_boards(at: At) -> object:
    """Give the boards of the session to the tables."""
    return board_plays.plan_session(at.by, at.round, copies=at["copies"])


@act(f"{ROUND}/boards/hand-in", "results.enter", does="boards.hand_in")
def hand_in_boards(at: At) -> object:
    """Make the sheets of the round from the boards played."""
    return board_plays.hand_in(at.by, at.round)


class BoardSeatSerializer(serializers.Serializer[Any]):
    """One seat after a board, the dealer's first: points with the penalty in them, and what its wall showed."""

    points = serializers.IntegerField(min_value=-1_000_000, max_value=1_000_000)
    penalty = serializers.IntegerField(min_value=-1_000_000, max_value=1_000_000, default=0)
    left = serializers.IntegerField(
        min_value=0,
        max_value=144,
        allow_null=True,
        default=None,
        help_text="Tiles left in the wall; null: not counted.",
    )
    tail = serializers.CharField(max_length=200, allow_blank=True, default="", help_text="Their faces.")
    ticked = serializers.BooleanField(default=False, help_text="A referee compared them on the sheet.")
    hand = serializers.CharField(max_length=200, allow_blank=True, default="")
    discards = serializers.CharField(max_length=200, allow_blank=True, default="")
    claimed = serializers.CharField(max_length=200, allow_blank=True, default="")

    def to_internal_value(self, data: Any) -> Any:
        refuse_unknown(self, data)
        return super().to_internal_value(data)


@act(
    f"{PLAY}/enter", "results.enter", does="boards.enter",
    seats=serializers.ListField(child=BoardSeatSerializer(), min_length=4, max_length=4),
    based_on=whole(required=True), reason=text(longest=1000),
)  # fmt: skip
def enter_board(at: At) -> object:
    """The result of a board at a table; `based_on` is the version that it corrects, 0 for the first."""
    rows = [SeatEntry(**seat) for seat in at["seats"]]
    return board_plays.enter(at.by, _play(at), seats=rows, based_on=at["based_on"], reason=at["reason"])


@act(
    f"{PLAY}/flag", "results.enter", does="boards.flag",
    fault=choice([BoardPlay.Flag.FOULED, BoardPlay.Flag.UNPLAYABLE]), reason=text(required=True, longest=1000),
)  # fmt: skip
def flag_board(at: At) -> object:
    """Report a fouled or unplayable board."""
    return board_plays.flag(at.by, _play(at), kind=at["fault"], reason=at["reason"])


@act(
    f"{PLAY}/rule", "results.correct", does="boards.rule",
    ruling=choice([each for each in BoardPlay.Ruling.values if each]),
    reason=text(required=True, longest=1000),
    foul=serializers.RegexField(r"^[A-Za-z]?$", required=False, default="", allow_blank=True),
    awards=serializers.ListField(
        child=serializers.ChoiceField([40, 50, 60], allow_null=True), min_length=4, max_length=4, required=False,
        default=[None] * 4,
    ),
)  # fmt: skip
def rule_board(at: At) -> object:
    """The referee's ruling on a flagged board; `awards` are percent by seat for one that was not played."""
    return board_plays.rule(at.by, _play(at), **at.values)
