"""The verifier as one Python file, made of the program's own sources: it needs Python and nothing else.

The file holds the rooms that draw, deal and count, as they are, in a ZIP archive in its text; when it is run it unpacks
them beside it for as long as it works. `--sources FOLDER` leaves them there to be read. Where numpy and networkx are
installed it makes every draw again; without them it says which ones it could not.
"""

from __future__ import annotations

import base64
import io
import tempfile
import zipfile
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Final

from engine.reading import suit_tables

ROOT: Final = Path(__file__).parents[2]
ROOMS: Final = (
    "engine",
    "tournaments/seating",
    "tournaments/standings",
    "tournaments/sheets",
    "tournaments/duplicate",
    "tournaments/verification",
)
"""What the checks need; none of it knows the site."""

ALWAYS_THEN: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the archive, so that the same sources make the same bytes."""

HEAD: Final = '''#!/usr/bin/env python3
"""Checks the public bundle of a mahjong event: python3 mahjong-verify.py bundle.json [--head NUMBER:DIGEST ...]

Made of the sources of Mahjong Director, which lie below as a ZIP archive in base64: --sources FOLDER unpacks them, to
be read. Nothing is fetched and nothing is sent. Python 3.11 or newer; where numpy and networkx are installed, draws are
made again, too.
"""

import base64
import io
import sys
import tempfile
import zipfile

if sys.version_info < (3, 11):
    sys.exit("Python 3.11 or newer is needed.")

ARCHIVE = """
'''
TAIL: Final = '''"""
PARTS = {parts}


def main():
    archive = zipfile.ZipFile(io.BytesIO(base64.b64decode(ARCHIVE)))
    if sys.argv[1:2] == ["--sources"] and len(sys.argv) == 3:
        archive.extractall(sys.argv[2])
        return 0
    with tempfile.TemporaryDirectory() as folder:
        archive.extractall(folder)
        sys.path.insert(0, folder)
        sys.dont_write_bytecode = True
        from tournaments.verification.command import main as check

        return check(parts=PARTS)


if __name__ == "__main__":
    sys.exit(main())
'''


def single_file(parts: Mapping[str, str], sources: Iterable[str]) -> str:
    """The file's text; the same sources always give the same. `parts` as in `check_bundle`, with the folders and files
    that their modules need.
    """
    return _text(tuple(sorted(parts.items())), tuple(sources))


@lru_cache(maxsize=1)
def _text(parts: tuple[tuple[str, str], ...], sources: tuple[str, ...]) -> str:
    text = base64.b64encode(packed_sources(sources)).decode()
    lines = "\n".join(text[at : at + 120] for at in range(0, len(text), 120))
    return HEAD + lines + "\n" + TAIL.replace("{parts}", repr(dict(parts)))


def packed_sources(more: Iterable[str]) -> bytes:
    """The sources of the checks, and `more`, as a ZIP archive."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in _sources(more):
            info = zipfile.ZipInfo(path.relative_to(ROOT).as_posix(), ALWAYS_THEN)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
        _add_tables(archive)
    return packed.getvalue()


def _add_tables(archive: zipfile.ZipFile) -> None:
    """The tables of divisions, which the program makes when it is set up and reads at its first hand."""
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / suit_tables.FILE.name
        suit_tables.write(made)
        info = zipfile.ZipInfo(suit_tables.FILE.relative_to(ROOT).as_posix(), ALWAYS_THEN)
        info.compress_type = zipfile.ZIP_DEFLATED
        archive.writestr(info, made.read_bytes())


def _sources(more: Iterable[str]) -> list[Path]:
    found = [ROOT / "tournaments" / "__init__.py"]
    for room in (*ROOMS, *more):
        found += [
            path
            for path in ((ROOT / room).rglob("*") if (ROOT / room).is_dir() else [ROOT / room])
            if path.is_file() and "__pycache__" not in path.parts and path.suffix in (".py", ".toml", ".txt")
        ]
    return sorted(found)
