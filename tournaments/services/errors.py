"""The one exception that a person's mistake raises in a service."""

from __future__ import annotations

from django.utils.functional import Promise


class UserError(Exception):
    """One translated sentence that the person can act on; nothing was saved.

    `field` names the form field it belongs to, or is None where it belongs to the whole form. `problems` holds further
    sentences where one check finds several mistakes at once.
    """

    def __init__(self, message: str | Promise, *, field: str | None = None, problems: list[str] | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.field = field
        self.problems = problems or []

    def __str__(self) -> str:
        return str(self.message)
