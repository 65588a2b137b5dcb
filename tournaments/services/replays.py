"""Logs brought to the replay viewer: kept for a while under an address that only their owner knows."""

from __future__ import annotations

from django.utils import timezone

from tournaments.models import ReplayUpload
from tournaments.services.audit import Change, site_change


@site_change("replay.keep")
def keep(change: Change, text: str) -> ReplayUpload:
    """Store a log that was found readable; logs whose time is over go at the same time.

    The audit log says that it came and how long it is; text and address stay with the one who brought it.
    """
    ReplayUpload.objects.filter(expires_at__lt=timezone.now()).delete()
    upload = ReplayUpload.objects.create(text=text)
    change.note(upload, after={"characters": len(text)})
    return upload
