from __future__ import annotations

from typing import Any

from django.db.models import Count, QuerySet, Sum
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments.core import visibility
from tournaments.core.api.base import SLUG, OfTournament, parse_query_number, respond_with_etag
from tournaments.core.api.files import MULTIPART, PHOTO_SENT, AnyAccept, PhotoUploads, make_file_response
from tournaments.core.api.lists import EventList
from tournaments.entries import serializers as entry_serializers
from tournaments.entries.forms.entries import PortraitForm
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry, Portrait, Team
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application, Email
from tournaments.entries.queries import (
    in_category,
    list_hidden_at_hall,
    list_visible_private_facts,
    search_players,
    with_counts,
)
from tournaments.entries.services import portraits
from tournaments.events.models import Tournament

SEARCH = OpenApiParameter("search", str, description="Words that number, names, club, country or team hold.")


CATEGORY = OpenApiParameter("category", int, description="Number of a category: its players only.")


@extend_schema_view(
    get=extend_schema(parameters=[SLUG, SEARCH, CATEGORY], responses=entry_serializers.EntrySerializer(many=True))
)
class EntryList(EventList[Entry]):
    """Players; private fields and the waiting list only for accounts that may see them."""

    queryset = Entry.objects.none()
    serializer_class = entry_serializers.EntrySerializer
    filterset_fields = ["status", "country", "country_code"]
    ordering_fields = ["number", "family_name"]
    also_asked = ["search", "category"]

    def list_rows(self) -> QuerySet[Entry]:
        viewer, tournament = self.request.user, self.tournament
        words = self.request.query_params.get("search", "")[:200]
        private = list_visible_private_facts(viewer, tournament)
        players = search_players(visibility.list_visible_entries(viewer, tournament), words, private)
        category = parse_query_number(self.request, "category", _("Enter the number of a category."), digits=3)
        return players if category is None else in_category(players, category)

    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Entry]:
        return entry_serializers.EntrySerializer(
            *args,
            **kwargs,
            private=list_visible_private_facts(self.request.user, self.tournament),
            questions=visibility.list_visible_questions(self.request.user, self.tournament),
            hidden=list_hidden_at_hall(self.tournament),
        )


@extend_schema(parameters=[SLUG])
class EntryDetail(OfTournament):
    """One player."""

    def get_entry(self, tournament: Tournament, number: int) -> Entry:
        """Return the entry in the URL, if visible to the caller. Raises Http404."""
        return get_object_or_404(visibility.list_visible_entries(self.request.user, tournament), number=number)

    def serialize_entry(self, entry: Entry) -> dict[str, Any]:
        private = list_visible_private_facts(self.request.user, entry.tournament)
        questions = visibility.list_visible_questions(self.request.user, entry.tournament)
        hidden = list_hidden_at_hall(entry.tournament)
        serializer = entry_serializers.EntrySerializer(entry, private=private, questions=questions, hidden=hidden)
        return dict(serializer.data)

    @extend_schema(responses=entry_serializers.EntrySerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament
        entry = self.get_entry(tournament, number)
        return respond_with_etag(request, tournament, lambda: self.serialize_entry(entry))


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class TeamList(EventList[Team]):
    """The teams."""

    queryset = Team.objects.none()
    serializer_class = entry_serializers.TeamSerializer
    filterset_fields = ["country", "country_code"]

    def list_rows(self) -> QuerySet[Team]:
        return self.tournament.teams.all()


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class QuestionList(EventList[EntryQuestion]):
    """The event's own questions about its players, in their order."""

    queryset = EntryQuestion.objects.none()
    serializer_class = entry_serializers.QuestionSerializer
    filterset_fields = ["public"]

    def list_rows(self) -> QuerySet[EntryQuestion]:
        return self.tournament.questions.all()


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class MailingList(EventList[Mailing]):
    """E-mails to many people, for organisers."""

    queryset = Mailing.objects.none()
    serializer_class = entry_serializers.MailingSerializer

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("entries.edit")

    def list_rows(self) -> QuerySet[Mailing]:
        return with_counts(self.tournament.mailings.all())


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class RegistrationList(EventList[Application]):
    """Registrations, for organisers."""

    queryset = Application.objects.none()
    serializer_class = entry_serializers.RegistrationSerializer
    filterset_fields = ["state"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("entries.edit")

    def list_rows(self) -> QuerySet[Application]:
        return self.tournament.applications.select_related("entry").order_by("number")


@extend_schema_view(get=extend_schema(parameters=[SLUG], operation_id="tournaments_registrations_emails_list"))
class RegistrationEmailList(EventList[Email]):
    """Requests to confirm registrations, oldest first, for organisers."""

    queryset = Email.objects.none()
    serializer_class = entry_serializers.RegistrationEmailSerializer
    filterset_fields = ["state"]

    def get_versioned_row(self) -> Tournament:
        return self.require_permission("entries.edit")

    def list_rows(self) -> QuerySet[Email]:
        requests = Email.objects.filter(application__tournament=self.tournament, kind=Email.CONFIRMATION)
        return requests.select_related("application").order_by("pk")

    def get_mark(self) -> str:
        """Return counts by state, as sending an e-mail leaves the event's version."""
        states = self.list_rows().order_by("state").values_list("state")
        return repr(list(states.annotate(Count("pk"), Sum("attempts"))))


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class CategoryList(EventList[Category]):
    """The event's categories, each with places of its own."""

    queryset = Category.objects.none()
    serializer_class = entry_serializers.CategorySerializer

    def list_rows(self) -> QuerySet[Category]:
        return self.tournament.categories.all()


PLAYER = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The player's number.")


class PortraitSerializer(serializers.ModelSerializer[Portrait]):
    """A player's photo: size and SHA-256."""

    class Meta:
        model = Portrait
        fields = ["width", "height", "digest"]
        read_only_fields = fields


@extend_schema(parameters=[SLUG, PLAYER])
class PortraitKeep(PhotoUploads):
    """The photo of a player."""

    takes_photo_for = "entries.edit"
    form = PortraitForm

    @extend_schema(request={MULTIPART: PHOTO_SENT}, responses=PortraitSerializer, operation_id="portraits_keep")
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Store a photo of the player, downscaled, replacing the previous one."""
        entry = get_object_or_404(Entry, tournament=self.event, number=number)
        portrait = portraits.keep(self.actor, entry, small=self.small)
        return Response(PortraitSerializer(portrait).data)


@extend_schema(parameters=[SLUG, PLAYER])
class PlayerPhoto(AnyAccept, OfTournament):
    """The photo of a player."""

    @extend_schema(responses={(200, "image/jpeg"): OpenApiTypes.BINARY}, operation_id="portraits_retrieve")
    def get(self, request: Request, slug: str, number: int) -> HttpResponse:
        tournament = self.require_permission("entries.view")
        portrait = get_object_or_404(Portrait, entry__tournament=tournament, entry__number=number)
        return make_file_response(bytes(portrait.picture), "image/jpeg", f"{slug}-player-{number}.jpg")
