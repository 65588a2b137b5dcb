"""What all routes share: the tournament of the address, who may do what, errors of people, conditional requests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from django.db import transaction
from django.http import Http404, HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.exceptions import APIException, NotAuthenticated, PermissionDenied, ValidationError
from rest_framework.renderers import BrowsableAPIRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer
from rest_framework.settings import api_settings
from rest_framework.views import APIView, exception_handler

from tournaments.core.audit import Actor
from tournaments.core.errors import StaleError, UserError
from tournaments.core.open_items import OpenItem, OpenItemsError
from tournaments.core.permissions import can
from tournaments.core.visibility import knows_event
from tournaments.events.models import Tournament
from tournaments.seasons.models import Season
from tournaments.site.commit_state import noted_transaction
from tournaments.site.limits import LimitError
from tournaments.site.problems import MEDIA_TYPE, problem
from tournaments.site.response_cache import cacheable
from tournaments.site.sent_once import HEADER, once

SAFE = ("GET", "HEAD", "OPTIONS")
SLUG = OpenApiParameter("slug", str, OpenApiParameter.PATH, description="The tournament's short name.")


class Refused(APIException):
    """A person's mistake: nothing was saved, and the answer says what to do."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_code = "refused"


class ChangedMeanwhile(APIException):
    """The event is not any more what `If-Match` says."""

    status_code = status.HTTP_412_PRECONDITION_FAILED
    default_code = "changed_meanwhile"


def handle(error: Exception, context: dict[str, Any]) -> Response | None:
    """Every error as problem details: the sentence, a code, the field it belongs to, further problems."""
    found = _refused(error) if isinstance(error, UserError) else exception_handler(error, context)
    if found is None:
        return None
    if not isinstance(error, UserError):
        problems = list(_sentences(found.data))
        field, sentence = problems[0] if problems else (None, "")
        more = [f"{name}: {text}" if name else text for name, text in problems[1:]]
        code = getattr(error, "code", "") or _code_of(error)
        found.data = problem(found.status_code, sentence, code=code, field=field, problems=more)
    # A browser is shown them on a page.
    if not isinstance(getattr(context["request"], "accepted_renderer", None), BrowsableAPIRenderer):
        found.content_type = MEDIA_TYPE
    return found


def _refused(error: UserError) -> Response:
    code: int = status.HTTP_400_BAD_REQUEST
    name, headers = "refused", {}
    more: dict[str, Any] = {}
    if isinstance(error, StaleError):
        more["current_version"] = error.version
        code, name = status.HTTP_409_CONFLICT, error.code
    if isinstance(error, OpenItemsError):
        more["open_items"] = [shown_item(item) for item in error.items]
        code, name = status.HTTP_409_CONFLICT, "open_items"
    if isinstance(error, LimitError):
        code, name = error.status, ""
        if error.seconds is not None:
            headers["Retry-After"] = str(error.seconds)
    body = problem(code, str(error.message), code=name, field=error.field, problems=error.problems, **more)
    return Response(body, status=code, headers=headers)


def shown_item(item: OpenItem) -> dict[str, Any]:
    """An open item as answers have it."""
    return {"kind": item.kind.value, "round": item.round, "text": item.label, "link": item.link}


def _code_of(error: Exception) -> str:
    if isinstance(error, ValidationError):
        codes = json.dumps(error.get_codes())
        return "unknown_field" if '"unknown_field"' in codes else "invalid"
    return error.default_code if isinstance(error, Refused | ChangedMeanwhile) else ""


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


def valid(serializer: type[BaseSerializer[Any]], request: Request, **named: Any) -> dict[str, Any]:
    """The request's body as the serializer reads it. Raises ValidationError, also for fields that it does not know."""
    body = serializer(data=request.data, **named)
    refuse_unknown(body, request.data)
    body.is_valid(raise_exception=True)
    return dict(body.validated_data)


def refuse_unknown(body: BaseSerializer[Any], data: Any) -> None:
    """A field that nobody reads is a mistake of whoever sent it. Raises ValidationError that names it."""
    known = getattr(body, "fields", None)
    if known is None or not hasattr(data, "keys"):
        return
    readable = [name for name, field in known.items() if not field.read_only]
    known_only(set(map(str, data.keys())) - {"csrfmiddlewaretoken"}, readable)


def known_only(names: Iterable[str], known: Iterable[str]) -> None:
    """Refuse fields that nobody reads. Raises ValidationError that names the first."""
    readable = list(known)
    if unknown := sorted(set(names) - set(readable)):
        told = _("There is no field “%(name)s” here; there are %(known)s.")
        sentence = told % {"name": unknown[0], "known": ", ".join(readable) or "–"}
        raise ValidationError({unknown[0]: [sentence]}, code="unknown_field")


