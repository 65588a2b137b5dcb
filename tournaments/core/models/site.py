"""Models of the whole site."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals


class SiteAddress(models.Model):
    """Single row: URL for phones in the hall; one `of_this_computer` counts only while the computer has it."""

    address = models.CharField(_("address"), max_length=200)
    of_this_computer = models.BooleanField(_("of this computer"), default=False)
    seen_at = models.DateTimeField(_("seen by a phone"), null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pk=1),
                name="site_address_once",
                violation_error_message=_("A site has one address. Change the one it has."),
            )
        ]

    def __str__(self) -> str:
        return self.address


class IdempotencyKey(models.Model):
    """Stored response, written in the transaction of the change; `who` is an account's key, or empty.

    `digest` is that of the request's body, empty in rows of servers that know no such column.
    """

    key = models.CharField(max_length=64, unique=True)
    who = models.CharField(max_length=40, blank=True)
    path = models.CharField(max_length=400)
    digest = models.CharField(max_length=64, blank=True, db_default="")
    status = models.PositiveSmallIntegerField(default=0)
    location = models.CharField(max_length=400, blank=True)
    content_type = models.CharField(max_length=100, blank=True)
    body = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        db_table = "tournaments_sentonce"  # the former name: servers of two versions work beside each other

    def __str__(self) -> str:
        return f"{self.path} {self.status}"


class WorkerHeartbeat(models.Model):
    at = models.DateTimeField()

    def __str__(self) -> str:
        return str(self.at)


class NewestBackup(models.Model):
    name = models.CharField(max_length=200)
    made_at = models.DateTimeField()
    why = models.CharField(max_length=20)
    machine = models.CharField(max_length=255)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pk=1), name="newest_backup_once", violation_error_message=refusals.CONTRADICTION
            )
        ]

    def __str__(self) -> str:
        return self.name
