"""Names by which the demonstration is known."""

from __future__ import annotations

from typing import Final

from tournaments.accounts.models import Role

LIVING: Final = "lantern-open"
"""Short name of the event under way, which a visitor may try."""

ACCOUNTS: Final = {
    "demo-director": Role.DIRECTOR,
    "demo-scorer": Role.SCORER,
    "demo-clerk": Role.SCORER,
    "demo-referee": Role.REFEREE,
}
"""Accounts without a password: a visitor on the machine itself comes in by a button. The clerk types what the scorer
confirms."""
