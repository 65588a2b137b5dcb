from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from rest_framework import serializers

from tournaments.core.text import names
from tournaments.entries.fields import NAMES, PLAYER, PRIVATE_FACTS, REGISTRATION, TEAM, Visibility
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application, Email, RegistrationDesk
from tournaments.events.settings import DESK_FACTS


class TeamSerializer(serializers.ModelSerializer[Team]):
    """A team."""

    class Meta:
        model = Team
        fields = [column.name for column in TEAM if column.visible == Visibility.PUBLIC]


class EntrySerializer(serializers.ModelSerializer[Entry]):
    """A player. EMA number, note and private answers only for accounts that may see them."""

    name = serializers.CharField(read_only=True)
    team = serializers.SlugRelatedField[Team](slug_field="code", read_only=True, allow_null=True)
    categories = serializers.ListField(
        child=serializers.IntegerField(), read_only=True, help_text="Numbers of the event's categories."
    )
    answers = serializers.DictField(read_only=True, help_text="Number of a question of the event -> answer.")

    def __init__(
        self,
        *args: Any,
        private: Collection[str] = tuple(PRIVATE_FACTS),
        questions: Iterable[EntryQuestion] = (),
        hidden: Collection[int] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.private, self.asked = private, {question.key for question in questions}
        self.hidden = hidden

    def to_representation(self, instance: Entry) -> dict[str, Any]:
        with names.reading_names(full="nickname" in self.private):
            representation = super().to_representation(instance)
            hidden_elsewhere = instance.number in self.hidden and not names.reads_full_names()
            if instance.hides_name or hidden_elsewhere:
                representation |= dict.fromkeys(NAMES, "")
        representation["answers"] = {
            key: answer for key, answer in representation["answers"].items() if key in self.asked
        }
        return {
            name: value for name, value in representation.items() if name not in PRIVATE_FACTS or name in self.private
        }

    class Meta:
        model = Entry
        fields = [
            "number",
            "name",
            *(column.name for column in PLAYER if column.visible == Visibility.PUBLIC and column.name != "number"),
            *PRIVATE_FACTS,
        ]
        read_only_fields = fields


class CategorySerializer(serializers.ModelSerializer[Category]):
    """A category of the event; `asked`: players choose it at registration."""

    class Meta:
        model = Category
        fields = ["number", "name", "asked"]
        read_only_fields = fields


class QuestionSerializer(serializers.ModelSerializer[EntryQuestion]):
    """A question of the event's own about its players; `choices` has one per line."""

    class Meta:
        model = EntryQuestion
        fields = ["number", "label", "kind", "choices", "required", "public", "position"]
        read_only_fields = fields


class RegistrationSerializer(serializers.ModelSerializer[Application]):
    """A registration; `entry`: the player's number once entered."""

    entry = serializers.IntegerField(source="entry.number", allow_null=True, default=None)
    answers = serializers.DictField(source="current_answers")
    categories = serializers.ListField(source="current_categories", child=serializers.IntegerField())

    class Meta:
        model = Application
        fields = ["entry", *(column.name for column in REGISTRATION if column.visible == Visibility.ORGANISERS)]
        read_only_fields = fields


class RegistrationEmailSerializer(serializers.ModelSerializer[Email]):
    """A request to confirm a registration's address."""

    registration = serializers.IntegerField(source="application.number")

    class Meta:
        model = Email
        fields = ["registration", "state", "error", "created_at", "send_after", "sent_at"]
        read_only_fields = fields


class RegistrationFactsSerializer(serializers.ModelSerializer[RegistrationDesk]):
    """Settings of registration, as `registration/` takes them; `asks`: field -> asked or required."""

    class Meta:
        model = RegistrationDesk
        fields = DESK_FACTS
        read_only_fields = fields


class MailingSerializer(serializers.ModelSerializer[Mailing]):
    """An e-mail to many people. `sent`, `failed` and `no_address` count people, for three months."""

    groups = serializers.ListField(child=serializers.ChoiceField(Mailing.Group.choices), read_only=True)
    sent = serializers.IntegerField(read_only=True)
    failed = serializers.IntegerField(read_only=True)
    no_address = serializers.IntegerField(read_only=True)

    class Meta:
        model = Mailing
        fields = [
            "number", "groups", "language", "subject", "text", "created_at", "recipients", "sent", "failed",
            "no_address",
        ]  # fmt: skip
        read_only_fields = fields
