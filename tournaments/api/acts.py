"""Acts of the API: an address below an event, the permission of the page that does the same, and the same service.

    @act("rounds/<number:number>/start", "clock.control", does="rounds.start", reason=text())
    def start_round(at: At) -> Round:
        return rounds.start(at.by, at.round, **at.values)

Every act takes a POST with a JSON object, refuses fields that it does not know, and answers with what was done and the
event's new version.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from django.utils.text import slugify
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import converters as converters
from tournaments.api.base import OfTournament, valid
from tournaments.api.done import DoneSerializer, done_at
from tournaments.models import Entry, GameTable, Round, Team, Tournament
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError

BodyField = serializers.Field[Any, Any, Any, Any]


def text(*, required: bool = False, longest: int = 300) -> BodyField:
    """A text, empty where it is left out."""
    if required:
        return serializers.CharField(max_length=longest)
    return serializers.CharField(max_length=longest, required=False, allow_blank=True, default="")


def whole(least: int = 0, most: int = 2**31 - 1, *, required: bool = False, default: int | None = None) -> BodyField:
    """A whole number; what is left out is `default`."""
    if required:
        return serializers.IntegerField(min_value=least, max_value=most)
    return serializers.IntegerField(min_value=least, max_value=most, required=False, allow_null=True, default=default)


def flag(default: bool | None = False) -> BodyField:
    """Yes or no; without a default it has to be said."""
    return serializers.BooleanField() if default is None else serializers.BooleanField(required=False, default=default)


def choice(values: Any, default: str | None = None) -> BodyField:
    """One of several words."""
    keys = [str(value) for value in values]
    return serializers.ChoiceField(keys) if default is None else serializers.ChoiceField(keys, default=default)


def numbers(*, required: bool = False) -> BodyField:
    """A list of numbers: of rounds or of players."""
    child = serializers.IntegerField(min_value=1, max_value=2**31 - 1)
    if required:
        return serializers.ListField(child=child, max_length=5000)
    return serializers.ListField(child=child, max_length=5000, required=False, default=list)


@dataclass
class At:
    """One request: the event, who acts, the parts of the address, and the body's values."""

    tournament: Tournament
    by: Actor
    parts: dict[str, Any]
    values: dict[str, Any]
    request: Request

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    @property
    def round(self) -> Round:
        """The round of the address. Raises Http404."""
        rounds = self.tournament.rounds.select_related("stage", "tournament")
        return get_object_or_404(rounds, number=self.parts["number"])

    @property
    def table(self) -> GameTable:
        """The table of the address. Raises Http404."""
        return get_object_or_404(self.round.tables.select_related("round__tournament"), number=self.parts["table"])

    @property
    def entry(self) -> Entry:
        """The player of the address. Raises Http404."""
        return get_object_or_404(self.tournament.entries, number=self.parts["number"])

    @property
    def team(self) -> Team:
        """The team of the address. Raises Http404."""
        return get_object_or_404(self.tournament.teams, code=self.parts["code"])

    def player(self, name: str) -> Entry | None:
        """The player whose number stands in the body under the name, None where it is left out. Raises UserError."""
        number = self.values.get(name)
        if number is None:
            return None
        found = self.tournament.entries.filter(number=number).first()
        if found is None:
            raise UserError(_("There is no player %(number)s here.") % {"number": number}, field=name)
        return found

    def wanted(self, name: str) -> Entry:
        """The same, where it has to be there. Raises UserError."""
        found = self.player(name)
        if found is None:
            raise UserError(_("Choose a player."), field=name)
        return found

    def players(self, name: str) -> list[Entry]:
        """The players whose numbers stand in the body. Raises UserError for the first that there is not."""
        found = {entry.number: entry for entry in self.tournament.entries.filter(number__in=self.values[name])}
        for number in self.values[name]:
            if number not in found:
                raise UserError(_("There is no player %(number)s here.") % {"number": number}, field=name)
        return [found[number] for number in self.values[name]]


def known_only(values: Mapping[str, Any], known: Iterable[str]) -> None:
    """Facts that nobody reads are a mistake of whoever sent them. Raises ValidationError that names the first."""
    names = list(known)
    if unknown := sorted(set(values) - set(names)):
        told = _("There is no field “%(name)s” here; there are %(known)s.")
        sentence = told % {"name": unknown[0], "known": ", ".join(names)}
        raise ValidationError({unknown[0]: [sentence]}, code="unknown_field")


Doing = Callable[[At], Any]


@dataclass(frozen=True)
class Act:
    """One act: its address below the event, who may do it, and the services that it calls, by their codes."""

    name: str
    address: str
    action: str
    does: tuple[str, ...]
    fields: dict[str, BodyField]
    doing: Doing
    answers: type[serializers.Serializer[Any]] = DoneSerializer

    def below(self, base: str) -> URLPattern:
        """The address with its view, below that of an event."""
        return path(f"{base}/{self.address}/", _view(self).as_view(), name=self.name)


ACTS: list[Act] = []


def act(address: str, action: str, *, does: str, **fields: BodyField) -> Callable[[Doing], Doing]:
    """Register an act. `does`: codes of services, with spaces between."""
    return act_answering(DoneSerializer, address, action, does=does, **fields)


def act_answering(
    answers: type[serializers.Serializer[Any]], address: str, action: str, *, does: str, **fields: BodyField
) -> Callable[[Doing], Doing]:
    """The same for an act that returns its answer's body itself."""

    def register(doing: Doing) -> Doing:
        name = "api-" + doing.__name__.replace("_", "-")
        ACTS.append(Act(name, address, action, tuple(does.split()), fields, doing, answers))
        return doing

    return register


def _view(one: Act) -> type[OfTournament]:
    title = "".join(part.title() for part in one.name.removeprefix("api-").split("-"))
    body = type(f"{title}Request", (serializers.Serializer,), {"__doc__": one.doing.__doc__, **one.fields})
    names = [part.partition(":")[2].rstrip(">") for part in one.address.split("/") if part.startswith("<")]
    parts = [
        OpenApiParameter(name, str if name == "code" else int, OpenApiParameter.PATH) for name in ("slug", *names)[1:]
    ]
    slug = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")

    class View(OfTournament):
        @extend_schema(
            parameters=[slug, *parts],
            request=body if one.fields else None,
            responses=one.answers,
            operation_id=slugify(one.name.removeprefix("api-")).replace("-", "_"),
            description=one.doing.__doc__,
            tags=[one.address.partition("/")[0]],
        )
        def post(self, request: Request, slug: str, **parts: Any) -> Response:
            tournament = self.allowed(one.action)
            at = At(tournament, self.actor, parts, valid(body, request), request)
            found = one.doing(at)
            return Response(found if one.answers is not DoneSerializer else done_at(tournament, found))

    View.__name__ = View.__qualname__ = f"{title}View"
    View.__doc__ = one.doing.__doc__
    return View
