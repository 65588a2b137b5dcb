"""Figures follow what happens to an event after they were stored, and are always those of a fresh computation."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.people import acting, people, small_tournament
from tests.support.play import published, released
from tests.support.seasons import played
from tests.support.tables import enter, table_of
from tests.tournaments.figures.test_stored import NAMES, event_with
from tests.tournaments.people.test_persons import administrator
from tests.tournaments.results.test_open_tables import over, sat_down
from tournaments.events.models import Tournament
from tournaments.exchange.document.archive import pack, unpack
from tournaments.exchange.services import event_files
from tournaments.figures import stored
from tournaments.figures.logic.table import FIGURES
from tournaments.figures.models import FigureSums, StoredFigures
from tournaments.figures.queries import read_event_numbers, read_player_numbers
from tournaments.people import services
from tournaments.people.models import Person, PersonEntry
from tournaments.results.services import open_tables, results
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seasons.rated import load_event_games
from tournaments.seating.services import substitutes

pytestmark = pytest.mark.django_db

Row = tuple[dict[str, object], list[object], list[object]]


def rows_of(event: Tournament) -> dict[tuple[int, str], Row]:
    """Return the sums by player's number and family; opponents by their numbers."""
    event = Tournament.objects.get(pk=event.pk)
    mark = stored.get_stored_figures(event)
    numbers = dict(event.entries.values_list("pk", "number"))
    return {
        (numbers[sums.entry_id], sums.family): (
            dict(sorted(sums.amounts.items())),
            sums.games,
            sorted([numbers[key], *met] for key, *met in sums.opponents),
        )
        for sums in FigureSums.objects.filter(stored=mark)
    }


def rows_made_afresh(event: Tournament) -> dict[tuple[int, str], Row]:
    """Return the sums, which must be those of a fresh computation."""
    rows = rows_of(event)
    StoredFigures.objects.filter(tournament=event).delete()
    assert rows_of(event) == rows
    return rows


def amounts(event: Tournament, figure: str) -> dict[int, str]:
    _stored, numbers = read_event_numbers(Tournament.objects.get(pk=event.pk))
    entries = dict(event.entries.values_list("pk", "number"))
    measures = {entries[key]: FIGURES[figure].measure(sums) for key, sums in numbers.sums.items()}
    return {number: str(measure.amount) for number, measure in sorted(measures.items())}


@pytest.fixture
def event() -> Tournament:
    made = small_tournament(8, rounds=3)
    people(made)
    released(made, 1)
    return made


def test_a_correction_after_the_release_counts_once_confirmed(event: Tournament) -> None:
    before = rows_made_afresh(event)
    first = amounts(event, "best_game")
    correction = enter(table_of(event), (77, 0, -33, -44), reason="Misread.")
    assert rows_made_afresh(event) == before
    results.confirm_sheet(acting("olga"), correction)
    rows_made_afresh(event)
    changed = {number: text for number, text in amounts(event, "best_game").items() if text != first[number]}
    assert sorted(changed.values()) == ["-33", "-44", "0", "77"]
    assert len(changed) == 4


def test_results_taken_back_do_not_count_until_they_are_released_again(event: Tournament) -> None:
    released(event, 2)
    both = rows_made_afresh(event)
    assert set(amounts(event, "games").values()) == {"2"}
    rounds.withdraw(acting(), event.rounds.get(number=2), reason="A sheet is missing.")
    rows_made_afresh(event)
    assert set(amounts(event, "games").values()) == {"1"}
    rounds.withdraw(acting(), event.rounds.get(number=1), reason="And another.")
    assert rows_made_afresh(event) == {}
    for number in (1, 2):
        rounds.release(acting(), event.rounds.get(number=number))
    assert rows_made_afresh(event) == both


