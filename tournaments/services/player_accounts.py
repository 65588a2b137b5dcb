"""Which account a player holds: who plays sees no board of the event, whatever else the account may do."""

from __future__ import annotations

import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.duplicate.looks import NEW_WAITS
from tournaments.models import BoardSet, Entry, Role, Tournament, User
from tournaments.services.audit import Change, change
from tournaments.services.errors import UserError


@change("entries.link_account", gettext_noop("Account of the player named"))
def link(change: Change, entry: Entry, *, user: User) -> Entry:
    """Say that the account is the player's. Raises `UserError` where either has another partner at the event."""
    if entry.account_id == user.pk:
        change.nothing()
        return entry
    if entry.account_id is not None:
        raise UserError(_("The player has an account already; take that link away first."), field="account")
    other = Entry.objects.filter(tournament=entry.tournament_id, account=user).first()
    if other is not None:
        raise UserError(
            _("“%(account)s” is the account of %(name)s.") % {"account": user, "name": other}, field="account"
        )
    with change.edit(entry):
        entry.account = user
    return entry


@change("entries.unlink_account", gettext_noop("Account taken away from the player"))
def unlink(change: Change, entry: Entry, *, reason: str = "") -> Entry:
    """The account is not the player's after all.

    While boards are sealed nobody does that for themselves, nor who has become director since the commitment: otherwise
    a player could see boards by taking the own link away. Raises `UserError`.
    """
    if entry.account is None:
        change.nothing()
        return entry
    person = change.user
    sealed = BoardSet.objects.filter(tournament=entry.tournament_id, withdrawn_at=None, seed="").exists()
    if sealed and person is not None:
        if person.pk == entry.account_id:
            raise UserError(_("Boards of this event are sealed: somebody else takes the link of your account away."))
        if new_until(person, entry.tournament) is not None:
            raise UserError(_("You became director after the commitment was public; somebody else does this."))
    with change.edit(entry):
        entry.account = None
    return entry


def new_until(person: User, tournament: Tournament) -> datetime.datetime | None:
    """When somebody who became director after the commitment may take part; None who may now.

    Otherwise one person could make a second account on the day and approve to themselves. Who directs, since when, and
    who made them director stands on the public page of the boards all the while.
    """
    made = BoardSet.objects.filter(tournament=tournament, withdrawn_at=None).first()
    held = person.memberships.filter(tournament=tournament, role=Role.DIRECTOR).first()
    since = held.created_at if held is not None else person.date_joined
    if made is None or since <= made.committed_at:
        return None
    until = since + NEW_WAITS
    return until if timezone.now() < until else None
