"""Pictures of links: drawn on request, one at a time, and remembered by what they show."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _

from tournaments.core.http.limits import COME_BACK, BusyError, TooOftenError
from tournaments.core.http.throttles import Rate, count_against_rate
from tournaments.core.installation import get_program_folder
from tournaments.previews.logic import Card, draw_card

FONTS: Final = Path(__file__).parent / "fonts"
COLOURS: Final = 128
PICTURES: Final = Rate("pictures", account=120, table=120, address=120, seconds=600)
"""Pictures drawn for one sender; those that are remembered do not count."""
KEPT: Final = 24 * 3600
MAX_WAITING: Final = 3
"""Requests that wait for the one that draws; a further one comes back later and holds no thread."""
PATIENCE: Final = 5.0

_drawing = threading.Lock()
_waiting = threading.BoundedSemaphore(MAX_WAITING + 1)


def draw_png(card: Card, *, own_fonts: bool = False) -> bytes:
    """Return the picture as PNG; `own_fonts`: with the packaged font alone."""
    # Imported here: the other processes never need it.
    import resvg_py
    from PIL import Image

    drawn = resvg_py.svg_to_bytes(
        svg_string=draw_card(card, read_tile), font_dirs=[str(FONTS)], skip_system_fonts=own_fonts
    )
    with Image.open(io.BytesIO(bytes(drawn))) as picture:
        small = picture.convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
        small.save(written := io.BytesIO(), "PNG", optimize=True)
    return written.getvalue()


@cache
def read_tile(code: str) -> str:
    drawing = (get_program_folder("static") / "tiles" / f"{code}.svg").read_text(encoding="utf-8")
    return re.sub(r"^\s*<svg[^>]*>|</svg>\s*$", "", drawing)


def respond_with_picture(request: HttpRequest, key: str, make: Callable[[], Card | None]) -> HttpResponseBase:
    """Return the picture with this key, which names all that it shows. Raises Http404 if there is no card."""
    etag = f'"{key}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_find_picture(request, key, make), content_type="image/png")
        response["ETag"] = etag
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    return response


def _find_picture(request: HttpRequest, key: str, make: Callable[[], Card | None]) -> bytes:
    pictures = caches["pictures"]
    picture: bytes | None = pictures.get(key)
    if picture is not None:
        return picture
    if seconds := count_against_rate(request, PICTURES):
        raise TooOftenError(seconds)
    with _taking_turns():
        picture = pictures.get(key)
        if picture is None:
            card = make()
            if card is None:
                raise Http404
            picture = draw_png(card)
            pictures.set(key, picture, KEPT)
    return picture


@contextmanager
def _taking_turns() -> Iterator[None]:
    busy = BusyError(
        _("Too much is being worked out here at this moment; try again in %(seconds)s seconds.")
        % {"seconds": COME_BACK}
    )
    if not _waiting.acquire(blocking=False):
        raise busy
    try:
        if not _drawing.acquire(timeout=PATIENCE):
            raise busy
        try:
            yield
        finally:
            _drawing.release()
    finally:
        _waiting.release()
