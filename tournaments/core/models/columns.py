"""Columns with bounds that forms, API, files and the database share."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from email.headerregistry import Address
from fractions import Fraction
from typing import Any, Final, Self, overload

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

MAX_REASON_LENGTH: Final = 1000


def check_mail_address(address: str) -> None:
    """Raise ValidationError for an address that Python's mail library rejects, even if Django accepts it."""
    try:
        Address(addr_spec=address).domain.encode("idna")
    except Exception as error:
        # The parser raises defects, and on some texts IndexError; any error means that no e-mail can be sent.
        raise ValidationError(_("No e-mail can be sent to this address. Correct it."), code="invalid") from error


class MailAddressField(models.EmailField):
    default_validators = [*models.EmailField.default_validators, check_mail_address]


FIRST_DAY: Final = datetime.date(1900, 1, 1)
LAST_DAY: Final = datetime.date(2200, 12, 31)
"""Days of events; times nearer to the ends of the calendar cannot be shown in every time zone."""
FIRST_MOMENT: Final = datetime.datetime.combine(FIRST_DAY, datetime.time(), datetime.UTC)
LAST_MOMENT: Final = datetime.datetime.combine(LAST_DAY, datetime.time(), datetime.UTC)
_MESSAGE: Final = _("Choose a year from 1900 to 2200.")


class DayFormField(forms.DateField):
    default_validators = [MinValueValidator(FIRST_DAY, _MESSAGE), MaxValueValidator(LAST_DAY, _MESSAGE)]


class MomentFormField(forms.DateTimeField):
    default_validators = [MinValueValidator(FIRST_MOMENT, _MESSAGE), MaxValueValidator(LAST_MOMENT, _MESSAGE)]


class _Bounded(models.Field):
    form_field: type[forms.Field]

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, f"django.db.models.{self.get_internal_type()}", args, kwargs

    def formfield(self, *args: Any, **kwargs: Any) -> forms.Field | None:
        return super().formfield(*args, **{"form_class": self.form_field, **kwargs})


class DayField(_Bounded, models.DateField):
    """Day in the bounds; add `make_years_constraint` to the model's constraints."""

    default_validators = DayFormField.default_validators
    form_field = DayFormField


class MomentField(_Bounded, models.DateTimeField):
    default_validators = MomentFormField.default_validators
    form_field = MomentFormField


class SealedMomentField(models.DateTimeField):
    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.DateTimeField", args, kwargs


def get_bounds(column: models.Field) -> tuple[datetime.date, datetime.date]:
    return (FIRST_MOMENT, LAST_MOMENT) if isinstance(column, models.DateTimeField) else (FIRST_DAY, LAST_DAY)


def make_years_constraint(
    name: str, *, days: Sequence[str] = (), moments: Sequence[str] = ()
) -> models.CheckConstraint:
    """Return the constraint `name` of a model's columns of days and times; empty ones hold."""
    condition = Q()
    for columns, bounds in ((days, (FIRST_DAY, LAST_DAY)), (moments, (FIRST_MOMENT, LAST_MOMENT))):
        for column in columns:
            condition &= Q(**{f"{column}__isnull": True}) | Q(**{f"{column}__range": bounds})
    return models.CheckConstraint(condition=condition, name=name, violation_error_message=_MESSAGE)


class ExactAmount:
    """Exact amount in two columns, `<name>_numerator` over `<name>_denominator`; None where both are null."""

    def __set_name__(self, owner: type[models.Model], name: str) -> None:
        self.numerator, self.denominator = name_exact_columns(name)

    @overload
    def __get__(self, row: None, owner: type[models.Model]) -> Self: ...

    @overload
    def __get__(self, row: models.Model, owner: type[models.Model]) -> Fraction | None: ...

    def __get__(self, row: models.Model | None, owner: type[models.Model]) -> Self | Fraction | None:
        if row is None:
            return self
        numerator = getattr(row, self.numerator)
        return None if numerator is None else Fraction(numerator, getattr(row, self.denominator))

    def __set__(self, row: models.Model, value: Fraction | int | None) -> None:
        exact = None if value is None else Fraction(value)
        setattr(row, self.numerator, None if exact is None else exact.numerator)
        setattr(row, self.denominator, None if exact is None else exact.denominator)


def name_exact_columns(name: str) -> tuple[str, str]:
    return f"{name}_numerator", f"{name}_denominator"


def is_exact(name: str) -> Q:
    numerator, denominator = name_exact_columns(name)
    empty = Q(**{f"{numerator}__isnull": True, f"{denominator}__isnull": True})
    return empty | Q(**{f"{numerator}__isnull": False, f"{denominator}__gte": 1})
