"""Exceptions of services for users' mistakes."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext

from engine.sentences import Sentence


class UserError(Exception):
    """A translated sentence that tells the user what to correct; nothing was saved.

    `field` names the form field it belongs to, or is None for the whole form. `problems` holds further sentences if one
    check finds several mistakes. A message that may be stored, because a job ends with it, is given as a `Sentence` and
    kept in `stored`; readers see it in their language.
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
    """Someone else has entered this table since the form was opened; `current` is the row as it is now."""

    code = "stale_sheet"

    def __init__(self, message: str, current: Any) -> None:
        super().__init__(message, version=current.version)
        self.current = current


def clean_fields(row: Model, *exclude: str) -> None:
    """Validate the fields of a row before a service stores it. Raises `UserError` at the first invalid field."""
    try:
        row.clean_fields(exclude=exclude)
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise UserError(" ".join(messages), field=name) from error
