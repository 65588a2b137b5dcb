from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry, Team
from tournaments.rounds.models import Round


class LineUp(models.Model):
    """Members named to play a round for their team; nobody means that the team rests."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="line_ups")
    by_captain = models.BooleanField(default=False, help_text="Named by the team's link.")
    named_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["round", "team"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "team"], name="line_up_once", violation_error_message=refusals.MEANWHILE
            )
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, line-up of %(team)s") % {"round": self.round.number, "team": self.team}


class LineUpPlayer(models.Model):
    line_up = models.ForeignKey(LineUp, on_delete=models.CASCADE, related_name="players")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_ups")

    class Meta:
        ordering = ["line_up", "entry"]
        constraints = [
            models.UniqueConstraint(
                fields=["line_up", "entry"],
                name="line_up_player_once",
                violation_error_message=refusals.LISTED_TWICE,
            )
        ]

    def __str__(self) -> str:
        return f"{self.line_up}: {self.entry}"
