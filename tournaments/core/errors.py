"""Exceptions of services for users' mistakes."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext

from engine.sentences import Sentence


class UserError(Exception):
    """Translated sentence that tells the user what to correct; nothing was saved.

    `field`: form field, or None for the whole form. `problems`: further sentences. `stored`: the message, or its
    `Sentence`.
    """

    def __init__(self, message: str | Promise, *, field: str | None = None, problems: list[str] | None = None) -> None:
        self.stored = message if isinstance(message, Sentence) else str(message)
        self.message = message.render(gettext) if isinstance(message, Sentence) else message
        super().__init__(self.message)
        self.field = field
        self.problems = problems or []

    def __str__(self) -> str:
        return str(self.message)


class RemovedError(UserError):
    """The event was deleted in the meantime."""


class StaleError(UserError):
    code: ClassVar[str]

    def __init__(self, message: str, *, version: int) -> None:
        super().__init__(message)
        self.version = version


class StaleSheetError(StaleError):
    code = "stale_sheet"

    def __init__(self, message: str, current: Any) -> None:
        super().__init__(message, version=current.version)
        self.current = current


def clean_fields(row: Model, *exclude: str) -> None:
    try:
        row.clean_fields(exclude=exclude)
    except ValidationError as error:
        name, messages = next(iter(error.message_dict.items()))
        raise UserError(" ".join(messages), field=name) from error
