"""Rate limits of forms and sign-ins, counted in the cache; tables have their own, because a hall has one address."""

from __future__ import annotations

import ipaddress
import time
from typing import Final, NamedTuple

from django.core.cache import caches
from django.http import HttpRequest
from django.utils.connection import ConnectionProxy

from tournaments.rounds.models import GameTable

cache = ConnectionProxy(caches, "throttles")


class Rate(NamedTuple):
    """Limits of an account, a table and an address in a period of so many seconds."""

    what: str
    account: int
    table: int
    address: int
    seconds: int = 60


FORMS: Final = Rate("forms", account=600, table=60, address=600)

CERTIFICATES: Final = Rate("certificates", account=20, table=20, address=20)

CONFIRMATIONS: Final = Rate("confirmations", account=60, table=60, address=60, seconds=6 * 3600)

SIGN_UPS: Final = Rate("sign-ups", account=10, table=10, address=10, seconds=24 * 3600)

PLAYER_LINKS: Final = Rate("player-links", account=10, table=10, address=10, seconds=24 * 3600)

FILES: Final = Rate("files", account=60, table=60, address=60, seconds=600)

PROCESSOR: Final = Rate("processor", account=30_000, table=30_000, address=30_000)
"""Milliseconds of the processor for the public pages marked `expensive`: half of one processor."""

LOGS: Final = Rate("logs", account=30_000_000, table=30_000_000, address=30_000_000, seconds=3600)


def count_against_rate(request: HttpRequest, rate: Rate, amount: int = 1) -> int:
    """Count the request for its sender. Return 0, or the seconds until the next period."""
    kind, who = identify_sender(request)
    used, seconds = add_to_counter(rate.what, f"{kind}/{who}", rate.seconds, amount)
    return seconds if used > getattr(rate, kind) else 0


def identify_sender(request: HttpRequest) -> tuple[str, str]:
    """Return the kind of sender (a field of `Rate`) and its name: account, table by its code, or address."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return "account", str(user.pk)
    match = request.resolver_match
    if match is not None and match.route.startswith("e/"):
        # Invented codes count for the address.
        table = GameTable.objects.filter(token=match.kwargs["token"]).first()
        if table is not None:
            return "table", str(table.pk)
    return "address", format_network(request.META.get("REMOTE_ADDR", ""))


def format_network(address: str) -> str:
    """Return the address, and for IPv6 its /64, which belongs to one household.

    >>> format_network("2001:db8::1:2:3:4"), format_network("192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((parsed, 64), strict=False)) if parsed.version == 6 else str(parsed)


def add_to_counter(what: str, who: str, seconds: int, amount: int = 1) -> tuple[int, int]:
    """Add to a counter; return its value in the current period, and the seconds left of it.

    Retries do not extend a period. A cache that does not respond counts nothing: a hall must not stop because of it.
    """
    span, passed = divmod(int(time.time()), seconds)
    key = f"{what}/{span}/{who}"
    cache.add(key, 0, timeout=seconds)
    try:
        return cache.incr(key, amount), seconds - passed
    except ValueError:
        # The span has ended between the two calls, or the cache is down.
        return 0, seconds - passed
