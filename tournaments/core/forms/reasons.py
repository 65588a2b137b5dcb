"""Why something is done: one field, for everything that is undone, closed or refused."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

LONGEST_REASON = 500


class ReasonForm(forms.Form):
    """Why; the page asks for it, and where ``required`` is False the service says when it must be given."""

    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)

    def __init__(self, *args: Any, required: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].required = required and self.fields["reason"].required


class OptionalReasonForm(ReasonForm):
    """A reason that may be left out unless the service asks for it."""

    reason = forms.CharField(label=_("Reason"), required=False, max_length=LONGEST_REASON)


class PublicReasonForm(forms.Form):
    """A reason that everybody will read."""

    reason = forms.CharField(label=_("Reason, public"), max_length=1000, widget=forms.Textarea(attrs={"rows": 2}))


class ContinueForm(forms.Form):
    """The reason to take a step although items are open (`core.views.manage.ask_to_continue`)."""

    # Without an id: a page may have several such forms.
    continue_anyway = forms.CharField(
        label=_("Reason to continue"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.HiddenInput(attrs={"id": False}),
    )
