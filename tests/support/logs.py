"""Hands as servers write them, with what was played: `tests/data/served-hands.json.gz`."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.play.events import Event
from engine.play.table import Setup
from engine.records import loads

STORED = Path(__file__).parents[1] / "data" / "served-hands.json.gz"


class Served(NamedTuple):
    """A hand in the form of a server, and the deal and events that it tells."""

    log: str
    setup: Setup
    events: tuple[Event, ...]


@cache
def served(form: str) -> tuple[Served, ...]:
    """The stored hands in `mjai`, `tenhou-json`, `tenhou-xml`, `botzone`, `botzone-judge` (what its judge records),
    `tziakcha`, `tziakcha-acts` (without the wall) or `tziakcha-packed`.
    """
    found = []
    for row in json.loads(gzip.decompress(STORED.read_bytes())):
        if row["form"] == form:
            (hand,) = loads(json.dumps(row["played"]), "json").hands
            found.append(Served(row["log"], hand.setup, hand.events))
    return tuple(found)
