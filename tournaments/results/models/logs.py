from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.rounds.models import GameTable

KEPT = timedelta(days=30)


def make_token() -> str:
    return secrets.token_urlsafe(16)


def compute_expiry() -> datetime:
    return timezone.now() + KEPT


def compute_log_digest(text: str) -> str:
    """Return the SHA-256 of a log's text, as hex, so that no log is attached twice."""
    return hashlib.sha256(text.encode()).hexdigest()


class ReplayUpload(models.Model):
    """An uploaded log. It never changes, so results may be cached by its token."""

    token = models.CharField(max_length=32, unique=True, default=make_token, editable=False)
    text = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(default=compute_expiry, db_index=True)

    def __str__(self) -> str:
        return f"log {self.pk}"  # never the token, which opens it

    def get_absolute_url(self) -> str:
        return reverse("replay_view", args=[self.token])


class TableLog(models.Model):
    """Log of a game or some of its hands; its text never changes. A table's logs by number make up its game."""

    class Form(models.TextChoices):
        TEXT = "text", _("Text log")
        JSON = "json", _("Replay cases (JSON)")
        MJAI = "mjai", "mjai"
        TENHOU_JSON = "tenhou-json", "Tenhou JSON"
        TENHOU_XML = "tenhou-xml", "Tenhou XML"
        BOTZONE = "botzone", "Botzone"
        TZIAKCHA = "tziakcha", "tziakcha"

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="logs")
    number = models.PositiveSmallIntegerField()
    text = models.TextField()
    form = models.CharField(_("format"), max_length=12, choices=Form.choices)
    digest = models.CharField(max_length=64)
    file_name = models.CharField(_("file"), max_length=200, blank=True)
    hands = models.PositiveSmallIntegerField(_("hands"))
    first_line = models.PositiveSmallIntegerField(
        default=0, help_text="The line of the sheet (0-3) whose player sits at seat 1 of the first hand."
    )
    attached_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    attached_at = models.DateTimeField(default=timezone.now, editable=False)
    removed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                name="table_log_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["table", "digest"],
                condition=Q(removed_at__isnull=True),
                name="table_log_once",
                violation_error_message=_("This log has already been uploaded for this table."),
            ),
            models.CheckConstraint(
                condition=Q(first_line__lte=3),
                name="table_log_four_lines",
                violation_error_message=refusals.CHOICE,
            ),
            models.CheckConstraint(
                condition=Q(form__in=["text", "json", "mjai", "tenhou-json", "tenhou-xml", "botzone", "tziakcha"]),
                name="table_log_form_known",
                violation_error_message=refusals.CHOICE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s, log %(log)s") % {
            "round": self.table.round.number,
            "table": self.table.number,
            "log": self.number,
        }
