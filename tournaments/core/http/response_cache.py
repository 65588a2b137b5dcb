"""Response cache for visitors without session, message or API key, until the event's public version changes."""

import hashlib
import re
from http import HTTPStatus
from threading import RLock
from typing import Any, Final, TypeVar

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.cache import caches
from django.db import Error
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.urls import resolve
from django.utils.http import parse_etags
from django.utils.translation import get_language_from_request

from tournaments.core.http import Handler
from tournaments.core.http.public_version import CHANGED, find_published_version

R = TypeVar("R", bound=HttpResponseBase)
OF_AN_EVENT: Final = re.compile(r"/(t|api/v1/tournaments)/([-\w]+)/")
NEVER: Final = ("HTTP_AUTHORIZATION", "HTTP_HX_REQUEST", "HTTP_RANGE")
VARY, CACHEABLE = "Accept, Accept-Language, Cookie", "cacheable_for_all"
SAFE: Final = ("GET", "HEAD", "OPTIONS", "TRACE")
A_DAY: Final = 24 * 3600
USUAL_BYTES, MAX_BYTES = 100_000, 1_000_000  # bytes; pages are stored compressed
LARGE: Final = ":large"
"""Stored for a response above the usual size, which is in a cache of its own that bounds the memory of a process."""
PATIENCE: Final = 10.0
_MAKING: Final = tuple(RLock() for _ in range(64))


def mark_cacheable(response: R) -> R:
    """Mark a response as equal for all visitors with the same request, until the event changes."""
    setattr(response, CACHEABLE, True)
    return response


class ResponseCacheMiddleware:
    """Place it inside the request log, outside all that reads sessions, languages and addresses."""

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in SAFE:
            return _mark_author(request, self.get_response(request))
        key, etag = _compute_key_and_etag(request)
        if not key:
            return self.get_response(request)
        etags = parse_etags(request.META.get("HTTP_IF_NONE_MATCH", ""))
        if etag in etags or etag.removeprefix("W/") in etags:
            request.resolver_match = resolve(request.path_info)  # for the log
            return HttpResponseNotModified(headers={"ETag": etag, "Cache-Control": "no-cache", "Vary": VARY})
        if (stored := _find_stored(key)) is None:
            making = _MAKING[hash(key) % len(_MAKING)]
            alone = making.acquire(timeout=PATIENCE)
            try:
                if (stored := _find_stored(key)) is None:
                    return _store_response(request, key, etag, self.get_response(request))
            finally:
                if alone:
                    making.release()
        request.resolver_match = resolve(request.path_info)
        return HttpResponse(stored[1], headers=stored[0])


def _mark_author(request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
    """Have an author without a session read what another process of the site stores now."""
    if "HTTP_AUTHORIZATION" not in request.META and settings.SESSION_COOKIE_NAME not in request.COOKIES:
        secure = settings.SESSION_COOKIE_SECURE
        response.set_cookie(CHANGED, "1", max_age=1, secure=secure, httponly=True, samesite="Lax")
    return response


def _store_response(request: HttpRequest, key: str, etag: str, response: HttpResponseBase) -> HttpResponseBase:
    sets_cookies = response.cookies or "CSRF_COOKIE_NEEDS_UPDATE" in request.META
    private = sets_cookies or re.search("private|no-store", response.get("Cache-Control", ""))
    if private or not getattr(response, CACHEABLE, False) or response.status_code != HTTPStatus.OK:
        return response
    response.headers["ETag"] = etag
    if isinstance(response, HttpResponse) and len(response.content) <= MAX_BYTES:
        # Rate limits belong to one visitor.
        headers = {name: value for name, value in response.items() if not name.startswith("RateLimit-")}
        if is_large := len(response.content) > USUAL_BYTES:
            caches["large_pages"].set(key + LARGE, (headers, response.content), A_DAY)
        caches["pages"].set(key, LARGE if is_large else (headers, response.content), A_DAY)
    return response


def _find_stored(key: str) -> tuple[dict[str, str], bytes] | None:
    stored: Any = caches["pages"].get(key)
    return caches["large_pages"].get(key + LARGE) if stored == LARGE else stored


def _compute_key_and_etag(request: HttpRequest) -> tuple[str, str]:
    meta, of_event = request.META, OF_AN_EVENT.match(request.path_info)
    cookies = {settings.SESSION_COOKIE_NAME, CookieStorage.cookie_name} & request.COOKIES.keys()
    if of_event is None or request.method != "GET" or cookies or any(name in meta for name in NEVER):
        return "", ""
    is_api = of_event[1] != "t"
    try:
        published = find_published_version(of_event[2], again=CHANGED in request.COOKIES)
    except Error:  # the view has a sentence for a database that does not answer
        return "", ""
    if published is None:
        return "", ""
    # An ETag of the API begins with the event's version, for `If-Match`.
    version = str(published.state.version) if is_api else published.public
    host = meta.get("HTTP_HOST") or (meta.get("SERVER_NAME"), meta.get("SERVER_PORT"))
    request_key = (request.scheme, host, request.path, meta.get("QUERY_STRING", ""), get_language_from_request(request))
    facts = (settings.EDITION, version, request_key, is_api and (published.state, meta.get("HTTP_ACCEPT")))
    digest = hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
    return f"response:{digest}:{'gzip' in meta.get('HTTP_ACCEPT_ENCODING', '')}", f'W/"{version}-{digest}"'
