"""Exceptions that a person's mistake raises in a service."""

from __future__ import annotations

from typing import Any, ClassVar

from django.utils.functional import Promise
from django.utils.translation import gettext

from engine.sentences import Sentence


class UserError(Exception):
    """One translated sentence that the person can act on; nothing was saved.

    `field` names the form field it belongs to, or is None where it belongs to the whole form. `problems` holds further
    sentences where one check finds several mistakes at once. A message that may be stored, because a job ends with it,
    is given as a `Sentence` and kept in `stored`; what is shown is in the language of whoever acts.
    """

    def __init__(self, message: str | Promise, *, field: str | None = None, problems: list[str] | None = None) -> None:
        self.stored = message if isinstance(message, Sentence) else str(message)
        self.message = message.render(gettext) if isinstance(message, Sentence) else message
        super().__init__(self.message)
        self.field = field
        self.problems = problems or []

    def __str__(self) -> str:
        return str(self.message)


class StaleError(UserError):
    """Somebody else has written since the form was opened; nothing was saved. `version` stands there now.

    The API answers 409 with `code` and the version.
    """

    code: ClassVar[str]

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message)
        self.version = version


class StaleSheetError(StaleError):
    """Somebody else has entered this table since the form was opened; `current` is the row that stands there now."""

    code = "stale_sheet"

    def __init__(self, message: str, current: Any) -> None:
        super().__init__(message, version=current.version)
        self.current = current
