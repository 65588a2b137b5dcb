"""Requests to other sites: to one of this program, and to the targets of messages, which people type.

Only `https` or this machine, and no redirects: nobody may read a token or a key on the way. A request to a target goes
to the address that was checked (`pinned_connections`).
"""

from __future__ import annotations

import json
import ssl
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import IO, Any, Final
from urllib.parse import urlsplit

from tournaments.exchange.pinned_connections import ForbiddenAddressError, Networks, open_pinned
from tournaments.site.listening import is_loopback

MOST_BYTES: Final = 100_000


class NoAnswerError(Exception):
    """Site that did not answer.

    `certificate`: because its certificate is not valid. `forbidden`: because its address is in a private network.
    """

    def __init__(self, cause: Exception) -> None:
        super().__init__(str(cause))
        reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
        self.certificate = isinstance(reason, ssl.SSLCertVerificationError)
        self.forbidden = isinstance(reason, ForbiddenAddressError)


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
    ends_at = time.monotonic() + seconds
    try:
        with urllib.request.build_opener(_StaysThere).open(request, timeout=seconds) as answer:
            return SiteAnswer(answer.status, _read(answer, most_bytes, ends_at), dict(answer.headers))
    except urllib.error.HTTPError as error:
        with error:
            return SiteAnswer(error.code, _read(error, MOST_BYTES, ends_at), dict(error.headers))
    except (OSError, HTTPException, UnicodeError) as error:
        raise NoAnswerError(error) from error


def request_target(
    url: str, *, headers: Mapping[str, str], body: bytes, seconds: float, most_bytes: int, networks: Networks
) -> SiteAnswer:
    """Post to an address that somebody typed, and return the answer, of any status and cut off after `most_bytes`.

    Its host may be in a private network only if that is one of `networks`, and without TLS only there. The whole
    request takes at most `seconds`, and the search for the host's addresses as long as the system lets it. Raises
    `NoAnswerError`.
    """
    parts = urlsplit(url)
    path = f"{parts.path or '/'}?{parts.query}" if parts.query else parts.path or "/"
    try:
        with open_pinned(parts, networks=networks, seconds=seconds) as connection:
            connection.request("POST", path, body=body, headers=dict(headers))
            answer = connection.getresponse()
            content = b""
            # The status has come: whatever becomes of the body, the request has been answered.
            with suppress(OSError, HTTPException):
                content = answer.read(most_bytes)
            return SiteAnswer(answer.status, content, dict(answer.headers))
    except (OSError, HTTPException, UnicodeError, ValueError) as error:
        raise NoAnswerError(error) from error


def _read(answer: IO[bytes], most_bytes: int, ends_at: float) -> bytes:
    """Read the body, whose parts each come in time; raise TimeoutError if the whole does not."""
    read: list[bytes] = []
    size = 0
    while size < most_bytes and (part := answer.read1(most_bytes - size)):  # type: ignore[attr-defined]
        read.append(part)
        size += len(part)
        if time.monotonic() > ends_at:
            raise TimeoutError("the answer takes too long")
    return b"".join(read)
