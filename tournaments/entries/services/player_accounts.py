"""Which account a player holds: who plays sees no board of the event, whatever else the account may do."""

from __future__ import annotations

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.accounts.models import User
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.duplicate.models.deals import BoardSet
from tournaments.entries.models.entries import Entry


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

    While boards are sealed nobody takes the own link away: a player could open boards then. Raises `UserError`.
    """
    if entry.account is None:
        change.nothing()
        return entry
    person = change.user
    sealed = BoardSet.objects.filter(tournament=entry.tournament_id, withdrawn_at=None, seed="").exists()
    if sealed and person is not None and person.pk == entry.account_id:
        raise UserError(_("Boards of this event are sealed: somebody else takes the link of your account away."))
    with change.edit(entry):
        entry.account = None
    return entry
