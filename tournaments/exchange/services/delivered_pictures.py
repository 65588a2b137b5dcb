"""Logos and banners that the hall sends to its mirror, each by itself, after a delivery has named them."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.accounts.services import limits
from tournaments.branding.models import EventPicture, SponsorLogo
from tournaments.core import public_files
from tournaments.core.errors import UserError
from tournaments.core.pictures import MAX_SIDE, SmallPhoto, downscale
from tournaments.events.models import Tournament
from tournaments.exchange.models import Mirror
from tournaments.exchange.services.mirrored_pictures import find_rows, find_sponsors
from tournaments.exchange.services.mirroring import RefusedDeliveryError

MOST_BYTES: Final = 3_000_000
"""Size of a picture with 256 colours in each of its pixels, and more."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"


def store(mirror: Mirror, *, epoch: str, digest: str, content: bytes) -> None:
    """Put the picture wherever the last delivery names it. Raises `RefusedDeliveryError`."""
    if hashlib.sha256(content).hexdigest() != digest:
        raise RefusedDeliveryError(HTTPStatus.BAD_REQUEST, _("The picture does not have this digest."))
    small = _check(content)
    try:
        _place(mirror, epoch, digest, small)
    except UserError as error:
        raise RefusedDeliveryError(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, str(error)) from error


def _check(content: bytes) -> SmallPhoto:
    """Return the picture as it is, if it is a PNG as uploads are drawn; its address is its digest."""
    try:
        drawn = downscale(content, MAX_SIDE, transparent=True) if content.startswith(_PNG) else None
    except UserError:
        drawn = None
    size = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if drawn is None or (drawn.width, drawn.height) != size:
        detail = _("This is not a PNG of at most %(most)s pixels a side.") % {"most": MAX_SIDE}
        raise RefusedDeliveryError(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, detail)
    return SmallPhoto(content, *size)


def _place(mirror: Mirror, epoch: str, digest: str, small: SmallPhoto) -> None:
    with transaction.atomic():
        tournament = Tournament.objects.select_for_update().get(pk=mirror.tournament_id)
        # A key that was revoked, a computer that was replaced, or a delivery without the picture, meanwhile.
        locked = Mirror.objects.select_for_update().filter(pk=mirror.pk, digest=mirror.digest).first()
        if locked is None or not epoch or locked.epoch != epoch:
            raise RefusedDeliveryError(HTTPStatus.CONFLICT, _("Another computer publishes this event now."))
        places = [place for place, named in locked.extra.get("pictures", ()) if named == digest]
        sponsors, rows = find_sponsors(tournament), find_rows(tournament)
        if not places:
            raise RefusedDeliveryError(HTTPStatus.GONE, _("The last delivery does not name this picture."))
        for place in places:
            if place in rows and rows[place].digest == digest:
                continue
            limits.check_storage(tournament, len(small.picture))
            facts = {"picture": small.picture, "width": small.width, "height": small.height, "digest": digest}
            if place in EventPicture.Use.values:
                EventPicture.objects.update_or_create(tournament=tournament, use=place, defaults=facts)
            elif place in sponsors:
                SponsorLogo.objects.update_or_create(sponsor_id=sponsors[place], defaults=facts)
        tournament.version += 1
        tournament.save(update_fields=["version"])
        transaction.on_commit(lambda: public_files.discard_of(tournament))
