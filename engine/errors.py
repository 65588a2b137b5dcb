"""Errors caused by input. Each is a ValueError that states the problem and its position."""

from __future__ import annotations

from typing import ClassVar

from engine.sentences import Sentence
from engine.sentences import sentence as _


class EngineError(ValueError):
    """Base of all errors that a caller's input can cause.

    ``message`` is English and translatable (`engine.sentences`). ``at`` is the position in the input (a character
    index, an event index or a field name), or None.
    """

    kind: ClassVar[str] = "error"

    def __init__(self, message: Sentence, *, at: int | str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at

    def to_dict(self) -> dict[str, object]:
        return {"kind": self.kind, "message": self.message, "at": self.at}


class NotationError(EngineError):
    """Text that is not a valid tile, meld, hand, wind or record; ``at`` is the index in ``text``, the whole input."""

    kind = "notation"

    def __init__(self, message: Sentence, text: str, at: int = 0) -> None:
        where = _("%(reason)s: %(text)s, character %(position)s", reason=message, text=repr(text), position=at + 1)
        super().__init__(where, at=at)
        self.reason = message
        self.text = text

    def __reduce__(self) -> tuple[type[NotationError], tuple[Sentence, str, int]]:
        return (type(self), (self.reason, self.text, self.at if isinstance(self.at, int) else 0))


class HandError(EngineError):
    kind = "hand"


class RulesetError(EngineError):
    kind = "ruleset"
