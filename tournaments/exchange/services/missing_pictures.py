"""Logos and banners of an event that its mirror asks for, each sent once."""

from __future__ import annotations

import logging
from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.core.cache import cache

from tournaments.branding.queries import find_picture
from tournaments.events.models import Tournament
from tournaments.exchange.site_requests import NoAnswerError, SiteAnswer

log = logging.getLogger(__name__)

Put = Callable[[str, bytes], SiteAnswer]

PAUSE: Final = 600
"""Seconds for which a picture that the mirror has refused is not sent again."""


def send_missing(tournament: Tournament, digests: object, put: Put) -> None:
    """Send the pictures with the digests. One that is lost is asked for again with the next delivery."""
    for digest in digests if isinstance(digests, list) else ():
        picture = find_picture(tournament, digest) if isinstance(digest, str) else None
        refusal = f"picture-refused:{tournament.pk}:{digest}"
        if picture is None or cache.get(refusal):
            continue
        try:
            answer = put(digest, bytes(picture.picture))
        except NoAnswerError:
            return
        if answer.status != HTTPStatus.OK:
            log.warning("a picture was refused", extra={"status": answer.status, "detail": answer.detail[:200]})
            cache.set(refusal, True, PAUSE)
