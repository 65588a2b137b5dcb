"""Public pages are rendered once for each version of the event and language, and answered with an ETag."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from threading import RLock
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.models import BoardSet, RegistrationDesk, Tournament, User
from tournaments.permissions import can
from tournaments.prepared import Prepared
from tournaments.selectors.event_state import EventPart, mark_of, state_of
from tournaments.selectors.player_accounts import own_number
from tournaments.selectors.remembered import Remembered
from tournaments.site.given_before import fit_for_all
from tournaments.visibility import knows_event

KEEP_SECONDS = 24 * 3600
"""An old version's pages are never asked for again; the cache may drop them after a day."""
LONGEST = 300
"""Characters of an address whose page is remembered whole."""
TOKEN = b"csrfmiddlewaretoken"
"""In whatever page can be posted from."""
PATIENCE = 10.0
"""Seconds after which whoever waits for another one's page makes it too."""
PINNED = ("standings", "players")
"""Sections whose pages mark the row of whoever is signed in and plays."""
_MAKING = tuple(RLock() for _lock in range(64))


def visible_tournament(request: HttpRequest, slug: str) -> Tournament:
    """The event of the address, for everybody once it is public, before that for its own team. Raises Http404."""
    tournament = next(iter(_BY_ADDRESS.objects(slug)), None)
    if tournament is None or not knows_event(request.user, tournament):
        raise Http404
    return tournament


def _by_address(slug: str) -> QuerySet[Tournament]:
    # The menu of every page asks for the boards; here it costs no query of its own.
    boards = Exists(BoardSet.objects.filter(tournament=OuterRef("pk")))
    registers = Exists(RegistrationDesk.objects.filter(tournament=OuterRef("pk"), is_open=True))
    return Tournament.objects.annotate(plays_boards=boards, takes_registrations=registers).filter(slug=slug).order_by()


_BY_ADDRESS: Final = Prepared(_by_address, str)


def public_page(
    request: HttpRequest,
    tournament: Tournament,
    template: str,
    context: Callable[[], Mapping[str, Any]],
    *,
    section: str = "",
    variant: tuple[object, ...] = (),
    beside: tuple[object, ...] = (),
    part: EventPart = EventPart.WHOLE,
    shell: str = "public/shell.html",
) -> HttpResponseBase:
    """The page whose body, made of `template`, depends on the event's version, the language, the path and `variant`.

    `part` is how much of the event the page follows from: whoever has the page of a public event keeps it until that
    has changed. `variant` follows from the address and from who asks; `beside` is what neither these nor the
    event's version tell. `context` is called only where the body is not in the cache; it returns the body's values
    with `page_title`, and may raise Http404. The frame around it (who is signed in, messages) is rendered for each
    request of an account, and once for all visitors. Answers 304 where the visitor has this page already.
    """
    state = mark_of(part, tournament.pk, state_of(tournament)) or _state(tournament)
    key = _key(tournament.pk, state, template, request.path, *variant, *beside)
    etag = None
    if not len(get_messages(request)):
        etag = f'W/"{_digest(key, request.user.pk, request.user.get_username())}"'
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            unchanged["ETag"] = etag
            if not beside and not request.user.is_authenticated:
                fit_for_all(request, tournament.pk, state_of(tournament), part)
            return may_be_kept(unchanged, request)
    address = request.build_absolute_uri()
    same_for_all = etag is not None and not request.user.is_authenticated and len(address) <= LONGEST
    for_visitors = f"{shell} {address} {key}" if same_for_all else ""
    if (again := _kept(request, for_visitors, etag or "")) is not None:
        if not beside and again.has_header("Content-Encoding"):
            fit_for_all(request, tournament.pk, state_of(tournament), part)
        return may_be_kept(again, request)
    with _one_at_a_time(key) if for_visitors else nullcontext():
        # Whoever waited for another one finds the page.
        if (again := _kept(request, for_visitors, etag or "")) is not None:
            return may_be_kept(again, request)
        title, body = cached_body(tournament, key, template, context, section)
        signed_in = request.user if isinstance(request.user, User) else None
        response = render(
            request,
            shell,
            {
                "tournament": tournament,
                "section": section,
                "page_title": title,
                "body": body,
                "follow": _digest(state)[:12],
                "own": own_number(signed_in, tournament) if signed_in and section in PINNED else None,
                "may_manage": can(request.user, "manage.view", tournament),
            },
        )
        if etag is not None:
            response["ETag"] = etag
        # A page with a token of one visitor in it is no other's: neither with a new one nor with that of a cookie.
        token = TOKEN in response.content or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
        if for_visitors and not token and not response.cookies:
            _PAGES.keep(for_visitors, gzip.compress(response.content, 6, mtime=0))
    return may_be_kept(response, request)


