"""Deadlines for appeals (MCR-6.17)."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from judging.cases.models import Ruling
from judging.cases.queries.appeals import get_deadline
from judging.cases.services import appeals
from judging.desk import services as desk_services
from tests.support.cases import case_with_facts, ruled
from tests.support.people import acting
from tournaments.core.errors import UserError
from tournaments.events.models import Tournament
from tournaments.rounds.models import RoundClock
from tournaments.rounds.services import clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_event")]

MINUTE = datetime.timedelta(minutes=1)


def ended(event: Tournament, minutes_ago: int) -> datetime.datetime:
    at = timezone.now() - minutes_ago * MINUTE
    RoundClock.objects.filter(round__tournament=event).update(ended_at=at)
    return at


def a_ruling(event: Tournament, *, minutes_ago: int = 0) -> Ruling:
    case, record = case_with_facts(event)
    ruling = ruled(case, record)
    Ruling.objects.filter(pk=ruling.pk).update(decided_at=timezone.now() - minutes_ago * MINUTE)
    return Ruling.objects.get(pk=ruling.pk)


def file(event: Tournament, ruling: Ruling) -> None:
    appeals.file_appeal(acting("ren"), ruling, by_entry=event.entries.get(number=2), grounds="I had eight points.")


def test_while_the_session_goes_on_an_appeal_is_in_time(event: Tournament) -> None:
    ruling = a_ruling(event, minutes_ago=50)
    assert (get_deadline(ruling).until, get_deadline(ruling).minutes) == (None, 30)
    file(event, ruling)


def test_thirty_minutes_after_the_session_the_time_is_over(event: Tournament) -> None:
    ruling = a_ruling(event, minutes_ago=60)
    at = ended(event, 29)
    assert get_deadline(ruling).until == at + 30 * MINUTE
    assert not get_deadline(ruling).over
    ended(event, 31)
    with pytest.raises(UserError, match="time for an appeal is over"):
        file(event, ruling)


def test_a_ruling_after_the_session_leaves_the_same_time(event: Tournament) -> None:
    ended(event, 50)
    ruling = a_ruling(event, minutes_ago=20)
    assert get_deadline(ruling).until == ruling.decided_at + 30 * MINUTE


def test_a_clock_that_is_set_again_opens_the_session_again(event: Tournament) -> None:
    ruling = a_ruling(event)
    round_ = event.rounds.get(number=1)
    clock.end(acting("olga"), round_)
    assert get_deadline(ruling).until is not None
    clock.restart(acting("olga"), round_)
    assert get_deadline(ruling).until is None


def test_the_event_sets_the_minutes_and_what_they_are_counted_from(event: Tournament) -> None:
    desk_services.set_desk(acting("olga"), event, head_referee=None, appeal_minutes=20)
    by_session = a_ruling(event)
    assert get_deadline(by_session).minutes == 20
    assert get_deadline(by_session).until is None
    desk_services.set_desk(acting("olga"), event, head_referee=None, appeal_minutes=10, appeals_from="ruling")
    case, record = case_with_facts(event, table=2)
    before = timezone.now()
    until = get_deadline(ruled(case, record)).until
    assert until is not None
    assert before + 10 * MINUTE <= until <= timezone.now() + 10 * MINUTE
