"""JSON of the API. Amounts are exact: a whole number, or a text such as ``7/3``."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from engine.exact import LARGEST, NumberError, read_exact
from tournaments.core.api.base import refuse_unknown
from tournaments.core.models.log import AuditEntry
from tournaments.core.text.sentences import in_words
from tournaments.core.visibility import results_close
from tournaments.entries.fields import PLAYER, PRIVATE_FACTS, TEAM, Visibility
from tournaments.entries.models.entries import Entry, Team
from tournaments.events.models import MOST_ROUNDS, Tournament
from tournaments.events.queries import current_round
from tournaments.events.settings import EVENT, INITIAL, setting
from tournaments.results.models.results import TableResult
from tournaments.rounds.models.rounds import Round
from tournaments.standings.models import ScoreLine


@extend_schema_field({"oneOf": [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d{1,10}(/\d{1,6})?$"}]})
class ExactField(serializers.Field[Fraction, Any, Any, Any]):
    """An exact amount: 12, "7/3" or "0.5"."""

    def to_representation(self, value: Fraction) -> int | str:
        return value.numerator if value.denominator == 1 else f"{value.numerator}/{value.denominator}"

    def to_internal_value(self, data: Any) -> Fraction:
        if isinstance(data, float):
            raise serializers.ValidationError(_("A whole number or a fraction such as 7/3 is expected."))
        try:
            return read_exact(data)
        except NumberError as error:
            raise serializers.ValidationError(in_words(error)) from None


class TournamentSerializer(serializers.ModelSerializer[Tournament]):
    """A tournament as anybody may see it."""

    ruleset = serializers.SerializerMethodField()

    class Meta:
        model = Tournament
        fields = [
            name
            for one in EVENT
            if one.public
            for name in ((one.name, "ruleset") if one.name == "family" else (one.name,))
        ]
        read_only_fields = fields

    def get_ruleset(self, tournament: Tournament) -> str:
        """Family and preset, `mcr-2006`."""
        newest = tournament.rulesets.order_by("-number").first()
        return newest.preset if newest else ""


class TournamentDetailSerializer(TournamentSerializer):
    """A tournament with the round that it is in."""

    current_round = serializers.SerializerMethodField()
    next_seating = serializers.SerializerMethodField()

    class Meta(TournamentSerializer.Meta):
        fields = [*TournamentSerializer.Meta.fields, "current_round", "next_seating"]
        read_only_fields = fields

    def to_representation(self, instance: Tournament) -> dict[str, Any]:
        self.now = current_round.of_event(instance)
        return super().to_representation(instance)

    def get_current_round(self, _tournament: Tournament) -> int | None:
        """The round being played; otherwise the next published one; otherwise the last finished one."""
        return self.now.number

    def get_next_seating(self, _tournament: Tournament) -> int | None:
        """The published round that is played next."""
        return self.now.next_seating.number if self.now.next_seating else None


class NewTournamentSerializer(serializers.Serializer[Any]):
    """What a new tournament needs."""

    preset = serializers.CharField(max_length=60)
    name = serializers.CharField(max_length=setting("name").longest)
    slug = serializers.SlugField(max_length=setting("slug").longest, required=False, allow_blank=True, default="")
    rounds = serializers.IntegerField(min_value=1, max_value=MOST_ROUNDS, default=INITIAL["rounds_planned"])


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

    number = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False)
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


class RoundSerializer(serializers.ModelSerializer[Round]):
    """A round."""

    stage = serializers.CharField(source="stage.name", read_only=True)
    released = serializers.SerializerMethodField()

    class Meta:
        model = Round
        fields = ["number", "stage", "day", "starts_at", "minutes", "state", "released"]
        read_only_fields = fields

    def get_released(self, round_: Round) -> bool:
        """Whether everybody may see the results."""
        closed = results_close(round_.tournament)
        return round_.released_at is not None and (closed is None or round_.number < closed)


class SeatedPlayerSerializer(serializers.Serializer[Any]):
    """A chair: the wind (0 East to 3 North, null where unknown) and who sits there."""

    wind = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")


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


class ResultRowSerializer(serializers.Serializer[Any]):
    """One player's line at a table."""

    wind = serializers.IntegerField(allow_null=True)
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(source="player.name")
    points = serializers.IntegerField()
    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    table_points = ExactField(allow_null=True)
    score = ExactField(allow_null=True)
    penalty = ExactField()
    forfeit = serializers.CharField(help_text="Why the standings do not count this for the player; else empty.")


