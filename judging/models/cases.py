"""A case: where it happened, whom it concerns, and the facts as they were claimed and found."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.text import things
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.models.results import TableResult
from tournaments.rounds.models.rounds import GameTable, Round

from .calls import Call


class Desk(models.Model):
    """How the referees of a tournament work: who decides appeals, and until when one may be made."""

    class AppealsFrom(models.TextChoices):
        SESSION = "session", _("The end of the session")
        RULING = "ruling", _("The ruling")

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="desk")
    head_referee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    appeal_minutes = models.PositiveSmallIntegerField(_("minutes for an appeal"), default=30)
    appeals_from = models.CharField(
        _("counted from"), max_length=7, choices=AppealsFrom.choices, default=AppealsFrom.SESSION
    )

    def __str__(self) -> str:
        return f"desk of {self.tournament}"


class Case(models.Model):
    """One incident. `version` grows with every step: a form that was opened before somebody else's step is refused."""

    class State(models.TextChoices):
        OPEN = "open", _("Open")
        RULED = "ruled", _("Ruled")
        APPEALED = "appealed", _("Appealed")
        DROPPED = "dropped", _("Dropped")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="cases")
    number = models.PositiveIntegerField(_("case"))
    kind = models.CharField(_("kind"), max_length=40)
    round = models.ForeignKey(Round, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    table = models.ForeignKey(GameTable, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    result = models.ForeignKey(TableResult, on_delete=models.PROTECT, null=True, blank=True, related_name="cases")
    hand = models.PositiveSmallIntegerField(_("hand"), null=True, blank=True)
    call = models.OneToOneField(Call, on_delete=models.PROTECT, null=True, blank=True, related_name="case")
    note = models.TextField(_("what happened"), blank=True)
    state = models.CharField(_("state"), max_length=8, choices=State.choices, default=State.OPEN)
    opened_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    opened_at = models.DateTimeField(default=timezone.now, editable=False)
    version = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["tournament", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="case_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "ruled", "appealed", "dropped"]),
                name="case_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(hand__isnull=True) | Q(hand__gte=1),
                name="case_hand_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
            models.CheckConstraint(
                condition=Q(table__isnull=True) | Q(round__isnull=False),
                name="case_table_in_a_round",
                violation_error_message=refusals.ROUND,
            ),
        ]

    def __str__(self) -> str:
        return things.case_name(self.number)


class Party(models.Model):
    """A player at the case's table, as seated then, in turn order from East; a later swap of seats leaves it true."""

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="parties")
    seat = models.PositiveSmallIntegerField(_("seat"))
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="parties")
    concerned = models.BooleanField(_("concerned"), default=False)

    class Meta:
        ordering = ["case", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "seat"],
                name="party_seat_once",
                violation_error_message=refusals.SAME_SEAT,
            ),
            models.UniqueConstraint(
                fields=["case", "entry"],
                name="party_player_once",
                violation_error_message=refusals.LISTED_TWICE,
            ),
            models.CheckConstraint(
                condition=Q(seat__lte=3),
                name="party_seat_known",
                violation_error_message=refusals.WIND,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.case}: {self.entry}"


class ClaimRecord(models.Model):
    """One version of the facts, with what the law found in them and under which rules. Never changed: new facts are a
    new record.

    `key` is made on the referee's device, so that what was sent twice is stored once.

    `device` is written no more. Earlier releases examined facts on the referee's device while the server was out of
    reach, and kept its answer here: {"engine": mark of its engine, "at": time, "findings": [...], "proposals": [...],
    "chosen": [proposal, ...], "reason": text, "agrees": whether the server says the same}.
    """

    case = models.ForeignKey(Case, on_delete=models.CASCADE, related_name="claims")
    number = models.PositiveSmallIntegerField()
    key = models.UUIDField(null=True, blank=True, unique=True)
    kind = models.CharField(_("kind"), max_length=40)
    claim = models.JSONField()
    findings = models.JSONField(default=list)
    proposals = models.JSONField(default=list)
    verdict = models.CharField(_("verdict"), max_length=10)
    clauses = models.TextField(blank=True, help_text="Every clause of the findings, between spaces, for the search.")
    ruleset = models.ForeignKey(RulesetVersion, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    ruleset_name = models.CharField(max_length=80)
    parameters = models.JSONField(default=dict)
    engine_version = models.CharField(max_length=40)
    device = models.JSONField(default=dict, blank=True)
    recorded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    recorded_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["case", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["case", "number"],
                name="claim_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=["holds", "fails", "undecided"]),
                name="claim_verdict_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return things.facts_name(self.case.number, self.number)

    @property
    def undecided(self) -> bool:
        """True if the law cannot decide these facts, or not what follows from them: it waits for an answer."""
        waits = not self.proposals and any(finding.get("missing") for finding in self.findings)
        return waits or self.verdict == "undecided"

    @property
    def tournament(self) -> Tournament:
        """The tournament of the case."""
        return self.case.tournament
