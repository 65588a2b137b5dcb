from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.models import refusals
from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import GameTable


class SheetPhoto(models.Model):
    """Downscaled photo of a signed sheet, stored in the row so that backup, event file and deletion include it."""

    table = models.ForeignKey(GameTable, on_delete=models.CASCADE, related_name="photos")
    number = models.PositiveSmallIntegerField()
    picture = models.BinaryField(help_text="JPEG without any data about where, when and by what it was taken.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    added_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    added_by_entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, null=True, blank=True, related_name="+", help_text="The owner of the phone."
    )
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ["table", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                name="sheet_photo_number_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            models.UniqueConstraint(
                fields=["table", "digest"],
                name="sheet_photo_once",
                violation_error_message=_("This photo has already been uploaded."),
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1),
                name="sheet_photo_number_positive",
                violation_error_message=refusals.FROM_ONE,
            ),
        ]

    def __str__(self) -> str:
        return gettext("Round %(round)s, table %(table)s, photo %(number)s") % {
            "round": self.table.round.number,
            "table": self.table.number,
            "number": self.number,
        }
