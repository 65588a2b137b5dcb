"""At the door: no larger body than the route takes, no NUL anywhere, and a sentence where a budget does not suffice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext as _

from tournaments.budgets import BudgetError, TooOftenError, payers
from tournaments.site.middleware import Handler
from tournaments.site.problems import API, refused

View = TypeVar("View", bound=Callable[..., Any])

FORM: Final = 100_000
"""Bytes for the fields beside a file, and for the marks between them."""

FORMS: Final = ("application/x-www-form-urlencoded", "multipart/form-data")


def takes(most: int) -> Callable[[View], View]:
    """The view takes bodies of up to so many bytes, for the file that one may bring; others take what a form needs."""

    def mark(view: View) -> View:
        view.most_bytes = most  # type: ignore[attr-defined]
        return view

    return mark


class BudgetMiddleware:
    """Stands before everything that reads a body; what it refuses costs nothing."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if "\x00" in request.path_info or "%00" in request.META.get("QUERY_STRING", ""):
            return refused(request, 400, _("The address holds a character that cannot be stored (NUL)."))
        before = payers.answering.set(request)
        try:
            response = self.get_response(request)
            share: payers.AllowanceLeft | None = getattr(request, "api_share", None)
            if share is not None:
                response["RateLimit-Limit"] = str(share.most)
                response["RateLimit-Remaining"] = str(max(0, share.most - share.had))
                response["RateLimit-Reset"] = str(share.seconds)
            return response
        finally:
            payers.answering.reset(before)

    def process_view(
        self, request: HttpRequest, view: Any, arguments: tuple[Any, ...], named: dict[str, Any]
    ) -> HttpResponseBase | None:
        """Refuse a body that is larger than the route takes, or a form with NUL in it."""
        most = getattr(getattr(view, "cls", view), "most_bytes", settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            message = _("What was sent is larger than %(most)s MB; that is the most that is taken here.")
            return refused(request, 413, message % {"most": round(most / 1_000_000, 1)})
        is_form = request.method == "POST" and not request.path_info.startswith(API)
        if is_form and (wait := payers.take(request, payers.FORMS)):
            return turned_away(request, TooOftenError(wait))
        if request.content_type in FORMS and any(
            "\x00" in text for name, texts in request.POST.lists() for text in (name, *map(str, texts))
        ):
            return refused(request, 400, _("What was sent holds a character that cannot be stored (NUL)."))
        return None

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        """A budget that a page did not turn into a sentence of its own form."""
        if not isinstance(error, BudgetError):
            return None
        return turned_away(request, error)


def turned_away(request: HttpRequest, error: BudgetError) -> HttpResponse:
    """The answer that says what could not be afforded, and when it can."""
    response = refused(request, error.status, str(error), error.field)
    if error.seconds is not None:
        response["Retry-After"] = str(error.seconds)
    return response
