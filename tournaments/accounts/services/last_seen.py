"""The last use of a token, noted by the machine.

No entry in the log: nobody decided anything.
"""

from __future__ import annotations

import datetime
import logging
from typing import Final

from django.db import DatabaseError
from django.utils import timezone

from tournaments.accounts.models import ApiToken

log = logging.getLogger(__name__)

USE_KNOWN: Final = datetime.timedelta(minutes=5)
"""Exactness of the last use of a token: a program that asks all day does not write all day."""


def token_used(token: ApiToken) -> None:
    """Note that a program came with `token`, unless that is known; where nothing can be written the program goes on."""
    now = timezone.now()
    if token.last_used_at is not None and token.last_used_at >= now - USE_KNOWN:
        return
    try:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    except DatabaseError:
        log.warning("the last use of an API token could not be noted", exc_info=True)
