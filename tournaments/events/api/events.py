"""Events, their players, teams, rounds and seatings. Each route asks the permission of the page that does the same,
and calls the same service, as all of version 1 do.
"""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import generics, serializers, status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from tournaments.core import visibility
from tournaments.core.api.base import SLUG, Careful, OfTournament, read, shown_item, valid
from tournaments.core.api.lists import EventList, Pages, StrictQueries
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.open_items import ItemKind, of_tournament
from tournaments.core.permissions import allowed_actions, can
from tournaments.entries.models.entries import Entry, Team
from tournaments.entries.queries import people
from tournaments.entries.services import players as registration
from tournaments.events.api import serializers as s
from tournaments.events.models import Tournament
from tournaments.events.presets import preset, presets
from tournaments.events.services import tournaments
from tournaments.rounds.models.rounds import Round
from tournaments.standings.queries import public


class TournamentList(Careful, StrictQueries[Tournament], generics.ListCreateAPIView[Tournament]):
    """Published tournaments, and those one works at; staff may make one."""

    serializer_class = s.TournamentSerializer
    pagination_class = Pages
    filterset_fields = ["family", "state"]
    ordering_fields = ["starts_on", "name"]

    def get_queryset(self) -> QuerySet[Tournament]:
        return visibility.events(self.request.user)

    @extend_schema(request=s.NewTournamentSerializer, responses={201: s.TournamentSerializer})
    def post(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        """Make a tournament from a preset; the caller becomes its director."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        if not can(request.user, "tournaments.create"):
            raise PermissionDenied
        wanted = valid(s.NewTournamentSerializer, request)
        try:
            preset(wanted["preset"])
        except KeyError:
            known = ", ".join(row.key for row in presets())
            raise UserError(
                _("There is no preset “%(preset)s”; there are %(known)s.")
                % {"preset": wanted["preset"], "known": known},
                field="preset",
            ) from None
        made = tournaments.create(
            Actor.of(request._request, origin="api"),
            preset_key=wanted["preset"],
            name=wanted["name"],
            slug=wanted["slug"],
            rounds=wanted["rounds"],
        )
        return Response(s.TournamentSerializer(made).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class TournamentDetail(OfTournament):
    """One tournament."""

    @extend_schema(responses=s.TournamentDetailSerializer)
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.tournament
        return read(request, tournament, lambda: s.TournamentDetailSerializer(tournament).data)


SEARCH = OpenApiParameter("search", str, description="Words that number, names, club, country or team hold.")


@extend_schema_view(get=extend_schema(parameters=[SLUG, SEARCH], responses=s.EntrySerializer(many=True)))
class EntryList(EventList[Entry]):
    """The players, with their private facts and the waiting list for those who may see them."""

    queryset = Entry.objects.none()
    serializer_class = s.EntrySerializer
    filterset_fields = ["status", "country"]
    ordering_fields = ["number", "family_name"]
    also_asked = ["search"]

    def rows(self) -> QuerySet[Entry]:
        viewer, tournament = self.request.user, self.tournament
        words = self.request.query_params.get("search", "")[:200]
        private = visibility.private_facts(viewer, tournament)
        return people.holding(visibility.entries(viewer, tournament), words, private)

    def get_serializer(self, *args: Any, **kwargs: Any) -> BaseSerializer[Entry]:
        return s.EntrySerializer(*args, **kwargs, private=visibility.private_facts(self.request.user, self.tournament))

    @extend_schema(parameters=[SLUG], request=s.EntryWriteSerializer, responses={201: s.EntrySerializer})
    def post(self, request: Request, slug: str) -> Response:
        """Enter a player."""
        tournament = self.allowed("entries.add")
        values = _with_team(tournament, valid(s.EntryWriteSerializer, request))
        entry = registration.add(self.actor, tournament, **values)
        return Response(self.get_serializer(entry).data, status=status.HTTP_201_CREATED)


@extend_schema(parameters=[SLUG])
class EntryDetail(OfTournament):
    """One player."""

    def entry(self, tournament: Tournament, number: int) -> Entry:
        """The entry of the address, if this person may know of it. Raises Http404."""
        return get_object_or_404(visibility.entries(self.request.user, tournament), number=number)

    def shown(self, entry: Entry) -> dict[str, Any]:
        """The entry as this person sees it."""
        private = visibility.private_facts(self.request.user, entry.tournament)
        return dict(s.EntrySerializer(entry, private=private).data)

    @extend_schema(responses=s.EntrySerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament
        entry = self.entry(tournament, number)
        return read(request, tournament, lambda: self.shown(entry))

    @extend_schema(request=s.EntryWriteSerializer, responses=s.EntrySerializer)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Correct what is known about the player."""
        tournament = self.allowed("entries.edit")
        entry = self.entry(tournament, number)
        values = _with_team(tournament, valid(s.EntryWriteSerializer, request))
        return Response(self.shown(registration.edit(self.actor, entry, **values)))


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class TeamList(EventList[Team]):
    """The teams."""

    queryset = Team.objects.none()
    serializer_class = s.TeamSerializer
    filterset_fields = ["country"]

    def rows(self) -> QuerySet[Team]:
        return self.tournament.teams.all()


@extend_schema_view(get=extend_schema(parameters=[SLUG]))
class RoundList(EventList[Round]):
    """The rounds in order."""

    queryset = Round.objects.none()
    serializer_class = s.RoundSerializer
    filterset_fields = ["state"]

    def rows(self) -> QuerySet[Round]:
        return self.tournament.rounds.select_related("stage").order_by("number")


@extend_schema(parameters=[SLUG])
class RoundSeatingView(OfTournament):
    """The published seating of a round."""

    @extend_schema(responses=s.SeatingSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        tournament = self.tournament

        def answer() -> Any:
            seating = public.seating(tournament, number)
            if seating is None:
                raise Http404
            return s.SeatingSerializer(seating).data

        return read(request, tournament, answer)


def _with_team(tournament: Tournament, values: dict[str, Any]) -> dict[str, Any]:
    """The values with the team itself in place of its code. Raises UserError."""
    if values.get("team") is not None:
        team = tournament.teams.filter(code=values["team"]).first()
        if team is None:
            raise UserError(_("There is no team “%(team)s” here.") % {"team": values["team"]}, field="team")
        values["team"] = team
    return values


class OpenItemSerializer(serializers.Serializer[Any]):
    """One thing to settle; `link` is the page where that is done."""

    kind = serializers.ChoiceField([kind.value for kind in ItemKind])
    round = serializers.IntegerField(allow_null=True, help_text="Empty where it belongs to no round.")
    text = serializers.CharField()
    link = serializers.CharField()


@extend_schema(parameters=[SLUG])
class OpenItems(OfTournament):
    """List the open items that one may see; while there are any, some acts ask for `continue_anyway`."""

    @extend_schema(responses=OpenItemSerializer(many=True), operation_id="open_items_list")
    def get(self, request: Request, slug: str) -> Response:
        tournament = self.allowed("manage.view")
        allowed = allowed_actions(request.user, tournament)
        items = [item for item in of_tournament(tournament) if item.action in allowed]
        return Response(OpenItemSerializer([shown_item(item) for item in items], many=True).data)
