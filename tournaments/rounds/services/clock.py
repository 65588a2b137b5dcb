"""Round clock: the server's end time counts, and every page counts down to it."""

from __future__ import annotations

import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.errors import UserError
from tournaments.rounds.models import GameTable, Round, RoundClock

WARNING_SECONDS = 15 * 60
MAX_EXTRA_SECONDS = 3 * 60 * 60


@change("clock.start", gettext_noop("Clock started"))
def start(change: Change, round_: Round) -> RoundClock:
    """Start the round's clock with its full time; has no effect on an existing clock."""
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is not None:
        change.nothing()
        return clock
    now = timezone.now()
    length = datetime.timedelta(minutes=round_.minutes)
    warning = min(WARNING_SECONDS, round_.minutes * 60 // 2)
    return change.create(RoundClock(round=round_, started_at=now, ends_at=now + length, warning_seconds=warning))


@change("clock.pause", gettext_noop("Clock paused"))
def pause(change: Change, round_: Round) -> RoundClock:
    """Pause the clock and store the remaining seconds. A second click has no effect."""
    clock = _require_clock(round_)
    if clock.ends_at is None:
        change.nothing()
        return clock
    now = timezone.now()
    with change.edit(clock):
        clock.remaining_seconds = round((clock.ends_at - now).total_seconds())
        clock.paused_at, clock.ends_at = now, None
    return clock


@change("clock.resume", gettext_noop("Clock resumed"))
def resume(change: Change, round_: Round) -> RoundClock:
    """Resume a paused clock. A second click has no effect."""
    clock = _require_clock(round_)
    if clock.remaining_seconds is None:
        change.nothing()
        return clock
    with change.edit(clock):
        clock.ends_at = timezone.now() + datetime.timedelta(seconds=clock.remaining_seconds)
        clock.paused_at = clock.remaining_seconds = None
    return clock


@change("clock.adjust", gettext_noop("Time of the round changed"))
def adjust(change: Change, round_: Round, *, seconds: int, reason: str = "") -> RoundClock:
    """Add time for every table (negative seconds subtract)."""
    clock = _require_clock(round_)
    if clock.ended_at is not None:
        raise UserError(_("The clock of this round has been ended."))
    if abs(seconds) > MAX_EXTRA_SECONDS:
        raise UserError(_("More than three hours at once is a typing error."), field="seconds")
    with change.edit(clock):
        if clock.ends_at is not None:
            clock.ends_at += datetime.timedelta(seconds=seconds)
        elif clock.remaining_seconds is not None:
            clock.remaining_seconds += seconds
    return clock


@change("clock.extra", gettext_noop("Extra time of a table changed"))
def add_extra_time(change: Change, table: GameTable, *, seconds: int, reason: str = "") -> GameTable:
    """Add time for one table on top of its extra time (negative: subtract, never below zero)."""
    if abs(seconds) > MAX_EXTRA_SECONDS:
        raise UserError(_("More than three hours at once is a typing error."), field="seconds")
    with change.edit(table):
        table.extra_seconds = max(0, table.extra_seconds + seconds)
    return table


@change("clock.end", gettext_noop("Clock ended"))
def end(change: Change, round_: Round) -> RoundClock | None:
    """End the clock in any state; return None if it never ran."""
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is None or clock.ended_at is not None:
        change.nothing()
        return clock
    with change.edit(clock):
        clock.ended_at = timezone.now()
    return clock


@change("clock.restart", gettext_noop("Clock restarted"))
def restart(change: Change, round_: Round, *, reason: str = "") -> RoundClock:
    """Reset the clock to the full time from now, for example after a false start."""
    clock = _require_clock(round_)
    now = timezone.now()
    with change.edit(clock):
        clock.started_at, clock.ends_at = now, now + datetime.timedelta(minutes=round_.minutes)
        clock.paused_at = clock.remaining_seconds = clock.ended_at = None
    return clock


def _require_clock(round_: Round) -> RoundClock:
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is None:
        raise UserError(_("Round %(number)s has not started.") % {"number": round_.number})
    return clock
