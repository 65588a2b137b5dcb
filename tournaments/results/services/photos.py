from __future__ import annotations

import hashlib
from typing import Final

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.services import limits
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.pictures import SmallPhoto
from tournaments.entries.models.entries import Entry
from tournaments.results.models.photos import SheetPhoto
from tournaments.rounds.models import GameTable, Round

MAX_PHOTOS: Final = 3
"""Limit of photos per table: both sides of a sheet, and a better one."""


@change("photos.add", gettext_noop("Photo of a sheet added"))
def add(change: Change, table: GameTable, *, small: SmallPhoto, by_entry: Entry | None = None) -> SheetPhoto:
    """Store a photo, downscaled before the event's lock; ignore a duplicate. Raises `UserError` beyond the limit."""
    if table.round.state == Round.State.PLANNED:
        raise UserError(_("Round %(number)s has no published seating yet.") % {"number": table.round.number})
    digest = hashlib.sha256(small.picture).hexdigest()
    stored = {photo.digest: photo for photo in table.photos.defer("picture")}
    if digest in stored:
        change.nothing()
        return stored[digest]
    if len(stored) >= MAX_PHOTOS:
        raise UserError(
            _("This table has %(most)s photos already; the desk can delete one that is not needed.")
            % {"most": MAX_PHOTOS},
            field="photo",
        )
    limits.check_storage(table.round.tournament, len(small.picture))
    photo = SheetPhoto.objects.create(
        table=table,
        number=max((photo.number for photo in stored.values()), default=0) + 1,
        picture=small.picture,
        width=small.width,
        height=small.height,
        digest=digest,
        added_by=change.user,
        added_by_entry=by_entry,
    )
    change.note(photo, after=_build_log_facts(photo))
    return photo


@change("photos.remove", gettext_noop("Photo of a sheet deleted"))
def remove(change: Change, photo: SheetPhoto, *, reason: str) -> None:
    """Delete the photo permanently, as it may show private things; the log keeps its digest. Raises `UserError`."""
    if not reason.strip():
        raise UserError(_("Say why the photo is deleted."), field="reason")
    forget(change, photo)


def forget(change: Change, photo: SheetPhoto) -> None:
    """Delete the photo within another change, and note its digest."""
    change.note(photo, before=_build_log_facts(photo), key=photo.pk)
    photo.delete()


def _build_log_facts(photo: SheetPhoto) -> dict[str, object]:
    size = {"width": photo.width, "height": photo.height, "bytes": len(photo.picture)}
    return {"number": photo.number, "sha256": photo.digest, **size}
