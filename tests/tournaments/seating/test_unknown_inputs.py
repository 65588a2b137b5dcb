"""Draws and papers of an earlier release, which kept no inputs: pages and API say "not known", nothing waits."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.support.database import kept_for_the_module
from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played, published
from tournaments.core.open_items import OpenItemStep, list_blocking_items
from tournaments.core.permissions import SCOPES
from tournaments.core.printing.registry import Order, find_paper
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack_as_json, unpack
from tournaments.exchange.document.reading import ReadEvent
from tournaments.exchange.services import event_files
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.queries.handed_out import list_paper_inputs
from tournaments.seating.services import drafts, outdated, seating
from tournaments.standings.services import publishing, stages

pytestmark = pytest.mark.django_db

DRAW = "Not known whether the standings of this draw have changed: an earlier release drew it."
CUT = "Not known whether the standings of this cut have changed: an earlier release made it."
CEREMONY = "Not known whether places have changed since the ceremony was started: an earlier release started it."
LIST = "Not known whether results have changed since the list for the federation was taken by an earlier release."
SEATS = "Not known whether papers of round 2 show who sits there today: an earlier release printed them."
PLACES = "Not known whether printed standings and certificates show today's places: an earlier release printed them."


@pytest.fixture(scope="module")
def first_round_played(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with kept_for_the_module(django_db_blocker):
        made = small_tournament(8, rounds=2)
        people(made)
        played(made, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
        yield


@pytest.fixture
def event(first_round_played: None) -> Tournament:
    return event_of()


def event_of() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def forget() -> None:
    """Make everything so far the work of an earlier release."""
    event_of().input_records.all().delete()
    Tournament.objects.update(inputs_kept_since=timezone.now())


def shown(name: str, *parts: object) -> str:
    text = signed_in("olga").get(reverse(name, args=["spring-open", *parts])).content.decode()
    return text.replace("&#x27;", "'")


def listed() -> list[tuple[str, str]]:
    found = program("olga", scopes=tuple(SCOPES), days=1).get("/api/v1/tournaments/spring-open/open-items/").json()
    return [(item["text"], item["link"]) for item in found if item["kind"] == "unknown"]


def texts() -> list[str]:
    return [text for text, _link in listed()]


def hand_out(key: str, round_: Round | None = None) -> None:
    paper = find_paper(key)
    assert paper is not None
    outdated.hand_out(acting(), event_of(), paper=key, papers=list_paper_inputs(paper, Order(event_of(), "", round_)))


def take(event: Tournament) -> None:
    Tournament.objects.update(features=[*event.features, Tournament.Feature.FEDERATION])
    outdated.take_list(acting(), event_of())


def test_of_a_new_event_everything_is_known(event):
    drafts.draft_by_standings(acting(), event.rounds.get(number=2))
    take(event)
    hand_out("standings")
    assert (event_of().inputs_kept_since, listed()) == (None, [])


def test_a_ceremony_of_an_earlier_release_is_not_known_until_it_is_started_again_or_over(event):
    rounds.remove(acting(), event.rounds.get(number=2))
    publishing.hide_standings(acting(), event_of(), hidden=True)
    publishing.start_ceremony(acting(), event_of())
    assert CEREMONY not in shown("manage_standings")
    hand_out("certificates")
    record = event_of().input_records.get(kind="paper")
    event_of().input_records.exclude(pk=record.pk).delete()
    Tournament.objects.update(inputs_kept_since=timezone.now())
    assert CEREMONY in shown("manage_standings")
    assert listed() == [(CEREMONY, "/t/spring-open/manage/standings/")]
    assert CEREMONY in shown("manage_home")
    assert list_blocking_items(event_of(), OpenItemStep.CEREMONY) == []
    publishing.start_ceremony(acting(), event_of())
    assert (texts(), CEREMONY in shown("manage_standings")) == ([], False)
    event_of().input_records.filter(kind="ceremony").delete()
    Tournament.objects.update(ceremony_at=timezone.now() - datetime.timedelta(hours=1))
    assert texts() == [CEREMONY]
    publishing.end_ceremony(acting(), event_of())
    assert (texts(), CEREMONY in shown("manage_standings")) == ([], False)


def test_a_list_of_an_earlier_release_is_not_known_until_it_is_taken_again(event):
    take(event)
    hand_out("standings")
    event_of().input_records.filter(kind="federation").delete()
    assert LIST not in shown("manage_federation")
    Tournament.objects.update(inputs_kept_since=timezone.now())
    assert LIST in shown("manage_federation")
    assert listed() == [(LIST, "/t/spring-open/manage/federation/")]
    assert (
        list_blocking_items(event_of(), OpenItemStep.CLOSE)
        == list_blocking_items(event_of(), OpenItemStep.FEDERATION)
        == []
    )
    outdated.take_list(acting(), event_of())
    assert (texts(), LIST in shown("manage_federation")) == ([], False)


def test_a_list_is_asked_about_only_where_one_could_be_taken(event):
    hand_out("standings")
    Tournament.objects.update(inputs_kept_since=timezone.now())
    assert texts() == []
    assert LIST not in shown("manage_federation")


def test_papers_with_seats_are_not_known_if_an_earlier_release_published_other_seats(event):
    hand_out("standings")
    version = published(event.rounds.get(number=2))
    Tournament.objects.update(inputs_kept_since=timezone.now())
    assert texts() == []  # Whatever was printed shows these seats.
    first, second = (event.entries.get(number=number) for number in (1, 8))
    seating.swap(acting(), version, first=first, second=second, reason="They are neighbours.")
    assert listed() == [(SEATS, "/t/spring-open/manage/print/")]
    assert SEATS in shown("manage_print")
    two = event_of().rounds.get(number=2)
    hand_out("score-sheets", two)
    assert texts() == [SEATS]  # Other papers may be in use.
    played(event_of(), 2)
    assert SEATS not in shown("manage_print")


def test_papers_with_seats_published_since_are_known(event):
    hand_out("standings")
    Tournament.objects.update(inputs_kept_since=timezone.now())
    version = published(event.rounds.get(number=2))
    first, second = (event.entries.get(number=number) for number in (1, 8))
    seating.swap(acting(), version, first=first, second=second, reason="They are neighbours.")
    assert texts() == []


def test_papers_with_places_of_an_earlier_release_are_not_known_until_another_is_printed(event):
    forget()
    assert listed() == [(PLACES, "/t/spring-open/manage/print/")]
    assert PLACES in shown("manage_print")
    hand_out("standings")
    assert (texts(), PLACES in shown("manage_print")) == ([], False)


def test_papers_with_places_after_a_round_of_today_are_known(event):
    forget()
    played(event_of(), 2)
    assert texts() == []


def test_draws_and_cuts_of_an_earlier_release_are_open_items_while_they_can_be_made_again(event):
    hand_out("standings")
    rounds.remove(acting(), event.rounds.get(number=2))
    final = stages.add(acting(), event_of(), name="Final", cut_to=4)
    stages.cut(acting(), final)
    two = event_of().rounds.get(number=2)
    drafts.draft_by_standings(acting(), two)
    event_of().input_records.exclude(paper="standings").delete()
    assert texts() == []
    Tournament.objects.update(inputs_kept_since=timezone.now())
    assert listed() == [
        (CUT, "/t/spring-open/manage/stages/"),
        (DRAW, "/t/spring-open/manage/rounds/2/seating/"),
    ]
    assert CUT in shown("manage_stages")
    assert DRAW in shown("manage_seating", 2)
    stages.cut(acting(), final)
    assert texts() == [DRAW]
    seating.publish(acting(), drafts.draft_by_standings(acting(), event_of().rounds.get(number=2)))
    assert texts() == []


def test_nothing_is_asked_of_an_archived_or_finished_event(event):
    forget()
    Tournament.objects.update(state="finished")
    assert (texts(), PLACES in shown("manage_print")) == ([], True)
    Tournament.objects.update(archived_at=timezone.now())
    assert (texts(), PLACES in shown("manage_print")) == ([], False)


def test_of_a_file_of_an_earlier_release_nothing_is_known(event):
    read, problems = unpack(pack_as_json(event))
    assert isinstance(read, ReadEvent), problems
    assert event_files.restore(acting(), event=read, slug="again").inputs_kept_since is None
    read, problems = unpack(pack_as_json(event))
    assert isinstance(read, ReadEvent), problems
    del read.about["inputs_kept_since"]
    assert event_files.restore(acting(), event=read, slug="older").inputs_kept_since is not None
