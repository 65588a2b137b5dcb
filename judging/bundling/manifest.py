"""Which files for phones there are. Read by every page that offers them, so nothing heavy is imported here."""

from __future__ import annotations

import json
from typing import Any, Final

from django.conf import settings

from judging.engine_version import engine_version

MANIFEST: Final = "manifest.json"
ENCODINGS: Final = {"br": "br", "gz": "gzip"}
"""Ending of a packed file -> its name between browser and server, the smallest first."""


def manifest() -> dict[str, Any] | None:
    """What was made for the engine as it is now; None where nothing was made.

    ``engine`` is its mark, ``state`` that of everything together, ``info`` what the runtime says of itself; ``files``
    has by part the ``path``, the ``bytes``, and the bytes packed.
    """
    try:
        found: dict[str, Any] = json.loads((settings.POCKET_DIR / MANIFEST).read_text(encoding="utf-8"))
    except (FileNotFoundError, json.JSONDecodeError):
        return None
    return found if found["engine"] == engine_version() else None
