"""Event file of either version from a page or an API client: read, with the action that imports it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.core.audit import Actor
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.text.sentences import in_words
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import is_whole_event, unpack
from tournaments.exchange.event_reading import read
from tournaments.exchange.reading.interpretation import understand
from tournaments.exchange.services import event_files
from tournaments.exchange.services.event_files import Making
from tournaments.exchange.services.events import import_event


@dataclass(frozen=True)
class UploadedEvent:
    """Content of the file; `make` imports it (raises `UserError`), None if its problems forbid that."""

    name: str
    problems: list[RowProblem]
    make: Making | None = None
    differences: Sequence[str] = ()
    asks_signs: str = ""
    """Question about the sign of penalties without a minus; then there is no `make`."""


def read_upload(
    by: Actor, content: bytes, *, name: str, slug: str, published: bool, hall: bool, signs: str = ""
) -> UploadedEvent:
    """Read the file. `name`: for results without an event's name; `published`: as in the file; `hall`: play a loan
    here; `signs`: meaning of penalties without a minus sign (`penalty_signs.SIGNS`).
    """
    if is_whole_event(content):
        read_event, problems = unpack(content)
        if read_event is None:
            return UploadedEvent("", problems)
        if not published:
            read_event.about["published"] = False
        return UploadedEvent(
            read_event.name, problems, lambda: event_files.restore(by, event=read_event, slug=slug, hall=hall)
        )
    event, problems = read(content, name)
    if event is None:
        return UploadedEvent("", problems)
    meaning = understand(event, signs=signs)
    if meaning.asks_signs:
        return UploadedEvent(event.name, problems, asks_signs=meaning.problems[0].message)
    problems = [*problems, *meaning.problems]
    if any(not problem.warning for problem in problems):
        return UploadedEvent(event.name, problems)
    digest = hashlib.sha256(content).hexdigest()

    def make() -> Tournament:
        return import_event(by, event=event, meaning=meaning, slug=slug, published=published, digest=digest)

    return UploadedEvent(event.name, problems, make, tuple(map(in_words, meaning.differences)))
