from __future__ import annotations

from django.db import models

from tournaments.core.models import refusals
from tournaments.core.models.columns import DayField, make_years_constraint
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Round


class Absence(models.Model):
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="absences")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="absences")

    class Meta:
        ordering = ["round", "entry"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"], name="absence_once", violation_error_message=refusals.LISTED_TWICE
            )
        ]

    def __str__(self) -> str:
        return f"{self.round}: {self.entry}"


class Presence(models.Model):
    """Player who is there on a day of open evenings, at a table or not."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="presences")
    day = DayField()

    class Meta:
        ordering = ["day", "entry"]
        constraints = [
            make_years_constraint("presence_within_years", days=("day",)),
            models.UniqueConstraint(
                fields=["day", "entry"], name="presence_once", violation_error_message=refusals.LISTED_TWICE
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.entry}"