class TableSheetSerializer(serializers.Serializer[Any]):
    """The confirmed result of a table; no rows while it is missing."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    name = serializers.CharField(help_text="Empty where the table is called by its number.")
    leftover = serializers.IntegerField()
    rows = ResultRowSerializer(many=True)


class ResultVersionSerializer(serializers.ModelSerializer[TableResult]):
    """One version of a table's sheet, as the scorers see it. `context["hidden"]`: the keys of those without points."""

    table = serializers.IntegerField(source="table.number", read_only=True)
    round = serializers.IntegerField(source="table.round.number", read_only=True)
    points = serializers.SerializerMethodField()
    leftover_points = serializers.SerializerMethodField()
    twice_alike = serializers.BooleanField(
        read_only=True, help_text="Two people have typed it, each without seeing what the other typed."
    )

    class Meta:
        model = TableResult
        fields = [
            "round", "table", "version", "state", "leftover_points", "points", "doubtful_reason", "reason",
            "twice_alike",
        ]  # fmt: skip
        read_only_fields = fields

    def get_points(self, result: TableResult) -> list[int] | None:
        """Points in turn order; null for whoever is to type the sheet again without seeing it."""
        return None if self._hidden(result) else [seat.points for seat in result.seats.all()]

    def get_leftover_points(self, result: TableResult) -> int | None:
        """Points in sticks left; null like the points."""
        return None if self._hidden(result) else result.leftover_points

    def _hidden(self, result: TableResult) -> bool:
        return result.pk in self.context["hidden"]


class SheetSerializer(serializers.Serializer[Any]):
    """A table's sheet: points in turn order from East."""

    points = serializers.ListField(
        child=serializers.IntegerField(min_value=-LARGEST, max_value=LARGEST), min_length=4, max_length=4
    )
    leftover = serializers.IntegerField(min_value=0, max_value=LARGEST, default=0)
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    based_on = serializers.IntegerField(
        min_value=0,
        max_value=LARGEST,
        required=False,
        allow_null=True,
        default=None,
        help_text="The version the numbers correct; 409 where another stands by now.",
    )


class TableSheetWriteSerializer(SheetSerializer):
    """The same with the number of its table."""

    table = serializers.IntegerField(min_value=1, max_value=9999)

    def to_internal_value(self, data: Any) -> Any:
        refuse_unknown(self, data)
        return super().to_internal_value(data)


class SheetsSerializer(serializers.Serializer[Any]):
    """Sheets of several tables of a round."""

    sheets = serializers.ListField(child=TableSheetWriteSerializer(), allow_empty=False, max_length=1000)


class LogEntrySerializer(serializers.ModelSerializer[AuditEntry]):
    """An entry of the log with what was before and after."""

    actor_name = serializers.CharField()
    reason = serializers.CharField()

    class Meta:
        model = AuditEntry
        fields = [
            "sequence",
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
            "digest",
        ]
        read_only_fields = fields


class ConfirmSerializer(serializers.Serializer[Any]):
    """Confirming a version: the points again where the tournament asks for them."""

    version = serializers.IntegerField(min_value=1, max_value=LARGEST)
    again = serializers.ListField(
        child=serializers.IntegerField(min_value=-LARGEST, max_value=LARGEST),
        min_length=4,
        max_length=4,
        required=False,
        allow_null=True,
        default=None,
    )
    reason = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")


