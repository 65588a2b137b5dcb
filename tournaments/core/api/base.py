"""Base of API views: tournament of the URL, permissions, error responses, conditional requests."""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Protocol

from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.exceptions import (
    APIException,
    NotAuthenticated,
    NotFound,
    PermissionDenied,
    UnsupportedMediaType,
    ValidationError,
)
from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.settings import api_settings
from rest_framework.views import APIView, exception_handler

from tournaments.core.audit import Actor
from tournaments.core.errors import StaleError, UserError
from tournaments.core.http.commit_state import noted_transaction
from tournaments.core.http.idempotency import HEADER, compute_digest, respond_once
from tournaments.core.http.limits import LimitError
from tournaments.core.http.problems import MEDIA_TYPE, build_problem
from tournaments.core.http.request_limits import FORM_TYPES
from tournaments.core.http.response_cache import mark_cacheable
from tournaments.core.open_items import OpenItem, OpenItemsError
from tournaments.core.permissions import can
from tournaments.core.visibility import may_see_event
from tournaments.events.models import Tournament

SAFE = ("GET", "HEAD", "OPTIONS")
SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")
ROUND = OpenApiParameter("number", int, OpenApiParameter.PATH, description="The round.")


class Refused(APIException):
    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "refused"


class ChangedMeanwhile(APIException):
    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "changed_meanwhile"


def respond_to_error(error: Exception, context: dict[str, Any]) -> Response | None:
    if isinstance(error, Http404):
        # Its own words are Django's, in English and with the name of a class.
        error = NotFound(_describe_missing(context.get("kwargs") or {}))
    response = _respond_to_user_error(error) if isinstance(error, UserError) else exception_handler(error, context)
    if response is None:
        return None
    if not isinstance(error, UserError):
        problems = list(_list_sentences(response.data))
        field, sentence = problems[0] if problems else (None, "")
        more = [f"{name}: {text}" if name else text for name, text in problems[1:]]
        code = getattr(error, "code", "") or _choose_error_code(error)
        response.data = build_problem(response.status_code, sentence, code=code, field=field, problems=more)
    # A browser is shown them on a page.
    if not isinstance(getattr(context["request"], "accepted_renderer", None), BrowsableAPIRenderer):
        context["request"].accepted_renderer = JSONRenderer()
        context["request"].accepted_media_type = response.content_type = MEDIA_TYPE
    return response


def _describe_missing(parts: dict[str, Any]) -> str | None:
    """Return a sentence with the parts of the address, the same for what is private and for what does not exist."""
    if not parts:
        return None
    return _("There is nothing for %(parts)s.") % {"parts": ", ".join(f"{name} {text}" for name, text in parts.items())}


def _respond_to_user_error(error: UserError) -> Response:
    code: int = status.HTTP_400_BAD_REQUEST
    name, headers = "refused", {}
    more: dict[str, Any] = {}
    if isinstance(error, StaleError):
        more["current_version"] = error.version
        code, name = status.HTTP_409_CONFLICT, error.code
    if isinstance(error, OpenItemsError):
        more["open_items"] = [serialize_open_item(item) for item in error.items]
        code, name = status.HTTP_409_CONFLICT, "open_items"
    if isinstance(error, LimitError):
        code, name = error.status, ""
        if error.seconds is not None:
            headers["Retry-After"] = str(error.seconds)
    body = build_problem(code, str(error.message), code=name, field=error.field, problems=error.problems, **more)
    return Response(body, status=code, headers=headers)


def serialize_open_item(item: OpenItem) -> dict[str, Any]:
    return {"kind": item.kind.value, "round": item.round, "text": item.label, "link": item.link}


def _choose_error_code(error: Exception) -> str:
    if isinstance(error, ValidationError):
        codes = json.dumps(error.get_codes())
        return "unknown_field" if '"unknown_field"' in codes else "invalid"
    return error.default_code if isinstance(error, Refused | ChangedMeanwhile) else ""


def _list_sentences(detail: Any, field: str | None = None) -> Iterator[tuple[str | None, str]]:
    if isinstance(detail, dict):
        for name, inner in detail.items():
            name_of_field = None if name in ("detail", api_settings.NON_FIELD_ERRORS_KEY) else str(name)
            yield from _list_sentences(inner, field or name_of_field)
    elif isinstance(detail, list):
        for inner in detail:
            yield from _list_sentences(inner, field)
    else:
        yield field, str(detail)


