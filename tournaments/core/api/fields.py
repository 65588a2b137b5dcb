"""Serializer fields of the API."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.exact import NumberError, read_exact, read_share
from tournaments.core.text.sentences import in_words

EXACT, SHARE = r"^-?\d{1,10}(/\d{1,6})?$", r"^-?\d{1,10}(/\d{1,6}|%)?$"


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": EXACT}]})
class ExactField(serializers.Field[Fraction, Any, Any, Any]):
    """An exact amount: 12, "7/3" or "0.5"."""

    read: Callable[[Any], Fraction] = staticmethod(read_exact)

    def to_representation(self, value: Fraction) -> int | str:
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"

    def to_internal_value(self, data: Any) -> Fraction:
        if isinstance(data, float):
            raise serializers.ValidationError(_("A whole number or a fraction such as 7/3 is expected."))
        try:
            return self.read(data)
        except NumberError as error:
            raise serializers.ValidationError(in_words(error)) from None


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": SHARE}]})
class ShareField(ExactField):
    """A share of a whole: 1, "1/2", "0.5" or "50%"; answered as a fraction."""

    read = staticmethod(read_share)


class RowProblemSerializer(serializers.Serializer[Any]):
    """An error or warning."""

    line = serializers.IntegerField(help_text="Of the file, from 1; 0 for the whole of it.")
    column = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    warning = serializers.BooleanField(help_text="Saved all the same; what is no warning keeps its row out.")


class ImportedSerializer(serializers.Serializer[Any]):
    """Result of an import, or its preview."""

    version = serializers.IntegerField(help_text="The event's version now; an ETag begins with it.")
    saved = serializers.IntegerField(allow_null=True, help_text="How many; null for a look.")
    counts = serializers.DictField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.DictField())
    problems = RowProblemSerializer(many=True)


@extend_schema_field(int)
class RowNumberField(serializers.SlugRelatedField[Any]):
    """Number of a related row; its limits are the database's own, so the schema names none."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(slug_field="number", **kwargs)
