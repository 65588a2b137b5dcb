from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.columns import ExactAmount, is_exact, name_exact_columns
from tournaments.core.models.sentences import SentenceField
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion
from tournaments.rounds.models import GameTable, Seating, SeatWind


class TableResult(models.Model):
    """One version of a table's sheet. The database allows one confirmed version per table."""

    class State(models.TextChoices):
        ENTERED = "entered", _("Entered")
        CONFIRMED = "confirmed", _("Confirmed")
        SUPERSEDED = "superseded", _("Superseded")
        REJECTED = "rejected", _("Rejected")

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="results")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.ENTERED)
    ruleset = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    leftover_points = models.IntegerField(_("points in unclaimed sticks"), default=0)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entered_by_entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="The player, where the table's code was used.",
    )
    by_table_code = models.BooleanField(default=False)
    entered_on = models.CharField(
        max_length=16, blank=True, help_text="The browser that sent it, by a random name; empty for programs and files."
    )
    doubtful_reason = SentenceField(_("reason for saving despite problems"), blank=True)
    reason = SentenceField(_("reason of the correction"), blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    again_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text="Who typed the same sheet without seeing this one.",
    )
    again_by_entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    again_at = models.DateTimeField(null=True, blank=True)
    imported = models.BooleanField(
        default=False, editable=False, help_text="From a file of another program: its amounts have the fines inside."
    )

    READ_WITH = ("ruleset", *(f"table__{way}" for way in GameTable.READ_WITH))
    """Relations that every service of a sheet needs; loaded with it under the lock."""

    class Meta:
        ordering = ["table", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "version"],
                name="result_version_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state="confirmed"),
                name="result_one_confirmed",
                violation_error_message=_("Another sheet of this table is already confirmed. Reload the page."),
            ),
            models.CheckConstraint(
                condition=Q(state__in=["entered", "confirmed", "superseded", "rejected"]),
                name="result_state_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s, sheet, version %(version)s") % {
            "round": self.table.round.number,
            "table": self.table.number,
            "version": self.version,
        }

    @property
    def twice_alike(self) -> bool:
        """True if two people entered this sheet, each without seeing the other's entry."""
        return self.again_at is not None