def validate_body(serializer: type[BaseSerializer[Any]], request: Request, **named: Any) -> dict[str, Any]:
    body = serializer(data=request.data, **named)
    reject_unknown_body_fields(body, request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def reject_unknown_body_fields(body: BaseSerializer[Any], data: Any) -> None:
    fields = getattr(body, "fields", None)
    if fields is None or not hasattr(data, "keys"):
        return
    readable = [name for name, field in fields.items() if not field.read_only]
    reject_unknown_fields(set(map(str, data.keys())) - {"csrfmiddlewaretoken"}, readable)


def reject_unknown_fields(names: Iterable[str], allowed: Iterable[str]) -> None:
    readable = list(allowed)
    if unknown := sorted(set(names) - set(readable)):
        refusal = _("There is no field “%(name)s” here; there are %(known)s.")
        sentence = refusal % {"name": unknown[0], "known": ", ".join(readable) or "–"}
        raise ValidationError({unknown[0]: [sentence]}, code="unknown_field")


class IdempotentView(APIView):
    """Base of all API views: a POST or PATCH with an `Idempotency-Key` is carried out once (`core.http.idempotency`).

    The body is read before the transaction begins, so that no lock waits for a client.
    """

    keyed: tuple[str, ...] = ("POST", "PATCH")
    """Methods that take a key; none where the answer is a secret that no key may keep."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        name = (request.method or "").lower()
        method = getattr(self, name, None)
        if method is None:
            return
        self._refuse_unread_form(request)
        self.prepare(request)
        if self.needs_transaction(request):
            _body = request.data
            setattr(self, name, partial(self.answer_in_transaction, method))

    def _refuse_unread_form(self, request: Request) -> None:
        # The middleware has read the form, so that the framework would take it for an empty body.
        kind, length = request.content_type.partition(";")[0], request.META.get("CONTENT_LENGTH", "0")
        negotiator = self.get_content_negotiator()
        if kind in FORM_TYPES and length != "0" and negotiator.select_parser(request, self.get_parsers()) is None:
            raise UnsupportedMediaType(request.content_type)

    def prepare(self, request: Request) -> None:
        """Do slow work that needs no lock, before the transaction."""

    def has_key(self, request: Request) -> bool:
        return request.method in self.keyed and HEADER in request.headers

    def needs_transaction(self, request: Request) -> bool:
        return self.has_key(request)

    def answer_in_transaction(self, method: Callable[..., Any], request: Request, *args: Any, **kwargs: Any) -> Any:
        if not self.has_key(request):
            return self.answer(method, request, *args, **kwargs)

        def respond() -> HttpResponseBase:
            response = self.finalize_response(request, self.answer(method, request, *args, **kwargs), *args, **kwargs)
            # The key stores the rendered response.
            return response.render() if isinstance(response, Response) else response

        return respond_once(request._request, respond, compute_digest(request.data))

    def answer(self, method: Callable[..., Any], request: Request, *args: Any, **kwargs: Any) -> Any:
        return method(request, *args, **kwargs)


class ConditionalView(IdempotentView):
    """Base of views that write, conditionally on `If-Match`.

    `If-Match`: an ETag of any read of the event; 412 if the event has changed since.
    """

    @property
    def actor(self) -> Actor:
        return (
            Actor.of(self.request._request, origin="api")
            if self.request.user.is_authenticated
            else _raise_not_authenticated()
        )

    def needs_transaction(self, request: Request) -> bool:
        return super().needs_transaction(request) or (request.method not in SAFE and "If-Match" in request.headers)

    def answer(self, method: Callable[..., Any], request: Request, *args: Any, **kwargs: Any) -> Any:
        wanted = request.headers.get("If-Match")
        if not wanted:
            return super().answer(method, request, *args, **kwargs)
        with noted_transaction():
            if request.user.is_authenticated:
                self.check_unchanged(wanted)
            response = super().answer(method, request, *args, **kwargs)
            if response.status_code >= status.HTTP_400_BAD_REQUEST:
                transaction.set_rollback(True)
        return response

    def check_unchanged(self, wanted: str) -> None:
        slug = self.kwargs.get("slug")
        tournament = Tournament.objects.select_for_update().only("pk", "version").filter(slug=slug).first()
        if tournament is not None and not is_wanted_version(wanted, tournament.version):
            raise ChangedMeanwhile(_("The event has changed since you read it; read it again."))


def is_wanted_version(wanted: str, version: int) -> bool:
    """Return True if an ETag of `If-Match` has this version; `*` matches any."""
    tags = {tag.strip().removeprefix("W/").strip('"').partition("-")[0] for tag in wanted.split(",")}
    return wanted.strip() == "*" or str(version) in tags


class OfTournament(ConditionalView):
    """Base of views below ``/tournaments/<slug>/``: find the tournament and check permissions.

    Outsiders get 404, not 403, for a tournament that is not public.
    """

    @property
    def tournament(self) -> Tournament:
        tournament = Tournament.objects.filter(slug=self.kwargs["slug"]).first()
        if tournament is None or not may_see_event(self.request.user, tournament):
            raise Http404
        return tournament

    def require_permission(self, action: str) -> Tournament:
        """Return the tournament if the caller may do `action`. Raises NotAuthenticated, PermissionDenied."""
        tournament = self.tournament
        if not can(self.request.user, action, tournament):
            if not self.request.user.is_authenticated:
                raise NotAuthenticated
            raise PermissionDenied
        return tournament


def parse_query_number(request: Request, name: str, problem: str, *, digits: int = 4) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= digits):
        raise UserError(problem, field=name)
    return int(text)


def _raise_not_authenticated() -> Actor:
    raise NotAuthenticated


class Versioned(Protocol):
    @property
    def pk(self) -> int: ...
    @property
    def version(self) -> int: ...
    @property
    def updated_at(self) -> datetime.datetime: ...


def compute_etag(request: Request, row: Versioned, mark: str = "") -> str:
    path, form = request.get_full_path(), request.accepted_renderer.format
    facts = (mark, row.pk, row.updated_at, request.user.pk, path, form)
    return f'"{row.version}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:24]}"'


def respond_with_etag(request: Request, row: Versioned, answer: Callable[[], Any], mark: str = "") -> Response:
    """Respond to a read with an ETag that begins with the version, for `If-Match`; 304 if it matches.

    `mark`: other values that the response depends on. Without one, visitors share the response.
    """
    etag = compute_etag(request, row, mark)
    unchanged = get_conditional_response(request._request, etag=etag)
    if unchanged is not None and unchanged.status_code == status.HTTP_304_NOT_MODIFIED:
        answered = Response(status=unchanged.status_code)
    else:
        answered = Response(answer())
    if isinstance(row, Tournament) and not mark:
        mark_cacheable(answered)
    answered["ETag"] = etag
    answered["Cache-Control"] = "no-cache"
    return answered
