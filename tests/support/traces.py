"""Search for texts in everything that a site stores: columns of all tables, sessions, files, packed files, backups."""

from __future__ import annotations

import gzip
import io
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from django.contrib.sessions.models import Session
from django.db import connection

MAX_DEPTH = 4


def pattern_of(texts: Iterable[str]) -> re.Pattern[bytes]:
    """Return the pattern of the texts as they are, and as JSON and addresses write them; in capitals or not."""
    forms = {form for text in texts for form in (text, text.encode("ascii", "backslashreplace").decode("ascii"))}
    return re.compile(b"|".join(re.escape(form.encode()) for form in sorted(forms)), re.IGNORECASE)


def in_database(pattern: re.Pattern[bytes], *, without: Collection[str] = ()) -> list[str]:
    """Return table, column and text of each match in every column of every table."""
    matches: list[str] = []
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            if table in without:
                continue
            cursor.execute(f'SELECT * FROM "{table}"')
            names = [column.name if hasattr(column, "name") else column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for name, value in zip(names, row, strict=True):
                    content = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
                    if match := pattern.search(content):
                        matches.append(f"{table}.{name}: {excerpt(content, match)}")
    for session in Session.objects.all():
        content = str(session.get_decoded()).encode()
        if match := pattern.search(content):
            matches.append(f"session: {excerpt(content, match)}")
    return matches


def in_files(pattern: re.Pattern[bytes], folder: Path) -> list[str]:
    """Return path and text of each match in names and contents of files, also of those in packed files."""
    matches: list[str] = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            matches += in_bytes(pattern, path.read_bytes(), str(path.relative_to(folder)))
    return matches


def in_bytes(pattern: re.Pattern[bytes], content: bytes, name: str = "", depth: int = 0) -> list[str]:
    matches = [f"{name}: {excerpt(content, match)}"] if (match := pattern.search(content)) else []
    if pattern.search(name.encode()):
        matches.append(name)
    if depth < MAX_DEPTH:
        for part, unpacked in _unpacked(content):
            matches += in_bytes(pattern, unpacked, f"{name}/{part}", depth + 1)
    return matches


def excerpt(content: bytes, match: re.Match[bytes]) -> str:
    return content[max(match.start() - 60, 0) : match.end() + 60].decode(errors="replace")


def _unpacked(content: bytes) -> Iterator[tuple[str, bytes]]:
    if content.startswith(b"PK") and zipfile.is_zipfile(io.BytesIO(content)):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for name in archive.namelist():
                yield name, archive.read(name)
    elif content.startswith(b"\x1f\x8b"):
        yield "gzip", gzip.decompress(content)
