"""Appeals to the head referee: in time, decided by another person than the ruling referee."""

from __future__ import annotations

import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from judging.cases.models import Appeal, Case, Party, Ruling
from judging.cases.queries.appeals import get_deadline
from judging.desk.models import Desk
from tournaments.accounts.models import User
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.core.permissions import can
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament

DECIDE_WITHIN = datetime.timedelta(minutes=60)


def may_decide(user: object, tournament: Tournament) -> bool:
    if not isinstance(user, User):
        return False
    if can(user, "cases.appeal", tournament):
        return True
    head = Desk.objects.filter(tournament=tournament, head_referee=user.pk).exists()
    return head and can(user, "cases.rule", tournament)


@change("cases.appeal", gettext_noop("Appeal filed"))
def file_appeal(
    change: Change,
    ruling: Ruling,
    *,
    by_entry: Entry,
    grounds: str,
    decide_by: datetime.datetime | None = None,
    late_reason: str = "",
) -> Appeal:
    """File a player's appeal; after the deadline with a reason. Raises `UserError` if it cannot be filed."""
    if not ruling.in_force:
        raise UserError(_("This ruling was superseded; appeal against the one in force."))
    if not grounds.strip():
        raise UserError(_("Enter the grounds of the appeal."), field="grounds")
    if not ruling.case.parties.filter(entry=by_entry).exists():
        raise UserError(_("Only a player of the case may appeal."), field="by_entry")
    if ruling.appeals.filter(state=Appeal.State.OPEN).exists():
        raise UserError(_("An appeal against this ruling is open already."))
    now = timezone.now()
    if get_deadline(ruling).over and not late_reason.strip():
        raise UserError(_("The time for an appeal is over; say why it is heard all the same."), field="late_reason")
    appeal = change.create(
        Appeal(
            ruling=ruling,
            by_entry=by_entry,
            grounds=grounds,
            filed_by=change.user,
            filed_at=now,
            late_reason=late_reason,
            decide_by=decide_by or now + DECIDE_WITHIN,
        )
    )
    for party in ruling.accepted_by.filter(entry=by_entry):
        with change.edit(party):
            party.accepted = None
    case = ruling.case
    with change.edit(case):
        case.state = Case.State.APPEALED
        case.version += 1
    return appeal


@change("cases.accept", gettext_noop("Ruling accepted"))
def accept(change: Change, ruling: Ruling, *, by_entry: Entry) -> Party:
    """Record that a player accepts the ruling in force; an appeal within the time takes it back. Raises `UserError`."""
    if not ruling.in_force:
        raise UserError(_("This ruling was superseded. Look at the one in force."))
    party = ruling.case.parties.filter(entry=by_entry).first()
    if party is None:
        raise UserError(_("Choose a player of this case."), field="player")
    if ruling.appeals.filter(state=Appeal.State.OPEN, by_entry=by_entry).exists():
        raise UserError(_("Your appeal against this ruling is open."))
    if party.accepted == ruling:
        change.nothing()
        return party
    with change.edit(party):
        party.accepted = ruling
    return party


@change("cases.appeal_decided", gettext_noop("Appeal decided"))
def decide(change: Change, appeal: Appeal, *, state: str, decision: str, new_ruling: Ruling | None = None) -> Appeal:
    """Record the decision: upheld, changed (`new_ruling` supersedes) or withdrawn. Raises `UserError`."""
    if appeal.state != Appeal.State.OPEN:
        raise UserError(_("This appeal is decided: %(state)s.") % {"state": appeal.get_state_display()})
    if not decision.strip():
        raise UserError(_("Give the decision in words."), field="decision")
    ruling = appeal.ruling
    judged = state in (Appeal.State.UPHELD, Appeal.State.CHANGED)
    if judged and change.user is not None and ruling.decided_by == change.user:
        raise UserError(_("Whoever ruled does not decide the appeal against it."))
    if change.user is not None and not may_decide(change.user, appeal.tournament):
        raise UserError(_("Appeals are decided by the head referee."))
    if state == Appeal.State.CHANGED and (new_ruling is None or new_ruling.supersedes != ruling):
        raise UserError(_("Make the new ruling first; it supersedes the one appealed against."))
    with change.edit(appeal):
        appeal.state, appeal.decision = state, decision
        appeal.decided_by, appeal.decided_at = change.user, timezone.now()
        appeal.new_ruling = new_ruling if state == Appeal.State.CHANGED else None
    case = ruling.case
    with change.edit(case):
        case.state = Case.State.RULED
        case.version += 1
    return appeal
