"""Events on loan: played here in the hall, while another site keeps its addresses, roles and season."""

from __future__ import annotations

from django.db import models

from tournaments.events.models import Tournament


class Loan(models.Model):
    """Loan of an event from another site to this one."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="loan")
    site = models.CharField(max_length=200, blank=True, help_text="Address of the site; empty if it has none.")
    lent_at = models.DateTimeField()
    keys = models.JSONField(default=dict, help_text="Model -> key of a row on that site -> its key here.")
    """Former keys for the rows that go back, since other rows of that site refer to them."""

    def __str__(self) -> str:
        return f"{self.tournament} on loan"
