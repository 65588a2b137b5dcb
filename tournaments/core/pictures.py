"""Uploaded pictures: decoded within limits, downscaled, without metadata."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

if TYPE_CHECKING:
    from PIL import Image

MAX_BYTES: Final = 15_000_000
MAX_PIXELS: Final = 40_000_000
"""Pixels of a JPEG, which is decoded at a fraction of its size; other kinds are unpacked whole."""
MAX_PIXELS_UNPACKED: Final = 25_000_000
MAX_SCANS: Final = 50
"""Passes over a progressive JPEG: usually up to a dozen, each a walk over all pixels."""
MAX_SIDE: Final = 1600
STORED_BYTES: Final = 250_000
QUALITIES: Final = (75, 60, 45, 30)
KINDS: Final = ("JPEG", "PNG", "WEBP")


class SmallPhoto(NamedTuple):
    picture: bytes
    width: int
    height: int


def downscale(content: bytes, side: int = MAX_SIDE, *, transparent: bool = False) -> SmallPhoto:
    """Return the photo upright, at most `side` pixels long, without metadata. Raises `UserError`.

    It is a JPEG, or a PNG if it may be `transparent`.
    """
    if len(content) > MAX_BYTES:
        raise UserError(
            _("The photo is larger than %(most)s MB; take it with a lower resolution.")
            % {"most": MAX_BYTES // 1_000_000},
            field="photo",
        )
    try:
        return _make_small(content, side, transparent)
    except UserError:
        raise
    # Pillow has no common error for damaged files: metadata alone raise TypeError, struct.error and more.
    except Exception as error:
        raise UserError(_("This photo cannot be read. Use a JPEG, PNG or WebP file."), field="photo") from error


def _make_small(content: bytes, side: int, transparent: bool) -> SmallPhoto:
    from PIL import Image, ImageFile, ImageOps

    # WeasyPrint accepts truncated pictures; a sheet whose lower half is grey is no photo of it.
    ImageFile.LOAD_TRUNCATED_IMAGES = False

    # Opening reads the head alone.
    with Image.open(io.BytesIO(content), formats=KINDS) as opened:
        is_jpeg = opened.format in ("JPEG", "MPO")
        most = MAX_PIXELS if is_jpeg else MAX_PIXELS_UNPACKED
        if opened.width * opened.height > most:
            raise UserError(
                _("The photo has more than %(most)s million pixels; take it with a lower resolution.")
                % {"most": most // 1_000_000},
                field="photo",
            )
        if is_jpeg and count_scans(content) > MAX_SCANS:
            raise UserError(
                _("The photo is stored in an unusual way that takes too long to read; take it again, or save it anew."),
                field="photo",
            )
        # A JPEG is decoded at half, a quarter or an eighth of its size, where that is enough.
        opened.thumbnail((side, side))
        upright = ImageOps.exif_transpose(opened)
        # Pixels alone: a new picture has no camera, place, time or preview of the old one.
        if transparent:
            return _draw_png(upright.convert("RGBA"))
        plain = Image.new("RGB", upright.size, "white")
        plain.paste(upright, mask=upright.getchannel("A") if "A" in upright.getbands() else None)
    for quality in QUALITIES:
        written = io.BytesIO()
        plain.save(written, "JPEG", quality=quality, optimize=True)
        if written.tell() <= STORED_BYTES:
            break
    return SmallPhoto(written.getvalue(), *plain.size)


def _draw_png(upright: Image.Image) -> SmallPhoto:
    from PIL import Image

    plain = Image.new("RGBA", upright.size)
    plain.paste(upright)
    written = io.BytesIO()
    plain.save(written, "PNG", optimize=True)
    if written.tell() > STORED_BYTES:
        written = io.BytesIO()
        plain.quantize(256, Image.Quantize.FASTOCTREE).save(written, "PNG", optimize=True)
    return SmallPhoto(written.getvalue(), *plain.size)


def find_content_type(picture: bytes) -> str:
    return "image/png" if picture.startswith(b"\x89PNG") else "image/jpeg"


def count_scans(content: bytes) -> int:
    count, position = 0, 2
    while 0 <= (position := content.find(b"\xff", position)) < len(content) - 1:
        marker = content[position + 1]
        if marker == _FILL:
            position += 1
        elif marker in _WITHOUT_LENGTH:
            position += 2
        elif marker == _END:
            break
        else:
            count += marker == _SCAN
            position += 2 + max(2, int.from_bytes(content[position + 2 : position + 4], "big"))
    return count


_SCAN, _END, _FILL = 0xDA, 0xD9, 0xFF
_WITHOUT_LENGTH: Final = frozenset({0x00, 0x01, *range(0xD0, 0xD9)})