def test_a_substitute_has_the_games_of_the_chair_from_then_on(event: Tournament) -> None:
    assert amounts(event, "games")[1] == "1"
    published(event.rounds.get(number=2))
    absent = event.entries.get(number=1)
    guest = substitutes.substitute(acting(), absent, from_round=2, reason="Ill.", family_name="Guest")
    released(event, 2)
    rows = rows_made_afresh(event)
    games = amounts(event, "games")
    assert (games[1], games[guest.number], games[2]) == ("1", "1", "2")
    opponents = {number: row[2] for (number, _family), row in rows.items()}
    assert guest.number not in [met[0] for met in opponents[1]]


def test_merged_persons_add_their_events_and_part_again() -> None:
    entries = [
        played(slug, [(30, 10, -10, -30)], NAMES, day=f"2026-0{month}-02").entries.get(number=1)
        for month, slug in enumerate(("cup", "open"), 4)
    ]
    for entry in entries:
        person = Person.objects.create(
            consent=Person.Consent.GIVEN, consent_on=date(2026, 1, 1), consent_source="paper"
        )
        PersonEntry.objects.create(person=person, entry=entry)

    def count_games() -> list[int]:
        counts = []
        for person in Person.objects.exclude(links=None).order_by("pk"):
            own = [link.entry for link in PersonEntry.objects.filter(person=person).order_by("entry")]
            counts += [int(sums["games"]) for sums in read_player_numbers(own).sums.values()]
        return counts

    assert count_games() == [1, 1]
    merged = services.merge(administrator(), stays=entries[0], goes=entries[1])
    assert count_games() == [2]
    services.part(administrator(), merge=merged)
    assert count_games() == [1, 1]


def test_a_best_game_of_zero_is_one_also_across_events() -> None:
    entries = [
        played(slug, [scores], NAMES).entries.get(number=2)
        for slug, scores in (("cup", (20, 0, -10, -10)), ("open", (20, -4, -6, -10)))
    ]
    assert amounts(entries[0].tournament, "best_game")[2] == "0"
    (sums,) = read_player_numbers(entries).sums.values()
    assert FIGURES["best_game"].measure(sums).amount == 0
    assert FIGURES["worst_game"].measure(sums).amount == -4


@pytest.mark.parametrize("preset", ["mcr-2006", "riichi-ema-2016", "sichuan-tfmj-2024", "taiwan-sml-2026"])
def test_an_event_that_is_restored_from_its_file_has_the_same_figures(preset: str) -> None:
    event = event_with(preset)
    before = rows_made_afresh(event)
    content, problems = unpack(pack(event))
    assert (problems, content is not None) == ([], True)
    again = event_files.restore(acting("olga"), event=content, slug="again")
    assert rows_made_afresh(again) == before
    assert len(before) == 4


def test_tables_of_an_evening_count_one_by_one_and_abandoned_ones_never() -> None:
    club = small_tournament(8, rounds=1)
    people(club)
    open_tables.set_up(acting(), club, is_open=True, newcomers=True)
    over(sat_down(club, 1, 2, 3, 4), 30, 10, -10, -30)
    open_tables.abandon(acting(), sat_down(club, 5, 6, 7, 8))
    last = sat_down(club, 1, 3, 5, 7)
    over(last, 8, 8, -8, -8)

    def list_rated() -> list[list[int]]:
        numbers = dict(club.entries.values_list("pk", "number"))
        games = load_event_games(Tournament.objects.get())
        return [[numbers[key] for key, _place in places] for _released, places in games]

    assert sorted(list_rated()) == [[1, 2, 3, 4], [1, 3, 5, 7]]
    rows_made_afresh(club)
    assert amounts(club, "games") == {1: "2", 2: "1", 3: "2", 4: "1", 5: "1", 7: "1"}
    rounds.withdraw(acting(), Round.objects.get(pk=last.round_id), reason="Wrong sheet.")
    assert list_rated() == [[1, 2, 3, 4]]
    rows_made_afresh(club)
    assert amounts(club, "games") == {1: "1", 2: "1", 3: "1", 4: "1"}
