import datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from judging.cases.services import cases
from judging.desk import services as calls
from judging.desk.models import Call
from judging.desk.queries import list_open_calls
from tests.support.people import acting
from tests.support.remembered import remembered
from tests.support.tables import playing, table_of
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.rounds.models import Round

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
@remembered
def table():
    return table_of(playing())


def test_four_presses_are_one_call(table):
    made = {calls.make(acting("petra"), table, about="win").pk for _press in range(4)}
    assert len(made) == 1
    assert AuditEntry.objects.filter(action="calls.make").count() == 1


def test_the_database_holds_one_open_call_a_table(table):
    calls.make(acting("petra"), table)
    with pytest.raises(IntegrityError), transaction.atomic():
        Call.objects.create(tournament=table.round.tournament, table=table)


def test_a_call_is_taken_reached_and_closed(table):
    call = calls.make(acting("petra"), table)
    states = [call.state]
    for step in (calls.take, calls.record_referee_arrival, calls.close):
        call = step(acting("ren"), call)
        states.append(call.state)
    assert states == ["waiting", "taken", "arrived", "closed"]
    assert (call.taken_by.username, call.ended_at is not None) == ("ren", True)
    with pytest.raises(UserError, match="This call has ended: Closed"):
        calls.take(acting("olga"), call)


def test_the_second_referee_hears_who_was_first(table):
    call = calls.make(acting("petra"), table)
    late = Call.objects.get(pk=call.pk)
    calls.take(acting("ren"), call)
    with pytest.raises(UserError, match="ren has taken this call"):
        calls.take(acting("olga"), late)


def test_a_released_call_keeps_its_place_in_the_queue(table):
    now = timezone.now()
    first = calls.make(acting("petra"), table)
    second = calls.make(acting("petra"), table_of(table.round.tournament, 2))
    Call.objects.filter(pk=first.pk).update(called_at=now - datetime.timedelta(seconds=190))
    Call.objects.filter(pk=second.pk).update(called_at=now - datetime.timedelta(seconds=65))
    waiting = list_open_calls(table.round.tournament)
    assert [(call.pk, 190 <= call.seconds < 240, call.is_late) for call in waiting] == [
        (first.pk, True, True),
        (second.pk, False, False),
    ]
    calls.take(acting("ren"), first)
    assert [call.pk for call in list_open_calls(table.round.tournament)] == [second.pk, first.pk]
    calls.release(acting("ren"), first)
    assert [call.pk for call in list_open_calls(table.round.tournament)] == [first.pk, second.pk]


def test_a_table_that_calls_again_and_again_is_stopped(table):
    for _time in range(calls.MAX_IN_WINDOW):
        calls.withdraw(acting("petra"), calls.make(acting("petra"), table))
    with pytest.raises(UserError, match="called too often"):
        calls.make(acting("petra"), table)
    Call.objects.update(called_at=timezone.now() - calls.WINDOW)
    assert calls.make(acting("petra"), table).is_open


def test_nobody_calls_from_a_round_that_is_not_on(table):
    Round.objects.filter(pk=table.round_id).update(released_at=timezone.now())
    with pytest.raises(UserError, match="not being played"):
        calls.make(acting("petra"), table_of(table.round.tournament))


def test_a_case_opened_at_a_table_answers_the_call_that_waits_there(table):
    call = calls.make(acting("petra"), table)
    case, second = (
        cases.open_case(acting("ren"), table.round.tournament, kind="win", table=table) for _case in range(2)
    )
    call.refresh_from_db()
    assert (case.call, second.call, call.state) == (call, None, "arrived")
