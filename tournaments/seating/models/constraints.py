from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.columns import MAX_REASON_LENGTH
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament


class SeatingConstraint(models.Model):
    class Kind(models.TextChoices):
        FIXED_TABLE = "fixed_table", _("Always at this table")
        FORBIDDEN_PAIR = "forbidden_pair", _("Never at one table")
        WISHED_PAIR = "wished_pair", _("Once at one table")
        REFEREE = "referee", _("Referees too: never at a table with another of them")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seating_constraints")
    kind = models.CharField(_("kind"), max_length=14, choices=Kind.choices)
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="seating_constraints")
    other = models.ForeignKey(Entry, on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    table_number = models.PositiveSmallIntegerField(_("table"), null=True, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)

    class Meta:
        ordering = ["tournament", "kind", "entry"]
        constraints = [
            models.CheckConstraint(
                condition=Q(kind="fixed_table", table_number__isnull=False, other__isnull=True)
                | Q(kind__in=["forbidden_pair", "wished_pair"], table_number__isnull=True, other__isnull=False)
                | Q(kind="referee", table_number__isnull=True, other__isnull=True),
                name="seating_constraint_complete",
                violation_error_message=_("Choose the table for a fixed table, and the second player for a pair."),
            ),
            models.CheckConstraint(
                condition=Q(other__isnull=True) | ~Q(other=F("entry")),
                name="seating_constraint_two_players",
                violation_error_message=refusals.TWO_PLAYERS,
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind="fixed_table"),
                name="seating_constraint_one_table",
                violation_error_message=_("This player already has a fixed table."),
            ),
            models.UniqueConstraint(
                fields=["entry"],
                condition=Q(kind="referee"),
                name="seating_constraint_referee_once",
                violation_error_message=_("This player is already marked as a referee."),
            ),
            models.UniqueConstraint(
                fields=["kind", "entry", "other"],
                condition=Q(other__isnull=False),
                name="seating_constraint_pair_once",
                violation_error_message=_("This is already entered for these two players."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.entry}"