class ResultSeat(models.Model):
    """One of the four lines of a sheet: raw final points (riichi with the starting points, MCR from zero).

    An imported file may state parts of a point, `exact_points`, and amounts and a place that count instead of the
    computed ones.
    """

    result = models.ForeignKey(TableResult, on_delete=models.CASCADE, related_name="seats")
    order = models.PositiveSmallIntegerField(
        help_text="0-3, the line on the sheet; equals the wind where that is known."
    )
    wind = models.PositiveSmallIntegerField(_("wind"), choices=SeatWind.choices, null=True, blank=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="result_seats")
    points = models.IntegerField(_("points"))
    exact_points_numerator = models.BigIntegerField(null=True, blank=True, editable=False)
    exact_points_denominator = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    official_score_numerator = models.BigIntegerField(null=True, blank=True, editable=False)
    official_score_denominator = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    official_table_points_numerator = models.BigIntegerField(null=True, blank=True, editable=False)
    official_table_points_denominator = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    official_place = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    imported = models.JSONField(
        default=dict, blank=True, editable=False, help_text="The line in a file of another program; for its export."
    )

    exact_points, official_score, official_table_points = ExactAmount(), ExactAmount(), ExactAmount()

    AMOUNTS: Final = ("exact_points", "official_score", "official_table_points")
    FROM_FILE: Final = (*(column for name in AMOUNTS for column in name_exact_columns(name)), "official_place")
    """Columns in which an imported file may state more than whole points."""
    TYPED: Final = ("points", *FROM_FILE, "imported")
    """Columns that are copied with the line."""

    class Meta:
        ordering = ["result", "order"]
        constraints = [
            models.UniqueConstraint(
                fields=["result", "order"],
                name="result_seat_line_once",
                violation_error_message=refusals.SAME_SEAT,
            ),
            models.UniqueConstraint(
                fields=["result", "entry"],
                name="result_seat_player_once",
                violation_error_message=refusals.LISTED_TWICE,
            ),
            models.UniqueConstraint(
                fields=["result", "wind"],
                name="result_seat_wind_once",
                violation_error_message=refusals.SAME_SEAT,
            ),
            models.CheckConstraint(
                condition=Q(order__lte=3),
                name="result_seat_four_lines",
                violation_error_message=_("A sheet has four players."),
            ),
            models.CheckConstraint(
                condition=Q(wind__isnull=True) | Q(wind__lte=3),
                name="result_seat_wind_known",
                violation_error_message=refusals.WIND,
            ),
            models.CheckConstraint(
                condition=is_exact("exact_points") & is_exact("official_score") & is_exact("official_table_points"),
                name="result_seat_amounts_divide",
                violation_error_message=refusals.FRACTION,
            ),
            models.CheckConstraint(
                condition=Q(official_place__isnull=True) | Q(official_place__range=(1, 4)),
                name="result_seat_four_places",
                violation_error_message=_("A table has four places."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.points}"

    @property
    def counted_points(self) -> Fraction | int:
        exact = self.exact_points
        return self.points if exact is None else exact

    @property
    def official(self) -> dict[str, Fraction | int]:
        """Stated amounts and place of the game, by `score`, `table_points` and `place`; empty without any."""
        stated = {
            "score": self.official_score,
            "table_points": self.official_table_points,
            "place": self.official_place,
        }
        return {name: value for name, value in stated.items() if value is not None}

    @property
    def typed(self) -> dict[str, Any]:
        """Values for a copy of the line in another version."""
        return {name: getattr(self, name) for name in self.TYPED}


class Confirmation(models.Model):
    """Confirmation of a version by an account, or by a player through the table's code."""

    result = models.ForeignKey(TableResult, on_delete=models.CASCADE, related_name="confirmed_by")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    device = models.CharField(max_length=16, blank=True, help_text="The player's phone, by a random name.")
    initials = models.CharField(
        _("initials"), max_length=8, blank=True, help_text="Given on a phone that another player has used."
    )
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["result", "at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(user__isnull=False, entry__isnull=True) | Q(user__isnull=True, entry__isnull=False),
                name="confirmation_by_one",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.UniqueConstraint(
                fields=["result", "user"],
                name="confirmation_user_once",
                violation_error_message=_("You have already confirmed this sheet."),
            ),
            models.UniqueConstraint(
                fields=["result", "entry"],
                name="confirmation_player_once",
                violation_error_message=_("This player has already confirmed this sheet."),
            ),
            models.UniqueConstraint(
                fields=["result", "device"],
                condition=~Q(device="") & Q(initials=""),
                name="confirmation_device_once",
                violation_error_message=_("This device has already confirmed this sheet. Confirm on another phone."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.result} confirmed by {self.user or self.entry}"


class HandRecord(models.Model):
    """One line of a hand-by-hand sheet, by players, so that later swaps of seats keep it correct.

    winner null: a draw; discarder null with a winner: self-drawn. penalties: points by seat, E S W N. more: facts
    beyond one line (several winners of a discard, kongs of the Sichuan sheet, riichi sticks, repeats).
    """

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="hands")
    result = models.ForeignKey(
        TableResult,
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="hands",
        help_text="Null while the sheet is open.",
    )
    seating = models.ForeignKey(
        Seating, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text="Who sat where then."
    )
    number = models.PositiveSmallIntegerField(_("hand"))
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    discarder = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    value = models.IntegerField(_("value"), null=True, blank=True)
    penalties = models.JSONField(default=list, blank=True)
    more = models.JSONField(default=dict, blank=True)
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["table", "result", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["result", "number"],
                name="hand_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=Q(result__isnull=True),
                name="hand_number_once_while_open",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="hand_number_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(winner__isnull=True) | Q(discarder__isnull=True) | ~Q(winner=models.F("discarder")),
                name="hand_two_players",
                violation_error_message=_("The winner and the discarder must be different players."),
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s, hand %(hand)s") % {
            "round": self.table.round.number,
            "table": self.table.number,
            "hand": self.number,
        }
