"""Serializers of seatings."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class SeatedPlayerSerializer(serializers.Serializer[Any]):
    """A chair: the wind (0 East to 3 North, null where unknown) and who sits there."""

    wind = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")


class SeatedTableSerializer(serializers.Serializer[Any]):
    """A table of a seating."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty where the table is called by its number.")
    seats = SeatedPlayerSerializer(many=True)


class SeatingSerializer(serializers.Serializer[Any]):
    """The public seating of a round."""

    round = serializers.IntegerField()
    version = serializers.IntegerField()
    tables = SeatedTableSerializer(many=True)
