"""What players say before the first hand about who sits where."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models.rounds import GameTable, SeatWind


class SeatClaim(models.Model):
    """A player who says, by the code of a table, on which of its winds they sit; the last word of each counts."""

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
                violation_error_message=_("Somebody else already sits here."),
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
