"""Public files as responses: the file, a page that reloads until it is ready, or the reason of a failure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _

from tournaments.core import public_files
from tournaments.core.http.limits import TooOftenError
from tournaments.core.http.problems import make_refusal
from tournaments.core.http.throttles import FILES, count_against_rate
from tournaments.core.models.public_files import PublicFile
from tournaments.core.text.sentences import in_words
from tournaments.core.views.public import compute_json_etag, set_cache_headers
from tournaments.events.models import Tournament

SOON: Final = 2
LATER: Final = 10
FEW: Final = 5


def respond_with_public_file(
    request: HttpRequest,
    key: str,
    kind: str,
    params: Callable[[], Mapping[str, Any]],
    *,
    tournament: Tournament | None,
    name: str,
    content_type: str,
    attachment: bool = False,
    without_library: Callable[[str], HttpResponse] | None = None,
) -> HttpResponseBase:
    """Return the file with this key, or put it into the lane and return the page that waits for it.

    Raises Http404 without content, and TooOftenError beyond `FILES`, which counts newly made files.
    """
    etag = compute_json_etag(key)
    response: HttpResponseBase | None = get_conditional_response(request, etag=etag)
    if response is None:
        row = public_files.find(key)
        if row is None:
            if wait := count_against_rate(request, FILES):
                raise TooOftenError(wait)
            try:
                row = public_files.ask_for(key, kind, params(), tournament)
            except public_files.TooManyFilesError as error:
                return _add_retry_after(make_refusal(request, 503, str(error)), LATER)
        if row.state != PublicFile.State.DONE:
            return _respond_without_file(request, row, without_library)
        response = FileResponse(row.file.open("rb"), as_attachment=attachment, filename=name, content_type=content_type)
        response["ETag"] = etag
    return set_cache_headers(response, request)


def _respond_without_file(
    request: HttpRequest, row: PublicFile, without_library: Callable[[str], HttpResponse] | None
) -> HttpResponseBase:
    state, reason = PublicFile.State(row.state), in_words(row.error)
    if state == PublicFile.State.NOTHING:
        raise Http404
    if state == PublicFile.State.NO_LIBRARY and without_library is not None:
        return without_library(reason)
    if state != PublicFile.State.WAITING:
        return make_refusal(request, 503, reason)
    before = public_files.place_in_line(row)
    seconds = SOON if before < FEW else LATER
    if "text/html" in request.headers.get("Accept", ""):
        page = render(request, "print/waiting.html", {"before": before}, status=202)
        page["Refresh"] = str(seconds)
        return _add_retry_after(page, seconds)
    # Programs do not take the page for the file, and retry by the header.
    text = _("This file is being made; ask for it again in %(seconds)s seconds.") % {"seconds": seconds}
    return _add_retry_after(HttpResponse(f"{text}\n", status=503, content_type="text/plain; charset=utf-8"), seconds)


def _add_retry_after(response: HttpResponse, seconds: int) -> HttpResponse:
    response["Retry-After"], response["Cache-Control"] = str(seconds), "no-store"
    return response
