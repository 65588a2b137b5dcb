"""Where the tables stand in the hall, as the organiser laid them out once for the whole event."""

from __future__ import annotations

from typing import Final

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models import Tournament

MOST_ROWS: Final = 40
MOST_IN_ROW: Final = 20
"""As large as a hall is drawn: 800 places."""
MOST_TABLE: Final = 9999


def _between(highest: int) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(1), MaxValueValidator(highest)]


class TablePlace(models.Model):
    """A table's place: `row` from the front, `column` from the left, both from 1. Gaps are aisles."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="table_places")
    table_number = models.PositiveSmallIntegerField(_("table"), validators=_between(MOST_TABLE))
    row = models.PositiveSmallIntegerField(_("row from the front"), validators=_between(MOST_ROWS))
    column = models.PositiveSmallIntegerField(_("place from the left"), validators=_between(MOST_IN_ROW))

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
                condition=Q(table_number__gte=1, row__gte=1, row__lte=MOST_ROWS, column__gte=1)
                & Q(column__lte=MOST_IN_ROW),
                name="table_place_in_the_hall",
                violation_error_message=_("A table is outside the plan of the hall. Move it."),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_number}: {self.row}.{self.column}"
