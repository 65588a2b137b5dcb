"""Photos of players."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.entries.models.entries import Entry


class Portrait(models.Model):
    """A player's photo, for the people of the event: it goes with the person to the next event, and with their data."""

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="portrait")
    picture = models.BinaryField(help_text="JPEG without any data about where, when and by what it was taken.")
    width = models.PositiveSmallIntegerField()
    height = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    added_at = models.DateTimeField(default=timezone.now, editable=False)

    def __str__(self) -> str:
        return str(self.entry)
