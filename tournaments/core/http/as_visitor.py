"""Answers of the API as a visitor without an account gets them, for what the site tells others by itself.

The views decide what is public, so that a message never shows more than a request from outside.
"""

from __future__ import annotations

import io
import json
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from django.contrib.auth.models import AnonymousUser
from django.core.handlers.wsgi import WSGIRequest
from django.urls import resolve
from rest_framework.response import Response


def read_as_visitor(address: str) -> Any:
    """Return the JSON of a GET in the active language; None if a visitor gets none. Raises Resolver404."""
    parts = urlsplit(address)
    request = WSGIRequest(
        {
            "REQUEST_METHOD": "GET",
            "PATH_INFO": parts.path,
            "QUERY_STRING": parts.query,
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "HTTP_ACCEPT": "application/json",
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(),
        }
    )
    request.user = AnonymousUser()
    match = resolve(parts.path)
    # The limits count requests of visitors.
    view = match.func.cls.as_view(throttle_classes=[])  # type: ignore[attr-defined]
    response = view(request, *match.args, **match.kwargs)
    if response.status_code != HTTPStatus.OK or not isinstance(response, Response):
        return None
    return json.loads(response.render().content)
