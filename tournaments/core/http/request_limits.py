"""Request limits checked before a view: size of the body, NUL characters, number of forms, time of the processor."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from tournaments.core.http import Handler
from tournaments.core.http.limits import LimitError, TooOftenError
from tournaments.core.http.problems import API, make_refusal
from tournaments.core.http.throttles import FORMS, PROCESSOR, count_against_rate

View = TypeVar("View", bound=Callable[..., Any])

FORM: Final = 100_000

FORM_TYPES: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


def takes(most: int) -> Callable[[View], View]:
    """Allow bodies of up to `most` bytes for the view; the default is `DATA_UPLOAD_MAX_MEMORY_SIZE`."""

    def mark(view: View) -> View:
        view.most_bytes = most  # type: ignore[attr-defined]
        return view

    return mark


def expensive(view: View) -> View:
    """Limit the processor time of the view for one sender. Raises TooOftenError beyond `PROCESSOR`."""

    @wraps(view)
    def respond(request: HttpRequest, *arguments: Any, **named: Any) -> HttpResponseBase:
        if getattr(request, "site_copy", None) is not None:
            return cast("HttpResponseBase", view(request, *arguments, **named))
        if wait := count_against_rate(request, PROCESSOR, 0):
            raise TooOftenError(wait)
        began = time.thread_time()
        try:
            response: HttpResponseBase = view(request, *arguments, **named)
        finally:
            count_against_rate(request, PROCESSOR, round(1000 * (time.thread_time() - began)))
        return response

    respond.is_expensive = True  # type: ignore[attr-defined]
    return cast("View", respond)


class RequestLimitMiddleware:
    """Reject requests beyond a limit. Place it before everything that reads a body."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return make_refusal(request, 400, _("The address holds a character that cannot be stored (NUL)."))
        response = self.get_response(request)
        for name, value in getattr(request, "rate_limit", {}).items():
            response[name] = value
        return response

    def process_view(
        self, request: HttpRequest, view: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> HttpResponseBase | None:
        most = getattr(getattr(view, "cls", view), "most_bytes", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            message = _("What was sent is larger than %(most)s MB; that is the most that is taken here.")
            return make_refusal(request, 413, message % {"most": round(most / 1_000_000, 1)})
        is_form = request.method == "POST" and not request.path_info.startswith(API)
        if is_form and (wait := count_against_rate(request, FORMS)):
            return respond_to_limit_error(request, TooOftenError(wait))
        if request.content_type in FORM_TYPES and any(
            "\x00" in text for name, texts in request.POST.lists() for text in (name, *map(str, texts))
        ):
            return make_refusal(request, 400, _("What was sent holds a character that cannot be stored (NUL)."))
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return respond_to_limit_error(request, error) if isinstance(error, LimitError) else None


def respond_to_limit_error(request: HttpRequest, error: LimitError) -> HttpResponse:
    response = make_refusal(request, error.status, str(error), error.field)
    if error.seconds is not None:
        response["Retry-After"] = str(error.seconds)
    return response
