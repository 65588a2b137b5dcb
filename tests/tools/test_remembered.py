"""Events that tests begin with: a copy is what the services made, and has nothing of the test before."""

import datetime
import sys
from unittest import mock

import pytest
from cachetools import Cache
from django.urls import reverse
from django.utils import timezone

from tests.support import remembered as copies
from tests.support.import_doors import undone
from tests.support.people import acting, people, person, small_tournament
from tests.support.play import played
from tests.support.remembered import remembered
from tournaments.accounts.models import User
from tournaments.core.audit import broken_at
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.results.services import ledger
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.standings import compute_standings, get_standings

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def made():
    """The numbers of players of the events that were made."""
    return []


@pytest.fixture
def event_of(made):
    """A function that makes an event after its first round; nothing is remembered of it yet."""

    @remembered
    def event_of(players: int) -> Tournament:
        made.append(players)
        event = small_tournament(players)
        people(event)
        played(event, 1, [(60, 20, -30, -50)] * (players // 4))
        return event

    return event_of


def test_a_copy_has_the_rows_of_the_first_and_other_values_make_another(event_of, made):
    with undone():
        first, rows = event_of(8), copies._all_rows()
    with undone():
        assert (event_of(8), copies._all_rows()) == (first, rows)
        assert broken_at(first) is None
        ledger.add(acting(), first, amount=-4, unit="points", reason="late", entry=first.entries.get(number=1))
        assert broken_at(first) is None
    with undone():
        assert event_of(4).entries.count() == 4
    with undone():
        assert (event_of(8), copies._all_rows()) == (first, rows)
    assert made == [8, 4]


def test_the_program_remembers_nothing_of_the_copy_before(event_of, made):
    with undone():
        event = event_of(8)
        assert get_standings(event) == compute_standings(event)
        RulesetVersion.objects.update(tie_breaks=["total"])
        ScoreLine.objects.update(amount_numerator=1)
        get_standings(Tournament.objects.get())
    for _copy in range(2):
        with undone():
            event = event_of(8)
            assert get_standings(event) == compute_standings(event)
            ScoreLine.objects.all().delete()
            copies.standings._REMEMBERED.clear()
            get_standings(event)
    assert made == [8]


def test_every_memory_of_the_process_is_among_those_that_a_copy_empties():
    reverse("event_list")
    modules = [module for name, module in sys.modules.items() if name.startswith(("tournaments.", "judging."))]
    memories = {id(value) for module in modules for value in vars(module).values() if isinstance(value, Cache)}
    assert memories == {id(memory) for memory in copies.MEMORIES}


def test_it_is_copied_beside_the_accounts_of_then_and_made_beside_others(event_of, made):
    olga = person("olga")
    for _copy in range(2):
        with undone():
            assert event_of(8).memberships.get(role="director").user == olga
    assert made == [8]
    with undone():
        User.objects.filter(pk=olga.pk).update(username="omar")
        director = event_of(8).memberships.get(role="director").user
        assert (director, director == olga) == (person("olga"), False)
    assert made == [8, 8]


def test_it_is_made_as_ever_by_another_clock_beside_another_event_and_when_it_is_old(event_of, made, monkeypatch):
    with undone():
        event_of(8)
    later = timezone.now() + datetime.timedelta(days=1)
    with undone(), mock.patch("django.utils.timezone.now", return_value=later):
        assert event_of(8).updated_at == later
    with undone():
        event_of(8)
        Tournament.objects.update(slug="autumn-open")
        assert event_of(8).slug == "spring-open"
    assert made == [8, 8, 8]
    monkeypatch.setattr(copies, "SECONDS", 0)
    with undone():
        event_of(8)
    assert made == [8, 8, 8, 8]
