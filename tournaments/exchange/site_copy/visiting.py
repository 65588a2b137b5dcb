"""Answers of the site to a visitor without an account, asked without a server."""

from __future__ import annotations

from datetime import date
from importlib import import_module
from typing import NamedTuple, cast
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.contrib.messages.middleware import MessageMiddleware
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.http.request import split_domain_port, validate_host
from django.template.response import TemplateResponse
from django.urls import ResolverMatch, resolve
from django.utils.translation import get_language
from django_htmx.middleware import HtmxDetails


class SiteCopy(NamedTuple):
    """Copy that a page is made for: its templates and lists ask `request.site_copy`."""

    languages: tuple[str, ...]
    day: date
    address: str
    """Address of the event on the site; empty where the site does not know its own."""

    @property
    def host(self) -> str:
        host = urlsplit(self.address).netloc
        return host if host and validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS) else "localhost"


class Answer(NamedTuple):
    status: int
    content_type: str
    content: bytes
    location: str = ""

    @property
    def is_page(self) -> bool:
        return self.content_type.startswith("text/html")


def ask(address: str, copy: SiteCopy) -> Answer:
    """Return the answer of the view at the address, in the active language.

    No middleware takes part: it answers browsers (compression, cookies, limits of senders), and counts visits.
    """
    request, match = _build_request(address, copy)
    try:
        response: HttpResponseBase = match.func(request, *match.args, **match.kwargs)
        if isinstance(response, TemplateResponse):
            response.render()
    except Http404:
        return Answer(404, "", b"")
    if isinstance(response, FileResponse):
        # Not `response.close()`, which tells Django that a request has ended: it would close the database.
        content = b"".join(response)
        if response.file_to_stream is not None:
            response.file_to_stream.close()
    else:
        content = cast("HttpResponse", response).content
    return Answer(response.status_code, response.get("Content-Type", ""), content, response.get("Location", ""))


def _build_request(address: str, copy: SiteCopy) -> tuple[HttpRequest, ResolverMatch]:
    parts = urlsplit(address)
    request = HttpRequest()
    request.method = "GET"
    request.path = request.path_info = unquote(parts.path)
    request.META |= {
        "REQUEST_METHOD": "GET",
        "HTTP_HOST": copy.host,
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "REMOTE_ADDR": "127.0.0.1",
        "QUERY_STRING": parts.query,
        "HTTP_ACCEPT": "text/html,*/*",
    }
    request.GET = QueryDict(parts.query)
    request.user = AnonymousUser()
    request.resolver_match = match = resolve(request.path_info)
    request.session = import_module(settings.SESSION_ENGINE).SessionStore()
    # Gives the request a storage of messages, as django.contrib.messages wants it.
    MessageMiddleware(match.func).process_request(request)
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
    request.LANGUAGE_CODE = get_language()
    request.site_copy = copy  # type: ignore[attr-defined]
    return request, match
