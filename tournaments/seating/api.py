"""Seatings of rounds, and promises of draws, each with its hash, its time and all that was drawn under it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.core.api.base import ROUND, SLUG, OfTournament, respond_with_etag
from tournaments.core.api.fields import RowNumberField
from tournaments.core.api.lists import EventList
from tournaments.core.audit.log_head import ChainHead, head
from tournaments.events.models import Tournament
from tournaments.exchange.document.public import list_public_columns
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries import public_seatings
from tournaments.seating.models.constraints import SeatingConstraint
from tournaments.seating.models.draws import SeedCommitment, StoredSchedule
from tournaments.seating.queries import draws


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
    postponed_to = serializers.DateTimeField(allow_null=True, help_text="Its own time; null where it is the round's.")


class SeatingSerializer(serializers.Serializer[Any]):
    """The public seating of a round."""

    round = serializers.IntegerField()
    version = serializers.IntegerField()
    tables = SeatedTableSerializer(many=True)


class ListedDrawSerializer(serializers.Serializer[draws.ListedDraw]):
    """A draw; ``state`` is public, waits, replaced (drawn again) or discarded, ``fate`` why."""

    number = serializers.IntegerField(source="draw.number")
    kind = serializers.CharField(source="draw.kind")
    rounds = serializers.ListField(source="draw.round_numbers", child=serializers.IntegerField())
    drawn_at = serializers.DateTimeField(source="draw.created_at")
    inputs_digest = serializers.CharField(source="draw.inputs_digest")
    certificate_digest = serializers.CharField(source="draw.certificate_digest")
    state = serializers.CharField()
    why = serializers.CharField()
    fate = serializers.CharField()


class PromiseSerializer(serializers.ModelSerializer[SeedCommitment]):
    """A promise with its time; ``commitment`` is the hash of its text, ``promise``, and the seed."""

    class Meta:
        model = SeedCommitment
        fields = list_public_columns(
            "seed_commitments",
            "id",
            "way",
            "inputs_close_at",
            "value_kind",
            "value_source",
            "value_which",
            "value_known_at",
        )
        read_only_fields = fields


class ListedPromiseSerializer(serializers.Serializer[draws.ListedPromise]):
    """A promise with its draws."""

    commitment = PromiseSerializer(source="promise")
    draws = ListedDrawSerializer(many=True)


class DrawsSerializer(serializers.Serializer[object]):
    """All promises, and the public draws that nobody promised."""

    promises = ListedPromiseSerializer(many=True)
    without_promise = ListedDrawSerializer(many=True)


class LogHeadSerializer(serializers.Serializer[ChainHead]):
    """The last entry of the event's log: keep it, and compare it later with the entry of that number."""

    sequence = serializers.IntegerField()
    digest = serializers.CharField()
    at = serializers.DateTimeField()


@extend_schema(parameters=[SLUG])
class LogHead(OfTournament):
    """The head of the log as it is now; 404 before its first entry."""

    @extend_schema(responses=LogHeadSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        log_head = head(tournament)
        if log_head is None:
            raise Http404
        return respond_with_etag(request, tournament, lambda: LogHeadSerializer(log_head).data)


@extend_schema(parameters=[SLUG])
class Draws(OfTournament):
    """Promises of draws with their times, and every draw under them."""

    @extend_schema(responses=DrawsSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament

        def answer() -> object:
            listed = {
                "promises": draws.list_promises(tournament),
                "without_promise": draws.list_draws_without_promise(tournament),
            }
            return DrawsSerializer(listed).data

        return respond_with_etag(request, tournament, answer)


@extend_schema(parameters=[SLUG])
class RoundSeatingView(OfTournament):
    """The published seating of a round."""

    @extend_schema(responses=SeatingSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament

        def answer() -> Any:
            seating = public_seatings.find_public_seating(tournament, number)
            if seating is None:
                raise Http404
            tables = public_seatings.list_seated_tables(seating)
            return SeatingSerializer({"round": number, "version": seating.version, "tables": tables}).data

        return respond_with_etag(request, tournament, answer)


class SeatingVersionSerializer(serializers.ModelSerializer[Seating]):
    """A version of a round's seating, also a draft; `draws`: numbers of the draws that made it."""

    draws = RowNumberField(many=True, read_only=True)
    tables = serializers.SerializerMethodField()

    class Meta:
        model = Seating
        fields = ["version", "state", "source", "reason", "created_at", "published_at", "draws", "tables"]
        read_only_fields = fields

    @extend_schema_field(SeatedTableSerializer(many=True))
    def get_tables(self, seating: Seating) -> Any:
        return SeatedTableSerializer(public_seatings.list_seated_tables(seating), many=True).data


@extend_schema_view(get=extend_schema(parameters=[SLUG, ROUND]))
class SeatingList(EventList[Seating]):
    """Versions of a round's seating, drafts too, for accounts that may see them."""

    queryset = Seating.objects.none()
    serializer_class = SeatingVersionSerializer
    filterset_fields = ["state"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("seating.view")

    def list_rows(self) -> QuerySet[Seating]:
        round_ = get_object_or_404(Round, tournament=self.tournament, number=self.kwargs["number"])
        return round_.seatings.select_related("round").prefetch_related("draws").order_by("version")


class ConstraintSerializer(serializers.ModelSerializer[SeatingConstraint]):
    """A request or a ban for every seating, of players by number."""

    entry = serializers.IntegerField(source="entry.number")
    other = serializers.IntegerField(source="other.number", allow_null=True, default=None)
    table = serializers.IntegerField(source="table_number", allow_null=True)

    class Meta:
        model = SeatingConstraint
        fields = ["id", "kind", "entry", "other", "table", "reason"]
        read_only_fields = fields


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class ConstraintList(EventList[SeatingConstraint]):
    """Requests and bans for seatings, for organisers."""

    queryset = SeatingConstraint.objects.none()
    serializer_class = ConstraintSerializer
    filterset_fields = ["kind"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("entries.edit")

    def list_rows(self) -> QuerySet[SeatingConstraint]:
        return self.tournament.seating_constraints.select_related("entry", "other").order_by("pk")


class ScheduleSerializer(serializers.ModelSerializer[StoredSchedule]):
    """A schedule of the site's library, of numbers from 1, East first."""

    class Meta:
        model = StoredSchedule
        fields = ["id", "name", "players", "rounds", "digest", "created_at"]
        read_only_fields = fields


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class ScheduleList(EventList[StoredSchedule]):
    """The library of schedules, which all events of the site share."""

    queryset = StoredSchedule.objects.none()
    serializer_class = ScheduleSerializer
    filterset_fields = ["players"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("seating.draft")

    def get_mark(self) -> str:
        """Return the state of the library, which changes without the event."""
        return ",".join(StoredSchedule.objects.order_by("pk").values_list("digest", flat=True))

    def list_rows(self) -> QuerySet[StoredSchedule]:
        return StoredSchedule.objects.order_by("players", "rounds_count", "name", "pk")
