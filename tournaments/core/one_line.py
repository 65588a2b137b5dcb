"""Single-line texts: a line break in a name would forge lines of files, headers and papers."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from django.db import models
from django.utils.translation import gettext as _

from tournaments.core.errors import UserError

_BROKEN: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def is_one_line(text: str) -> bool:
    return _BROKEN.search(text) is None


def describe_line_break_error() -> str:
    return _("This is one line: no line breaks, tabs or other control characters.")


def check_lines(instance: models.Model, names: Collection[str] | None = None) -> None:
    """Check the row's single-line texts, or those in `names`. Raises `UserError` for the first invalid one."""
    for column in instance._meta.concrete_fields:
        if isinstance(column, models.CharField) and (names is None or column.attname in names):
            value = getattr(instance, column.attname)
            if isinstance(value, str) and not is_one_line(value):
                raise UserError(describe_line_break_error(), field=column.name)
