from __future__ import annotations

from django.conf import settings
from django.core.validators import MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.events.models import Tournament


class Mailing(models.Model):
    """Text of the organiser to people by status; with the same `key` it is sent once."""

    class Group(models.TextChoices):
        PENDING = "pending", _("Waiting for approval")
        FIELD = "field", _("In the field")
        WAITING = "waiting", _("Waiting list")
        CHECKED_IN = "checked_in", _("Checked in")
        NOT_CHECKED_IN = "not_checked_in", _("Not checked in")
        GONE = "gone", _("Withdrawn or dropped out")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="mailings")
    number = models.PositiveIntegerField(validators=[MinValueValidator(1)])
    key = models.CharField(max_length=64)
    groups = models.JSONField(_("recipients"), default=list)
    language = models.CharField(_("language of registration"), max_length=10, blank=True)
    subject = models.CharField(_("subject"), max_length=150)
    text = models.TextField(_("text"), max_length=5000)
    recipients = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["tournament", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"],
                name="mailing_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["tournament", "key"], name="mailing_key_once", violation_error_message=refusals.MEANWHILE
            ),
        ]

    def __str__(self) -> str:
        return self.subject
