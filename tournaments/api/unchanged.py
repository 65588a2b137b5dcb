"""What a visitor has already is answered before any work: 304 after one look at the event's version.

Only for visitors without an account, of whom nothing has to be known: what an answer said to one of them, it says to
all as long as the event stays at its version. Such an answer counts in no allowance, as the unchanged pages do not.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from tournaments.models import Tournament
from tournaments.selectors.remembered import Remembered

LONGEST: Final = 300
"""Characters of an address that is remembered."""


class AnswerGiven(NamedTuple):
    """What an answer followed from: the event at one version."""

    tournament: int
    version: int


_GIVEN: Final = Remembered[tuple[str, str], AnswerGiven](4000)
"""By address and ETag: what this process has told visitors."""


def remember(request: HttpRequest, tournament: Tournament, etag: str) -> None:
    """Keep that visitors get this ETag here for as long as a public event stays at its version."""
    path = request.get_full_path()
    if tournament.published and len(path) <= LONGEST and _is_visitor(request):
        _GIVEN.keep((path, etag), AnswerGiven(tournament.pk, tournament.version))


def not_modified(request: HttpRequest) -> HttpResponse | None:
    """The answer to a visitor who has what would be sent; None where that is not known at once."""
    sent = request.headers.get("If-None-Match")
    if request.method != "GET" or not sent or not _is_visitor(request):
        return None
    path = request.get_full_path()
    for etag in (tag.removeprefix("W/") for tag in parse_etags(sent)[:5]):
        given = _GIVEN.get((path, etag))
        if given is not None and _version_of(given.tournament) == given.version:
            response = HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": "no-cache"})
            patch_vary_headers(response, ["Accept", "Cookie"])
            return response
    return None


def _is_visitor(request: HttpRequest) -> bool:
    """Whether the request brings nothing that could be an account's."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "Authorization" not in request.headers


def _version_of(tournament: int) -> int | None:
    """The version of an event that is public now; None of any other."""
    with connection.cursor() as cursor:
        cursor.execute(_statement(), [tournament])
        row = cursor.fetchone()
    return row[0] if row else None


@cache
def _statement() -> str:
    """Put together once: that takes many times as long as asking it."""
    found = Tournament.objects.filter(pk=0, published=True).order_by().values_list("version")
    return str(found.query.sql_with_params()[0])
