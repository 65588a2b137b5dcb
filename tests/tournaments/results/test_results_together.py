"""Two people at the same moment: one confirmed version, and nobody's sheet is lost. Real threads, real transactions."""

from functools import partial

import pytest
from django.test import Client

from tests.support.people import acting, people, person
from tests.support.tables import enter, playing, table_of
from tests.support.together import together
from tournaments.core import audit
from tournaments.core.models.jobs import Job
from tournaments.core.models.log import AuditEntry
from tournaments.results.models.results import TableResult
from tournaments.results.services import results
from tournaments.standings.models import ScoreLine

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.both_databases]


def test_two_simultaneous_confirmations_end_in_one():
    tournament = playing()
    people(tournament)
    result = enter(table_of(tournament), (60, 20, -30, -50))
    actors = [acting(name) for name in ("olga", "ren")]
    seen = [TableResult.objects.get(pk=result.pk) for _actor in actors]
    outcomes = together(*(lambda a=a, r=r: results.confirm_sheet(a, r) for a, r in zip(actors, seen, strict=True)))
    assert [outcome.state for outcome in outcomes] == ["confirmed", "confirmed"]
    assert TableResult.objects.filter(table=result.table, state="confirmed").count() == 1
    assert ScoreLine.objects.filter(result=result).count() == 8
    assert AuditEntry.objects.filter(action="results.confirm", object_id=str(result.pk)).count() == 2
    assert audit.broken_at(tournament) is None


def test_the_same_table_sent_by_two_desks_at_once_is_one_sheet_and_one_answer_that_somebody_was_faster():
    event = playing()
    event.confirmations = event.Confirmations.NONE
    event.save()
    people(event)
    address = f"/t/{event.slug}/manage/results/1/table/1/"
    posts = []
    for name, points in (("sam", (60, 20, -30, -50)), ("olga", (50, 30, -30, -50))):
        desk = Client()
        desk.force_login(person(name))
        sheet = {f"points_{seat}": str(own) for seat, own in enumerate(points)} | {"based_on": "0"}
        posts.append(partial(desk.post, address, sheet))
    assert sorted(answer.status_code for answer in together(*posts)) == [302, 409]
    assert TableResult.objects.filter(table=table_of(event)).count() == 1
    assert ScoreLine.objects.filter(table=table_of(event)).count() == 8
    assert audit.broken_at(event) is None


def test_the_last_two_tables_of_a_round_confirmed_together_put_it_in_safety_once():
    event = playing()
    people(event)
    entered = [enter(table_of(event, number), (60, 20, -30, -50)) for number in (1, 2)]
    actors = [acting(name) for name in ("olga", "ren")]
    outcomes = together(*(partial(results.confirm_sheet, a, r) for a, r in zip(actors, entered, strict=True)))
    assert [outcome.state for outcome in outcomes] == ["confirmed", "confirmed"]
    jobs = Job.objects.filter(kind="backup")
    assert [(job.params["why"], job.params["round"]) for job in jobs] == [("round", 1)]
