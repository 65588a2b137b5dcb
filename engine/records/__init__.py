"""Records of play: our own text and JSON, and the logs of Tenhou, mjai, Botzone and tziakcha.

``loads`` detects the format. Unreadable lines are returned as problems beside the readable hands. Names are loaded
from ``engine.records.formats`` on first use, so that scoring a hand does not import the parsers of all logs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.records.formats import (
        MAX_LOG_BYTES,
        Problem,
        Record,
        RecordedHand,
        RecordError,
        decode,
        detect,
        dump,
        dumps,
        load,
        loads,
    )

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


def __getattr__(name: str) -> object:
    if name in __all__:
        from engine.records import formats

        return getattr(formats, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
