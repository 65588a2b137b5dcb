"""Problem details of the API (RFC 9457), with stable codes."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme

API: Final = "/api/"
MEDIA_TYPE: Final = "application/problem+json"

USUAL_CODES: Final = {
    400: "refused",
    401: "not_authenticated",
    403: "permission_denied",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    409: "conflict",
    412: "changed_meanwhile",
    413: "too_large",
    415: "unsupported_media_type",
    422: "cannot_be_done",
    429: "too_often",
    500: "our_fault",
    503: "not_now",
}


_TRY_AGAIN: Final = (429, 503)
"""Statuses of a page that may come when it is asked for later."""


def build_problem(
    status: int,
    detail: str,
    *,
    code: str = "",
    field: str | None = None,
    problems: Sequence[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """Return the body: `detail` is the sentence for a person, `code` for a program, `field` its field.

    >>> build_problem(404, "There is nothing here.")["code"]
    'not_found'
    """
    code = code or USUAL_CODES.get(status, "refused")
    return {
        "type": f"urn:mahjong-director:problem:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "code": code,
        "field": field,
        "problems": list(problems),
        **more,
    }


def make_refusal(
    request: HttpRequest, status: int, message: str, field: str | None = None, *, code: str = "", known: bool = True
) -> HttpResponse:
    """Return the sentence with this status: problem details below `API`, elsewhere a page.

    `known` is False if the outcome is unknown: then the page with the form is to be loaded again.
    """
    if request.path_info.startswith(API):
        body = build_problem(status, message, code=code, field=field)
        return JsonResponse(body, status=status, content_type=MEDIA_TYPE)
    again = request.get_full_path() if request.method == "GET" and status in _TRY_AGAIN else ""
    context = {"status": status, "message": message, "known": known, "again": again, "back": _get_form_url(request)}
    return render(request, "refused.html", context, status=status)


def _get_form_url(request: HttpRequest) -> str:
    """Return the URL of the page with the form; reloading the response would post it again."""
    page = request.headers.get("Referer", "")
    return page if url_has_allowed_host_and_scheme(page, {request.get_host()}) else ""
