"""Files that everybody may fetch, made once."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from tournaments.core.models.sentences import SentenceField


def public_path(file: PublicFile, name: str) -> str:
    return f"jobs/public/{name}"


class PublicFile(models.Model):
    """Public paper or file, by a key of its content; `tournament` is empty for a file of several events."""

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
