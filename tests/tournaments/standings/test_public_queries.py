"""Public facts and standings read from the ledger: nothing before its time, remembered and never wrong by it."""

import datetime
import re
from fractions import Fraction

import pytest
from django.db import transaction
from django.db.models import F

from tests.support.import_doors import undone
from tests.support.people import acting, seat_in_order, small_tournament
from tests.support.play import played, published, released
from tests.support.remembered import remembered
from tests.support.tables import enter, playing, table_of
from tournaments.core.actions import list_actions
from tournaments.core.audit import ACTIONS
from tournaments.entries.models.entries import Entry
from tournaments.entries.services import players as registration
from tournaments.entries.services import teams
from tournaments.events import services as event_services
from tournaments.events.models import RulesetVersion, Stage, Tournament
from tournaments.results.queries import explain
from tournaments.results.queries.public_results import find_round_results
from tournaments.results.services import ledger, results
from tournaments.rounds.models import Round
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating, substitutes
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries import public
from tournaments.standings.queries.ledger_input import load_games
from tournaments.standings.queries.standings import (
    COUNT_NOTHING,
    compute_standings,
    find_public_standings,
    get_last_public_round,
    get_standings,
)
from tournaments.standings.services import publishing
from tournaments.standings.views import player as public_player

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_draft_is_nobodys_business_and_a_published_seating_everybodys_by_table_and_name():
    tournament = small_tournament()
    first = tournament.rounds.get(number=1)
    tournament.entries.filter(number=3).update(family_name="Álvarez")
    tournament.entries.filter(number=4).update(family_name="Aaronson")
    seat_in_order(first)
    assert public_seatings.find_public_seating(tournament, 1) is None
    published(first)
    shown = public_seatings.list_seated_tables(public_seatings.find_public_seating(tournament, 1))
    assert [[seat.entry.number for seat in table.seats] for table in shown] == [[1, 2, 3, 4], [5, 6, 7, 8]]
    assert [seat.wind for seat in shown[0].seats] == [0, 1, 2, 3]
    assert [seat.entry.number for _table, seat in public_seatings.sort_seats_by_name(shown)] == [4, 3, 1, 2, 5, 6, 7, 8]


def test_results_show_once_the_round_is_released():
    tournament = small_tournament()
    played(tournament, 1)
    assert find_round_results(tournament, 1) is None
    rounds.release(acting(), tournament.rounds.get(number=1))
    sheets = find_round_results(tournament, 1)
    assert [[row.points for row in sheet.rows] for sheet in sheets] == [[60, 20, -30, -50], [10, 10, -8, -12]]
    assert [row.table_points for row in sheets[1].rows] == [3, 3, 1, 0]
    assert [(row.place, row.shared) for row in sheets[1].rows] == [(1, True), (1, True), (3, False), (4, False)]


def test_a_player_sees_all_own_tables_and_released_results_only():
    tournament = small_tournament()
    released(tournament, 1)
    played(tournament, 2)
    (first, result), (second, open_result) = public_player.list_player_tables(
        public_player.find_public_player(tournament, 5)
    )
    seats = [(own.round.number, own.seat.table_number, own.seat.wind) for own in (first, second)]
    assert seats == [(1, 2, 0), (2, 2, 0)]
    assert [seat.entry.number for seat in first.others] == [6, 7, 8]
    assert (result.points, open_result) == (10, None)
    released(tournament, 3)
    assert get_last_public_round(tournament) == 1, "standings end before the first gap in the released rounds"


def test_players_are_found_by_name_and_number_and_who_waits_has_no_page():
    tournament = small_tournament()
    asked = {"family03": [3], "GIVEN01": [1], "7": [7], "given family02": [2], "nobody": []}
    found = {query: [player.number for player in public.search_listed_players(tournament, query)] for query in asked}
    assert found == asked
    tournament.entries.filter(number=8).update(status=Entry.Status.WAITING)
    assert public_player.find_public_player(tournament, 8) is None
    assert [player.number for player in public.query_listed_players(tournament)] == [1, 2, 3, 4, 5, 6, 7]


