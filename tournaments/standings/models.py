"""Ledger: every amount that counts, with its reason, and forfeited sessions. Totals are sums of its lines."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from engine.sentences import gettext_noop
from tournaments.core.models import refusals
from tournaments.core.models.columns import ExactAmount, is_exact
from tournaments.core.models.sentences import SentenceField
from tournaments.core.text.numbers import format_signed
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import Stage, Tournament
from tournaments.rounds.models import GameTable, Round, Seating

SESSION_LOST: Final = gettext_noop("Session lost")
SUBSTITUTE_PLAYS: Final = gettext_noop("A substitute plays")
DISQUALIFIED: Final = gettext_noop("Disqualified")

FORFEITS: Final = {"session_lost": SESSION_LOST, "substitute": SUBSTITUTE_PLAYS, "disqualified": DISQUALIFIED}
"""Reasons by `Forfeit.Kind`, used also for files without a reason."""


def describe_forfeit(forfeit: str, clause: str) -> str:
    """Return the reason with its clause, ``Session lost (MCR-8.8)``; with an empty `forfeit` nobody played there."""
    name = forfeit or gettext("Too few were there to play")
    return f"{name} ({clause})" if clause else name


class ScoreLine(models.Model):
    """Exact amount of the ledger, in `unit`; never changed, but voided with a reason and replaced.

    Lines of a result carry `result`; others survive every recalculation. A score keeps its explanation: `points` beyond
    the start, the `uma` in it, and the place.
    """

    class Scope(models.TextChoices):
        HAND = "hand", pgettext_lazy("hand of play", "Hand")
        TABLE = "table", _("Table")
        OVERALL = "overall", _("Overall")

    class Unit(models.TextChoices):
        POINTS = "points", _("Game points")
        TABLE_POINTS = "table_points", _("Table points")
        SCORE = "score", _("Score")

    class Kind(models.TextChoices):
        RESULT = "result", _("Result of a table")
        PENALTY = "penalty", _("Penalty")
        BONUS = "bonus", _("Bonus")
        ADJUSTMENT = "adjustment", _("Adjustment")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="score_lines")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="score_lines")
    team = models.ForeignKey(Team, on_delete=models.PROTECT, null=True, blank=True, related_name="score_lines")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="score_lines")
    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, null=True, blank=True, related_name="score_lines")
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    result = models.ForeignKey(
        "TableResult", on_delete=models.CASCADE, null=True, blank=True, related_name="score_lines"
    )
    scope = models.CharField(_("scope"), max_length=8, choices=Scope.choices)
    unit = models.CharField(_("unit"), max_length=12, choices=Unit.choices)
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    amount_numerator = models.BigIntegerField()
    amount_denominator = models.PositiveIntegerField(default=1)
    points_numerator = models.BigIntegerField(null=True, blank=True, editable=False)
    points_denominator = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    uma_numerator = models.BigIntegerField(null=True, blank=True, editable=False)
    uma_denominator = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    place = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    shared = models.BooleanField(default=False, editable=False)
    reason = SentenceField(_("reason"), blank=True)
    clause = models.CharField(_("clause"), max_length=120, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = SentenceField(_("why void"), blank=True)
    imported = models.JSONField(
        default=dict, blank=True, editable=False, help_text="The penalty in a file of another program; for its export."
    )

    points, uma = ExactAmount(), ExactAmount()

    class Meta:
        ordering = ["tournament", "pk"]
        indexes = [
            models.Index(fields=["tournament", "voided_at"], name="score_line_valid"),
            # Covers the mark of a round's games, so that it is read from the index alone.
            models.Index(
                fields=["tournament", "kind", "round", "result", "created_at", "voided_at"], name="score_line_marks"
            ),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(entry__isnull=False, team__isnull=True) | Q(entry__isnull=True, team__isnull=False),
                name="score_line_for_one",
                violation_error_message=_("Choose either a player or a team."),
            ),
            models.CheckConstraint(
                condition=Q(amount_denominator__gte=1),
                name="score_line_amount_divides",
                violation_error_message=refusals.FRACTION,
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) | ~Q(void_reason=""),
                name="score_line_void_has_reason",
                violation_error_message=refusals.REASON,
            ),
            models.CheckConstraint(
                condition=Q(kind="result") | ~Q(reason=""),
                name="score_line_has_reason",
                violation_error_message=refusals.REASON,
            ),
            models.CheckConstraint(
                condition=~Q(scope="hand") | Q(table__isnull=False, hand__isnull=False),
                name="score_line_hand_known",
                violation_error_message=_("Choose the table and the hand."),
            ),
            models.CheckConstraint(
                condition=~Q(scope="table") | Q(table__isnull=False),
                name="score_line_table_known",
                violation_error_message=_("Choose the table."),
            ),
            models.CheckConstraint(
                condition=is_exact("points") & is_exact("uma"),
                name="score_line_game_divides",
                violation_error_message=refusals.FRACTION,
            ),
            models.CheckConstraint(
                condition=Q(points_numerator__isnull=True, uma_numerator__isnull=True, place__isnull=True, shared=False)
                | Q(
                    points_numerator__isnull=False,
                    uma_numerator__isnull=False,
                    place__range=(1, 4),
                    kind="result",
                    unit="score",
                ),
                name="score_line_game_of_score",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry or self.team}: {format_signed(self.amount)} {self.get_unit_display()}"

    @property
    def amount(self) -> Fraction:
        """Exact amount in `unit`; a penalty is negative."""
        return Fraction(self.amount_numerator, self.amount_denominator)

    @amount.setter
    def amount(self, value: Fraction | int) -> None:
        exact = Fraction(value)
        self.amount_numerator, self.amount_denominator = exact.numerator, exact.denominator


class Forfeit(models.Model):
    """Session with amounts of the rules, or a disqualification; never changed but voided.

    A session counts `points`, `uma` (of the game) and `table_points`; `takes_negative`: the seat's loss, if lower.
    `present`: [{"players", "points", "table_points"}] if too few are left to play. A disqualified player is out from
    `round` on (null: always), behind all others if `last`, else without a place; voiding restores `left`.
    """

    class Kind(models.TextChoices):
        SESSION_LOST = "session_lost", _(SESSION_LOST)
        SUBSTITUTE = "substitute", _(SUBSTITUTE_PLAYS)
        DISQUALIFIED = "disqualified", _(DISQUALIFIED)

    class Chair(models.TextChoices):
        RANKED = "ranked", _("Ranked at the table")
        LAST = "last", _("Last at the table")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forfeits")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="forfeits")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="forfeits")
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    points = models.IntegerField(_("points"), default=0)
    uma = models.IntegerField(_("uma"), default=0)
    table_points = models.SmallIntegerField(_("table points"), default=0)
    takes_negative = models.BooleanField(_("takes the substitute's loss"), default=False)
    chair = models.CharField(_("chair"), max_length=6, choices=Chair.choices, default=Chair.RANKED)
    present = models.JSONField(default=list, blank=True)
    last = models.BooleanField(_("last in the order"), default=False)
    left = models.JSONField(default=dict, blank=True)
    reason = SentenceField(_("reason"))
    clause = models.CharField(_("clause"), max_length=120, blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    voided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = SentenceField(_("why void"), blank=True)

    SESSION = (Kind.SESSION_LOST, Kind.SUBSTITUTE)

    class Meta:
        ordering = ["tournament", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "round"],
                condition=Q(voided_at__isnull=True, kind__in=["session_lost", "substitute"]),
                name="forfeit_one_a_session",
                violation_error_message=_("This session is already decided for this player. Undo that first."),
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(voided_at__isnull=True, kind="disqualified"),
                name="forfeit_out_once",
                violation_error_message=_("This player is already disqualified."),
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["session_lost", "substitute", "disqualified"]),
                name="forfeit_kind_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(kind="disqualified") | Q(round__isnull=False),
                name="forfeit_session_known",
                violation_error_message=refusals.ROUND,
            ),
            models.CheckConstraint(
                condition=Q(chair__in=["ranked", "last"]),
                name="forfeit_chair_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=~Q(reason=""),
                name="forfeit_has_reason",
                violation_error_message=refusals.REASON,
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=True) | ~Q(void_reason=""),
                name="forfeit_void_has_reason",
                violation_error_message=refusals.REASON,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.get_kind_display()}"


class InputRecord(models.Model):
    """Inputs of a draw, cut, ceremony, file or paper; the newest count. `kept_reason`: it stayed despite changes."""

    class Kind(models.TextChoices):
        DRAW = "draw", _("Draw")
        CUT = "cut", _("Cut")
        CEREMONY = "ceremony", _("Ceremony")
        FEDERATION = "federation", _("Results for the federation")
        PAPER = "paper", _("Paper")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="input_records")
    number = models.PositiveIntegerField()
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, null=True, blank=True, related_name="input_records")
    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, null=True, blank=True, related_name="input_records")
    paper = models.CharField(_("paper"), max_length=40, blank=True)
    tables = models.JSONField(null=True, blank=True, help_text="Numbers of the printed tables; null: all.")
    after = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Round whose standings were used; null: the last one, or seats."
    )
    lot = models.CharField(max_length=64, blank=True, help_text="Seed that ordered players without a place.")
    kept_reason = SentenceField(_("reason"), blank=True)
    ended_at = models.DateTimeField(null=True, blank=True, help_text="Not in use any more since then.")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="input_record_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(kind="draw", seating__isnull=False, after__isnull=False, stage__isnull=True, paper="")
                | Q(kind="cut", stage__isnull=False, after__isnull=False, seating__isnull=True, paper="")
                | Q(kind__in=["ceremony", "federation"], stage__isnull=True, seating__isnull=True, paper="")
                | (Q(kind="paper", stage__isnull=True) & ~Q(paper="")),
                name="input_record_of_one_thing",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=Q(tables__isnull=True) | Q(kind="paper", seating__isnull=False),
                name="input_record_tables_of_a_paper",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament.slug}: {self.kind} {self.number}"


class InputPlace(models.Model):
    """Place that was used, of a player or team; `group`: bracket of a draw; `facts`: digest of what else was used."""

    record = models.ForeignKey(InputRecord, on_delete=models.CASCADE, related_name="places")
    place = models.PositiveSmallIntegerField()
    player = models.PositiveIntegerField(null=True, blank=True)
    team = models.CharField(max_length=20, blank=True)
    category = models.PositiveSmallIntegerField(null=True, blank=True)
    group = models.PositiveSmallIntegerField(null=True, blank=True)
    facts = models.CharField(max_length=16, blank=True)

    class Meta:
        ordering = ["record", "category", "place", "player", "team"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(player__isnull=False, team="") | (Q(player__isnull=True) & ~Q(team=""))),
                name="input_place_of_one",
                violation_error_message=_("Choose either a player or a team."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.place}: {self.team or self.player}"
