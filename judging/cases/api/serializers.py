"""Serializers of the judging API. Claims, findings and proposals are the objects of ``docs/judging.md``."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from judging.cases.models import Appeal, Case, ClaimRecord, Party, Ruling
from judging.cases.queries.appeals import get_deadline
from judging.cases.queries.judgments import get_rules_version
from judging.cases.queries.overview import Overview, OwnRuling
from judging.desk.models import Call
from judging.rulebook.queries.ruleset_view import Rulebook


@extend_schema_field(OpenApiTypes.OBJECT)
class ObjectField(serializers.JSONField):
    """A JSON object whose content the law checks."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        value = super().to_internal_value(data)
        if not isinstance(value, dict):
            raise serializers.ValidationError(_("An object is expected."))
        return value


@extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": {}}})
class ObjectsField(serializers.JSONField):
    """A list of JSON objects."""


class ClaimSerializer(serializers.Serializer[Any]):
    """A claim to be examined; inside a tournament the ruleset is the tournament's."""

    kind = serializers.CharField(max_length=40)
    ruleset = serializers.CharField(max_length=80, required=False)
    parameters = ObjectField(required=False)
    seat = serializers.IntegerField(min_value=0, max_value=3, required=False, allow_null=True)
    facts = ObjectField(required=False)
    witnesses = ObjectField(required=False, help_text="Fact -> statements, each with a seat or name and a value.")
    log = ObjectField(required=False, allow_null=True)
    event = serializers.ListField(child=serializers.JSONField(), required=False, allow_null=True, max_length=8)
    earlier = ObjectField(required=False, help_text="Infraction -> how often the offender was punished for it before.")


class AnswerSerializer(serializers.Serializer[Any]):
    """The answer of the law: the verdict on the claim, each finding, proposals, the next fact to ask for."""

    verdict = serializers.ChoiceField(choices=["holds", "fails", "undecided"])
    findings = ObjectsField()
    proposals = ObjectsField()
    question = serializers.CharField(allow_null=True)
    ignored = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="Facts that the kind of claim does not read."
    )
    by_witnesses = ObjectsField(
        required=False, help_text="What follows from the answers of witnesses whose difference leaves the claim open."
    )


class KindSerializer(serializers.Serializer[Any]):
    """A kind of claim with the facts that it asks for, in order."""

    kind = serializers.CharField()
    title = serializers.CharField()
    facts = ObjectsField()


class PartySerializer(serializers.ModelSerializer[Party]):
    """A player at the case's table."""

    player = serializers.IntegerField(source="entry.number", read_only=True)
    name = serializers.CharField(source="entry.name", read_only=True)

    class Meta:
        model = Party
        fields = ("seat", "player", "name", "concerned")
        read_only_fields = fields


class ClaimRecordSerializer(serializers.ModelSerializer[ClaimRecord]):
    """A version of the facts with its findings."""

    claim = ObjectField(read_only=True)
    further = ObjectsField(read_only=True)
    findings = ObjectsField(read_only=True)
    proposals = ObjectsField(read_only=True)

    class Meta:
        model = ClaimRecord
        fields = (
            "number", "kind", "claim", "further", "findings", "proposals", "verdict", "ruleset_name", "engine_version",
            "recorded_at",
        )  # fmt: skip
        read_only_fields = fields


class RulingSerializer(serializers.ModelSerializer[Ruling]):
    """A ruling; a case has at most one in force."""

    transfers = ObjectsField(read_only=True)
    measures = ObjectsField(read_only=True)
    decided_by = serializers.CharField(source="decided_by.username", read_only=True, default=None, allow_null=True)
    supersedes = serializers.IntegerField(source="supersedes.number", read_only=True, default=None, allow_null=True)
    facts = serializers.IntegerField(source="claim.number", read_only=True)
    undecided = serializers.BooleanField(read_only=True, help_text="The law had not decided the facts.")
    appeal_until = serializers.SerializerMethodField()
    accepted = serializers.SerializerMethodField()

    class Meta:
        model = Ruling
        fields = (
            "number", "facts", "in_force", "supersedes", "as_proposed", "undecided", "measures", "hand_effect",
            "minutes", "payments", "transfers", "reason", "note", "decided_by", "decided_at", "appeal_until",
            "accepted",
        )  # fmt: skip
        read_only_fields = fields

    @extend_schema_field({"type": "string", "format": "date-time", "nullable": True})
    def get_appeal_until(self, ruling: Ruling) -> datetime.datetime | None:
        """The deadline for an appeal; null while the session from whose end it counts goes on."""
        return get_deadline(ruling).until

    @extend_schema_field({"type": "array", "items": {"type": "integer"}})
    def get_accepted(self, ruling: Ruling) -> list[int]:
        """The numbers of the players who have accepted it."""
        return [party.entry.number for party in ruling.accepted_by.select_related("entry").order_by("seat")]


