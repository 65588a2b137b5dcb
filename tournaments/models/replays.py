"""Logs that somebody wants to look at in the replay viewer; kept for some days under an unguessable address."""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta

from django.db import models
from django.urls import reverse
from django.utils import timezone

KEPT = timedelta(days=30)


def new_token() -> str:
    """An address part that nobody guesses."""
    return secrets.token_urlsafe(16)


def expiry() -> datetime:
    """When a log brought in now is forgotten."""
    return timezone.now() + KEPT


class ReplayUpload(models.Model):
    """The text of a log as it was brought in. It never changes, so what is made of it may be cached by its token."""

    token = models.CharField(max_length=32, unique=True, default=new_token, editable=False)
    text = models.TextField()
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(default=expiry, db_index=True)

    def __str__(self) -> str:
        return f"log {self.pk}"  # never the token, which opens it

    def get_absolute_url(self) -> str:
        """The viewer with this log."""
        return reverse("replay_view", args=[self.token])
