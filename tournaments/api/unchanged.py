"""What a visitor has already is answered before any work: 304 after one look at the event's state.

Only for visitors without an account, of whom nothing has to be known: what an answer said to one of them, it says to
all as long as the event stays as it is. Such an answer counts in no allowance, as the unchanged pages do not.
"""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags

from tournaments.models import Tournament
from tournaments.selectors.event_state import EventState, public_state, state_of
from tournaments.selectors.remembered import Remembered
from tournaments.site.given_before import fit_for_all

LONGEST: Final = 300
"""Characters of an address that is remembered."""


_GIVEN: Final = Remembered[tuple[str, str], tuple[int, EventState]](4000)
"""By address and ETag: the event, in its state, that this process has told visitors of."""


def remember(request: HttpRequest, tournament: Tournament, etag: str) -> None:
    """Keep that visitors get this ETag here for as long as a public event stays as it is."""
    path = request.get_full_path()
    if tournament.published and len(path) <= LONGEST and _is_visitor(request):
        _GIVEN.keep((path, etag), (tournament.pk, state_of(tournament)))


def not_modified(request: HttpRequest) -> HttpResponse | None:
    """The answer to a visitor who has what would be sent; None where that is not known at once."""
    sent = request.headers.get("If-None-Match")
    if request.method != "GET" or not sent or not _is_visitor(request):
        return None
    path = request.get_full_path()
    for etag in (tag.removeprefix("W/") for tag in parse_etags(sent)[:5]):
        given = _GIVEN.get((path, etag))
        if given is not None and public_state(given[0]) == given[1]:
            fit_for_all(request, *given)
            response = HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": "no-cache"})
            patch_vary_headers(response, ["Accept", "Cookie"])
            return response
    return None


def _is_visitor(request: HttpRequest) -> bool:
    """Whether the request brings nothing that could be an account's."""
    return settings.SESSION_COOKIE_NAME not in request.COOKIES and "Authorization" not in request.headers
