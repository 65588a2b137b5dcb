"""A record of play for a claim: pasted in any format that the replay viewer reads, or the table's own log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from engine import records
from engine.errors import EngineError
from engine.family import Ruleset
from engine.play.events import event_from_list, event_to_list
from engine.records.cases import case_of
from judging.wording import typed
from tournaments.core.text.sentences import in_words


def read_record(text: str, hand: int | None = None, disputed: int | None = None) -> tuple[dict[str, Any], Any]:
    """(replay case, disputed event or None) of one hand of a record.

    ``hand`` counts from 1; without it there must be one. ``disputed`` is the number of the event in dispute, from 1:
    the case ends before it. Raises ValidationError in the reader's words, with the line where there is one.
    """
    try:
        record = records.loads(text)
    except EngineError as error:
        raise ValidationError(_("This record cannot be read: %(problem)s") % {"problem": in_words(error)}) from error
    if record.problems:
        # Evidence with a line that nobody can read is no evidence.
        problem = record.problems[0]
        words = {"line": problem.line, "problem": in_words(problem.message)}
        raise ValidationError(_("This record cannot be read: line %(line)s: %(problem)s") % words)
    if not record.hands:
        raise ValidationError(_("There is no hand in this record."))
    if hand is None and len(record.hands) > 1:
        raise ValidationError(_("This record has %(n)s hands; say which one it is about.") % {"n": len(record.hands)})
    if hand is not None and hand > len(record.hands):
        raise ValidationError(_("This record has %(n)s hands only.") % {"n": len(record.hands)})
    found = record.hands[(hand or 1) - 1]
    events = found.events
    event = None
    if disputed is not None:
        if disputed > len(events):
            raise ValidationError(_("This hand has %(n)s events only.") % {"n": len(events)})
        event = event_to_list(events[disputed - 1])
        events = events[: disputed - 1]
    return case_of(found.setup, events), event


def told_lines(events: Sequence[list[Any]], rules: Ruleset) -> str:
    """The lines that ``wording.typed.told`` reads."""
    written = records.dumps(typed.unknown_start(rules), [event_from_list(each) for each in events])
    return written.partition("\n\n")[2].strip()


def read_event(text: str, case: dict[str, Any] | None) -> Any:
    """The disputed event: a list as JSON has it, or a line of the text log such as ``win B from A``."""
    try:
        return typed.event(text, case)
    except EngineError as error:
        raise ValidationError(in_words(error)) from error
