"""Mistakes of the people who feed the engine. Each is a ValueError that says what was wrong and where."""

from __future__ import annotations


class EngineError(ValueError):
    """Base of all errors that a caller's input can cause.

    ``at`` is the position in the input (a character index, an event index or a field name), or None.
    """

    kind = "error"

    def __init__(self, message: str, *, at: int | str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at

    def to_dict(self) -> dict[str, object]:
        """The error as the batch commands print it: kind, message, at."""
        return {"kind": self.kind, "message": self.message, "at": self.at}


class NotationError(EngineError):
    """A text is no tile, meld, hand, wind or record. ``text`` is the whole input, ``at`` the index in it."""

    kind = "notation"

    def __init__(self, message: str, text: str, at: int = 0) -> None:
        super().__init__(f"{message}: {text!r}, character {at + 1}", at=at)
        self.reason = message
        self.text = text

    def __reduce__(self) -> tuple[type[NotationError], tuple[str, str, int]]:
        return (type(self), (self.reason, self.text, self.at if isinstance(self.at, int) else 0))


class HandError(EngineError):
    """Tiles that are each well written but cannot be one player's hand (five of a kind, wrong number)."""

    kind = "hand"


class RulesetError(EngineError):
    """An unknown ruleset, parameter or circumstance, or a value that it cannot take."""

    kind = "ruleset"
