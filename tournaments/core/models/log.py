"""Audit log: append-only, one hash chain per tournament."""

from __future__ import annotations

from typing import Any, Never

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.core.models.sentences import SentenceField, ShortSentenceField


class SiteChain(models.Model):
    """Single row whose lock orders the entries outside any tournament (accounts, sign-in links)."""

    version = models.PositiveBigIntegerField(default=0)

    def __str__(self) -> str:
        return f"site chain {self.version}"


class AuditEntry(models.Model):
    """Logged change, written by `tournaments.core.audit` only.

    `sequence` counts from 1 without gaps within a tournament (within the site where `tournament` is null), and `digest`
    covers the entry and the previous digest.
    """

    tournament = models.ForeignKey(
        "Tournament", on_delete=models.PROTECT, null=True, blank=True, related_name="audit_entries"
    )
    sequence = models.PositiveBigIntegerField()
    at = models.DateTimeField()
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    actor_name = ShortSentenceField(
        _("who"), max_length=200, help_text="The account's name then, or the table's code, or the command."
    )
    action = models.CharField(_("action"), max_length=60)
    object_type = models.CharField(max_length=40)
    object_id = models.CharField(max_length=40, blank=True)
    object_name = models.CharField(_("what"), max_length=200, blank=True)
    before = models.JSONField(_("before"), default=dict, blank=True)
    after = models.JSONField(_("after"), default=dict, blank=True)
    reason = SentenceField(_("reason"), blank=True)
    origin = models.CharField(
        _("from where"), max_length=20, help_text="web, api, table code, team link, command, task"
    )
    ip_address = models.GenericIPAddressField(null=True, blank=True)
    user_agent = models.CharField(max_length=300, blank=True)
    elsewhere = models.JSONField(
        null=True, blank=True, help_text="Keys of tournament and account where it was written, if that was elsewhere."
    )
    previous_digest = models.CharField(max_length=64, blank=True)
    digest = models.CharField(max_length=64)

    class Meta:
        ordering = ["tournament", "sequence"]
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["tournament", "action"], name="audit_by_action")]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "sequence"],
                name="audit_sequence_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["sequence"],
                condition=models.Q(tournament__isnull=True),
                name="audit_site_sequence_once",
                violation_error_message=refusals.MEANWHILE,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sequence} {self.action} {self.object_name}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise TypeError("audit entries are append-only")
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Never:
        raise TypeError("audit entries are append-only")
