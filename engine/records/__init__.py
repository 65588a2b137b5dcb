"""Records of play: the engine's own text and JSON, and the logs of Tenhou, mjai, Botzone and tziakcha.

``loads`` finds out the format. Lines that cannot be read are returned as problems beside the hands that could. What
is named here stands in ``engine.records.formats`` and is read when somebody asks for it: whoever scores a hand reads
one module of this folder and would wait for the readers of all logs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.records.formats import (
        LARGEST,
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
    "LARGEST",
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
