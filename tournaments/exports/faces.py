"""The house's faces as papers need them: unpacked.

Pages bring them packed (WOFF2), and to unpack them took a third of the first sheet that a process prints. So
`manage.py prepare`, or else the first paper, keeps them unpacked in the folder of data; where that takes no files, the
packed ones serve.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
from pathlib import Path

from django.conf import settings


def rules() -> str:
    """The rules that name the faces, as a style sheet for papers."""
    text = (settings.BASE_DIR / "static" / "css" / "fonts.css").read_text(encoding="utf-8")
    return re.sub(r'url\("\.\./fonts/([^"]+)"\) format\("woff2"\)', lambda found: _source(found[1]), text)


def _source(name: str) -> str:
    packed = _packed(name)
    kept = unpacked(packed)
    return f'url("{(kept if kept.exists() else packed).as_uri()}")'


def unpack() -> int:
    """Unpack the faces that are not there yet. Returns how many; a folder that cannot be written to gets none."""
    made = 0
    for packed in sorted(_packed("").glob("*.woff2")):
        kept = unpacked(packed)
        if kept.exists():
            continue
        try:
            kept.parent.mkdir(exist_ok=True)
            draft = kept.with_suffix(f".{os.getpid()}")
            draft.write_bytes(_as_weasyprint_does(packed.read_bytes()))
            draft.replace(kept)
        except OSError:
            return made
        made += 1
    return made


def unpacked(packed: Path) -> Path:
    """Where this face is kept, by its content: another version of the program may bring another."""
    mark = hashlib.sha256(packed.read_bytes()).hexdigest()[:16]
    return Path(settings.DATA_DIR) / "faces" / f"{packed.stem}-{mark}.ttf"


def _packed(name: str) -> Path:
    return Path(settings.BASE_DIR) / "static" / "fonts" / name


def _as_weasyprint_does(content: bytes) -> bytes:
    from fontTools.ttLib import woff2

    out = io.BytesIO()
    woff2.decompress(io.BytesIO(content), out)
    return out.getvalue()
