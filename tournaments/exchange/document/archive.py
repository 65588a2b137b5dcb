"""Event archive: a ZIP of `event.json`, the logs and stored files, readable tables, and the digest of each.

    event.json        the document
    logs/1-3-1.txt    the log of round 1, table 3, as it was attached
    files/…           what was stored as a file
    photos/1-3-1.jpg  a photo of the signed sheet of round 1, table 3
    tables/*.csv      the sections for a spreadsheet; an import does not read them
    SHA256SUMS        a line a file, as `sha256sum -c` reads it

The document alone, with its files in `files` (binary ones as `{"base64": …}`), is read and written too, for programs
that want one JSON value.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import Sentence
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.tabular.writing import SheetCell, as_csv
from tournaments.events.models import Tournament
from tournaments.exchange import container
from tournaments.exchange.document.reading import ReadEvent, read_document
from tournaments.exchange.document.sections import list_sections
from tournaments.exchange.document.writing import build_document
from tournaments.exchange.documents import Raw, make_problem, parse_json, to_json
from tournaments.exchange.verification.facts import FORMAT

DOCUMENT = "event.json"
MAX_FILES, MAX_UNPACKED = 20_000, 200_000_000


def pack(tournament: Tournament, *, loan: bool = False, site: str = "") -> bytes:
    """Return the event as a ZIP, the same bytes except `exported_at`; `loan` adds the part for site and hall."""
    raw, files = build_document_and_files(tournament, loan=loan, site=site)
    sheets = {f"tables/{name}.csv": text for name, text in render_csv_tables(raw).items()}
    return container.pack(DOCUMENT, {DOCUMENT: to_json(raw)} | files | sheets)


def pack_as_json(tournament: Tournament) -> bytes:
    raw, files = build_document_and_files(tournament)
    return to_json(raw | {"files": {path: _encode_file(content) for path, content in files.items()}} if files else raw)


def build_document_and_files(
    tournament: Tournament, *, loan: bool = False, site: str = ""
) -> tuple[Raw, dict[str, bytes]]:
    raw, files = build_document(tournament, loan=loan, site=site)
    for row in raw["logs"]:
        path = f"logs/{row['table'].replace('/', '-')}-{row['number']}.txt"
        files[path] = row["text"].encode()
        row["text"] = path
    return raw, files


def render_csv_tables(raw: Raw) -> dict[str, bytes]:
    return {
        section.name: as_csv([list(rows[0]), *([_make_cell(value) for value in row.values()] for row in rows)])
        for section in list_sections()
        if (rows := raw[section.name])
    }


def _make_cell(value: Any) -> SheetCell:
    if isinstance(value, dict) and "template" in value:
        return Sentence.from_dict({"values": {}, **value}).render(str)
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
    cell: SheetCell = value
    return cell


def _encode_file(content: bytes) -> str | dict[str, str]:
    try:
        return content.decode()
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(content).decode()}


def _decode_file(value: Any) -> bytes:
    if not isinstance(value, dict):
        return str(value).encode()
    try:
        return base64.b64decode(str(value.get("base64", "")), validate=True)
    except (binascii.Error, ValueError):
        return b""


def is_whole_event(content: bytes) -> bool:
    """Return True for content that claims this format; otherwise it may be a file of version 1."""
    return content.startswith(b"PK") or f'"{FORMAT}"'.encode() in content


def unpack(content: bytes) -> tuple[ReadEvent | None, list[RowProblem]]:
    """Return the event of an archive or of a lone document; None with problems if anything is missing or changed."""
    if not content.startswith(b"PK"):
        return _read(content, None)
    too_large = _("The file unpacks to more than an event has.")
    limits = {"max_files": MAX_FILES, "max_bytes": MAX_UNPACKED}
    files, problems = container.unpack(DOCUMENT, content, too_large=too_large, **limits)
    return (None, problems) if problems else _read(files.pop(DOCUMENT), files)


def _read(content: bytes, files: Mapping[str, bytes] | None) -> tuple[ReadEvent | None, list[RowProblem]]:
    data, problems = parse_json(content)
    if problems:
        return None, problems
    inside = data.get("files") if isinstance(data, dict) else None
    if files is None:
        encoded_files = inside if isinstance(inside, dict) else {}
        files = {str(path): _decode_file(value) for path, value in encoded_files.items()}
    if problems := _put_logs_back(data, files):
        return None, problems
    return read_document(data, files)


def _put_logs_back(data: Any, files: Mapping[str, bytes]) -> list[RowProblem]:
    rows = data.get("logs") if isinstance(data, dict) else None
    problems = []
    for index, row in enumerate(rows if isinstance(rows, list) else [], 1):
        path = row.get("text") if isinstance(row, dict) else None
        if not isinstance(path, str) or path not in files:
            problems.append(
                make_problem(f"logs {index}, text", _("The file “%(found)s” is missing.") % {"found": path})
            )
            continue
        row["text"] = files[path].decode(errors="replace")
    return problems
