"""Serializers of players and teams."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rest_framework import serializers

from engine.exact import MAX_NUMBER
from tournaments.entries.fields import PLAYER, PRIVATE_FACTS, TEAM, Visibility
from tournaments.entries.models.entries import Entry, Team


class TeamSerializer(serializers.ModelSerializer[Team]):
    """A team."""

    class Meta:
        model = Team
        fields = [column.name for column in TEAM if column.visible == Visibility.PUBLIC]


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A player. EMA number and note are there for those who may see them only."""

    name = serializers.CharField(read_only=True)
    team = serializers.SlugRelatedField[Team](slug_field="code", read_only=True, allow_null=True)

    def __init__(self, *args: Any, private: Collection[str] = tuple(PRIVATE_FACTS), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.private = private

    def to_representation(self, instance: Entry) -> dict[str, Any]:
        shown = super().to_representation(instance)
        return {name: value for name, value in shown.items() if name not in PRIVATE_FACTS or name in self.private}

    class Meta:
        model = Entry
        fields = [
            "number",
            "name",
            *(column.name for column in PLAYER if column.visible == Visibility.PUBLIC and column.name != "number"),
            *PRIVATE_FACTS,
        ]
        read_only_fields = fields


class EntryWriteSerializer(serializers.Serializer[Any]):
    """Fields of a player; those that are left out stay as they are."""

    number = serializers.IntegerField(min_value=1, max_value=MAX_NUMBER, required=False)
    team = serializers.CharField(
        max_length=Team._meta.get_field("code").max_length,
        required=False,
        allow_null=True,
        help_text="The team's code.",
    )
    ema_number = serializers.RegexField(r"\A[0-9]{8}\Z", required=False, allow_null=True)

    def get_fields(self) -> dict[str, Any]:
        declared = super().get_fields()
        texts = {
            column.name: serializers.CharField(max_length=column.longest, required=False, allow_blank=True)
            for column in PLAYER
            if column.typed and column.name not in declared
        }
        return declared | texts
