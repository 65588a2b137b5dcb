"""Django's handler, before which visitors are given again what another one was given.

What Django does for each request before its first middleware and after its last takes as long as such an answer.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from django.core.handlers.wsgi import WSGIHandler, WSGIRequest

from tournaments.site.given_before import WAS_ASKED, given_again
from tournaments.site.middleware import ClientAddressMiddleware, RequestLogMiddleware

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse


class SiteHandler(WSGIHandler):
    """Answers all requests of the web server."""

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Any:
        """The parts of the answer's body, after its head was told."""
        # Of its own: Django's request rewrites what it is made of.
        request = WSGIRequest(dict(environ))
        given = given_again(request)
        if given is None:
            environ[WAS_ASKED] = True
            return super().__call__(environ, start_response)
        # The log misses nothing, and each answer has the name under which it stands there.
        answer = ClientAddressMiddleware(RequestLogMiddleware(lambda _request: given.plain()))(request)
        status = HTTPStatus(answer.status_code)
        start_response(f"{status.value} {status.phrase}", list(answer.headers.items()))
        return [given.content]
