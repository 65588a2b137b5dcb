from __future__ import annotations

import datetime
import secrets
import zoneinfo
from typing import Final

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.tiles.seats import WIND_NAMES
from tournaments.core.models import refusals
from tournaments.core.models.columns import DayField, MomentField, make_years_constraint
from tournaments.core.models.sentences import SentenceField
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Stage, Tournament


class SeatWind(models.IntegerChoices):
    EAST = 0, _(WIND_NAMES[0])
    SOUTH = 1, _(WIND_NAMES[1])
    WEST = 2, _(WIND_NAMES[2])
    NORTH = 3, _(WIND_NAMES[3])


class Round(models.Model):
    """One seating of all tables. Numbers run through the whole tournament, across its stages."""

    class State(models.TextChoices):
        PLANNED = "planned", _("Not seated")
        PUBLISHED = "published", _("Seating published")
        PLAYING = "playing", _("Playing")
        FINISHED = "finished", _("Finished")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    stage = models.ForeignKey(Stage, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    day = DayField(_("date"), null=True, blank=True)
    starts_at = MomentField(_("planned start"), null=True, blank=True)
    minutes = models.PositiveSmallIntegerField(_("minutes"), default=90)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.PLANNED)
    ruleset = models.ForeignKey(
        RulesetVersion,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="rounds",
        help_text="The rules in force at its start.",
    )
    released_at = models.DateTimeField(_("results public since"), null=True, blank=True)
    annulled_at = models.DateTimeField(_("annulled since"), null=True, blank=True, editable=False)
    alone = models.BooleanField(
        default=False,
        editable=False,
        help_text="One table of an open evening, played beside others and waiting for none.",
    )
    imported = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            make_years_constraint("round_within_years", days=("day",), moments=("starts_at",)),
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="round_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="round_number_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(state__in=["planned", "published", "playing", "finished"]),
                name="round_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(annulled_at__isnull=True) | Q(state="finished", released_at__isnull=True),
                name="round_annulled_is_over",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(number)s") % {"number": self.number}

    @property
    def state_label(self) -> str:
        return gettext("Annulled") if self.annulled_at is not None else self.get_state_display()

    @property
    def played_on(self) -> datetime.date | None:
        """Day of play: its date, else that of the planned start in the event's time zone; None without both."""
        if self.day is None and self.starts_at is not None:
            return self.starts_at.astimezone(zoneinfo.ZoneInfo(self.tournament.time_zone)).date()
        return self.day

    @property
    def ends_at(self) -> datetime.datetime | None:
        return self.compute_end(self.starts_at)

    def compute_end(self, start: datetime.datetime | None) -> datetime.datetime | None:
        return start + datetime.timedelta(minutes=self.minutes) if start else None

    @property
    def clock_ended(self) -> bool:
        """True if its clock ran and has been ended."""
        clock: RoundClock | None = getattr(self, "clock", None)
        return clock is not None and clock.ended_at is not None

    @property
    def current_seating(self) -> Seating | None:
        return self.seatings.filter(state__in=Seating.LIVE).order_by("version").first()


class Seating(models.Model):
    """One version of the seating of a round. A change makes a new version; all are kept."""

    class State(models.TextChoices):
        DRAFT = "draft", _("Draft")
        PUBLISHED = "published", _("Published")
        PLAYING = "playing", _("Playing")
        SUPERSEDED = "superseded", _("Superseded")

    class Source(models.TextChoices):
        GENERATED = "generated", _("Generated")
        SCHEDULE = "schedule", _("Precomputed schedule")
        STANDINGS = "standings", _("By standings")
        FIXTURES = "fixtures", _("Fixtures of teams")
        MANUAL = "manual", _("By hand")
        IMPORTED = "imported", _("Imported event")

    LIVE = (State.PUBLISHED, State.PLAYING)

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    version = models.PositiveSmallIntegerField()
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.DRAFT)
    source = models.CharField(_("source"), max_length=10, choices=Source.choices)
    algorithm = models.CharField(_("algorithm"), max_length=60, blank=True)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    measures = models.JSONField(default=dict, blank=True)
    breaks = models.JSONField(default=list, blank=True, help_text="Constraints that this seating breaks.")
    based_on = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="revisions")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    reason = SentenceField(_("reason"), blank=True)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    published_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "version"],
                name="seating_version_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["round"],
                condition=Q(state__in=["published", "playing"]),
                name="seating_one_live",
                violation_error_message=_("Another seating of this round is already published. Reload the page."),
            ),
            models.CheckConstraint(
                condition=Q(state__in=["draft", "published", "playing", "superseded"]),
                name="seating_state_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, seating, version %(version)s") % {
            "round": self.round.number,
            "version": self.version,
        }

    @property
    def origin(self) -> Seating:
        """The version from which this one was changed by hand, following all changes; itself if unchanged."""
        stage = self
        while stage.based_on is not None:
            stage = stage.based_on
        return stage


class Seat(models.Model):
    """One player's seat. `wind` is null only if an imported event does not state it."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="seats")
    table_number = models.PositiveSmallIntegerField(_("table"))
    wind = models.PositiveSmallIntegerField(_("wind"), choices=SeatWind.choices, null=True, blank=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seats")

    class Meta:
        ordering = ["seating", "table_number", "wind", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["seating", "table_number", "wind"],
                name="seat_one_player",
                violation_error_message=refusals.SAME_SEAT,
            ),
            models.UniqueConstraint(
                fields=["seating", "entry"],
                name="seat_player_once",
                violation_error_message=refusals.LISTED_TWICE,
            ),
            models.CheckConstraint(
                condition=Q(wind__isnull=True) | Q(wind__lte=3),
                name="seat_wind_known",
                violation_error_message=refusals.WIND,
            ),
            models.CheckConstraint(
                condition=Q(table_number__gte=1),
                name="seat_table_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.table_number}: {self.entry}"


def make_table_token() -> str:
    """Return a new secret for a table's entry form: 128 bits, safe in URLs and QR codes."""
    return secrets.token_urlsafe(16)


