from __future__ import annotations

import datetime
from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import time_format

from judging.cases.models import Case, Ruling
from judging.cases.queries.judgments import get_rules_version
from judging.desk.models import Desk
from judging.desk.queries import get_desk
from judging.rulebook.text.findings import describe_appeal_until
from tournaments.rounds.models import Round, RoundClock


@dataclass(frozen=True)
class AppealDeadline:
    """The deadline for an appeal. `until` is None while the session goes on, from whose end `minutes` count."""

    minutes: int
    until: datetime.datetime | None

    def __str__(self) -> str:
        until = "" if self.until is None else time_format(timezone.localtime(self.until), "TIME_FORMAT")
        return describe_appeal_until(self.minutes, until)

    @property
    def over(self) -> bool:
        return self.until is not None and timezone.now() > self.until


def get_deadline(ruling: Ruling) -> AppealDeadline:
    """Return the deadline of a ruling: stored with it, or minutes after the later of session end and ruling."""
    case = ruling.case
    minutes = get_desk(case.tournament, get_rules_version(case)).appeal_minutes
    if ruling.appeal_until is not None or case.round is None:
        return AppealDeadline(minutes, ruling.appeal_until)
    ended = find_session_end(case.round)
    return AppealDeadline(minutes, None if ended is None else _add_minutes(max(ended, ruling.decided_at), minutes))


def get_fixed_deadline(case: Case) -> datetime.datetime | None:
    """Return the deadline of a ruling made now if it counts from the ruling, else None."""
    desk = get_desk(case.tournament, get_rules_version(case))
    if case.round is not None and desk.appeals_from == Desk.AppealsFrom.SESSION:
        return None
    return _add_minutes(timezone.now(), desk.appeal_minutes)


def find_session_end(round_: Round) -> datetime.datetime | None:
    """Return the end of the round's session by its clock, or of a finished round without one; None while it goes on."""
    clock = RoundClock.objects.filter(round=round_).first()
    if clock is not None and clock.ended_at is not None:
        return clock.ended_at
    if round_.state == Round.State.FINISHED:
        return clock.started_at if clock is not None else datetime.datetime.min.replace(tzinfo=datetime.UTC)
    return None


def _add_minutes(start: datetime.datetime, minutes: int) -> datetime.datetime:
    return start + datetime.timedelta(minutes=minutes)
