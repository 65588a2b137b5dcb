"""Last use of a token and of the columns of uploaded tables, not logged, since nobody decides them."""

from __future__ import annotations

import datetime
import logging
from collections.abc import Mapping
from typing import Final

from django.db import DatabaseError
from django.utils import timezone

from tournaments.accounts.models import ApiToken, User

log = logging.getLogger(__name__)

USE_KNOWN: Final = datetime.timedelta(minutes=5)
"""Exactness of the last use of a token, so that a busy program does not write all day."""


def record_token_use(token: ApiToken) -> None:
    """Record a use of `token` at most once per interval; ignore a database that cannot be written."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at >= now - USE_KNOWN:
        return
    try:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    except DatabaseError:
        log.warning("the last use of an API token could not be noted", exc_info=True)


MAX_REMEMBERED: Final = 300


def remember_columns(user: User, kind: str, learned: Mapping[str, str]) -> None:
    if not learned:
        return
    before = user.column_choices.get(kind, {})
    seen_choices = {key: choice for key, choice in before.items() if key not in learned} | dict(learned)
    user.column_choices = {**user.column_choices, kind: dict(list(seen_choices.items())[-MAX_REMEMBERED:])}
    user.save(update_fields=["column_choices"])
