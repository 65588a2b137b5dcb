"""Texts about accounts and tokens."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SCOPE_NAMES = {
    "read": _("read everything I can see"),
    "entries": _("enter and change players"),
    "results": _("enter and confirm results"),
    "ledger": _("give penalties, adjust the ledger"),
    "cases": _("open cases and rule"),
    "tournaments": _("create tournaments"),
    "seasons": _("run seasons"),
    "event": _("change the event, its stages, teams and roles"),
    "play": _("seat, run the clock, release results"),
    "backups": _("create, download and restore backups (30 days at most)"),
    "accounts": _("invite, change and deactivate accounts of the site (30 days at most)"),
    "deletion": _("delete events (30 days at most)"),
}
"""Labels of token scopes; `permissions.SCOPES` has their actions."""
