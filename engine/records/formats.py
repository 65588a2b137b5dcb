"""Formats of records: detection, reading and writing. `engine.records` exports the public names."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from engine.errors import EngineError
from engine.play.events import Event
from engine.play.table import Setup, start
from engine.records import addresses, botzone, event_log, mjai, other_programs, tenhou_json, tenhou_xml, tziakcha
from engine.records.cases import case_of, read_events, read_setup
from engine.records.values import Problem, Record, RecordedHand, RecordError, json_values
from engine.sentences import Sentence
from engine.sentences import sentence as _

__all__ = [
    "MAX_LOG_BYTES",
    "Problem",
    "Record",
    "RecordError",
    "RecordedHand",
    "decode",
    "detect",
    "dump",
    "dumps",
    "load",
    "loads",
]

MAX_LOG_BYTES: Final = 16_000_000
"""Uncompressed size of a log; decompression stops there."""


def _loads_json(text: str) -> Record:
    hands: list[RecordedHand] = []
    values, problems = json_values(text)
    for line, case in values:
        try:
            if not isinstance(case, dict):
                raise RecordError(_("expected an object as replay case"))
            hands.append(RecordedHand(read_setup(case), tuple(read_events(case)), str(case.get("id", "")), line=line))
        except EngineError as error:
            problems.append(Problem(line, error.message))
    return Record(tuple(hands), tuple(sorted(problems)))


_READERS: Final[dict[str, Callable[[str], Record]]] = {
    "text": event_log.loads,
    "json": _loads_json,
    "mjai": mjai.loads,
    "tenhou-json": tenhou_json.loads,
    "tenhou-xml": tenhou_xml.loads,
    "botzone": botzone.loads,
    "tziakcha": tziakcha.loads,
}


def detect(text: str) -> str:
    """Detect the format of a record: one that is read, or a program of `other_programs` whose records are not."""
    beginning = text.lstrip("\ufeff \t\r\n")
    if beginning.startswith("<"):
        return "tenhou-xml"
    if beginning.startswith(tenhou_json.ADDRESS):
        return "tenhou-json"
    if not beginning.startswith(("{", "[")):
        return "botzone" if botzone.is_text(text) else "text"
    for _line, value in json_values(text)[0]:
        if isinstance(value, dict):
            if program := other_programs.program_of(value):
                return program
            return next((form for form, fits in _SIGNS.items() if fits(value)), "json")
    return "json"


_SIGNS: Final[dict[str, Callable[[dict[str, object]], bool]]] = {
    "tziakcha": tziakcha.is_value,
    "botzone": botzone.is_value,
    "mjai": lambda value: "type" in value,
    "tenhou-json": lambda value: "log" in value,
}


def loads(text: str, form: str | None = None) -> Record:
    """Parse the hands of a record; an impossible deal is a problem. Raises RecordError for an unknown format."""
    if form is None and "#json=" not in text and (hint := addresses.download_hint(text)) is not None:
        raise RecordError(hint, at=1)
    form = form or detect(text)
    if form in other_programs.REFUSALS:
        raise RecordError(Sentence(other_programs.REFUSALS[form], {}), at=1)
    if form not in _READERS:
        raise RecordError(
            _("unknown format %(form)s; use one of %(known)s", form=repr(form), known=", ".join(_READERS))
        )
    return _drop_impossible_hands(_READERS[form](text.lstrip("\ufeff")))


def _drop_impossible_hands(record: Record) -> Record:
    hands, problems = [], list(record.problems)
    for hand in record.hands:
        try:
            start(hand.setup)
        except EngineError as error:
            problems.append(Problem(hand.line, error.message))
        else:
            hands.append(hand)
    return record._replace(hands=tuple(hands), problems=tuple(sorted(problems)))


def decode(data: bytes, largest: int = MAX_LOG_BYTES) -> str:
    """Decode a file: UTF-8, or UTF-16 with a byte-order mark, optionally compressed with gzip. Raises RecordError.

    >>> import gzip
    >>> decode(gzip.compress(b"ruleset mcr-2006"))
    'ruleset mcr-2006'
    """
    if data.startswith(b"\x1f\x8b"):
        data = _decompress(data, largest)
    if len(data) > largest:
        raise RecordError(_("the log is longer than %(largest)s bytes", largest=f"{largest:,}"))
    try:
        return data.decode("utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise RecordError(_("the file is not UTF-8 text"), at=line) from None


def _decompress(data: bytes, largest: int) -> bytes:
    contents = b""
    while data and len(contents) <= largest:
        unpacker = zlib.decompressobj(wbits=31)
        try:
            contents += unpacker.decompress(data, largest + 1 - len(contents))
        except zlib.error as error:
            raise RecordError(_("the compressed file is damaged: %(problem)s", problem=str(error))) from None
        if not unpacker.eof and len(contents) <= largest:
            raise RecordError(_("the compressed file is incomplete"))
        data = unpacker.unused_data
    return contents


def load(path: str | Path, form: str | None = None) -> Record:
    return loads(decode(Path(path).read_bytes()), form)


def dumps(setup: Setup, events: Sequence[Event], form: str = "text") -> str:
    if form == "text":
        return event_log.dumps(setup, events)
    if form == "json":
        return json.dumps(case_of(setup, events)) + "\n"
    raise RecordError(_("unknown format %(form)s; use text or json", form=repr(form)))


def dump(setup: Setup, events: Sequence[Event], path: str | Path, form: str = "text") -> None:
    Path(path).write_text(dumps(setup, events, form), encoding="utf-8")
