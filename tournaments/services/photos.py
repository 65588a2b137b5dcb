"""Photos of signed sheets: made small and free of other data, kept with their table, deleted for good."""

from __future__ import annotations

import hashlib
import io
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.models import Entry, GameTable, Round, SheetPhoto
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError

MOST: Final = 3
"""Photos of one table: both sides of a sheet, and one that came out better."""
BYTES: Final = 15_000_000
"""Of a photo as a phone sends it."""
PIXELS: Final = 120_000_000
"""Of a JPEG, which is read at a fraction of its size; other kinds are unpacked whole."""
PIXELS_UNPACKED: Final = 25_000_000
SIDE: Final = 1600
"""Pixels of the longer side as it is kept: pencil on a sheet can be read."""
KEPT_BYTES: Final = 250_000
QUALITIES: Final = (75, 60, 45, 30)
KINDS: Final = ("JPEG", "PNG", "WEBP")


class SmallPhoto(NamedTuple):
    """A picture as it is kept."""

    picture: bytes
    width: int
    height: int


@change("photos.add", gettext_noop("Photo of a sheet added"))
def add(change: Change, table: GameTable, *, content: bytes, by_entry: Entry | None = None) -> SheetPhoto:
    """Keep a photo of the table's paper; the same one again changes nothing. Raises `UserError` for what is no photo,
    for one that is too large, and where the table has enough of them.
    """
    if table.round.state == Round.State.PLANNED:
        raise UserError(_("Round %(number)s has no published seating yet.") % {"number": table.round.number})
    small = made_small(content)
    digest = hashlib.sha256(small.picture).hexdigest()
    kept = {photo.digest: photo for photo in table.photos.defer("picture")}
    if digest in kept:
        change.nothing()
        return kept[digest]
    if len(kept) >= MOST:
        raise UserError(
            _("This table has %(most)s photos already; the desk can delete one that is not needed.") % {"most": MOST},
            field="photo",
        )
    photo = SheetPhoto.objects.create(
        table=table,
        number=max((photo.number for photo in kept.values()), default=0) + 1,
        picture=small.picture,
        width=small.width,
        height=small.height,
        digest=digest,
        added_by=change.user,
        added_by_entry=by_entry,
    )
    change.note(photo, after=_facts(photo))
    return photo


@change("photos.remove", gettext_noop("Photo of a sheet deleted"))
def remove(change: Change, photo: SheetPhoto, *, reason: str) -> None:
    """Delete the photo for good: it may show what it should not. The log keeps its digest. Raises `UserError`."""
    if not reason.strip():
        raise UserError(_("Say why the photo is deleted."), field="reason")
    forget(change, photo)


def forget(change: Change, photo: SheetPhoto) -> None:
    """Delete the photo within another change, and note which it was."""
    change.note(photo, before=_facts(photo), key=photo.pk)
    photo.delete()


def _facts(photo: SheetPhoto) -> dict[str, object]:
    size = {"width": photo.width, "height": photo.height, "bytes": len(photo.picture)}
    return {"number": photo.number, "sha256": photo.digest, **size}


def made_small(content: bytes, side: int = SIDE) -> SmallPhoto:
    """The photo upright, at most `side` pixels long, as a JPEG without its other data. Raises `UserError`."""
    from PIL import Image, ImageFile, ImageOps, UnidentifiedImageError

    # A library that prints lets pictures pass that end too early; a sheet whose lower half is grey is no photo of it.
    ImageFile.LOAD_TRUNCATED_IMAGES = False

    if len(content) > BYTES:
        raise UserError(
            _("The photo is larger than %(most)s MB; take it with a lower resolution.") % {"most": BYTES // 1_000_000},
            field="photo",
        )
    try:
        with Image.open(io.BytesIO(content), formats=KINDS) as opened:
            most = PIXELS if opened.format in ("JPEG", "MPO") else PIXELS_UNPACKED
            if opened.width * opened.height > most:
                raise UserError(
                    _("The photo has more than %(most)s million pixels; take it with a lower resolution.")
                    % {"most": most // 1_000_000},
                    field="photo",
                )
            opened.draft("RGB", (side, side))
            upright = ImageOps.exif_transpose(opened)
            upright.thumbnail((side, side))
            # Pixels alone: a new picture has no camera, place, time or preview of the old one.
            plain = Image.new("RGB", upright.size, "white")
            plain.paste(upright, mask=upright.getchannel("A") if "A" in upright.getbands() else None)
    except (UnidentifiedImageError, OSError, ValueError, SyntaxError, Image.DecompressionBombError):
        raise UserError(_("This is no photo that can be read: take a JPEG, PNG or WebP."), field="photo") from None
    for quality in QUALITIES:
        written = io.BytesIO()
        plain.save(written, "JPEG", quality=quality, optimize=True)
        if written.tell() <= KEPT_BYTES:
            break
    return SmallPhoto(written.getvalue(), *plain.size)
