"""API tokens: create, revoke, find."""

from __future__ import annotations

import datetime
import hashlib
import secrets
from collections.abc import Collection
from typing import Final

from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import ApiToken, User
from tournaments.accounts.services.last_seen import record_token_use
from tournaments.core.audit import Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.permissions import BY_NAME_ONLY, SCOPES, list_workplaces
from tournaments.events.models import Tournament

MAX_TOKENS: Final = 20
"""Tokens of one account, counted separately for its page and for sign-ins of programs."""

MAX_DAYS: Final = 366

SHORT: Final = 30
"""Maximum days for tokens that change accounts, open everybody's data or delete events."""


@site_change("token.create", gettext_noop("API token made"))
def make(
    change: Change,
    *,
    user: User,
    name: str,
    scopes: Collection[str],
    tournament: Tournament | None = None,
    days: int | None = None,
    by_sign_in: bool = False,
) -> tuple[str, ApiToken]:
    """Create a token and return its key, which is not stored. Without `days` it does not expire.

    Raises `UserError` for a missing name, no or unknown scopes, a tournament without a role of the account, a
    long-lived token for backups or deleting events, and too many tokens; of those made by signing in, the one unused
    for longest is deleted instead.
    """
    if not name.strip():
        raise UserError(_("Name the program that will use it."), field="name")
    if not scopes or not set(scopes) <= set(SCOPES):
        raise UserError(_("Choose what the token may be used for."), field="scopes")
    if days is not None and not 1 <= days <= MAX_DAYS:
        raise UserError(_("A token lives between 1 and %(most)s days.") % {"most": MAX_DAYS}, field="days")
    if tournament is not None and not list_workplaces(user).filter(pk=tournament.pk).exists():
        raise UserError(_("You do not work at that tournament."), field="tournament")
    if BY_NAME_ONLY & set(scopes) and (days is None or days > SHORT):
        refusal = _("A token for accounts, backups or deleting events ends within %(most)s days.")
        raise UserError(refusal % {"most": SHORT}, field="days")
    now = timezone.now()
    for old in user.api_tokens.filter(expires_at__lt=now):
        change.delete(old)
    tokens = user.api_tokens.filter(by_sign_in=by_sign_in)
    too_many = tokens.count() - MAX_TOKENS + 1
    if too_many > 0:
        if not by_sign_in:
            raise UserError(_("You have %(most)s tokens already; take one back first.") % {"most": MAX_TOKENS})
        for old in tokens.order_by(F("last_used_at").asc(nulls_first=True), "created_at", "pk")[:too_many]:
            change.delete(old)
    key = secrets.token_urlsafe(30)
    token = ApiToken(
        user=user,
        name=name.strip(),
        digest=compute_token_digest(key),
        tournament=tournament,
        scopes=[scope for scope in SCOPES if scope in scopes],
        by_sign_in=by_sign_in,
        created_at=now,
        expires_at=None if days is None else now + datetime.timedelta(days=days),
    )
    return key, change.create(token)


@site_change("token.revoke", gettext_noop("API token taken back"))
def revoke(change: Change, token: ApiToken) -> None:
    change.delete(token)


def find_token(key: str) -> ApiToken | None:
    """Return the valid token with this key and record its use; None if there is none."""
    now = timezone.now()
    alive = ApiToken.objects.filter(Q(expires_at=None) | Q(expires_at__gt=now), user__is_active=True)
    token = alive.select_related("user").filter(digest=compute_token_digest(key)).first()
    if token is not None:
        record_token_use(token)
    return token


def compute_token_digest(key: str) -> str:
    """Return the stored digest of a key. Keys are random, so a plain digest is enough."""
    return hashlib.sha256(key.encode()).hexdigest()
