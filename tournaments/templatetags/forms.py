"""Fields of forms: number of errors, fields folded under *More options* (`first_fields`), undo of messages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from django import forms, template
from django.contrib.messages.storage.base import Message

register = template.Library()


@register.filter
def count_errors(form: forms.BaseForm) -> int:
    return sum(map(len, form.errors.values()))


@register.filter
def first_fields(form: forms.BaseForm) -> list[forms.BoundField]:
    names: tuple[str, ...] | None = getattr(form, "first_fields", None)
    if names is None:
        return form.visible_fields()
    return [form[name] for name in names if name in form.fields and not form[name].is_hidden]


@register.filter
def more_fields(form: forms.BaseForm) -> list[forms.BoundField]:
    first = {field.name for field in first_fields(form)}
    return [field for field in form.visible_fields() if field.name not in first]


@register.filter
def opened(fields: Iterable[forms.BoundField]) -> bool:
    return any(field.errors or (field.form.is_bound and field.name in field.form.changed_data) for field in fields)


@register.filter
def undo(message: Message) -> dict[str, Any] | None:
    return json.loads(message.extra_tags) if message.extra_tags else None
