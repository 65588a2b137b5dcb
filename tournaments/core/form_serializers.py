"""API serializers made from Django forms, which define fields and limits once."""

from __future__ import annotations

import copy
import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core.exceptions import ImproperlyConfigured
from django.core.validators import RegexValidator
from django.utils.translation import override
from rest_framework import serializers
from rest_framework.fields import empty

from tournaments.core.api.base import reject_unknown_body_fields
from tournaments.core.api.fields import ExactField
from tournaments.core.forms.fields import AmountField

ApiField = serializers.Field[Any, Any, Any, Any]

MAX_INTEGER = 2**31 - 1

MAX_ITEMS = 5000


class FormSerializer(serializers.Serializer[Any]):
    """Base serializer of form fields, also nested in lists; rejects unknown fields."""

    def to_internal_value(self, data: Any) -> Any:
        reject_unknown_body_fields(self, data)
        return super().to_internal_value(data)


class PartialFormSerializer(FormSerializer):
    """The same where fields that are left out stay as they are."""

    def get_fields(self) -> dict[str, ApiField]:
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = False, empty
        return fields


class WholeSerializer(serializers.Serializer[Any]):
    """Base serializer of responses: it has all fields, also those that a request may leave out."""

    def get_fields(self) -> dict[str, ApiField]:
        fields = super().get_fields()
        for field in fields.values():
            field.required, field.default = True, empty
        return fields


def build_serializer_of_form(
    form_class: type[forms.BaseForm],
    name: str,
    doc: str | None,
    *,
    names: Mapping[str, str] | None = None,
    fields: Mapping[str, ApiField] | None = None,
    partial: bool = False,
) -> type[FormSerializer]:
    """Return a serializer class with the form's fields.

    `names`: form name -> API name where they differ. `fields`: API fields that replace or extend the form's.
    """
    names, fields = names or {}, fields or {}
    serializer_fields = {
        names.get(key, key): build_api_field(field)
        for key, field in form_class.base_fields.items()  # type: ignore[attr-defined]
        if names.get(key, key) not in fields
    }
    base = PartialFormSerializer if partial else FormSerializer
    return type(name, (base,), {"__doc__": doc, **serializer_fields, **copy.deepcopy(dict(fields))})


def build_api_field(field: forms.Field) -> ApiField:
    """Return the serializer field for a form field. Raises ImproperlyConfigured for an unknown type."""
    api_field: ApiField | None = getattr(field, "api_field", None)
    if api_field is not None:
        return copy.deepcopy(api_field)
    about: dict[str, Any] = {"help_text": field.help_text} if field.help_text else {}
    initial = field.initial() if callable(field.initial) else field.initial
    match field:
        case forms.NullBooleanField():
            return serializers.BooleanField(**about, **_build_presence(field, initial))
        case forms.BooleanField():
            return serializers.BooleanField(**about, required=False, default=bool(initial))
        case forms.ModelMultipleChoiceField():
            return _build_list_field(field, _build_key_field(field), **about)
        case forms.ModelChoiceField():
            nullable = {} if field.required else {"required": False, "allow_null": True, "default": None}
            return _build_key_field(field, **about, **nullable)
        case forms.MultipleChoiceField():
            return _build_list_field(field, serializers.ChoiceField(_list_choices(field)), **about)
        case forms.ChoiceField():
            return _build_choice_field(field, initial, about)
        case forms.FloatField():
            return serializers.FloatField(**about, **_build_limits(field), **_build_presence(field, initial))
        case forms.DecimalField():
            digits: dict[str, Any] = {"max_digits": field.max_digits, "decimal_places": field.decimal_places}
            return serializers.DecimalField(
                **about, **digits, **_build_limits(field), **_build_presence(field, initial)
            )
        case forms.IntegerField():
            limits = {"max_value": MAX_INTEGER} | _build_limits(field)
            return serializers.IntegerField(**about, **limits, **_build_presence(field, initial))
        case forms.DateTimeField():
            return serializers.DateTimeField(**about, **_build_presence(field, initial), validators=field.validators)
        case forms.DateField():
            return serializers.DateField(**about, **_build_presence(field, initial), validators=field.validators)
        case forms.TimeField():
            return serializers.TimeField(**about, **_build_presence(field, initial))
        case AmountField():
            return ExactField(**about, **_build_presence(field, initial))
        case forms.CharField():
            return _build_text_field(field, initial, about)
    raise ImproperlyConfigured(f"{type(field).__name__} needs an attribute api_field")


def _build_presence(field: forms.Field, initial: Any) -> dict[str, Any]:
    if field.required:
        return {} if initial is None else {"required": False, "default": initial}
    return {"required": False, "allow_null": True, "default": initial}


def _build_limits(field: Any) -> dict[str, Any]:
    limits = {"min_value": field.min_value, "max_value": field.max_value}
    return {name: limit for name, limit in limits.items() if limit is not None}


def _build_text_field(field: forms.CharField, initial: Any, about: dict[str, Any]) -> ApiField:
    about |= {"max_length": field.max_length, "min_length": field.min_length, "trim_whitespace": field.strip}
    if field.required and initial is not None:
        about |= {"required": False, "default": initial}
    elif not field.required:
        about |= {"required": False, "allow_blank": True, "default": initial or field.empty_value}
        if field.empty_value is None:
            about["allow_null"] = True
    if isinstance(field, forms.SlugField):
        return serializers.SlugField(**about)
    for validator in field.validators:
        if isinstance(validator, RegexValidator):
            return serializers.RegexField(re.compile(validator.regex).pattern, **about)
    return serializers.CharField(**about)


def _list_choices(field: Any) -> list[tuple[Any, Any]]:
    # The class stays for everybody, so that its order does not depend on the language of whoever asks first.
    with override("en"):
        groups = [label if isinstance(label, (list, tuple)) else [(value, label)] for value, label in field.choices]
    coerce = getattr(field, "coerce", str)
    return [(coerce(value), label) for group in groups for value, label in group if value not in ("", None)]


def _build_choice_field(field: forms.ChoiceField, initial: Any, about: dict[str, Any]) -> ApiField:
    if field.required:
        default = {} if initial is None else {"default": initial}
    elif getattr(field, "empty_value", "") is None:
        default = {"required": False, "allow_null": True, "default": initial}
    else:
        default = {"required": False, "allow_blank": True, "default": initial or ""}
    return serializers.ChoiceField(_list_choices(field), **about, **default)


def _build_key_field(field: forms.ModelChoiceField, **options: Any) -> ApiField:
    """Return a slug-related field: clients name rows by `to_field_name`, never by primary key."""
    if field.to_field_name in (None, "pk", "id"):
        raise ImproperlyConfigured("a form of an action names rows by to_field_name, such as the number of a player")
    column = field.queryset.model._meta.get_field(field.to_field_name)  # type: ignore[union-attr]
    if column.get_internal_type().endswith("IntegerField"):
        return serializers.IntegerField(min_value=1, max_value=MAX_INTEGER, **options)
    if options.get("allow_null"):
        options["allow_blank"] = True
    return serializers.CharField(max_length=getattr(column, "max_length", None) or 200, **options)


def _build_list_field(field: forms.Field, child: ApiField, **about: Any) -> ApiField:
    missing: dict[str, Any] = {} if field.required else {"required": False, "default": list}
    return serializers.ListField(child=child, max_length=MAX_ITEMS, **about, **missing)