class CaseSerializer(serializers.ModelSerializer[Case]):
    """A case as lists show it. ``version`` goes back with a ruling, so that two referees cannot both rule."""

    round = serializers.IntegerField(source="round.number", read_only=True, default=None, allow_null=True)
    table = serializers.IntegerField(source="table.number", read_only=True, default=None, allow_null=True)
    parties = PartySerializer(many=True, read_only=True)

    class Meta:
        model = Case
        fields: tuple[str, ...] = (
            "number", "kind", "round", "table", "hand", "note", "state", "version", "opened_at", "parties",
        )  # fmt: skip
        read_only_fields = fields


class CaseDetailSerializer(CaseSerializer):
    """A case with its facts and rulings."""

    claims = ClaimRecordSerializer(many=True, read_only=True)
    rulings = RulingSerializer(many=True, read_only=True)
    house_rules = serializers.SerializerMethodField()
    referee = serializers.CharField(source="referee.username", read_only=True, default=None, allow_null=True)

    class Meta(CaseSerializer.Meta):
        fields = (*CaseSerializer.Meta.fields, "referee", "claims", "rulings", "house_rules")
        read_only_fields = fields

    @extend_schema_field({"type": "array", "items": {"type": "object", "additionalProperties": {}}})
    def get_house_rules(self, case: Case) -> list[dict[str, Any]]:
        """House rules of the case's round to the clauses that findings and measures cite."""
        book = Rulebook.of_event(case.tournament, get_rules_version(case))
        cited = {
            cited_row["clause"] for claim in case.claims.all() for cited_row in (*claim.findings, *claim.proposals)
        }
        cited |= {cited_row.clause for ruling in case.rulings.all() for cited_row in ruling.sanctions.all()}
        agreed = sorted({rule for clause in cited for rule in book.list_house_rules(clause)})
        return [{"name": str(rule), "clause": rule.clause, "text": rule.text} for rule in agreed]


class FactsSerializer(ClaimSerializer):
    """Facts of a case. The same ``key`` sent again stores nothing twice."""

    further = serializers.ListField(
        child=ClaimSerializer(),
        required=False,
        max_length=8,
        help_text="Claims of further infractions at the table; the ruling takes the measures of all.",
    )
    key = serializers.UUIDField(required=False)
    after = serializers.IntegerField(
        min_value=0,
        required=False,
        help_text="The number of the facts that the referee has seen last, 0 for none; 409 where there are newer ones.",
    )


class WaitingCallSerializer(serializers.Serializer[Call]):
    """An open call without a case."""

    id = serializers.IntegerField()
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    about = serializers.CharField()
    called_at = serializers.DateTimeField()
    taken_by = serializers.CharField(source="taken_by.username", default=None, allow_null=True)


class OpenAppealSerializer(serializers.Serializer[Appeal]):
    """An undecided appeal."""

    case = serializers.IntegerField(source="ruling.case.number")
    ruling = serializers.IntegerField(source="ruling.number")
    player = serializers.IntegerField(source="by_entry.number")
    grounds = serializers.CharField()
    filed_at = serializers.DateTimeField()
    decide_by = serializers.DateTimeField()


class OwnRulingSerializer(serializers.Serializer[OwnRuling]):
    """A ruling that differs from the proposal, or that the rules do not decide."""

    case = serializers.IntegerField(source="ruling.case.number")
    ruling = serializers.IntegerField(source="ruling.number")
    undecided = serializers.BooleanField(source="ruling.undecided")
    reason = serializers.CharField(source="ruling.reason")
    decided_by = serializers.CharField(source="ruling.decided_by.username", default=None, allow_null=True)
    decided_at = serializers.DateTimeField(source="ruling.decided_at")
    proposed = serializers.ListField(child=serializers.CharField(), help_text="Proposed measures in words.")
    measures = ObjectsField(source="ruling.measures", read_only=True)


class OverviewSerializer(serializers.Serializer[Overview]):
    """The desk as the head referee sees it."""

    waiting = WaitingCallSerializer(many=True)
    in_progress = WaitingCallSerializer(many=True, help_text="Calls that a referee has taken.")
    cases = CaseSerializer(many=True, help_text="Cases without a ruling.")
    appeals = OpenAppealSerializer(many=True)
    own_rulings = OwnRulingSerializer(many=True)