class GameTable(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(_("name"), max_length=20, blank=True, help_text=_("Leave empty to use its number."))
    token = models.CharField(max_length=43, unique=True, default=make_table_token, editable=False)
    extra_seconds = models.PositiveIntegerField(default=0)
    postponed_to = MomentField(_("postponed to"), null=True, blank=True)
    seated_at = models.DateTimeField(null=True, blank=True)
    sheet_in_at = models.DateTimeField(null=True, blank=True)
    entered_at = models.DateTimeField(null=True, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    imported = models.JSONField(default=dict, blank=True)

    READ_WITH = ("round__ruleset", "round__tournament")
    """Relations that every service of a table needs; loaded with it under the lock."""

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "number"],
                name="table_number_once",
                violation_error_message=_("The round already has a table with this number. Choose another number."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="table_number_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            make_years_constraint("table_within_years", moments=("postponed_to",)),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s") % {"round": self.round.number, "table": self.number}

    @property
    def called(self) -> str:
        return self.name or str(self.number)

    @property
    def starts_at(self) -> datetime.datetime | None:
        """Planned start: its time if postponed, else that of the round."""
        return self.postponed_to or self.round.starts_at

    @property
    def postponed_text(self) -> str:
        """Time of a postponed table in the event's time zone, for translated sentences; empty without one."""
        if self.postponed_to is None:
            return ""
        return f"{self.postponed_to.astimezone(zoneinfo.ZoneInfo(self.round.tournament.time_zone)):%Y-%m-%d %H:%M}"

    @property
    def ends_at(self) -> datetime.datetime | None:
        """End of the table's time with its extra time; None while no clock runs."""
        clock: RoundClock | None = getattr(self.round, "clock", None)
        return clock.ends_at + datetime.timedelta(seconds=self.extra_seconds) if clock and clock.ends_at else None


class StandIn(models.Model):
    """Competitor who plays a round for a player of a stage with a cut; the game counts for that player."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="stand_ins")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stood_in")
    plays_for = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stand_ins")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["round", "entry"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"], name="stand_in_once", violation_error_message=refusals.LISTED_TWICE
            ),
            models.UniqueConstraint(
                fields=["round", "plays_for"], name="stand_in_for_one", violation_error_message=refusals.LISTED_TWICE
            ),
            models.CheckConstraint(
                condition=~Q(entry=models.F("plays_for")),
                name="stand_in_for_another",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return gettext("%(name)s plays round %(number)s for %(other)s") % {
            "name": self.entry,
            "number": self.round.number,
            "other": self.plays_for,
        }


class RoundClock(models.Model):
    """Clock of a round. Running: `ends_at` is set; paused: `remaining_seconds` is."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, related_name="clock")
    started_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)
    paused_at = models.DateTimeField(null=True, blank=True)
    remaining_seconds = models.IntegerField(null=True, blank=True)
    warning_seconds = models.PositiveIntegerField(default=900)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(paused_at__isnull=True, remaining_seconds__isnull=True, ends_at__isnull=False)
                | Q(paused_at__isnull=False, remaining_seconds__isnull=False, ends_at__isnull=True),
                name="clock_runs_or_is_paused",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Clock of round %(number)s") % {"number": self.round.number}


MAX_ROWS: Final = 40
MAX_IN_ROW: Final = 20
MAX_TABLE: Final = 9999


def _make_range_validators(highest: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(1), MaxValueValidator(highest)]


class TablePlace(models.Model):
    """A table's place: `row` from the front, `column` from the left, both from 1. Gaps are aisles."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_places")
    table_number = models.PositiveSmallIntegerField(_("table"), validators=_make_range_validators(MAX_TABLE))
    row = models.PositiveSmallIntegerField(_("row from the front"), validators=_make_range_validators(MAX_ROWS))
    column = models.PositiveSmallIntegerField(_("place from the left"), validators=_make_range_validators(MAX_IN_ROW))

    class Meta:
        ordering = ["tournament", "row", "column"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "table_number"],
                name="table_place_table_once",
                violation_error_message=_("A table has two places in the plan. Remove one of them."),
            ),
            models.UniqueConstraint(
                fields=["tournament", "row", "column"],
                name="table_place_place_once",
                violation_error_message=_("Two tables have the same place in the plan. Move one of them."),
            ),
            models.CheckConstraint(
                condition=Q(table_number__gte=1, row__gte=1, row__lte=MAX_ROWS, column__gte=1)
                & Q(column__lte=MAX_IN_ROW),
                name="table_place_in_the_hall",
                violation_error_message=_("A table is outside the plan of the hall. Move it."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_number}: {self.row}.{self.column}"


class SeatClaim(models.Model):
    """Statement of a player, through a table's code, of the wind they sit on; the last one counts."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="seat_claims")
    wind = models.PositiveSmallIntegerField(_("wind"), choices=SeatWind.choices)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="seat_claims")
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["table", "wind"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "wind"],
                name="seat_claim_wind_once",
                violation_error_message=_("This seat is taken."),
            ),
            models.UniqueConstraint(
                fields=["table", "entry"],
                name="seat_claim_player_once",
                violation_error_message=_("This player already has a seat at this table."),
            ),
            models.CheckConstraint(
                condition=Q(wind__lte=3),
                name="seat_claim_wind_known",
                violation_error_message=refusals.WIND,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s: %(name)s") % {
            "round": self.table.round.number,
            "table": self.table.number,
            "name": str(self.entry),
        }