def test_the_place_is_explained_by_the_metrics_that_were_needed_unless_standings_are_hidden():
    tournament = small_tournament()
    released(tournament, 1, [(60, 20, -30, -50), (40, 30, -20, -50)])
    why = explain.find_explained_place(tournament, 5)
    assert (why.row.place, why.after, why.of) == (2, 1, 8)
    steps = [(name, value, [player.number for player in tied]) for name, value, tied in why.steps]
    assert steps == [("Table points", Fraction(4), [1]), ("Total score", Fraction(40), [])]
    assert [(step.round, step.place) for step in why.rounds] == [(1, 2)]
    publishing.hide_standings(acting(), tournament, hidden=True)
    tournament.refresh_from_db()
    assert explain.find_explained_place(tournament, 1) is None


def test_a_penalty_stands_on_the_players_page_with_its_reason():
    tournament = small_tournament()
    first, entry = released(tournament, 1), tournament.entries.get(number=2)
    fine = {"amount": Fraction(-20), "unit": "score", "scope": "overall", "kind": "penalty", "reason": "Late"}
    ledger.add(acting("ren"), tournament, entry=entry, round_=first, **fine)
    page = public_player.build_player_values(public_player.find_public_player(tournament, 2))
    assert [(line.amount, line.reason, line.round.number) for line in page["ledger"]] == [(-20, "Late", 1)]


CLEAN, CORRECTED = (60, 20, -30, -50), (50, 30, -30, -50)


@remembered
def two_rounds() -> Tournament:
    """An event whose first round is over and whose second has a sheet; a sheet counts as soon as it is entered."""
    event = playing()
    event.confirmations = event.Confirmations.NONE
    event.save()
    for number in (1, 2):
        enter(table_of(event, number), CLEAN)
    first, second = event.rounds.filter(number__lte=2).order_by("number")
    rounds.finish(acting("olga"), first)
    seating.publish(acting("olga"), seat_in_order(second))
    second.refresh_from_db()
    rounds.start(acting("olga"), second)
    enter(table_of(event, 1, 2), CLEAN)
    return event


def scores(event: Tournament, number: int) -> list[int]:
    return [int(game.score) for game in load_games(event) if game.round == number]


def test_a_corrected_sheet_counts_as_soon_as_it_is_entered_and_what_is_undone_leaves_no_trace() -> None:
    event = two_rounds()
    event.refresh_from_db()
    before = get_standings(event)
    assert (get_standings(event), get_standings(event, 2)) == (before, before)
    assert get_standings(event) is before
    for points in (CORRECTED, (40, 40, -30, -50)):
        with undone():
            enter(table_of(event, 1, 2), points, reason="seats swapped")
            event.refresh_from_db()
            assert get_standings(event) == compute_standings(event) != before
        event.refresh_from_db()
        assert get_standings(event) == before
    enter(table_of(event, 1, 2), CORRECTED, reason="seats swapped")
    event.refresh_from_db()
    assert scores(event, 2) == list(CORRECTED)
    assert get_standings(event) == compute_standings(event) != before


@pytest.mark.parametrize(
    ("rows", "values", "counts"),
    [
        (Entry, {"family_name": "Zhang", "note": "late", "club": "Dragons"}, False),
        (Entry, {"status": Entry.Status.CHECKED_IN, "answers": {"1": "no fish"}}, False),
        (Tournament, {"name": "Another", "standings_hidden": True, "published": False}, False),
        (Round, {"starts_at": datetime.datetime(2026, 7, 4, tzinfo=datetime.UTC)}, False),
        (Entry, {"status": Entry.Status.WAITING}, True),
        (Entry, {"house": True}, True),
        (Entry, {"unranked": True}, True),
        (ScoreLine, {"voided_at": datetime.datetime(2026, 7, 4, tzinfo=datetime.UTC), "void_reason": "A slip."}, True),
        (ScoreLine, {"amount_numerator": 7}, True),
        (RulesetVersion, {"tie_breaks": ["total", "table_points"]}, True),
        (Round, {"alone": True}, True),
        (Stage, {"carry_numerator": 1, "carry_denominator": 2}, True),
    ],
)
def test_what_changes_no_row_that_counts_computes_nothing_again(rows, values, counts):
    event = two_rounds()
    event.refresh_from_db()
    before = get_standings(event)
    rows.objects.all().update(**values)
    Tournament.objects.update(version=F("version") + 1)
    event = Tournament.objects.get(pk=event.pk)
    after = get_standings(event)
    assert after == compute_standings(event)
    assert after != before if counts else after is before


