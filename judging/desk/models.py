from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import User
from tournaments.core.models import refusals
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable


class Call(models.Model):
    """A table's call, from the press of the button until the referee leaves. A table has at most one open call."""

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        TAKEN = "taken", _("A referee is coming")
        ARRIVED = "arrived", _("A referee is there")
        CLOSED = "closed", _("Closed")
        WITHDRAWN = "withdrawn", _("Withdrawn by the table")

    class About(models.TextChoices):
        OTHER = "", _("Something else")
        WIN = "win", _("A win or its value")
        CALL = "call", _("A chow, pung, kong or discard")
        TILES = "tiles", _("Tiles: wrong number, shown, wall fallen")
        TIME = "time", _("Time, absence or slow play")
        CONDUCT = "conduct", _("Conduct")
        RULES = "rules", _("A question about the rules")

    OPEN = (State.WAITING, State.TAKEN, State.ARRIVED)
    LONG_WAIT = 180
    """Seconds."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="calls")
    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="calls")
    about = models.CharField(_("about"), max_length=8, choices=About.choices, blank=True)
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.WAITING)
    called_at = models.DateTimeField(default=timezone.now, editable=False)
    taken_by = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    taken_at = models.DateTimeField(null=True, blank=True)
    arrived_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["called_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(state__in=["waiting", "taken", "arrived"]),
                name="call_one_open",
                violation_error_message=_("A referee has already been called to this table."),
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "taken", "arrived", "closed", "withdrawn"]),
                name="call_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "taken", "arrived"], ended_at__isnull=True)
                | Q(state__in=["closed", "withdrawn"], ended_at__isnull=False),
                name="call_ended_or_open",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["taken", "arrived"]) | Q(taken_by__isnull=False, taken_at__isnull=False),
                name="call_taken_by_somebody",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Call: %(table)s") % {"table": str(self.table)}

    @property
    def is_open(self) -> bool:
        return self.state in self.OPEN

    @property
    def seconds(self) -> int:
        return max(0, int((timezone.now() - self.called_at).total_seconds()))

    @property
    def is_late(self) -> bool:
        return self.state == self.State.WAITING and self.seconds >= self.LONG_WAIT


class Desk(models.Model):
    class AppealsFrom(models.TextChoices):
        SESSION = "session", _("The end of the session")
        RULING = "ruling", _("The ruling")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="desk")
    head_referee = models.ForeignKey(User, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    appeal_minutes = models.PositiveSmallIntegerField(_("minutes for an appeal"), default=30)
    appeals_from = models.CharField(
        _("counted from"), max_length=7, choices=AppealsFrom.choices, default=AppealsFrom.SESSION
    )

    def __str__(self) -> str:
        return f"desk of {self.tournament}"
