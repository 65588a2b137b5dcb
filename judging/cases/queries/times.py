"""Waiting times of tables: from the call, or the opening of the case, to the first ruling."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from statistics import median

from django.db.models import Min
from django.utils import timezone

from judging.cases.models import Case
from tournaments.events.models import Tournament

OVERDUE = 300


@dataclass(frozen=True)
class RulingTimes:
    cases: int
    median: int
    longest: int
    slowest: Case


def get_waiting_since(case: Case) -> datetime.datetime:
    return case.call.called_at if case.call is not None else case.opened_at


def count_seconds_waited(case: Case, now: datetime.datetime | None = None) -> int:
    return max(0, int(((now or timezone.now()) - get_waiting_since(case)).total_seconds()))


def list_overdue(tournament: Tournament, now: datetime.datetime | None = None) -> list[Case]:
    cases = Case.objects.filter(tournament=tournament, state=Case.State.OPEN).select_related("call")
    return [case for case in cases.order_by("number") if count_seconds_waited(case, now) >= OVERDUE]


def measure_ruling_times(tournament: Tournament) -> RulingTimes | None:
    cases = Case.objects.filter(tournament=tournament, rulings__isnull=False).select_related("call")
    ruled = cases.annotate(ruled_at=Min("rulings__decided_at")).order_by("number")
    seconds = {case: max(0, int((case.ruled_at - get_waiting_since(case)).total_seconds())) for case in ruled}
    if not seconds:
        return None
    slowest = max(seconds, key=lambda case: seconds[case])
    return RulingTimes(len(seconds), int(median(seconds.values())), seconds[slowest], slowest)
