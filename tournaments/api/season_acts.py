"""Acts below a season, like those below an event (`api.acts`): a POST, one service, what was done in the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.acts import BodyField
from tournaments.api.base import Careful, ChangedMeanwhile, seen_in, valid
from tournaments.models import Entry, Season, Tournament
from tournaments.season_permissions import can_in_season, knows_season
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.visibility import knows_event

SEASON = OpenApiParameter("season", str, OpenApiParameter.PATH, description="The season's short name.")


class OfSeason(Careful):
    """Views below `/seasons/<season>/`. A season that is closed does not exist for strangers."""

    @property
    def season(self) -> Season:
        """The season of the address, if this person may know of it. Raises Http404."""
        found = get_object_or_404(Season, slug=self.kwargs["season"])
        if not knows_season(self.request.user, found):
            raise Http404
        return found

    def season_for(self, action: str) -> Season:
        """The same for somebody who may do the action. Raises NotAuthenticated, PermissionDenied."""
        season = self.season
        if not can_in_season(self.request.user, action, season):
            if not self.request.user.is_authenticated:
                raise NotAuthenticated
            raise PermissionDenied
        return season

    def allowed(self, action: str) -> Season:
        """The same, as actions ask for it."""
        return self.season_for(action)

    def check_unchanged(self, wanted: str) -> None:
        """Lock the season and compare its version. Raises ChangedMeanwhile."""
        found = Season.objects.select_for_update().filter(slug=self.kwargs["season"]).first()
        if found is not None and not seen_in(wanted, found.version):
            raise ChangedMeanwhile(_("The season has changed since you read it; read it again."))


@dataclass
class AtSeason:
    """One request: the season, who acts, the body's values."""

    season: Season
    by: Actor
    values: dict[str, Any]
    request: Request

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def tournament(self) -> Tournament:
        """The event whose short name stands in the body. Raises UserError."""
        found = Tournament.objects.filter(slug=self["tournament"]).first()
        if found is None or not knows_event(self.request.user, found):
            raise UserError(_("There is no event “%(slug)s”.") % {"slug": self["tournament"]}, field="tournament")
        return found

    def player(self, name: str) -> Entry:
        """The player of one of the season's events that the body names: `spring-open/12`. Raises UserError."""
        slug, _stroke, number = str(self[name]).partition("/")
        found = Entry.objects.filter(tournament__seasons__season=self.season, tournament__slug=slug)
        player = found.filter(number=int(number)).first() if number.isdecimal() and len(number) < 10 else None
        if player is None or not knows_event(self.request.user, player.tournament):
            told = _("“%(found)s” is no player of the season; write the event and the number: spring-open/12.")
            raise UserError(told % {"found": self[name]}, field=name)
        return player


class SeasonDoneSerializer(serializers.Serializer[Any]):
    """What an act did: the season's version now, with which its ETags begin."""

    version = serializers.IntegerField()


SeasonDoing = Callable[[AtSeason], Any]


@dataclass(frozen=True)
class SeasonAct:
    """One act: its address below the season, who may do it, the service that it calls, by its code."""

    name: str
    address: str
    action: str
    does: str
    fields: dict[str, BodyField]
    doing: SeasonDoing

    def below(self, base: str) -> URLPattern:
        """The address with its view."""
        return path(f"{base}/{self.address}/", _view(self).as_view(), name=self.name)


SEASON_ACTS: list[SeasonAct] = []


def season_act(address: str, action: str, *, does: str, **fields: BodyField) -> Callable[[SeasonDoing], SeasonDoing]:
    """Register an act. `does`: the code of its service."""

    def register(doing: SeasonDoing) -> SeasonDoing:
        name = "api-" + doing.__name__.replace("_", "-")
        SEASON_ACTS.append(SeasonAct(name, address, action, does, fields, doing))
        return doing

    return register


def _view(one: SeasonAct) -> type[OfSeason]:
    title = "".join(part.title() for part in one.name.removeprefix("api-").split("-"))
    body = type(f"{title}Request", (serializers.Serializer,), {"__doc__": one.doing.__doc__, **one.fields})

    class View(OfSeason):
        @extend_schema(
            parameters=[SEASON],
            request=body if one.fields else None,
            responses=SeasonDoneSerializer,
            operation_id=slugify(one.name.removeprefix("api-")).replace("-", "_"),
            description=one.doing.__doc__,
            tags=["seasons"],
        )
        def post(self, request: Request, season: str) -> Response:
            found = self.season_for(one.action)
            actor = Actor.of(request._request, origin="api")
            one.doing(AtSeason(found, actor, valid(body, request), request))
            return Response(SeasonDoneSerializer({"version": found.version}).data)

    View.__name__ = View.__qualname__ = f"{title}View"
    View.__doc__ = one.doing.__doc__
    return View
