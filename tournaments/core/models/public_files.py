"""Files that everybody may fetch, made once for all who ask."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.core.models.sentences import SentenceField


def public_path(file: PublicFile, name: str) -> str:
    """Return a path that backups leave out, as they do the files of jobs."""
    return f"jobs/public/{name}"


class PublicFile(models.Model):
    """A public paper, or the public part of an event as a file. The key follows from the content.

    A row that waits is made by the lane of public files (`tournaments.core.public_files`). `tournament` is empty for
    what several events share.
    """

    class State(models.TextChoices):
        WAITING = "waiting", "waiting"
        DONE = "done", "done"
        FAILED = "failed", "failed"
        NOTHING = "nothing", "nothing to make it of"
        NO_LIBRARY = "no_library", "a library is missing"

    key = models.CharField(max_length=32, unique=True)
    kind = models.CharField(max_length=20)
    params = models.JSONField(default=dict)
    tournament = models.ForeignKey(
        "tournaments.Tournament", models.CASCADE, null=True, blank=True, related_name="public_files"
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    file = models.FileField(upload_to=public_path, max_length=300, blank=True)
    error = SentenceField(blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    asked_at = models.DateTimeField(default=timezone.now)
    made_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["state", "asked_at"], name="public_file_state_asked")]

    def __str__(self) -> str:
        return f"{self.kind} {self.key} ({self.state})"
