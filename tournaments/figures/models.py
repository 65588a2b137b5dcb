"""Stored sums of play: for each player of an event, made again from the sheets and hands whenever they change."""

from __future__ import annotations

from django.db import models

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament


class StoredFigures(models.Model):
    """Mark of the public version of an event whose sums are stored, and how much of it is on record."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="stored_figures")
    version = models.PositiveBigIntegerField(default=0)
    changed_at = models.DateTimeField(null=True)
    mark = models.CharField(max_length=32, blank=True)
    made_at = models.DateTimeField(null=True)
    after = models.PositiveSmallIntegerField(default=0, help_text="Last round with public standings; 0 without one.")
    games = models.PositiveIntegerField(default=0, help_text="Games with a confirmed sheet.")
    games_with_hands = models.PositiveIntegerField(default=0)
    hands = models.PositiveIntegerField(default=0)
    progress = models.JSONField(default=list, help_text="Player and places after each round, of the first few.")

    def __str__(self) -> str:
        return str(self.tournament_id)


class FigureSums(models.Model):
    """Sums of a player in an event under the rules of one family; of several families nothing is added."""

    stored = models.ForeignKey(StoredFigures, on_delete=models.CASCADE, related_name="sums")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="figure_sums")
    family = models.CharField(max_length=40, blank=True)
    amounts = models.JSONField(default=dict, help_text="Name -> exact amount.")
    games = models.JSONField(default=list, help_text="Round, table, wind, place, position, score, table points.")
    opponents = models.JSONField(default=list, help_text="Player, games, those ended above, points from and to.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["stored", "entry", "family"],
                name="figure_sums_once",
                violation_error_message=refusals.MEANWHILE,
            )
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} ({self.stored_id})"
