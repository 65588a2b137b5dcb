"""Serializers of events; amounts are exact: an integer, or a text such as ``7/3``."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from rest_framework import serializers

from tournaments.accounts.models import Membership
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import MAX_ROUNDS, Announcement, RulesetVersion, Tournament
from tournaments.events.queries import find_current_round
from tournaments.events.services import RULE_FACTS
from tournaments.events.settings import EVENT, FACTS, get_setting
from tournaments.exchange.document.public import list_public_columns


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament's public facts."""

    ruleset = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = [
            name
            for setting in EVENT
            if setting.public
            for name in ((setting.name, "ruleset") if setting.name == "family" else (setting.name,))
        ]
        read_only_fields = fields

    def get_ruleset(self, tournament: Tournament) -> str:
        """Family and preset, such as `mcr-2006`."""
        versions = tournament.rulesets.all()
        return max(versions, key=attrgetter("number")).preset if versions else ""


class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with its current round."""

    current_round = serializers.SerializerMethodField()
    next_seating = serializers.SerializerMethodField()

    class Meta(TournamentSerializer.Meta):
        fields = [*TournamentSerializer.Meta.fields, "current_round", "next_seating"]
        read_only_fields = fields

    def to_representation(self, instance: Tournament) -> dict[str, Any]:
        self.now = find_current_round(instance)
        return super().to_representation(instance)

    def get_current_round(self, _tournament: Tournament) -> int | None:
        """The round being played; otherwise the next published one; otherwise the last finished one."""
        return self.now.number

    def get_next_seating(self, _tournament: Tournament) -> int | None:
        """The next published round."""
        return self.now.next_seating.number if self.now.next_seating else None


class NewTournamentSerializer(serializers.Serializer[Any]):
    """Fields of a new tournament."""

    preset = serializers.CharField(max_length=60)
    name = serializers.CharField(max_length=get_setting("name").longest)
    slug = serializers.SlugField(max_length=get_setting("slug").longest, required=False, allow_blank=True, default="")
    rounds = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        default=None,
        help_text="Without it, those usual for the preset.",
    )


class EventFactsSerializer(serializers.ModelSerializer[Tournament]):
    """Settings of an event, as `edit/` takes them."""

    class Meta:
        model = Tournament
        fields = FACTS
        read_only_fields = fields


class RoleSerializer(serializers.ModelSerializer[Membership]):
    """A role of an account in the event."""

    user = serializers.CharField(source="user.username")

    class Meta:
        model = Membership
        fields = ["user", "role"]
        read_only_fields = fields


class RulesSerializer(serializers.ModelSerializer[RulesetVersion]):
    """Rules of an event, as `rules/` takes them."""

    class Meta:
        model = RulesetVersion
        fields = RULE_FACTS
        read_only_fields = fields


class LogEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    """An entry of the audit log with values before and after."""

    actor_name = serializers.CharField()
    reason = serializers.CharField()

    class Meta:
        model = AuditEntry
        fields = list_public_columns(
            "log",
            "at",
            "action",
            "actor_name",
            "origin",
            "object_type",
            "object_id",
            "object_name",
            "before",
            "after",
            "reason",
        )
        read_only_fields = fields


class AnnouncementSerializer(serializers.ModelSerializer[Announcement]):
    """An announcement, shown from `starts_at` until `ends_at`, or at once and until it is removed."""

    class Meta:
        model = Announcement
        fields = ["number", "text", "level", "starts_at", "ends_at"]
        read_only_fields = fields
