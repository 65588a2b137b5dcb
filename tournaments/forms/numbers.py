"""Fields for numbers: exact amounts and whole ones, bounded by `engine.exact` before anything is worked out."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from engine.exact import LONGEST, WHOLE, NumberError, as_typed, read_exact, read_whole
from tournaments.wording.sentences import in_words


class AmountField(forms.CharField):
    """An exact amount with any kind of minus: -10, -0.5 or -1/3. None where nothing is written."""

    default_error_messages = {"invalid": _("Write a number such as -10, -0.5 or -1/3.")}

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": LONGEST, **kwargs})

    def clean(self, value: Any) -> Fraction | None:
        """The amount. Raises ValidationError."""
        text = as_typed(super().clean(value) or "")
        if not text:
            return None
        try:
            return read_exact(text)
        except NumberError as error:
            raise ValidationError(self.error_messages["invalid"], code="invalid") from error


class WholeField(forms.IntegerField):
    """A whole number, in plain or full-width digits."""

    def to_python(self, value: Any) -> int | None:
        """The number, or None where nothing is written. Raises ValidationError."""
        if value in self.empty_values:
            return None
        text = as_typed(str(value))
        try:
            return read_whole(text, WHOLE)
        except NumberError as error:
            shown = in_words(error) if text.lstrip("-+").isdecimal() else self.error_messages["invalid"]
            raise ValidationError(shown, code="invalid") from error
