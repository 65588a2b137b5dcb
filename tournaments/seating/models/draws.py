from __future__ import annotations

import hashlib
import json
from functools import cached_property
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.columns import SealedMomentField
from tournaments.core.models.sentences import SentenceField
from tournaments.events.models import Tournament
from tournaments.rounds.models import Seating

if TYPE_CHECKING:
    from tournaments.seating.logic.draws import Draw


class ValueKind(models.TextChoices):
    BEACON = "beacon", _("A round of a randomness beacon (drand)")
    LOTTERY = "lottery", _("The numbers of a lottery")
    PRICE = "price", _("A closing price or index")
    OTHER = "other", _("Another public text")


class Movement(models.TextChoices):
    FOUR_TEAMS = "four_teams", _("Groups of four teams, 4 sessions: all of different teams meet once and compare once")
    SIXTEEN = "sixteen", _("Groups of 16 players, 5 sessions: all meet once and compare once")
    ONE_FIELD = "one_field", _("One field: everybody on the same wind is compared")


class SeedCommitment(models.Model):
    """Promise of a draw: a sealed seed with everything that was promised; its hash, `commitment`, is public at once.
    `promise` is the text that the hash covers with the seed; empty for a promise of a seed alone. `sealed_seed` is
    encrypted until a certificate opens it. `corrections` are former public values, with time and reason.
    """

    class Way(models.TextChoices):
        TOGETHER = "together", _("Rounds drawn together")
        SWISS = "swiss", _("A Swiss round")
        MOVEMENT = "movement", _("A movement of duplicate boards")
        FIXTURES = "fixtures", _("Fixtures of teams")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="seed_commitments")
    sealed_seed = models.TextField()
    commitment = models.CharField(max_length=64)
    promise = models.TextField(blank=True)
    rounds = models.JSONField(default=list, blank=True)
    way = models.CharField(_("way of drawing"), max_length=10, choices=Way.choices, blank=True)
    options = models.JSONField(default=dict, blank=True)
    inputs_close_at = SealedMomentField(null=True, blank=True)
    value_kind = models.CharField(max_length=10, choices=ValueKind.choices, blank=True)
    value_source = models.CharField(max_length=200, blank=True)
    value_which = models.CharField(max_length=200, blank=True)
    value_known_at = SealedMomentField(null=True, blank=True)
    public_value = models.CharField(max_length=200, blank=True)
    value_at = models.DateTimeField(null=True, blank=True)
    corrections = models.JSONField(default=list, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_reason = models.TextField(blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["created_at", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "commitment"],
                name="seed_commitment_once",
                violation_error_message=refusals.USED_COMMITMENT,
            ),
            models.CheckConstraint(
                condition=Q(way__in=["", "together", "swiss", "movement", "fixtures"]),
                name="seed_commitment_way_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(value_known_at__isnull=True) | Q(value_known_at__gt=F("created_at")),
                name="seed_commitment_value_later",
                violation_error_message=refusals.VALUE_LATER,
            ),
            models.CheckConstraint(
                condition=Q(public_value="", value_at__isnull=True)
                | (~Q(public_value="") & Q(value_at__gte=F("value_known_at"))),
                name="seed_commitment_value_when_known",
                violation_error_message=refusals.VALUE_EARLY,
            ),
            models.CheckConstraint(
                condition=Q(withdrawn_at__isnull=True, withdrawn_reason="")
                | (Q(withdrawn_at__isnull=False) & ~Q(withdrawn_reason="")),
                name="seed_commitment_withdrawn_with_reason",
                violation_error_message=refusals.REASON,
            ),
        ]

    def __str__(self) -> str:
        return f"promise of {self.tournament.slug}"


class SeatingDraw(models.Model):
    """Draw of one or several rounds, with the certificate that lets anybody repeat it."""

    class Kind(models.TextChoices):
        FIXED = "fixed", _("Fixed schedule")
        ADDED = "added", _("More rounds after played ones")
        SWISS = "swiss", _("Swiss round")
        STANDINGS = "standings", _("Round by the standings")
        REPLAN = "replan", _("Remaining rounds redrawn")
        CHOSEN = "chosen", _("Swiss round chosen by a proof")
        MOVEMENT = "movement", _("Movement of duplicate boards")
        FIXTURES = "fixtures", _("Fixtures of teams")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    number = models.PositiveSmallIntegerField()
    kind = models.CharField(_("kind"), max_length=12, choices=Kind.choices)
    seed = models.CharField(_("seed"), max_length=64, blank=True)
    algorithm = models.CharField(_("algorithm"), max_length=20)
    template = models.CharField(_("template"), max_length=60, blank=True)
    inputs_digest = models.CharField(max_length=64)
    certificate = models.TextField(help_text="The file's text, byte for byte.")
    improved = models.PositiveSmallIntegerField(default=0)
    prices = models.JSONField(
        null=True, blank=True, help_text="What each wish costs in repeats, a line a kind; null until it is worked out."
    )
    under = models.ForeignKey(
        SeedCommitment,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="draws",
        help_text="Its promise.",
    )
    why = SentenceField(_("why it was drawn again"), blank=True)
    discarded_at = models.DateTimeField(null=True, blank=True)
    discarded_reason = models.TextField(blank=True)
    seatings = models.ManyToManyField(Seating, related_name="draws", blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="seating_draw_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=["fixed", "added", "swiss", "standings", "replan", "chosen", "movement", "fixtures"]
                ),
                name="seating_draw_kind_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Draw %(number)s") % {"number": self.number}

    def get_absolute_url(self) -> str:
        return reverse("event_draw", args=[self.tournament.slug, self.number])

    @property
    def round_numbers(self) -> list[int]:
        return sorted(set(self.seatings.values_list("round__number", flat=True)))

    @property
    def certificate_digest(self) -> str:
        return hashlib.sha256(self.certificate.encode()).hexdigest()

    @cached_property
    def value(self) -> Draw:
        # The generators need numpy, which most pages do not.
        from tournaments.seating.logic.draws import read

        return read(json.loads(self.certificate))


class StoredSchedule(models.Model):
    """Checked schedule in template numbers from 1, kept for later events of the same size."""

    tournament = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, blank=True, related_name="stored_schedules"
    )
    name = models.CharField(_("name"), max_length=80)
    players = models.PositiveSmallIntegerField(_("players"))
    rounds_count = models.PositiveSmallIntegerField(_("rounds"))
    rounds = models.JSONField(help_text="Rounds of tables of four numbers from 1, East first.")
    measures = models.JSONField(default=dict)
    digest = models.CharField(max_length=64, unique=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["players", "rounds_count", "name"]

    def __str__(self) -> str:
        return f"{self.name} ({self.players}x{self.rounds_count})"

    @property
    def figures(self) -> dict[str, Any]:
        measures: dict[str, Any] = self.measures
        return measures
