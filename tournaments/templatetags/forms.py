"""Fields of forms: the number of errors, and fields that are folded under *More options*; undo of messages.

A form class names the fields that most people change in `first_fields` and says in `more_help` what the others do when
they stay as they are. Without `first_fields`, all fields are shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django import forms, template
from django.contrib.messages.storage.base import Message

register = template.Library()


@register.filter
def count_errors(form: forms.BaseForm) -> int:
    """Count the form's error messages; one field may have several."""
    return sum(map(len, form.errors.values()))


@register.filter
def first_fields(form: forms.BaseForm) -> list[forms.BoundField]:
    """Return the fields that are always shown, in the order of `first_fields`."""
    names: tuple[str, ...] | None = getattr(form, "first_fields", None)
    if names is None:
        return form.visible_fields()
    return [form[name] for name in names if name in form.fields and not form[name].is_hidden]


@register.filter
def more_fields(form: forms.BaseForm) -> list[forms.BoundField]:
    """Return the fields that are folded."""
    first = {field.name for field in first_fields(form)}
    return [field for field in form.visible_fields() if field.name not in first]


@register.filter
def opened(fields: Iterable[forms.BoundField]) -> bool:
    """Return whether folded fields are to be seen: one has an error or was changed."""
    return any(field.errors or (field.form.is_bound and field.name in field.form.changed_data) for field in fields)


@register.filter
def undo(message: Message) -> dict[str, Any] | None:
    """Return address and values of the request that takes back what the message tells; None if there is none."""
    return json.loads(message.extra_tags) if message.extra_tags else None
