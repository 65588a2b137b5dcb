"""Names and other texts of one line: a line break in one forges lines of files, headers and papers that show it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from django.db import models
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

_BROKEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def is_one_line(text: str) -> bool:
    """Whether the text has neither line breaks nor other control characters.

    >>> is_one_line("Four Winds"), is_one_line("Four\\r\\nWinds")
    (True, False)
    """
    return _BROKEN.search(text) is None


def complaint() -> str:
    """What is wrong with a text that is not one line."""
    return _("This is one line: no line breaks, tabs or other control characters.")


def check_lines(instance: models.Model, names: Collection[str] | None = None) -> None:
    """Look at the row's texts of one line, or at those of these names. Raises `UserError` for the first broken one."""
    for column in instance._meta.concrete_fields:
        if isinstance(column, models.CharField) and (names is None or column.attname in names):
            value = getattr(instance, column.attname)
            if isinstance(value, str) and not is_one_line(value):
                raise UserError(complaint(), field=column.name)
