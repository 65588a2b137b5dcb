from __future__ import annotations

from django import forms, template

register = template.Library()


@register.filter
def count_errors(form: forms.BaseForm) -> int:
    """Count the form's error messages; one field may have several."""
    return sum(map(len, form.errors.values()))
