"""Photos as phones send them."""

import io
from functools import cache

from PIL import Image


@cache
def photo_of_a_sheet(
    size: tuple[int, int] = (400, 300), *, kind: str = "JPEG", turned: bool = False, **how: bool
) -> bytes:
    """A picture that is dark on its left; with `turned` the phone was held upright, and says so beside its place."""
    picture = Image.new("RGB", size, "white")
    picture.paste("navy", (0, 0, size[0] // 4, size[1]))
    data = Image.Exif()
    if turned:
        data[0x0112] = 6
    data[0x010F] = "Phones & Sons"
    data.get_ifd(0x8825)[1] = "N"
    written = io.BytesIO()
    picture.save(written, kind, exif=data, **how)
    return written.getvalue()
