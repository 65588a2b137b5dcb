"""Limits of the site for what a person waits for: long ones in tests, whose machine may be busy."""

from __future__ import annotations

from tests.support import patience
from tournaments.core.printing import pdf
from tournaments.seating.views import draws
from tournaments.standings.queries import needs


def extend_limits() -> None:
    """Let this process make papers, check draws and compute what places need for as long as the tests wait."""
    for module, limit in ((pdf, "WAIT"), (needs, "SECONDS"), (draws, "SECONDS")):
        setattr(module, limit, patience.SECONDS)
