"""Pages that renew themselves: a request gets the rows that have changed since the page's version.

    renewal = renewal_of(request, frame=plan, remainder=counts, rows={table.number: table.facts for table in tables})
    if renewal.is_nothing:
        return HttpResponse(status=204)
    return renewal.answer(page(…, **renewal.context, tables=[table for table in tables if renewal.sends(table.number)]))

Templates give each piece an `id` and, where `renewed`, `hx-swap-oob`, so that htmx replaces exactly these pieces.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language

SEEN = "seen"
SECONDS = 120
VERSION = re.compile(r"[0-9a-f]{32}", re.ASCII)
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="[^"]*"')


@dataclass(frozen=True)
class Renewal:
    """Present version of a page's part; `changed` are the keys of the rows to send, None for all."""

    token: str
    changed: frozenset[str] | None = None
    is_nothing: bool = False

    @property
    def is_part(self) -> bool:
        return self.changed is not None

    def sends(self, key: str) -> bool:
        return self.changed is None or key in self.changed

    @property
    def context(self) -> dict[str, Any]:
        return {"token": self.token, "renewed": self.is_part}

    def answer(self, response: HttpResponse) -> HttpResponse:
        if self.is_part:
            response["HX-Reswap"] = "none"
        return response


def build_renewal(request: HttpRequest, *, frame: object, remainder: object, rows: Mapping[str, object]) -> Renewal:
    """Compare the page's part with the request's version; another `frame` sends all, any change the `remainder`."""
    of_frame = _digest([get_language(), frame, list(rows)])
    of_rows = [_digest(facts)[:12] for facts in rows.values()]
    token = _digest([of_frame, remainder, of_rows])
    cache.set(f"renewal:{token}", [of_frame, *of_rows], SECONDS)
    version = request.GET.get(SEEN, "") if "HX-Request" in request.headers else ""
    if version == token:
        return Renewal(token, frozenset(), is_nothing=True)
    held = cache.get(f"renewal:{version}") if VERSION.fullmatch(version) else None
    if held is None or held[0] != of_frame:
        return Renewal(token)
    changed = (key for key, before, now in zip(rows, held[1:], of_rows, strict=True) if before != now)
    return Renewal(token, frozenset(changed))


def _digest(facts: object) -> str:
    text = TOKEN.sub("", json.dumps(facts, default=str).replace('\\"', '"'))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
