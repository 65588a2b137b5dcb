"""What a visitor was given once, the next one gets again, before anything of the site is at work.

A public page, or the word that it is unchanged, follows from what is asked and from the event's state. So a process
remembers whole answers, with all their headers, by everything in a request that they depend on; before it gives one
again it reads the event's state, the one statement that such a request costs. Only for visitors: a request with a
session, a message or a key of the API goes the whole way, and so does whatever a view has not called fit for this
with `fit_for_all`. What counts in no allowance the whole way counts in none here.
"""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Final, NamedTuple

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import ResolverMatch
from django.utils.translation import get_language_from_request

from tournaments.selectors.event_state import EventPart, EventState, mark_of, public_state
from tournaments.selectors.remembered import Remembered
from tournaments.site.middleware import Handler

LONGEST: Final = 300
"""Characters of an address, and of each header that counts here whole."""
FIT: Final = "fit_for_all"
"""Attribute of a request whose answer may be given again: what it follows from."""
OF_ONE: Final = ("HTTP_AUTHORIZATION", "HTTP_HX_REQUEST", "HTTP_RANGE")
"""What makes a request one that goes the whole way: somebody's key, a part of a page."""
ONE_TAG: Final = re.compile(r'((W/)?"[^",*\\]{1,100}")?')
"""What browsers say that they have: one page, or nothing."""

Asked = tuple[str, ...]
"""All of a request that its answer depends on, but for what the visitor has already."""


class Follows(NamedTuple):
    """What an answer follows from besides the request: an event in a state, or as much of it as has a mark."""

    tournament: int
    state: EventState
    part: EventPart
    mark: str | None

    def stands(self) -> bool:
        """Whether what the answer follows from is as it was."""
        now = public_state(self.tournament)
        if now is None or now == self.state:
            return now is not None
        return self.mark is not None and mark_of(self.part, self.tournament, now) == self.mark


class AnswerKept(NamedTuple):
    """A whole answer, and the route that gave it."""

    status: int
    headers: dict[str, str]
    content: bytes
    match: ResolverMatch | None

    def again(self) -> HttpResponse:
        """The same answer once more."""
        response = HttpResponse(self.content, status=self.status, headers=self.headers)
        if "Content-Type" not in self.headers:
            del response.headers["Content-Type"]
        return response


class AnswersKept(NamedTuple):
    """What is answered to those who have the page that `tag` names, and to all others; None where nobody asked yet.

    After a change visitors come with the tags of many states before it, and all get the same page.
    """

    follows: Follows
    tag: str
    unchanged: AnswerKept | None
    whole: AnswerKept | None

    def to(self, tag: str) -> AnswerKept | None:
        """The answer to somebody who has what this tag names, or nothing."""
        return self.unchanged if tag and tag == self.tag else self.whole

    def and_also(self, answer: AnswerKept) -> AnswersKept:
        """These with one more."""
        if answer.status == HTTPStatus.NOT_MODIFIED:
            return self._replace(unchanged=answer)
        return self._replace(whole=answer)


_KEPT: Final = Remembered[Asked, AnswersKept](
    8_000_000, lambda kept: sum(len(one.content) + 2000 for one in (kept.unchanged, kept.whole) if one)
)


def fit_for_all(request: HttpRequest, tournament: int, state: EventState, part: EventPart = EventPart.WHOLE) -> None:
    """Say that every visitor who asks the same gets the same, as long as the event is public and this part of it is as
    in this state.
    """
    setattr(request, FIT, Follows(tournament, state, part, mark_of(part, tournament, state)))


def given_again(request: HttpRequest) -> AnswerKept | None:
    """The answer that another visitor was given to the same, as long as it is true; the request gets its route."""
    asked = _asked(request)
    kept = _KEPT.get(asked) if asked is not None else None
    given = kept.to(_tag(request.META.get("HTTP_IF_NONE_MATCH", ""))) if kept is not None else None
    if kept is None or given is None or not _still_follows(kept.follows):
        return None
    request.resolver_match = given.match
    return given


class GivenBeforeMiddleware:
    """Stands before all that reads sessions, languages and addresses, and behind the log, which misses nothing."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        asked = _asked(request)
        if asked is None:
            return self.get_response(request)
        if (given := given_again(request)) is not None:
            return given.again()
        kept = _KEPT.get(asked)
        response = self.get_response(request)
        follows: Follows | None = getattr(request, FIT, None)
        if follows is not None and isinstance(response, HttpResponse) and not response.cookies:
            now = _tag(response.headers.get("ETag", ""))
            if kept is None or (kept.follows, kept.tag) != (follows, now):
                kept = AnswersKept(follows, now, None, None)
            headers = dict(response.headers.items())
            answer = AnswerKept(response.status_code, headers, response.content, request.resolver_match)
            _KEPT.keep(asked, kept.and_also(answer))
        return response


def _still_follows(follows: Follows) -> bool:
    try:
        return follows.stands()
    except Error:
        # The whole way has a sentence for a database that does not answer.
        return False


def _tag(header: str) -> str:
    """The tag that a header names, weak or not; it is compared as one that may be weak."""
    return header.removeprefix("W/")


def _asked(request: HttpRequest) -> Asked | None:
    """All that an answer for every visitor can depend on; None for a request whose answer may be one visitor's."""
    meta = request.META
    if request.method != "GET" or any(name in meta for name in OF_ONE):
        return None
    if "HTTP_COOKIE" in meta and (
        settings.SESSION_COOKIE_NAME in request.COOKIES or CookieStorage.cookie_name in request.COOKIES
    ):
        return None
    said = (
        meta.get("SCRIPT_NAME", ""),
        meta.get("PATH_INFO", ""),
        meta.get("QUERY_STRING", ""),
        meta.get("HTTP_HOST") or f"{meta.get('SERVER_NAME', '')}:{meta.get('SERVER_PORT', '')}",
        meta.get("HTTP_ACCEPT", ""),
    )
    if any(len(text) > LONGEST for text in said) or not ONE_TAG.fullmatch(meta.get("HTTP_IF_NONE_MATCH", "")):
        return None
    packed = "gzip" if "gzip" in meta.get("HTTP_ACCEPT_ENCODING", "") else ""
    return (request.scheme or "", packed, get_language_from_request(request), *said)