_PAGES = Remembered[str, bytes](6_000_000, len)
"""Whole pages as every visitor gets them, compressed: the frame takes ten times as long to make as to send."""


def _kept(request: HttpRequest, for_visitors: str, etag: str) -> HttpResponse | None:
    """The page again, compressed where the browser takes it; None where no visitor has had it.

    It holds nothing of one visitor that could be guessed from its length, so it needs no padding.
    """
    page = _PAGES.get(for_visitors) if for_visitors else None
    if page is None:
        return None
    if "gzip" not in request.headers.get("Accept-Encoding", ""):
        return HttpResponse(gzip.decompress(page), headers={"ETag": etag})
    response = HttpResponse(page, headers={"ETag": etag, "Content-Encoding": "gzip"})
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def page_key(tournament: Tournament, *parts: object) -> str:
    """A key that changes with the event's version, the language in force and the edition of the program."""
    return _key(tournament.pk, _state(tournament), *parts)


def _state(tournament: Tournament) -> str:
    return f"{tournament.version} {tournament.updated_at.timestamp()}"


def _key(*parts: object) -> str:
    return _digest(edition(), get_language(), *parts)


def cached_body(
    tournament: Tournament, key: str, template: str, context: Callable[[], Mapping[str, Any]], section: str = ""
) -> tuple[str, SafeString]:
    """Title and body of a page from the cache, or rendered (in the event's time zone) and kept there.

    After a change a thousand phones ask at once: a process renders the page for one of them, the others wait for it.
    """
    kept: tuple[str, SafeString] | None = cache.get(f"public:{key}")
    if kept is not None:
        return kept
    with _one_at_a_time(key):
        return cache.get(f"public:{key}") or _made(tournament, key, template, context, section)


@contextmanager
def _one_at_a_time(key: str) -> Iterator[None]:
    """Let the others who want the same wait, but not for ever."""
    making = _MAKING[hash(key) % len(_MAKING)]
    alone = making.acquire(timeout=PATIENCE)
    try:
        yield
    finally:
        if alone:
            making.release()


def _made(
    tournament: Tournament, key: str, template: str, context: Callable[[], Mapping[str, Any]], section: str
) -> tuple[str, SafeString]:
    with timezone.override(ZoneInfo(tournament.time_zone)):
        values = {**context(), "tournament": tournament, "section": section}
        made = (str(values.get("page_title", "")), render_to_string(template, values))
    cache.set(f"public:{key}", made, KEEP_SECONDS)
    return made


@lru_cache(maxsize=1)
def edition() -> str:
    """A mark of the templates and translations that this process started with: a new release shows at once."""
    folders = [settings.BASE_DIR / "templates", settings.BASE_DIR / "locale"]
    times = [
        path.stat().st_mtime_ns for folder in folders for path in folder.rglob("*") if path.suffix in (".html", ".mo")
    ]
    return str(max(times, default=0))


def may_be_kept(response: HttpResponseBase, request: HttpRequest) -> HttpResponseBase:
    """Browsers ask again each time (the ETag makes it cheap); the answer differs by language and person."""
    patch_vary_headers(response, ["Accept-Language", "Cookie"])
    # Not `private=False`: that would be sent as a word, and whoever looks for "private" finds it.
    patch_cache_control(response, no_cache=True, **({"private": True} if request.user.is_authenticated else {}))
    return response


def json_etag(*parts: object) -> str:
    """A strong ETag of the parts."""
    return f'"{_digest(*parts)}"'


def _digest(*parts: object) -> str:
    return hashlib.sha256("\0".join(str(part) for part in parts).encode()).hexdigest()[:32]
