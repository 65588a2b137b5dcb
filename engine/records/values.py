from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.bounded_json import DECODER
from engine.errors import EngineError
from engine.exact import INTEGERS, NumberError, quote_value, read_integer
from engine.play.events import Event
from engine.play.table import Setup
from engine.sentences import Sentence
from engine.sentences import sentence as _

NOT_BETWEEN: Final = re.compile(r"[^\s,\[\]\ufeff]")
"""Characters that can begin a value; list brackets around the objects of a log are skipped."""

MAX_PROBLEMS: Final = 20
"""Invalid lines after which parsing stops: the text has another format, or is broken in its middle."""


class Problem(NamedTuple):
    line: int
    message: Sentence


class RecordedHand(NamedTuple):
    """Hand of a record: setup and events.

    ``line`` is the line where the hand begins, ``lines`` those of its events, () where the format has none.
    ``end_scores`` are the scores that the record states for the end of the hand, to compare with a replay, else None.
    """

    setup: Setup
    events: tuple[Event, ...]
    name: str = ""
    lines: tuple[int, ...] = ()
    end_scores: tuple[int, ...] | None = None
    line: int = 1
    names: tuple[str, ...] = ()
    """Players by seat, if they change seats between hands; else those of the record."""
    notes: tuple[Sentence, ...] = ()
    """Facts that the record leaves out, so that a replay cannot be sure of them."""


class Record(NamedTuple):
    """Hands of a record in order; a hand with a problem ends before it.

    ``names`` are the players by seat of the first hand, () if not given. ``final_scores`` are those the log states for
    the end of the game, else None.
    """

    hands: tuple[RecordedHand, ...]
    problems: tuple[Problem, ...] = ()
    names: tuple[str, ...] = ()
    final_scores: tuple[int, ...] | None = None


class RecordError(EngineError):
    """Record that cannot be read at all; ``at`` is the line."""

    kind = "record"


def require_item(values: Mapping[str, object], name: str) -> object:
    """Value of a required key. Raises RecordError if missing."""
    if name not in values:
        raise RecordError(_("%(name)s is missing", name=name))
    return values[name]


def require_integer(value: object, name: str = "a number") -> int:
    """Integer, also from text. Raises RecordError otherwise."""
    try:
        if isinstance(value, int | str):
            return read_integer(value, INTEGERS)
    except NumberError:
        pass
    raise RecordError(_("expected a whole number for %(name)s, found %(value)s", name=name, value=quote_value(value)))


def require_seat(value: object) -> int:
    seat = require_integer(value, "a seat")
    if not 0 <= seat <= 3:
        raise RecordError(_("expected a seat 0, 1, 2 or 3, found %(value)s", value=repr(value)))
    return seat


def require_list(value: object, name: str) -> Sequence[object]:
    if not isinstance(value, (list, tuple)):
        raise RecordError(_("expected a list for %(name)s, found %(value)s", name=name, value=repr(value)))
    return value


def json_values(text: str) -> tuple[list[tuple[int, object]], list[Problem]]:
    r"""Parse the JSON objects of a text with their first lines: one per line, over several lines, or in lists.

    Invalid JSON is a problem of its line; parsing continues with the next line.

    >>> json_values('[{"a": 1},\n {"a": 2}]')[0]
    [(1, {'a': 1}), (2, {'a': 2})]
    """
    objects: list[tuple[int, object]] = []
    problems: list[Problem] = []
    line, counted, position = 1, 0, 0
    while (match := NOT_BETWEEN.search(text, position)) is not None:
        position = match.start()
        line, counted = line + text.count("\n", counted, position), position
        try:
            value, position = DECODER.raw_decode(text, position)
        except json.JSONDecodeError as error:
            # If the next line begins an object or the text ends, the object before is broken.
            begun = "\n{" in text[position : error.pos + 1] or not text[error.pos :].strip()
            broken = line if begun else line + text.count("\n", position, error.pos)
            problems.append(Problem(broken, _("invalid JSON: %(problem)s", problem=error.msg)))
            next_line = text.find("\n", position)
            if next_line < 0 or len(problems) == MAX_PROBLEMS:
                break
            position = next_line
        except RecursionError:
            problems.append(Problem(line, _("invalid JSON: nested too deeply")))
            break
        except ValueError:
            problems.append(Problem(line, _("invalid JSON: a number has too many digits")))
            break
        else:
            objects.append((line, value))
    return objects, problems
