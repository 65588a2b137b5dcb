"""How many requests to the API an account or an address may send."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from tournaments.budgets import payers


class RequestThrottle(BaseThrottle):
    """Counts as the pages do (`tournaments.budgets.payers`): accounts by themselves, strangers by address."""

    seconds = 0

    def allow_request(self, request: Request, view: object) -> bool:
        """Count the request; False where it is one too many."""
        # A token has told the request of Django who it is for: `payer_of` asks there.
        share = payers.share_after(request._request, payers.REQUESTS)
        request._request.api_share = share  # type: ignore[attr-defined]
        self.seconds = share.seconds if share.had > share.most else 0
        return not self.seconds

    def wait(self) -> float:
        """Seconds until there are more to have."""
        return self.seconds
