"""Awards of an event: figures that win one, their published winners, and hands declared for the largest one."""

from __future__ import annotations

from typing import Any, Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.tiles.hand import WinBy
from tournaments.core.models import refusals
from tournaments.core.models.columns import MAX_REASON_LENGTH, ExactAmount, is_exact
from tournaments.core.text.circumstances import WAYS_TO_WIN
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.figures.logic.table import FIGURES
from tournaments.game.logic.hand_input import MAX_LENGTH, HandInput
from tournaments.rounds.models import GameTable

MAX_AWARDS: Final = 40
MAX_HANDS: Final = 20
PLACE: Final = "place"
"""Award for the best place in the standings of a category, beside the figures."""
LARGEST: Final = "largest_hand"
"""Figure for which hands are declared."""
MAX_LEAST: Final = 9999

WINDS: Final = "ESWN"


def check_circumstances(value: Any) -> None:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValidationError(gettext("Enter circumstances by name, each as text."))


class PrizeHand(models.Model):
    """Hand that a player won at a table, declared with its tiles for the award of the largest hand."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="prize_hands")
    number = models.PositiveSmallIntegerField()
    winner = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="prize_hands")
    ruleset = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, related_name="+")
    hand = models.CharField(_("hand"), max_length=MAX_LENGTH)
    by = models.CharField(max_length=11, choices=[(by.value, words) for by, words in WAYS_TO_WIN.items()])
    prevalent = models.CharField(_("prevalent wind"), max_length=1)
    seat = models.CharField(_("seat wind"), max_length=1)
    circumstances = models.JSONField(default=dict, blank=True, validators=[check_circumstances])
    worth = models.PositiveIntegerField(help_text="Value by which hands are compared; of riichi, what it is paid.")
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    by_table_code = models.BooleanField(default=False)
    declared_at = models.DateTimeField(default=timezone.now, editable=False)
    voided_at = models.DateTimeField(null=True, blank=True)
    void_reason = models.TextField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"], name="prize_hand_number_once", violation_error_message=refusals.MEANWHILE
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1), name="prize_hand_number_positive", violation_error_message=refusals.FROM_ONE
            ),
            models.CheckConstraint(
                condition=Q(by__in=[by.value for by in WinBy]),
                name="prize_hand_way_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(prevalent__in=list(WINDS), seat__in=list(WINDS)),
                name="prize_hand_winds_known",
                violation_error_message=refusals.WIND,
            ),
            models.CheckConstraint(
                condition=Q(voided_at__isnull=False) | Q(void_reason=""),
                name="prize_hand_reason_of_void",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s, declared hand %(hand)s") % {
            "round": self.table.round.number,
            "table": self.table.number,
            "hand": self.number,
        }

    @property
    def question(self) -> HandInput:
        return HandInput(
            ruleset=self.ruleset.preset,
            parameters=self.ruleset.options,
            hand=self.hand,
            by=self.by,
            prevalent=self.prevalent,
            seat=self.seat,
            context=self.circumstances,
        )


class Award(models.Model):
    """Award for the best figure of play, or for the best place of a category; ties share it."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="awards")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    title = models.CharField(
        _("title"), max_length=80, blank=True, help_text=_("Leave empty for the name of the figure.")
    )
    figure = models.CharField(_("for"), max_length=40)
    category = models.ForeignKey(
        Category,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="awards",
        verbose_name=_("category"),
        help_text=_("Only its members can win. For the best newcomer make a category of the newcomers."),
    )
    least = models.PositiveSmallIntegerField(
        _("minimum of games or hands"),
        default=1,
        validators=[MinValueValidator(1), MaxValueValidator(MAX_LEAST)],
        help_text=_("Games or hands on record that a player needs."),
    )
    one_prize = models.BooleanField(
        _("one prize per player"),
        default=False,
        help_text=_("Leaves out the first three of the standings and the winners of the awards before it."),
    )
    published_at = models.DateTimeField(null=True, blank=True)
    kept = models.CharField(
        max_length=64, blank=True, help_text="Digest of later winners instead of which the published ones were kept."
    )

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="award_number_once", violation_error_message=refusals.MEANWHILE
            ),
            models.CheckConstraint(
                condition=~Q(figure="") & (~Q(figure=PLACE) | Q(category__isnull=False)),
                name="award_place_of_category",
                violation_error_message=_("Choose the category whose best player wins the award."),
            ),
            models.CheckConstraint(
                condition=Q(least__range=(1, MAX_LEAST)),
                name="award_least_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(kept="") | Q(published_at__isnull=False),
                name="award_kept_published",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return self.title or (FIGURES[self.figure].name if self.figure in FIGURES else self.figure)


class AwardWinner(models.Model):
    """Published winner of an award with the amount of that moment, and the hand if its tiles were declared."""

    award = models.ForeignKey(Award, on_delete=models.CASCADE, related_name="winners")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="awards_won")
    amount_numerator = models.BigIntegerField(editable=False)
    amount_denominator = models.PositiveBigIntegerField(editable=False)
    sample = models.PositiveIntegerField(default=0, help_text="Games or hands that were counted; 0 of a place.")
    hand = models.ForeignKey(PrizeHand, on_delete=models.PROTECT, null=True, blank=True, related_name="+")

    amount = ExactAmount()

    class Meta:
        ordering = ["award", "entry__number"]
        constraints = [
            models.UniqueConstraint(
                fields=["award", "entry"], name="award_winner_once", violation_error_message=refusals.LISTED_TWICE
            ),
            models.CheckConstraint(
                condition=is_exact("amount"),
                name="award_amount_divides",
                violation_error_message=refusals.FRACTION,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.award} ({self.award.number})"
