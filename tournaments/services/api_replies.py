"""Bookkeeping of the API: what was answered to a request with an Idempotency-Key, so that it is done once."""

from __future__ import annotations

import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from tournaments.models import ApiReply, User

KEPT = datetime.timedelta(days=1)


def begin(user: Any, key: str, digest: str) -> tuple[ApiReply | None, ApiReply | None]:
    """(a new row to be filled, None), or (None, the row of the first time). The slower of two waits for the first."""
    owner: User = user
    ApiReply.objects.filter(user=owner, created_at__lt=timezone.now() - KEPT).delete()
    try:
        with transaction.atomic():
            return ApiReply.objects.create(user=owner, key=key[:100], digest=digest), None
    except IntegrityError:
        return None, ApiReply.objects.get(user=owner, key=key[:100])


def keep(reply: ApiReply, status: int, body: Any) -> None:
    """Keep what was answered."""
    reply.status, reply.body = status, body
    reply.save(update_fields=["status", "body"])
