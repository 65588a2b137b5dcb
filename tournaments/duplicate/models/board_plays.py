"""Duplicate boards at the tables; the database lets no player meet a board twice."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.sentences import SentenceField
from tournaments.duplicate.models.deals import Board
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import GameTable, SeatWind


class BoardPlay(models.Model):
    """Board at a table; a flagged play counts for nobody until a referee has ruled. `order`: its turn there, from 1."""

    class Flag(models.TextChoices):
        NONE = "", _("nothing")
        MISMATCH = "mismatch", _("The walls do not match the deal")
        FOULED = "fouled", _("Fouled: not played as dealt")
        UNPLAYABLE = "unplayable", _("Could not be played")

    class Ruling(models.TextChoices):
        NONE = "", _("not ruled yet")
        STANDS = "stands", _("The result stands")
        FOULED = "fouled", _("Fouled: compared only with others who played it so")
        UNPLAYABLE = "unplayable", _("Not played: the average of the own session")

    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="plays")
    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="plays")
    order = models.PositiveSmallIntegerField()
    copy = models.PositiveSmallIntegerField(default=1, help_text="Which set of trays it is.")
    version = models.PositiveSmallIntegerField(default=0, help_text="How often a result was entered.")
    entered_at = models.DateTimeField(null=True, blank=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    verified = models.BooleanField(default=False, help_text="The walls were turned up and match the deal.")
    findings = models.JSONField(default=list, blank=True)
    record = models.JSONField(
        default=dict, blank=True, help_text="The hand's log; encrypted until the board is public."
    )
    flag = models.CharField(_("flag"), max_length=10, choices=Flag.choices, blank=True, default="")
    flag_reason = SentenceField(_("what happened"), blank=True)
    ruling = models.CharField(_("ruling"), max_length=10, choices=Ruling.choices, blank=True, default="")
    foul = models.CharField(_("fault"), max_length=4, blank=True, help_text="Plays of one board with one fault.")
    ruled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    ruling_reason = models.TextField(_("reason"), blank=True)

    class Meta:
        ordering = ["table", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "order"],
                name="board_play_one_at_a_time",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["table", "board"],
                name="board_play_once_at_table",
                violation_error_message=_("This table has already played this board."),
            ),
            models.CheckConstraint(
                condition=Q(flag__in=["", "mismatch", "fouled", "unplayable"]),
                name="board_play_flag_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(ruling="") | (Q(ruling__in=["stands", "fouled", "unplayable"]) & ~Q(ruling_reason="")),
                name="board_play_ruling_has_reason",
                violation_error_message=refusals.REASON,
            ),
            models.CheckConstraint(
                condition=~Q(ruling="stands") | Q(entered_at__isnull=False),
                name="board_play_standing_result_exists",
                violation_error_message=_("Enter a result before you let it stand."),
            ),
        ]

    def __str__(self) -> str:
        return gettext("Session %(session)s, table %(table)s, board %(board)s") % {
            "session": self.board.session,
            "table": self.table.number,
            "board": self.board.number,
        }

    @property
    def done(self) -> bool:
        return self.entered_at is not None or self.flag == self.Flag.UNPLAYABLE

    def report(self, flag: str, reason: str) -> None:
        self.flag, self.flag_reason = flag, reason
        self.ruling, self.ruled_by, self.ruling_reason = "", None, ""


class PlaySeat(models.Model):
    """Player of a play. `seat` 0 is the board's dealer; `points` include penalties.

    `penalty`: negative for the offender, positive for the recipient. `award`: percent for an unplayable board (60 not
    at fault, 50 partly, 40 at fault), empty for the own average. `left`: undrawn tiles of the wall; `tail`: their
    faces, kept encrypted in the play's record until the board is public.
    """

    play = models.ForeignKey(BoardPlay, on_delete=models.CASCADE, related_name="seats")
    board = models.ForeignKey(Board, on_delete=models.PROTECT, related_name="+")
    seat = models.PositiveSmallIntegerField(choices=SeatWind.choices)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="board_seats")
    points = models.IntegerField(null=True, blank=True)
    penalty = models.IntegerField(default=0)
    award = models.PositiveSmallIntegerField(null=True, blank=True)
    left = models.PositiveSmallIntegerField(null=True, blank=True)
    tail = models.CharField(max_length=200, blank=True)
    ticked = models.BooleanField(default=False)

    class Meta:
        ordering = ["play", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["play", "seat"],
                name="play_seat_once",
                violation_error_message=refusals.SAME_SEAT,
            ),
            models.UniqueConstraint(
                fields=["board", "entry"],
                name="player_meets_board_once",
                violation_error_message=_(
                    "A player at this table has already played this board. Choose another board."
                ),
            ),
            models.CheckConstraint(
                condition=Q(seat__lte=3),
                name="play_seat_four",
                violation_error_message=refusals.WIND,
            ),
            models.CheckConstraint(
                condition=Q(award__isnull=True) | Q(award__lte=100),
                name="play_award_is_a_percentage",
                violation_error_message=_("Enter a percentage from 0 to 100."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.play}: {self.entry}"
