"""A mark of the engine and the law as they are now: a stored answer that another mark gave may be another today."""

from __future__ import annotations

import hashlib
from functools import cache

from django.conf import settings


@cache
def engine_version() -> str:
    """Twelve hexadecimal digits of the digest over the sources and tables of `engine` and `judging/law`."""
    digest = hashlib.sha256()
    for folder in (settings.BASE_DIR / "engine", settings.BASE_DIR / "judging" / "law"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml") and "examples" not in path.parts:
                digest.update(str(path.relative_to(settings.BASE_DIR)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
