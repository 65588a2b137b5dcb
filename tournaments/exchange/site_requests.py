"""Requests to another site of this program.

Only `https` or this machine, and no redirects: nobody may read a token or a key on the way.
"""

from __future__ import annotations

import json
import ssl
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, Final
from urllib.parse import urlsplit

from tournaments.site.listening import is_loopback

MOST_BYTES: Final = 100_000


class NoAnswerError(Exception):
    """Site that did not answer; `certificate`: because its certificate is not valid."""

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        reason = getattr(cause, "reason", cause)
        self.certificate = isinstance(reason, ssl.SSLCertVerificationError)


@dataclass(frozen=True)
class SiteAnswer:
    status: int
    content: bytes
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def facts(self) -> dict[str, Any]:
        """Content as a JSON object; empty if it is none."""
        try:
            facts = json.loads(self.content)
        except ValueError:
            return {}
        return facts if isinstance(facts, dict) else {}

    @property
    def detail(self) -> str:
        return str(self.facts.get("detail", ""))


class _StaysThere(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object) -> None:
        """Follow no redirect: it would take the token elsewhere."""


def is_safe_address(address: str) -> bool:
    """Return True for an address of `https`, or of this machine.

    >>> is_safe_address("https://example.org"), is_safe_address("http://127.0.0.1:8000")
    (True, True)
    >>> is_safe_address("http://example.org"), is_safe_address("https://"), is_safe_address("https://[")
    (False, False, False)
    """
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        return False
    return bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and is_loopback(host)))


def request_site(
    url: str,
    *,
    headers: Mapping[str, str],
    body: bytes | None = None,
    method: str = "POST",
    seconds: float,
    most_bytes: int = MOST_BYTES,
) -> SiteAnswer:
    """Return the answer, of any status. Raises `NoAnswerError`, ValueError for an address that is not safe."""
    if not is_safe_address(url):
        raise ValueError(url)
    request = urllib.request.Request(url, data=body, headers=dict(headers), method=method)  # noqa: S310 - checked above
    try:
        with urllib.request.build_opener(_StaysThere).open(request, timeout=seconds) as answer:
            return SiteAnswer(answer.status, answer.read(most_bytes), dict(answer.headers))
    except urllib.error.HTTPError as error:
        with error:
            return SiteAnswer(error.code, error.read(MOST_BYTES), dict(error.headers))
    except (OSError, HTTPException, UnicodeError) as error:
        raise NoAnswerError(error) from error
