"""API throttles by account, or by address for anonymous requests; the settings hold the rates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.cache import caches
from rest_framework.request import Request
from rest_framework.throttling import AnonRateThrottle, SimpleRateThrottle, UserRateThrottle

from tournaments.core.http.throttles import format_network

if TYPE_CHECKING:
    # A circular import at run time: the views import the throttles that the settings name.
    from rest_framework.views import APIView


class _Told(SimpleRateThrottle):
    """Base that reports the rate and its remainder in the headers `RateLimit-*`."""

    cache = caches["throttles"]

    def allow_request(self, request: Request, view: APIView) -> bool:
        allowed = super().allow_request(request, view)
        if allowed and self.get_cache_key(request, view) is None:
            return True
        most, seconds = self.parse_rate(self.rate)
        if most is None or seconds is None:
            return allowed
        oldest = self.history[-1] if self.history else self.now
        # `RequestLimitMiddleware` writes them.
        request._request.rate_limit = {  # type: ignore[attr-defined]
            "RateLimit-Limit": str(most),
            "RateLimit-Remaining": str(max(0, most - len(self.history))),
            "RateLimit-Reset": str(max(1, round(oldest + seconds - self.now))),
        }
        return allowed

    def get_ident(self, request: Request) -> str:
        return format_network(request.META.get("REMOTE_ADDR", ""))


class AddressThrottle(_Told, AnonRateThrottle):
    """Throttle of anonymous requests by address."""


class AccountThrottle(_Told, UserRateThrottle):
    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return super().get_cache_key(request, view) if request.user.is_authenticated else None
