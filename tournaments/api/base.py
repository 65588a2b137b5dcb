"""What all routes share: the tournament of the address, who may do what, errors of people, ETags of public reads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.cache import get_conditional_response
from rest_framework import status
from rest_framework.exceptions import APIException, NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.settings import api_settings
from rest_framework.views import APIView, exception_handler

from tournaments.budgets import BudgetError
from tournaments.models import Tournament
from tournaments.permissions import can
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.services.results import StaleSheetError
from tournaments.visibility import knows_event


class Refused(APIException):
    """A person's mistake: nothing was saved, and the answer says what to do."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "refused"


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error in one form: the sentence, the field it belongs to, further problems; 409 for a stale sheet."""
    if isinstance(error, UserError):
        body: dict[str, Any] = {"detail": str(error.message), "field": error.field, "problems": error.problems}
        code: int = status.HTTP_400_BAD_REQUEST
        headers = {}
        if isinstance(error, StaleSheetError):
            body["current_version"] = error.current.version
            code = status.HTTP_409_CONFLICT
        if isinstance(error, BudgetError):
            code = error.status
            if error.seconds is not None:
                headers["Retry-After"] = str(error.seconds)
        return Response(body, status=code, headers=headers)
    answer = exception_handler(error, context)
    if answer is not None:
        problems = list(_sentences(answer.data))
        field, sentence = problems[0] if problems else (None, "")
        more = [f"{name}: {text}" if name else text for name, text in problems[1:]]
        answer.data = {"detail": sentence, "field": field, "problems": more}
    return answer


def _sentences(found: Any, field: str | None = None) -> Iterator[tuple[str | None, str]]:
    """Every sentence of REST framework's nested errors with the outermost field that it belongs to."""
    if isinstance(found, dict):
        for name, inner in found.items():
            own = None if name in ("detail", api_settings.NON_FIELD_ERRORS_KEY) else str(name)
            yield from _sentences(inner, field or own)
    elif isinstance(found, list):
        for inner in found:
            yield from _sentences(inner, field)
    else:
        yield field, str(found)


class OfTournament(APIView):
    """Views below ``/tournaments/<slug>/``: they find the tournament and ask for permissions.

    A tournament that is not public does not exist for strangers: they get 404, not 403.
    """

    @property
    def tournament(self) -> Tournament:
        """The tournament of the address, if this person may know of it. Raises Http404."""
        found = get_object_or_404(Tournament, slug=self.kwargs["slug"])
        if not knows_event(self.request.user, found):
            raise Http404
        return found

    def allowed(self, action: str) -> Tournament:
        """The tournament, for somebody who may do ``action`` at it. Raises NotAuthenticated, PermissionDenied."""
        tournament = self.tournament
        if not can(self.request.user, action, tournament):
            if not self.request.user.is_authenticated:
                raise NotAuthenticated
            raise PermissionDenied
        return tournament

    @property
    def actor(self) -> Actor:
        """Who acts, for the audit."""
        return Actor.of(self.request._request, origin="api") if self.request.user.is_authenticated else _nobody()


def _nobody() -> Actor:
    raise NotAuthenticated


def read(request: Request, tournament: Tournament, answer: Callable[[], Any]) -> Response:
    """A public read with an ETag of the event's version, the person and the address; 304 where it is known."""
    facts = (
        tournament.pk,
        tournament.version,
        request.user.pk,
        request.get_full_path(),
        request.accepted_renderer.format,
    )
    etag = '"' + hashlib.sha256(repr(facts).encode()).hexdigest()[:32] + '"'
    unchanged = get_conditional_response(request._request, etag=etag)
    if unchanged is not None:
        answered = Response(status=unchanged.status_code)
    else:
        answered = Response(answer())
    answered["ETag"] = etag
    answered["Cache-Control"] = "no-cache"
    return answered