def test_what_is_logged_of_a_subject_that_counts_nothing_reads_nothing_again(django_assert_num_queries):
    event = two_rounds()
    event.refresh_from_db()
    before = get_standings(event)
    event_services.announce(acting("olga"), event, text="Lunch at noon.")
    assert list_actions()
    assert {code.partition(".")[0] for code in ACTIONS} >= COUNT_NOTHING
    event = Tournament.objects.get(pk=event.pk)
    with django_assert_num_queries(1):
        assert get_standings(event) is before
    registration.edit(acting("olga"), event.entries.get(number=1), house=True)
    event = Tournament.objects.get(pk=event.pk)
    assert get_standings(event) == compute_standings(event) != before


def test_an_entry_of_a_transaction_that_was_rolled_back_is_not_taken_for_one_that_counts_nothing():
    event = two_rounds()
    with transaction.atomic():
        event_services.announce(acting("olga"), event, text="Lunch at noon.")
        before = get_standings(Tournament.objects.get(pk=event.pk))
        transaction.set_rollback(True)
    registration.edit(acting("olga"), event.entries.get(number=1), house=True)
    event_services.announce(acting("olga"), event, text="Lunch at one.")
    event = Tournament.objects.get(pk=event.pk)
    assert get_standings(event) == compute_standings(event) != before


def test_a_round_without_lines_and_a_player_in_another_team_are_seen() -> None:
    event = two_rounds()
    assert {game.team for game in load_games(event)} == {None}
    team = teams.add(acting("olga"), event, name="Dragons")
    event.entries.filter(number=1).update(team=team)
    assert {game.team for game in load_games(event)} == {None, team.pk}
    ScoreLine.objects.filter(round__number=2).delete()
    assert {game.round for game in load_games(event)} == {1}


def test_places_gained_and_what_the_last_round_brought() -> None:
    tournament = playing(4)
    for number, points in ((1, (40, 10, -20, -30)), (2, (-60, -10, 20, 50))):
        played = tournament.rounds.get(number=number)
        if number > 1:
            seating.publish(acting("olga"), seat_in_order(played))
            played.refresh_from_db()
            rounds.start(acting("olga"), played)
        results.confirm_sheet(acting("olga"), enter(table_of(tournament, 1, number), points))
        rounds.finish(acting("olga"), played)
        rounds.release(acting("olga"), played)
    table = find_public_standings(tournament)
    assert table is not None
    found = {
        line.player.number: (line.progress.places, line.progress.moved, line.progress.last)
        for line in table.individual
        if line.progress
    }
    # Table points 4 2 1 0, then 0 1 2 4; of 4 and 1 with four each 4 has the better total (+20, -20).
    assert found == {4: ((4, 1), 3, 4), 1: ((1, 2), -1, 0), 2: ((2, 3), -1, 1), 3: ((3, 3), 0, 2)}


def test_a_substitute_of_one_round_replaced_the_player_in_that_round_alone(client) -> None:
    event = small_tournament(rounds=3)
    released(event, 1)
    absent = event.entries.get(number=2)
    sub = substitutes.substitute(acting(), absent, from_round=2, family_name="Guest", given_name="Greta")
    pages = [f"/t/{event.slug}/players/{number}/" for number in (2, sub.number)]

    def lines():
        texts = [" ".join(re.sub(r"<[^>]+>", " ", client.get(page).content.decode()).split()) for page in pages]
        return [re.search(r"(Replaced|Play\S+ as a substitute)[\w ]*?(?= Follow)", text)[0].strip() for text in texts]

    assert lines() == ["Replaced by Greta Guest", "Plays as a substitute for Given02 Family02"]
    event.refresh_from_db()
    absent.refresh_from_db()
    substitutes.return_(acting(), absent, from_round=3)
    assert lines() == [
        "Replaced in round 2 by Greta Guest",
        "Played as a substitute in round 2 for Given02 Family02",
    ]
