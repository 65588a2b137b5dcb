"""Webhooks of events and seasons: addresses that get messages of what happened; the messages with their attempts."""

from __future__ import annotations

import secrets
import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.events.models import Tournament
from tournaments.seasons.models import Season

TEST = "test"
"""Kind of a message that an organiser asks for; the others are occasions."""


class Style(models.TextChoices):
    JSON = "json", _("Own program (JSON, signed)")
    DISCORD = "discord", "Discord"
    SLACK = "slack", "Slack"
    TELEGRAM = "telegram", "Telegram"


class Problem(models.TextChoices):
    CONNECTION = "connection", _("No connection")
    CERTIFICATE = "certificate", _("Certificate")
    PRIVATE = "private", _("Private network")
    REDIRECT = "redirect", _("Redirect")
    REFUSED = "refused", _("Refused")
    BUSY = "busy", _("Busy")
    FAULT = "fault", _("Fault")


class Webhook(models.Model):
    """Target of messages. Its address is a secret of its own, since anybody who knows it can write there.

    Of a row without a `WebhookSecret`, as a backup holds it, nothing is sent. `claimed_until`: time until which one
    worker alone sends its messages, in their order.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="webhooks")
    season = models.ForeignKey(Season, on_delete=models.CASCADE, null=True, related_name="webhooks")
    number = models.PositiveIntegerField()
    style = models.CharField(max_length=8, choices=Style.choices, default=Style.JSON)
    host = models.CharField(max_length=255)
    kinds = models.JSONField(default=list, help_text="Occasions of which it gets messages.")
    language = models.CharField(max_length=10, choices=settings.LANGUAGES, default="en")
    created_at = models.DateTimeField(default=timezone.now)
    paused_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    due_at = models.DateTimeField(null=True, help_text="Time of the next attempt after a failure.")
    claimed_until = models.DateTimeField(null=True)
    failures = models.PositiveIntegerField(default=0)
    problem = models.CharField(max_length=12, blank=True, choices=Problem.choices)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(tournament__isnull=False, season__isnull=True)
                | Q(tournament__isnull=True, season__isnull=False),
                name="webhook_of_one",
                violation_error_message=refusals.CONTRADICTION,
            ),
            models.UniqueConstraint(
                fields=["tournament", "number"], name="webhook_number_once", violation_error_message=refusals.MEANWHILE
            ),
            models.UniqueConstraint(
                fields=["season", "number"],
                name="webhook_season_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.CheckConstraint(
                condition=Q(style__in=["json", "discord", "slack", "telegram"]),
                name="webhook_style_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(
                    problem__in=["", "connection", "certificate", "private", "redirect", "refused", "busy", "fault"]
                ),
                name="webhook_problem_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_style_display()} ({self.host})"


def make_signing_key() -> str:
    """Return a new key: 256 bits."""
    return secrets.token_urlsafe(32)


class WebhookSecret(models.Model):
    """Address and signing key, in a table of their own, which backups leave out: a restored copy sends nothing."""

    webhook = models.OneToOneField(Webhook, on_delete=models.CASCADE, related_name="secret")
    address = models.CharField(max_length=1000)
    key = models.CharField(max_length=64, default=make_signing_key)

    def __str__(self) -> str:
        return f"secret of {self.webhook}"


class WebhookMessage(models.Model):
    """Message of one occasion, written by the change that caused it and composed when it is sent.

    `about` names rows of the event, so that nothing is stored here that a later change hides or an erasure removes.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        SENT = "sent", _("Sent")
        DROPPED = "dropped", _("Out of date")
        FAILED = "failed", _("Failed")

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="messages")
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="+")
    delivery = models.UUIDField(default=uuid.uuid4, unique=True)
    kind = models.CharField(max_length=20)
    about = models.JSONField(default=list)
    happened_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the last answer.")
    problem = models.CharField(max_length=12, blank=True, choices=Problem.choices)
    attempted_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["state", "webhook"], name="webhook_messages_waiting")]
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sent", "dropped", "failed"]),
                name="webhook_message_state_known",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(
                    problem__in=["", "connection", "certificate", "private", "redirect", "refused", "busy", "fault"]
                ),
                name="webhook_message_problem_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.delivery}"
