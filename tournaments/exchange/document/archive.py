"""The file itself: a ZIP of `event.json`, the logs and stored files, tables for people, and the digest of each.

    event.json        the document
    logs/1-3-1.txt    the log of round 1, table 3, as it was attached
    files/…           what was stored as a file
    photos/1-3-1.jpg  a photo of the signed sheet of round 1, table 3
    tables/*.csv      the sections for a spreadsheet; an import does not read them
    SHA256SUMS        a line a file, as `sha256sum -c` reads it

The document alone, with its files in `files` (what is no text as `{"base64": …}`), is read and written too: for
programs that want one JSON value.
"""

from __future__ import annotations

import base64
import binascii
import csv
import hashlib
import io
import json
import lzma
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any, Final

from django.utils.translation import gettext as _

from engine.bounded_json import JSONError, read_json
from engine.sentences import Sentence
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.exchange.document.reading import ReadEvent, read_document
from tournaments.exchange.document.sections import sections
from tournaments.exchange.document.writing import FORMAT, FileValues, document, dumps
from tournaments.exchange.reading.event_file import problem_at

DOCUMENT, SUMS = "event.json", "SHA256SUMS"
MOST_FILES, MOST_UNPACKED = 20_000, 200_000_000
DAMAGED: Final = (
    zipfile.BadZipFile, zipfile.LargeZipFile, zlib.error, lzma.LZMAError,
    OSError, EOFError, ValueError, NotImplementedError, RuntimeError,
)  # fmt: skip
"""Exceptions that reading a damaged archive raises."""
_LONG_AGO = (1980, 1, 1, 0, 0, 0)
_GUARDED = ("=", "+", "-", "@", "\t")


def pack(tournament: Tournament) -> bytes:
    """The event as a ZIP; the same event gives the same bytes, `exported_at` aside."""
    whole, files = taken_apart(tournament)
    contents = {DOCUMENT: dumps(whole)} | files | {f"tables/{name}.csv": text for name, text in tables(whole).items()}
    sums = "".join(f"{hashlib.sha256(contents[path]).hexdigest()}  {path}\n" for path in sorted(contents))
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in [DOCUMENT, *sorted(set(contents) - {DOCUMENT})]:
            archive.writestr(_entry(path), contents[path])
        archive.writestr(_entry(SUMS), sums.encode())
    return packed.getvalue()


def one_value(tournament: Tournament) -> bytes:
    """The event as one JSON value, its logs in `files`."""
    whole, files = taken_apart(tournament)
    return dumps(whole | {"files": {path: _as_json(content) for path, content in files.items()}} if files else whole)


def taken_apart(tournament: Tournament) -> tuple[FileValues, dict[str, bytes]]:
    """The document with the texts of logs in files of their own."""
    whole, files = document(tournament)
    for row in whole["logs"]:
        path = f"logs/{row['table'].replace('/', '-')}-{row['number']}.txt"
        files[path] = row["text"].encode()
        row["text"] = path
    return whole, files


def tables(whole: FileValues) -> dict[str, bytes]:
    """Every section as CSV with a mark of its encoding, so that spreadsheets read all letters."""
    found: dict[str, bytes] = {}
    for one in sections():
        rows = whole[one.name]
        if not rows:
            continue
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\r\n")
        names = list(rows[0])
        writer.writerow(names)
        writer.writerows([_cell(row[name]) for name in names] for row in rows)
        found[one.name] = text.getvalue().encode("utf-8-sig")
    return found


def _cell(value: Any) -> Any:
    if isinstance(value, dict) and "template" in value:
        value = Sentence.from_dict({"values": {}, **value}).render(str)
    elif isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
    if isinstance(value, str) and value.startswith(_GUARDED):
        return f"'{value}"  # a spreadsheet would take it for a formula
    return value


def _as_json(content: bytes) -> str | dict[str, str]:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _from_json(value: Any) -> bytes:
    if not isinstance(value, dict):
        return str(value).encode()
    try:
        return base64.b64decode(str(value.get("base64", "")), validate=True)
    except (binascii.Error, ValueError):
        return b""


def _entry(path: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(path, _LONG_AGO)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    return entry


def is_whole_event(content: bytes) -> bool:
    """Whether the content claims to be of this format; else it may be a file of version 1."""
    return content.startswith(b"PK") or f'"{FORMAT}"'.encode() in content


def unpack(content: bytes) -> tuple[ReadEvent | None, list[RowProblem]]:
    """The event of an archive or of a document alone, None with problems where anything is missing or changed."""
    if not content.startswith(b"PK"):
        return _read(content, None)
    try:
        files, problems = _files(content)
    except DAMAGED:
        return None, [problem_at("", _("The file is damaged: it cannot be unpacked."))]
    if problems:
        return None, problems
    return _read(files.pop(DOCUMENT), files)


def _files(content: bytes) -> tuple[dict[str, bytes], list[RowProblem]]:
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        listed = archive.infolist()
        if len(listed) > MOST_FILES or sum(one.file_size for one in listed) > MOST_UNPACKED:
            return {}, [problem_at("", _("The file unpacks to more than an event has."))]
        files = {one.filename: archive.read(one) for one in listed if not one.is_dir()}
    for path in (DOCUMENT, SUMS):
        if path not in files:
            return {}, [problem_at(path, _("This part of the file is missing."))]
    lines = (line.partition("  ") for line in files.pop(SUMS).decode(errors="replace").splitlines())
    sums = {path: digest for digest, _spaces, path in lines if path}
    wrong = [path for path in sorted(files) if sums.get(path) != hashlib.sha256(files[path]).hexdigest()]
    gone = sorted(set(sums) - set(files))
    told = [problem_at(path, _("This part was changed since the export.")) for path in wrong]
    return files, told + [problem_at(path, _("This part of the file is missing.")) for path in gone]


def _read(content: bytes, files: Mapping[str, bytes] | None) -> tuple[ReadEvent | None, list[RowProblem]]:
    try:
        data = read_json(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        return None, [problem_at(_("byte %(at)s") % {"at": error.start}, _("The file is not written in UTF-8."))]
    except JSONError as error:
        return None, [problem_at("", in_words(error))]
    inside = data.get("files") if isinstance(data, dict) else None
    if files is None:
        given = inside if isinstance(inside, dict) else {}
        files = {str(path): _from_json(value) for path, value in given.items()}
    if problems := list(_put_logs_back(data, files)):
        return None, problems
    return read_document(data, files)


def _put_logs_back(data: Any, files: Mapping[str, bytes]) -> list[RowProblem]:
    rows = data.get("logs") if isinstance(data, dict) else None
    problems = []
    for index, row in enumerate(rows if isinstance(rows, list) else [], 1):
        path = row.get("text") if isinstance(row, dict) else None
        if not isinstance(path, str) or path not in files:
            problems.append(problem_at(f"logs {index}, text", _("The file “%(found)s” is missing.") % {"found": path}))
            continue
        row["text"] = files[path].decode(errors="replace")
    return problems