class ScoreLineSerializer(serializers.ModelSerializer[ScoreLine]):
    """A line of the ledger."""

    entry = serializers.IntegerField(source="entry.number", read_only=True, allow_null=True, default=None)
    team = serializers.CharField(source="team.code", read_only=True, allow_null=True, default=None)
    round = serializers.IntegerField(source="round.number", read_only=True, allow_null=True, default=None)
    table = serializers.IntegerField(source="table.number", read_only=True, allow_null=True, default=None)
    amount = ExactField(read_only=True)
    voided = serializers.SerializerMethodField()

    class Meta:
        model = ScoreLine
        fields = [
            "id",
            "entry",
            "team",
            "round",
            "table",
            "hand",
            "scope",
            "unit",
            "kind",
            "amount",
            "reason",
            "clause",
            "created_at",
            "voided",
            "void_reason",
        ]
        read_only_fields = fields

    def get_voided(self, line: ScoreLine) -> bool:
        """Whether the line no longer counts."""
        return line.voided_at is not None


class NewScoreLineSerializer(serializers.Serializer[Any]):
    """A penalty, bonus or adjustment; a penalty is negative."""

    entry = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, allow_null=True, default=None)
    team = serializers.CharField(max_length=20, required=False, allow_null=True, default=None)
    round = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, allow_null=True, default=None)
    table = serializers.IntegerField(min_value=1, max_value=LARGEST, required=False, allow_null=True, default=None)
    hand = serializers.IntegerField(min_value=1, max_value=32_000, required=False, allow_null=True, default=None)
    scope = serializers.ChoiceField(choices=ScoreLine.Scope.choices, default=ScoreLine.Scope.OVERALL)
    unit = serializers.ChoiceField(choices=ScoreLine.Unit.choices)
    kind = serializers.ChoiceField(
        choices=[choice for choice in ScoreLine.Kind.choices if choice[0] != "result"], default=ScoreLine.Kind.PENALTY
    )
    amount = ExactField()
    reason = serializers.CharField(max_length=1000)
    clause = serializers.CharField(max_length=120, required=False, allow_blank=True, default="")


class MetricsField(serializers.Field[Any, Any, Any, Any]):
    """Metrics of a standings row by key."""

    def to_representation(self, value: Any) -> dict[str, int | str | None]:
        exact = ExactField()
        return {key: None if cell is None else exact.to_representation(cell) for key, cell in value.items()}


@extend_schema_field(OpenApiTypes.OBJECT)
class _Metrics(MetricsField):
    """Typed for the schema."""


class StandingRowSerializer(serializers.Serializer[Any]):
    """A player's row. A disqualified player comes last, with or without a place as the rules say."""

    place = serializers.IntegerField(allow_null=True)
    shared = serializers.BooleanField()
    disqualified = serializers.BooleanField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.CharField()
    metrics = _Metrics()


class TeamStandingRowSerializer(serializers.Serializer[Any]):
    """A team's row."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    code = serializers.CharField()
    name = serializers.CharField()
    metrics = _Metrics()


class StandingsSerializer(serializers.Serializer[Any]):
    """Standings after a round, the tie-break order first to last."""

    after = serializers.IntegerField()
    order = serializers.ListField(child=serializers.CharField())
    individual = StandingRowSerializer(many=True)
    teams = TeamStandingRowSerializer(many=True)


class RowProblemSerializer(serializers.Serializer[Any]):
    """One thing wrong or doubtful."""

    line = serializers.IntegerField(help_text="Of the file, from 1; 0 for the whole of it.")
    column = serializers.CharField(allow_blank=True)
    message = serializers.CharField()
    warning = serializers.BooleanField(help_text="Saved all the same; what is no warning keeps its row out.")


class ImportedSerializer(serializers.Serializer[Any]):
    """Result of saving, or of a look at it."""

    version = serializers.IntegerField(help_text="The event's version now; an ETag begins with it.")
    saved = serializers.IntegerField(allow_null=True, help_text="How many; null for a look.")
    counts = serializers.DictField(child=serializers.IntegerField())
    rows = serializers.ListField(child=serializers.DictField())
    problems = RowProblemSerializer(many=True)
