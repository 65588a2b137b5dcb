"""Photos as phones send them."""

import io
import random

from PIL import Image


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


def with_more_scans(photo: bytes, count: int) -> bytes:
    """A progressive JPEG whose last pass comes so many more times."""
    last, end = photo.rindex(b"\xff\xda"), photo.rindex(b"\xff\xd9")
    return photo[:end] + photo[last:end] * count + photo[end:]


def that_says_it_is(photo: bytes, width: int, height: int) -> bytes:
    """A JPEG with another size in its head; it has as many bytes as before."""
    at = photo.index(b"\xff\xc0") + 5
    return photo[:at] + height.to_bytes(2, "big") + width.to_bytes(2, "big") + photo[at + 4 :]


def with_damaged_exif(photo: bytes, seed: int) -> bytes:
    """A JPEG with up to three bytes of what the phone says about itself changed."""
    chance, changed = random.Random(seed), bytearray(photo)
    start = photo.index(b"Exif")
    end = start - 2 + int.from_bytes(photo[start - 2 : start], "big")
    for _byte in range(chance.randint(1, 3)):
        # Most numbers there are small: kinds of values, and how many.
        changed[chance.randrange(start + 6, end)] = chance.choice((*range(14), 255, chance.randrange(256)))
    return bytes(changed)
