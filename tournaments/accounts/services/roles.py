"""Grant and revoke roles; invite accounts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import Membership, Role, User
from tournaments.accounts.services import accounts
from tournaments.core.audit import Actor, Change, change, locked
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament


@change("roles.grant", gettext_noop("Role given"))
def grant(change: Change, tournament: Tournament, *, user: User, role: str) -> Membership:
    """Give the account a role, unless it has the role."""
    held = Membership.objects.filter(tournament=tournament, user=user, role=role).first()
    if held is not None:
        change.nothing()
        return held
    return change.create(Membership(tournament=tournament, user=user, role=role))


def invite(by: Actor, tournament: Tournament, *, username: str, role: str) -> tuple[User, str]:
    """Give a role to the account of that name; create a missing account. Raises `UserError` for an invalid name.

    Only a new account gets a sign-in link, whose secret is returned: an existing one has an owner.
    """
    with locked(tournament):
        user, secret = User.objects.filter(username__iexact=username, acted_at=None).first(), ""
        if user is None:
            user = accounts.create(by, username=username)
            secret = accounts.make_sign_in_link(by, user=user)
        grant(by, tournament, user=user, role=role)
    return user, secret


@change("roles.revoke", gettext_noop("Role taken away"))
def revoke(change: Change, membership: Membership) -> None:
    """Take a role away. Raises `UserError` for the last director."""
    directors = Membership.objects.filter(tournament=membership.tournament, role=Role.DIRECTOR)
    if membership.role == Role.DIRECTOR and directors.count() == 1:
        raise UserError(_("This is the only director; make somebody else director first."))
    change.delete(membership)