class Once(APIView):
    """Base of all API views: a POST or PATCH with an `Idempotency-Key` is carried out once (`site.sent_once`).

    The body is read before the transaction begins, so that no lock waits for a client.
    """

    keyed: tuple[str, ...] = ("POST", "PATCH")
    """Methods that take a key. None where nothing is stored, or where the answer is a secret that no key may keep."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check who asks, as ever; then put the transaction around the method that answers."""
        super().initial(request, *args, **kwargs)
        name = (request.method or "").lower()
        method = getattr(self, name, None)
        if method is None:
            return
        self.prepare(request)
        if self.needs_transaction(request):
            _body = request.data
            setattr(self, name, partial(self.in_transaction, method))

    def prepare(self, request: Request) -> None:
        """Do what takes long and needs no lock, before the transaction."""

    def has_key(self, request: Request) -> bool:
        """Return whether the request is to be carried out once."""
        return request.method in self.keyed and HEADER in request.headers

    def needs_transaction(self, request: Request) -> bool:
        """Return whether more than the view's own service belongs into the transaction."""
        return self.has_key(request)

    def in_transaction(self, method: Callable[..., Any], request: Request, *args: Any, **kwargs: Any) -> Any:
        """Answer, or repeat the answer that the key had before."""
        if not self.has_key(request):
            return self.answer(method, request, *args, **kwargs)

        def answered() -> HttpResponseBase:
            response = self.finalize_response(request, self.answer(method, request, *args, **kwargs), *args, **kwargs)
            # The key keeps the answer as it is sent.
            return response.render() if isinstance(response, Response) else response

        return once(request._request, answered)

    def answer(self, method: Callable[..., Any], request: Request, *args: Any, **kwargs: Any) -> Any:
        """Call the view's method."""
        return method(request, *args, **kwargs)


class Careful(Once):
    """Writes to what the caller has seen, where it says so.

    `If-Match`: an ETag of any read of the event; 412 where the event has moved on since.
    """

    @property
    def actor(self) -> Actor:
        """Person who acts, for the audit."""
        return Actor.of(self.request._request, origin="api") if self.request.user.is_authenticated else _nobody()

    def needs_transaction(self, request: Request) -> bool:
        return super().needs_transaction(request) or (request.method not in SAFE and "If-Match" in request.headers)

    def answer(self, method: Callable[..., Any], request: Request, *args: Any, **kwargs: Any) -> Any:
        """Call the method where the event is as `If-Match` says, and let nobody write in between."""
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
        """Lock the event and compare its version with those of the ETags. Raises ChangedMeanwhile."""
        slug = self.kwargs.get("slug")
        found = Tournament.objects.select_for_update().only("pk", "version").filter(slug=slug).first()
        if found is not None and not seen_in(wanted, found.version):
            raise ChangedMeanwhile(_("The event has changed since you read it; read it again."))


def seen_in(wanted: str, version: int) -> bool:
    """Whether one of the ETags of `If-Match` is of this version; `*` is of any."""
    tags = {tag.strip().removeprefix("W/").strip('"').partition("-")[0] for tag in wanted.split(",")}
    return wanted.strip() == "*" or str(version) in tags


class OfTournament(Careful):
    """Views below ``/tournaments/<slug>/``: they find the tournament and ask for permissions.

    A tournament that is not public does not exist for strangers: they get 404, not 403.
    """

    @property
    def tournament(self) -> Tournament:
        """The tournament of the address, if this person may know of it. Raises Http404."""
        found = Tournament.objects.filter(slug=self.kwargs["slug"]).first()
        if found is None or not knows_event(self.request.user, found):
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


def _nobody() -> Actor:
    raise NotAuthenticated


def read(request: Request, tournament: Tournament | Season, answer: Callable[[], Any], mark: str = "") -> Response:
    """Answer a read with an ETag of the event's version, the person and the address; 304 where the caller has it.

    The ETag begins with the version, which `If-Match` of any write compares. `mark`: what else the answer depends on.
    Without one all visitors who ask the same get one response.
    """
    path, form = request.get_full_path(), request.accepted_renderer.format
    facts = (mark, tournament.pk, tournament.updated_at, request.user.pk, path, form)
    etag = f'"{tournament.version}-{hashlib.sha256(repr(facts).encode()).hexdigest()[:24]}"'
    unchanged = get_conditional_response(request._request, etag=etag)
    if unchanged is not None and unchanged.status_code == status.HTTP_304_NOT_MODIFIED:
        answered = Response(status=unchanged.status_code)
    else:
        answered = Response(answer())
    if isinstance(tournament, Tournament) and not mark:
        cacheable(answered)
    answered["ETag"] = etag
    answered["Cache-Control"] = "no-cache"
    return answered
