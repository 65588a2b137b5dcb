"""Accounts: create, sign in by link, set password, edit."""

from __future__ import annotations

import datetime
import hashlib
import secrets

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import SignInLink, User
from tournaments.core.audit import Change, site_change
from tournaments.core.errors import UserError

BACKEND = "django.contrib.auth.backends.ModelBackend"

LINK_LIVES = datetime.timedelta(hours=24)


@site_change("account.create", gettext_noop("Account created"))
def create(
    change: Change, *, username: str, email: str = "", organiser: bool = False, site_admin: bool = False
) -> User:
    """Create an account without a password; its owner signs in by a link and sets one. Raises `UserError`."""
    if User.objects.filter(username__iexact=username).exists():
        raise UserError(_("There is an account “%(name)s” already.") % {"name": username}, field="username")
    user = User(username=username, email=email, is_staff=organiser or site_admin, is_superuser=site_admin)
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise UserError(" ".join(error.messages), field="username") from error
    user.set_unusable_password()
    return change.create(user)


def get_active_account(name: str, *, field: str = "user") -> User:
    """Return the active account with this name. Raises `UserError` if there is none."""
    user = User.objects.filter(username__iexact=name.strip(), acted_at=None).first()
    if user is None:
        raise UserError(_("There is no account “%(name)s”.") % {"name": name}, field=field)
    return user


@site_change("account.link", gettext_noop("Sign-in link made"))
def make_sign_in_link(
    change: Change, *, user: User, lives: datetime.timedelta = LINK_LIVES, opens_browser: bool = False
) -> str:
    """Return a one-time secret for `/sign-in/<secret>/`. Invalidates older unused links.

    `opens_browser` marks the link of a start of the program, which no page and no request can make: it alone is used
    without asking.
    """
    for old in SignInLink.objects.filter(user=user, used_at=None):
        change.delete(old)
    secret = secrets.token_urlsafe(24)
    change.create(
        SignInLink(
            user=user, digest=_compute_digest(secret), expires_at=timezone.now() + lives, opens_browser=opens_browser
        )
    )
    return secret


def sign_in_link_of(secret: str) -> SignInLink:
    """Return the link without using it up. Raises `UserError` as `use_sign_in_link` does."""
    return _find_usable_link(SignInLink.objects.all(), secret)


@site_change("account.link_used", gettext_noop("Sign-in link used"))
def use_sign_in_link(change: Change, *, secret: str) -> User:
    """Use the link and return its account. Raises `UserError` for an unknown, used or expired link."""
    link = _find_usable_link(SignInLink.objects.select_for_update(), secret)
    with change.edit(link):
        link.used_at = timezone.now()
    return link.user


def _find_usable_link(links: QuerySet[SignInLink], secret: str) -> SignInLink:
    link = links.filter(digest=_compute_digest(secret)).select_related("user").first()
    if link is None or link.used_at is not None or link.expires_at < timezone.now() or not link.user.is_active:
        raise UserError(_("This link has been used or is too old; ask for a new one."))
    return link


@site_change("account.password", gettext_noop("Password set"))
def set_password(change: Change, *, user: User, password: str) -> None:
    """Set a new password. Raises `UserError` with the validation messages."""
    try:
        validate_password(password, user)
    except ValidationError as error:
        raise UserError(" ".join(error.messages), field="password") from error
    tokens = user.api_tokens.count()
    user.set_password(password)
    user.save(update_fields=["password"])
    change.note(user, after={"api_tokens_revoked": tokens} if tokens else {})


@site_change("account.edit", gettext_noop("Account changed"))
def edit(change: Change, *, user: User, email: str, language: str) -> User:
    with change.edit(user):
        user.email, user.language = email, language
    return user


def _compute_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
