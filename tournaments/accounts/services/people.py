"""People of the site, for administrators: invite, rights, limits, deactivate, reset, requests for accounts."""

from __future__ import annotations

import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import AccountRequest, AccountRules, SignInLink, User
from tournaments.accounts.services import accounts
from tournaments.core.audit import Actor, Change, site_change
from tournaments.core.errors import UserError
from tournaments.core.http.commit_state import noted_transaction

INVITATION_LIVES: Final = datetime.timedelta(days=7)
MAX_REQUESTS: Final = 100
REQUESTS_KEPT: Final = datetime.timedelta(days=60)
"""Time after which an unanswered request is deleted."""
PERSONAL: Final = ("username", "first_name", "last_name", "email", "language", "column_choices")
LIMITS: Final = ("max_events", "max_mails", "max_megabytes")


def invite(
    by: Actor, *, username: str, email: str = "", organiser: bool = True, administrator: bool = False
) -> tuple[User, str]:
    """Create an account; return it with the secret of its first sign-in link. Raises `UserError`."""
    with noted_transaction():
        user = accounts.create(by, username=username, email=email, organiser=organiser, site_admin=administrator)
        return user, accounts.make_sign_in_link(by, user=user, lives=INVITATION_LIVES)


@site_change("account.rights", gettext_noop("Rights of an account changed"))
def set_rights(change: Change, *, user: User, organiser: bool, administrator: bool, email: str | None = None) -> User:
    """Set the rights on the site, and the e-mail address if given. Raises `UserError` for the last administrator."""
    user = _lock_account(user)
    if user.is_superuser and not administrator:
        _keep_an_administrator(user)
    with change.edit(user):
        user.is_staff, user.is_superuser = organiser or administrator, administrator
        user.email = user.email if email is None else email
    return user


@site_change("account.limits", gettext_noop("Limits of an account changed"))
def set_limits(change: Change, *, user: User, **limits: int | None) -> User:
    user = _lock_account(user)
    with change.edit(user):
        for name in LIMITS:
            setattr(user, name, limits[name])
    return user


@site_change("account.deactivate", gettext_noop("Account deactivated"))
def deactivate(change: Change, *, user: User) -> User:
    """Sign the account out for good: no password, link or token opens it.

    Raises `UserError` for the own account and the last administrator.
    """
    user = _lock_account(user)
    if change.user is not None and change.user.pk == user.pk:
        raise UserError(_("This is your own account; let another administrator deactivate it."))
    if user.is_superuser:
        _keep_an_administrator(user)
    _close_doors(change, user)
    with change.edit(user):
        user.is_active = False
    return user


@site_change("account.activate", gettext_noop("Account activated"))
def activate(change: Change, *, user: User) -> User:
    user = _lock_account(user)
    with change.edit(user):
        user.is_active = True
    return user


@site_change("account.erase", gettext_noop("Personal data of an account erased"))
def erase(change: Change, *, user: User) -> User:
    """Deactivate the account and empty it but for a name by its number, to which sheets and log entries refer.

    Raises `UserError` as `deactivate` does.
    """
    user = deactivate(change.by, user=user)
    user.set_unusable_password()
    with change.edit(user, forget=PERSONAL):
        user.username, user.last_login = f"erased-{user.pk}", None
        for name in PERSONAL[1:]:
            setattr(user, name, getattr(User(), name))
    user.save(update_fields=["password", "last_login"])
    return user


def reset(by: Actor, *, user: User) -> str:
    """Remove password, tokens and sessions; return a new link's secret. Raises `UserError` if inactive."""
    with noted_transaction():
        _forget_password(by, user=user)
        return accounts.make_sign_in_link(by, user=user, lives=INVITATION_LIVES)


@site_change("account.reset", gettext_noop("Password and tokens of an account removed"))
def _forget_password(change: Change, *, user: User) -> None:
    user = _lock_account(user)
    if not user.is_active:
        raise UserError(_("This account is deactivated; activate it first."))
    tokens = user.api_tokens.count()
    user.set_unusable_password()
    # Saving the password deletes the tokens.
    user.save(update_fields=["password"])
    user.api_tokens.all().delete()
    change.note(user, after={"api_tokens_revoked": tokens})


@site_change("account.revoke_tokens", gettext_noop("API tokens of an account taken back"))
def revoke_tokens(change: Change, *, user: User) -> int:
    """Delete all tokens of the account; return their number."""
    tokens = list(user.api_tokens.all())
    for token in tokens:
        change.delete(token)
    if not tokens:
        change.nothing()
    return len(tokens)


@site_change("account.rules", gettext_noop("Rules for accounts changed"))
def set_rules(change: Change, **rules: Any) -> AccountRules:
    row, _new = AccountRules.objects.select_for_update().get_or_create(pk=1)
    with change.edit(row):
        for name in ("sign_up", *LIMITS):
            setattr(row, name, rules[name])
    return row


@site_change("account.request", gettext_noop("Account asked for"))
def ask_for_account(change: Change, *, username: str, email: str, about: str) -> None:
    """Store a request; ignore it silently if one waits for the address, which must not be revealed.

    Raises `UserError` while sign-up is off, or too many requests wait.
    """
    if not AccountRules.current().sign_up:
        raise UserError(_("This site takes no requests for accounts. Ask its administrator."))
    AccountRequest.objects.filter(created_at__lt=timezone.now() - REQUESTS_KEPT).delete()
    if AccountRequest.objects.count() >= MAX_REQUESTS:
        raise UserError(_("Too many requests are waiting. Try again in some days."))
    if AccountRequest.objects.filter(email__iexact=email).exists():
        change.nothing()
        return
    request = AccountRequest(username=username, email=email.lower(), about=about)
    try:
        request.full_clean()
    except ValidationError as error:
        raise UserError(" ".join(error.messages)) from error
    change.create(request)


def approve(by: Actor, *, request: AccountRequest, username: str = "") -> tuple[User, str]:
    """Make an organiser's account; return it with the secret of its link. Raises `UserError` for a taken name."""
    with noted_transaction():
        account = invite(by, username=username or request.username, email=request.email)
        _answer(by, request=request)
        return account


@site_change("account.request_answered", gettext_noop("Request for an account answered"))
def _answer(change: Change, *, request: AccountRequest) -> None:
    change.delete(request)


def refuse(by: Actor, *, request: AccountRequest) -> None:
    _answer(by, request=request)


def _lock_account(user: User) -> User:
    return User.objects.select_for_update().get(pk=user.pk)


def _close_doors(change: Change, user: User) -> None:
    for token in user.api_tokens.all():
        change.delete(token)
    for link in SignInLink.objects.filter(user=user, used_at=None):
        change.delete(link)


def _keep_an_administrator(user: User) -> None:
    """Raise `UserError` for the last administrator. Locks the others, so that two cannot leave at once."""
    others = User.objects.select_for_update().filter(is_superuser=True, is_active=True, acted_at=None)
    if not any(administrator.pk != user.pk for administrator in others):
        raise UserError(_("This is the only administrator; make somebody else one first."))
