"""Players get other numbers: what was made before keeps its people, and is outdated only where numbers decided it."""

from __future__ import annotations

from collections.abc import Callable
from html import unescape

import pytest
from django.urls import reverse

from tests.support.people import acting, people, program, signed_in, small_tournament
from tests.support.play import played, released
from tests.support.remembered import remembered
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import SCOPES
from tournaments.entries.services import players
from tournaments.events.models import Tournament
from tournaments.results.services import ledger
from tournaments.rounds.models import Seating
from tournaments.seating.queries.draw_options import DrawOptions
from tournaments.seating.queries.outdated import list_differences, list_open_differences
from tournaments.seating.services import drafts, seating
from tournaments.seating.services.outdated import take_list
from tournaments.standings.services import publishing, stages

pytestmark = pytest.mark.django_db
TIED = ((60, 20, -30, -50), (60, 20, -30, -50))


def event_of() -> Tournament:
    return Tournament.objects.get(slug="spring-open")


def number(was: int, now: int) -> None:
    players.edit(acting(), event_of().entries.get(number=was), number=now)


def exchange(one: int, other: int) -> None:
    for was, now in ((one, 99), (other, one), (99, other)):
        number(was, now)


def listed() -> list[str]:
    """Texts of the open items, by the API."""
    browser = program("olga", scopes=tuple(SCOPES), days=1)
    found = browser.get("/api/v1/tournaments/spring-open/open-items/").json()
    return [item["text"] for item in found if item["kind"] == "outdated"]


@remembered
def event_with(rounds: int = 3, count: int = 8) -> Tournament:
    event = small_tournament(count, rounds=rounds)
    people(event)
    return event


def swiss() -> None:
    """A late player is placed by lot, others share places."""
    released(event_with(), 1, TIED)
    players.add(acting(), event_of(), family_name="Late")
    drafts.draft_swiss(acting(), event_of().rounds.get(number=2), DrawOptions(seed="abc"))


def by_standings() -> None:
    released(event_with(), 1, TIED)
    drafts.draft_by_standings(acting(), event_of().rounds.get(number=2))


def cut() -> None:
    event = event_with(1)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    stages.cut(acting(), stages.add(acting(), event, name="Final", cut_to=4))


def ceremony() -> None:
    event = event_with(1)
    played(event, 1, ((60, 20, -30, -50), (70, 10, -30, -50)))
    publishing.hide_standings(acting(), event_of(), hidden=True)
    publishing.start_ceremony(acting(), event_of())


def list_taken() -> None:
    released(event_with(1), 1, TIED)
    take_list(acting(), event_of())


@pytest.mark.parametrize("made", [swiss, by_standings, cut, ceremony, list_taken])
def test_another_number_is_no_other_place(made: Callable[[], None]) -> None:
    made()
    assert (event_of().input_records.count(), list_differences(event_of())) == (1, ())
    exchange(1, 5)
    exchange(2, 8)
    number(6, 60)
    number(4, 9 if made is not swiss else 40)
    assert list_differences(event_of()) == ()


BY_NUMBER = "Round 1 was drawn by numbers of players that have changed"


def test_a_round_drawn_by_a_seeding_list_is_outdated_when_the_numbers_change() -> None:
    """Start numbers are the ratings of this draw."""
    draft = drafts.draft_swiss(acting(), event_with().rounds.get(number=1), DrawOptions(seed="abc", seeded=True))
    number(8, 80)
    assert listed() == []
    exchange(1, 5)
    assert listed() == [BY_NUMBER]
    (found,) = list_open_differences(event_of())
    moved = [(str(entry.pk), then, now) for entry, then, now in found.moved]
    ones = {entry.number: str(entry.pk) for entry in event_of().entries.all()}
    assert moved == [(ones[5], 1, 5), (ones[1], 5, 1)]
    olga, page = signed_in("olga"), reverse("manage_seating", args=["spring-open", 1])
    assert BY_NUMBER in olga.get(page).content.decode()
    with pytest.raises(OpenItemsError, match=BY_NUMBER):
        seating.publish(acting(), draft)
    again = drafts.draft_swiss(acting(), event_of().rounds.get(number=1), DrawOptions(seed="abc", seeded=True))
    assert listed() == []
    exchange(1, 5)
    assert listed() == [BY_NUMBER]
    assert seating.publish(acting(), again, continue_anyway="Agreed.").state == Seating.State.PUBLISHED
    assert listed() == []


@pytest.mark.parametrize("in_brackets", [True, False])
def test_a_draw_in_groups_of_equal_points_is_outdated_when_points_change_and_no_place(in_brackets: bool) -> None:
    released(event_with(), 1, TIED)
    draft = drafts.draft_swiss(
        acting(), event_of().rounds.get(number=2), DrawOptions(seed="abc", in_brackets=in_brackets)
    )
    fined = event_of().entries.get(number=5)
    ledger.add(acting(), event_of(), amount=-1, unit="table_points", reason="Late.", entry=fined)
    drawn = ["Round 2 was drawn from standings that have changed"] if in_brackets else []
    assert listed() == drawn
    if in_brackets:
        with pytest.raises(OpenItemsError, match="drawn from standings that have changed"):
            seating.publish(acting(), draft)
        draft = drafts.draft_swiss(acting(), event_of().rounds.get(number=2), DrawOptions(seed="abc", in_brackets=True))
    assert (listed(), seating.publish(acting(), draft).state) == ([], Seating.State.PUBLISHED)


def test_a_round_of_a_lottery_is_not() -> None:
    drafts.draft_swiss(acting(), event_with().rounds.get(number=1), DrawOptions(seed="abc"))
    exchange(1, 5)
    assert list_differences(event_of()) == ()


def test_the_pages_of_a_draw_name_who_was_drawn() -> None:
    released(event_with(2), 1, TIED)
    seating.publish(acting(), drafts.draft_by_standings(acting(), event_of().rounds.get(number=2)))
    live = event_of().rounds.get(number=2).current_seating
    assert live is not None
    one, two = event_of().entries.get(number=1), event_of().entries.get(number=7)
    seating.swap(acting(), live, first=one, second=two)
    parts = (("event_draw", 1), ("event_round_explained", 2))
    addresses, guest = [reverse(name, args=["spring-open", at]) for name, at in parts], signed_in(None)

    def pages() -> list[str]:
        return [unescape(guest.get(address).content.decode()) for address in addresses]

    before = pages()
    pair = "1 Given01 Family01 instead of 7 Given07 Family07", "7 Given07 Family07 instead of 1 Given01 Family01"
    assert [words in before[0] for words in pair] == [True, True]
    exchange(1, 2)
    number(7, 70)
    after = pages()
    for was, now in (("1 Given01", "2 Given01"), ("7 Given07", "70 Given07")):
        pair = tuple(words.replace(was, now) for words in pair)
    assert [words in after[0] for words in pair] == [True, True]
    assert [page.count("they would meet") for page in after] == [page.count("they would meet") for page in before]
    assert [page.count("Their places, ") for page in after] == [page.count("Their places, ") for page in before]
