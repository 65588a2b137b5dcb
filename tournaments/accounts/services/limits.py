"""Limits of organisers: events, e-mails to players, stored photos and logs."""

from __future__ import annotations

from django.utils.translation import gettext as _

from tournaments.accounts.models import Role, User
from tournaments.accounts.queries import MEGABYTE, count_mails_today, count_stored_bytes, limit_of, open_events
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament


def check_new_event(user: User | None) -> None:
    """Raise `UserError` for an account at its limit of open events. Commands have no account and no limit."""
    most = limit_of(user, "max_events") if user is not None else None
    if user is not None and most is not None and open_events(user) >= most:
        raise UserError(
            _("You have %(most)s open events, which is your limit. Archive one, or ask the site's administrator.")
            % {"most": most}
        )


def check_mails(user: User | None, count: int) -> None:
    """Raise `UserError` if so many further e-mails exceed the account's limit of a day."""
    most = limit_of(user, "max_mails") if user is not None else None
    if user is None or most is None:
        return
    remaining = max(most - count_mails_today(user), 0)
    if count > remaining:
        raise UserError(
            _("You may send %(most)s e-mails a day; %(left)s are left. Send the others later.")
            % {"most": most, "left": remaining}
        )


def check_storage(tournament: Tournament, size: int) -> None:
    """Raise `UserError` if none of the event's directors has room for so many further bytes."""
    directors = list(User.objects.filter(memberships__tournament=tournament, memberships__role=Role.DIRECTOR))
    limits = [(user, limit_of(user, "max_megabytes")) for user in directors]
    if any(most is None for _user, most in limits):
        return
    if limits and all(count_stored_bytes(user) + size > (most or 0) * MEGABYTE for user, most in limits):
        raise UserError(
            _("The organiser's storage for photos and logs is full. Delete some, or ask the site's administrator.")
        )
