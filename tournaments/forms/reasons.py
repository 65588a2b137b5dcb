"""Why something is done: one field, for everything that is undone, closed or refused."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class ReasonForm(forms.Form):
    """Why; the page asks for it, and where ``required`` is False the service says when it must be given."""

    reason = forms.CharField(label=_("Reason"), max_length=500)

    def __init__(self, *args: Any, required: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = required
