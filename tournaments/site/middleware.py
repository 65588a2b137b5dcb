"""Middleware: client address behind proxies, request id, a log line per request; the context of every template."""

import contextvars
import logging
import re
import time
import uuid

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase, HttpResponseNotAllowed, HttpResponseRedirect
from django.http.response import HttpResponse
from django.middleware.gzip import GZipMiddleware
from django.middleware.locale import LocaleMiddleware
from django.urls import is_valid_path
from django.utils import translation
from django.utils.translation import gettext

from tournaments.core.http import Handler
from tournaments.core.http.problems import make_refusal
from tournaments.core.text.language import find_language_code
from tournaments.site import visits

log = logging.getLogger("tournaments.requests")

request_id: contextvars.ContextVar[str] = contextvars.ContextVar("request_id", default="")

answered: dict[int, tuple[int, float]] = {}

_SAFE_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
# These parts of addresses open doors; the log is read by many.
_SECRET_PARTS = frozenset({"secret", "token"})


class ClientAddressMiddleware:
    """Set REMOTE_ADDR to the address seen by the outermost of our proxies; without proxies ignore the header."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        proxies: int = settings.TRUSTED_PROXIES
        if 0 < proxies <= len(hops) and hops[-proxies]:
            request.META["REMOTE_ADDR"] = hops[-proxies]
        visits.note(request)
        return self.get_response(request)


class RequestLogMiddleware:
    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        sent_id = request.META.get("HTTP_X_REQUEST_ID", "")
        current = sent_id if _SAFE_ID.fullmatch(sent_id) else uuid.uuid4().hex
        token = request_id.set(current)
        start = time.monotonic()
        try:
            response = self.get_response(request)
            seconds = time.monotonic() - start
            count, spent = answered.get(response.status_code // 100, (0, 0.0))
            answered[response.status_code // 100] = (count + 1, spent + seconds)
            _log(request, response.status_code, seconds)
        finally:
            request_id.reset(token)
        response.headers["X-Request-ID"] = current
        return response


def _log(request: HttpRequest, status: int, seconds: float) -> None:
    match = request.resolver_match
    kwargs = match.kwargs if match else {}
    # Only if the page has loaded the account: the log must not cost a query.
    session = getattr(request, "session", None)
    user = request.user if session is not None and session.accessed else None
    log.info(
        "request",
        extra={
            "method": request.method,
            "route": match.route if match else None,
            "parts": {name: str(value) for name, value in kwargs.items() if name not in _SECRET_PARTS},
            "status": status,
            "milliseconds": round(seconds * 1000),
            "user": user.pk if user else None,
            "address": request.META.get("REMOTE_ADDR"),
        },
    )


class LanguageMiddleware(LocaleMiddleware):
    """Prefer the language of `?lang=`, as in canonical addresses, to the visitor's, and remember nothing."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        if language := find_language_code(request.GET.get("lang")):
            translation.activate(language)
            request.LANGUAGE_CODE = language


class FormPageMiddleware:
    """Redirect a browser that opens the address of a form's POST, as from its history, to the page above it.

    A form that is sent to an address without one gets a page that says so.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not isinstance(response, HttpResponseNotAllowed) or "text/html" not in request.headers.get("Accept", ""):
            return response
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(page_above(request.path_info))
        if response.content:
            return response
        page = make_refusal(request, 405, gettext("This address takes no forms. Nothing was saved."))
        page["Allow"] = response["Allow"]
        return page


def page_above(address: str) -> str:
    above = address.rstrip("/").rpartition("/")[0] + "/"
    return above if above == "/" or is_valid_path(above) else page_above(above)


class CompressionMiddleware(GZipMiddleware):
    """Compress pages, JSON and calendars, but not pictures and papers.

    Django pads each response with a random number of bytes, so that its length does not tell a secret of the page.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        kind = response.get("Content-Type", "").partition(";")[0]
        if not isinstance(response, HttpResponse) or not (kind.startswith("text/") or kind.endswith("json")):
            return response
        return super().process_response(request, response)


def rehearsal(request: HttpRequest) -> dict[str, str]:
    return {"rehearsal": settings.REHEARSAL}
