from __future__ import annotations

import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from judging.desk.models import Call, Desk
from tournaments.accounts.models import User
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.rounds.models import GameTable, Round

WINDOW = datetime.timedelta(minutes=10)
MAX_IN_WINDOW = 5
"""Calls of one table within `WINDOW`: a button that children find must not ring all day."""


@change("calls.make", gettext_noop("Referee called"))
def make(change: Change, table: GameTable, *, about: str = "") -> Call:
    """Open the table's call or return the open one. Raises `UserError` outside a round and after too many calls."""
    open_call = Call.objects.filter(table=table, state__in=Call.OPEN).first()
    if open_call is not None:
        change.nothing()
        return open_call
    round_ = table.round
    if round_.state == Round.State.PLANNED or round_.released_at is not None:
        raise UserError(_("This round is not being played; go to the desk."))
    recent = Call.objects.filter(table=table, called_at__gt=timezone.now() - WINDOW).count()
    if recent >= MAX_IN_WINDOW:
        raise UserError(_("This table has called too often in the last minutes; raise your hand."))
    if about not in Call.About.values:
        about = ""
    return change.create(Call(tournament=round_.tournament, table=table, about=about))


@change("calls.withdraw", gettext_noop("Call withdrawn"))
def withdraw(change: Change, call: Call) -> Call:
    """Withdraw the call; an ended one stays as it is."""
    return _end(change, call, Call.State.WITHDRAWN)


@change("calls.take", gettext_noop("Call taken"))
def take(change: Change, call: Call) -> Call:
    """Take the call as the acting referee. Raises `UserError` if it is taken or has ended."""
    _check_open(call)
    if call.taken_by is not None:
        if call.taken_by == change.user:
            change.nothing()
            return call
        raise UserError(_("%(name)s has taken this call.") % {"name": call.taken_by})
    with change.edit(call):
        call.state, call.taken_by, call.taken_at = Call.State.TAKEN, change.user, timezone.now()
    return call


@change("calls.release", gettext_noop("Call put back into the queue"))
def release(change: Change, call: Call) -> Call:
    """Put a taken call back into the queue; it keeps its place."""
    _check_open(call)
    if call.state == Call.State.WAITING:
        change.nothing()
        return call
    with change.edit(call):
        call.state, call.taken_by = Call.State.WAITING, None
        call.taken_at = call.arrived_at = None
    return call


@change("calls.arrive", gettext_noop("Referee arrived at the table"))
def record_referee_arrival(change: Change, call: Call) -> Call:
    """Record the acting referee at the table; an untaken call is taken too."""
    _check_open(call)
    if call.state == Call.State.ARRIVED:
        change.nothing()
        return call
    now = timezone.now()
    with change.edit(call):
        if call.taken_by is None or call.taken_by != change.user:
            call.taken_by, call.taken_at = change.user, now
        call.state, call.arrived_at = Call.State.ARRIVED, now
    return call


@change("calls.handover", gettext_noop("Call handed over"))
def hand_over_call(change: Change, call: Call, *, to: User) -> Call:
    """Send another referee to the table of an open call; the table sees the name."""
    if not call.is_open or call.taken_by == to:
        change.nothing()
        return call
    with change.edit(call):
        call.state, call.taken_by, call.taken_at, call.arrived_at = Call.State.TAKEN, to, timezone.now(), None
    return call


@change("calls.close", gettext_noop("Call closed"))
def close(change: Change, call: Call) -> Call:
    """Close the call; an ended one stays as it is."""
    return _end(change, call, Call.State.CLOSED)


def _end(change: Change, call: Call, state: str) -> Call:
    if not call.is_open:
        change.nothing()
        return call
    with change.edit(call):
        call.state, call.ended_at = state, timezone.now()
    return call


def _check_open(call: Call) -> None:
    if not call.is_open:
        raise UserError(_("This call has ended: %(state)s.") % {"state": call.get_state_display()})


@change("cases.desk", gettext_noop("Referee's desk changed"))
def set_desk(
    change: Change,
    tournament: Tournament,
    *,
    head_referee: User | None,
    appeal_minutes: int,
    appeals_from: str = Desk.AppealsFrom.SESSION,
) -> Desk:
    desk = Desk.objects.filter(tournament=tournament).first()
    values = {"head_referee": head_referee, "appeal_minutes": appeal_minutes, "appeals_from": appeals_from}
    if desk is None:
        return change.create(Desk(tournament=tournament, **values))
    with change.edit(desk):
        for name, value in values.items():
            setattr(desk, name, value)
    return desk
