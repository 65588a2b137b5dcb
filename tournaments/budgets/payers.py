"""Who is asking, as far as amounts are counted: an account, a table by its code, or else an address.

A hall stands behind one address. So whoever is signed in is counted by account and a table's players by their table;
strangers share what their address may have, which is enough for a hall.
"""

from __future__ import annotations

import ipaddress
from contextvars import ContextVar
from typing import Final, NamedTuple

from django.http import HttpRequest

from tournaments.budgets import counters
from tournaments.models import GameTable


class Allowance(NamedTuple):
    """How much of something each kind of payer may have in a span of so many seconds."""

    what: str
    account: int
    table: int
    address: int
    seconds: int = 60


PROCESSOR: Final = Allowance("processor", account=60_000, table=10_000, address=30_000)
"""Milliseconds of what is worked out apart: a hand takes some twenty, the longest draw fifteen hundred."""

REQUESTS: Final = Allowance("requests", account=1200, table=1200, address=3000)
"""Requests to the API."""

FORMS: Final = Allowance("forms", account=600, table=60, address=600)
"""Forms sent from pages."""

LOGS: Final = Allowance("logs", account=30_000_000, table=30_000_000, address=30_000_000, seconds=3600)
"""Characters of the logs brought to the replay, which keeps them for a while: a long game has a hundred thousand."""

answering: ContextVar[HttpRequest | None] = ContextVar("answering", default=None)
"""The request that is being answered; None in commands and background work, where nobody pays."""


class Payer(NamedTuple):
    """`kind` is the name of an amount of an `Allowance`."""

    kind: str
    name: str


class AllowanceLeft(NamedTuple):
    """What a payer has `had` of the `most` there is in a span, and the `seconds` that are left of it."""

    had: int
    most: int
    seconds: int


def payer_of(request: HttpRequest) -> Payer:
    """Who pays for the request."""
    user = getattr(request, "user", None)
    if user is not None and user.is_authenticated:
        return Payer("account", str(user.pk))
    match = request.resolver_match
    if match is not None and match.route.startswith("e/"):
        # A code that nobody printed is a stranger's.
        table = GameTable.objects.filter(token=match.kwargs["token"]).first()
        if table is not None:
            return Payer("table", str(table.pk))
    return Payer("address", network_of(request.META.get("REMOTE_ADDR", "")))


def network_of(address: str) -> str:
    """An address as it is counted: of IPv6 the /64, which one household has alone.

    >>> network_of("2001:db8::1:2:3:4"), network_of("192.0.2.7")
    ('2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


def take(request: HttpRequest, allowance: Allowance, amount: int = 1) -> int:
    """Count so much more for whoever pays for the request. Returns 0, or the seconds until there is more to have."""
    share = share_after(request, allowance, amount)
    return share.seconds if share.had > share.most else 0


def share_after(request: HttpRequest, allowance: Allowance, amount: int = 1) -> AllowanceLeft:
    """Count so much more, and say what the payer has had and may have in the span that runs."""
    payer = payer_of(request)
    had, left = counters.add(allowance.what, f"{payer.kind}/{payer.name}", amount, allowance.seconds)
    return AllowanceLeft(had, getattr(allowance, payer.kind), left)


def seconds_to_wait(request: HttpRequest, allowance: Allowance) -> int:
    """The same without counting: 0 while there is something left."""
    payer = payer_of(request)
    had, left = counters.total(allowance.what, f"{payer.kind}/{payer.name}", allowance.seconds)
    return left if had >= getattr(allowance, payer.kind) else 0
