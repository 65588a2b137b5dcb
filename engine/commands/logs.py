"""Game logs as input of a batch command: every format of `engine.records` becomes one case per hand."""

from __future__ import annotations

import json
from typing import Final

from engine.commands.batch import InvalidLine, NumberedLine
from engine.errors import EngineError
from engine.records import decode, detect, loads
from engine.records.addresses import download_hint
from engine.records.cases import case_of
from engine.records.event_log import HEADER
from engine.records.values import RecordError, json_values

MAX_LOG_BYTES: Final = 1_000_000_000
"""Generous, because the command runs on the user's own computer."""


def is_case(line: bytes) -> bool:
    """Return True for input with one case per line; unrecognised input counts, so that each line gets its own error."""
    if line.startswith((b"\x1f\x8b", b"\xff\xfe", b"\xfe\xff")):
        return False
    text = line.decode("utf-8-sig", errors="replace").strip()
    if text.startswith("["):
        return False
    if text.startswith("{"):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            return text.endswith("}")
        return detect(text) == "json"
    return detect(text) == "text" and not _is_text_log(text) and download_hint(text) is None


def _is_text_log(text: str) -> bool:
    words = text.split()
    return bool(words) and (
        words[0] in (*HEADER, "hand", "Match") or words[0].startswith("#") or text[0] in "东東南西北"
    )


def cases_of(data: bytes) -> list[NumberedLine]:
    """Convert a log to one line per hand and one per unreadable part, in order."""
    try:
        text = decode(data, MAX_LOG_BYTES)
        if detect(text) == "json":
            return _read_json_cases(text)
        record = loads(text)
    except EngineError as error:
        return [InvalidLine.because(error, error.at if isinstance(error.at, int) and error.kind == "record" else 1)]
    numbered: list[tuple[int, int, NumberedLine]] = []
    for hand in record.hands:
        case = {"id": hand.name or str(len(numbered) + 1), **case_of(hand.setup, hand.events)}
        if hand.end_scores is not None:
            case["stated_scores"] = list(hand.end_scores)
        if hand.notes:
            case["notes"] = [str(note) for note in hand.notes]
        numbered.append((hand.line, 0, NumberedLine.of(json.dumps(case, ensure_ascii=False), hand.line)))
    for problem in record.problems:
        numbered.append((problem.line, 1, InvalidLine.because(RecordError(problem.message), problem.line)))
    return [line for _at, _kind, line in sorted(numbered, key=lambda entry: entry[:2])]


def _read_json_cases(text: str) -> list[NumberedLine]:
    values, problems = json_values(text)
    numbered = [(line, NumberedLine.of(json.dumps(value, ensure_ascii=False), line)) for line, value in values]
    unread: list[tuple[int, NumberedLine]] = [
        (problem.line, InvalidLine.because(RecordError(problem.message), problem.line)) for problem in problems
    ]
    return [line for _at, line in sorted([*numbered, *unread], key=lambda entry: entry[0])]
