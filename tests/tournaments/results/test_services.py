"""Sheets as versions: entered, doubted, confirmed by somebody else, corrected, and never lost."""

from fractions import Fraction

import pytest

from tests.support.people import acting, people, program
from tests.support.rows import rows_of
from tests.support.tables import enter, playing, table_of
from tournaments.core.errors import StaleSheetError, UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.results.queries import sheets
from tournaments.results.services import ledger, results
from tournaments.results.services.typists import Typist
from tournaments.rounds.services import rounds
from tournaments.standings.models import ScoreLine
from tournaments.standings.queries.standings import compute_standings, find_public_standings, get_standings
from tournaments.standings.services import publishing

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

rows = rows_of(__file__)

CLEAN = (60, 20, -30, -50)


def score_of(tournament, number):
    """(table points, total) of a player."""
    rows_ = compute_standings(tournament).individual
    entry = tournament.entries.get(number=number)
    row = next(row for row in rows_ if row.key == entry.pk)
    return row.values["table_points"], row.total


def test_a_sheet_counts_once_somebody_else_has_confirmed_it_and_only_once():
    tournament = playing()
    others = [seat.entry.pk for seat in sheets.list_seats(table_of(tournament, 2))]
    with pytest.raises(UserError, match="not those who sit at the table now"):
        results.submit_sheet(acting("sam"), table_of(tournament), points=CLEAN, players=others)
    result = enter(table_of(tournament), CLEAN)
    assert (result.state, score_of(tournament, 1)) == ("entered", (0, 0))
    with pytest.raises(UserError, match="Another person must confirm it"):
        results.confirm_sheet(acting("sam"), result)
    results.confirm_sheet(acting("olga"), result)
    entries = AuditEntry.objects.count()
    results.confirm_sheet(acting("ren"), result)
    assert (AuditEntry.objects.count(), ScoreLine.objects.filter(result=result).count()) == (entries, 8)
    assert [score_of(tournament, number) for number in (1, 2, 3, 4)] == [(4, 60), (2, 20), (1, -30), (0, -50)]
    Tournament.objects.update(confirmations="none")
    assert enter(table_of(tournament, 2), CLEAN).state == "confirmed"


def test_all_players_of_the_table_confirm():
    tournament = playing()
    Tournament.objects.update(confirmations="all", entry_by="table_code")
    table = table_of(tournament)
    players = [tournament.entries.get(number=number) for number in (1, 2, 3, 4, 5)]
    result = enter(table, CLEAN, typist=Typist(players[0], by_table_code=True))
    with pytest.raises(UserError, match="another player confirms it"):
        results.confirm_sheet(acting("sam"), result, by_entry=players[0])
    with pytest.raises(UserError, match="Only players of this table"):
        results.confirm_sheet(acting("sam"), result, by_entry=players[4])
    for player in players[1:4]:
        result.refresh_from_db()
        assert result.state == "entered"
        results.confirm_sheet(acting("sam"), result, by_entry=player, device=f"phone {player.number}")
    result.refresh_from_db()
    assert result.state == "confirmed"


def test_blind_reentry_compares_and_names_swapped_seats():
    tournament = playing()
    Tournament.objects.update(blind_reentry=True)
    result = enter(table_of(tournament), CLEAN)
    with pytest.raises(UserError) as caught:
        results.confirm_sheet(acting("olga"), result, again=(20, 60, -30, -50))
    assert caught.value.problems == [
        "The two entries differ for Given01 Family01, Given02 Family02. "
        "The two seats of Given01 Family01, Given02 Family02 swapped?"
    ]
    assert results.confirm_sheet(acting("olga"), result, again=CLEAN).state == "confirmed"


@rows
def test_a_doubtful_sheet_names_the_likely_cause_and_is_saved_with_a_reason(family, points, problem):
    table = table_of(playing(family=family))
    with pytest.raises(results.DoubtfulSheetError) as caught:
        enter(table, points)
    assert caught.value.problems == [problem]
    assert table.results.count() == 0
    assert enter(table, points, reason="the players signed it so").doubtful_reason == "the players signed it so"


def test_a_stale_form_brings_the_other_sheet_and_saves_nothing():
    table = table_of(playing())
    first = enter(table, CLEAN, based_on=0)
    with pytest.raises(StaleSheetError) as caught:
        enter(table, (50, 30, -30, -50), name="olga", based_on=0)
    assert caught.value.current == first
    assert table.results.count() == 1
    assert enter(table, CLEAN, name="olga", based_on=0) == first
    second = enter(table, (50, 30, -30, -50), name="olga", based_on=1)
    first.refresh_from_db()
    assert (second.version, first.state) == (2, "superseded")


def test_a_correction_needs_a_reason_and_counts_only_when_confirmed():
    tournament = playing()
    table = table_of(tournament)
    results.confirm_sheet(acting("olga"), enter(table, CLEAN))
    with pytest.raises(UserError, match="say why it is corrected"):
        enter(table, (20, 60, -30, -50))
    correction = enter(table, (20, 60, -30, -50), reason="seats swapped")
    assert score_of(tournament, 1) == (4, 60)
    results.confirm_sheet(acting("olga"), correction)
    assert (score_of(tournament, 1), score_of(tournament, 2)) == ((2, 20), (4, 60))
    assert sorted(table.results.values_list("version", "state")) == [(1, "superseded"), (2, "confirmed")]
    submitted = AuditEntry.objects.filter(action="results.submit")
    assert [entry.reason for entry in submitted if entry.reason] == ["seats swapped"]


def test_a_program_that_confirms_a_replaced_version_is_told_the_current_one():
    tournament = playing()
    people(tournament)
    table = table_of(tournament)
    first, second = enter(table, CLEAN), enter(table, (20, 60, -30, -50), based_on=1)
    address = f"/api/v1/tournaments/{tournament.slug}/rounds/1/tables/1/confirm/"
    refused = program("olga").post(address, {"version": first.version}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_sheet")
    assert refused.json()["current_version"] == second.version
    results.reject_sheet(acting("olga"), second, reason="unreadable")
    assert program("olga").post(address, {"version": second.version}, format="json").status_code == 400


def test_a_rejected_sheet_leaves_the_table_waiting():
    table = table_of(playing())
    result = enter(table, CLEAN)
    with pytest.raises(UserError, match="Say what is wrong"):
        results.reject_sheet(acting("olga"), result, reason=" ")
    results.reject_sheet(acting("olga"), result, reason="unreadable")
    assert table.results.get().state == "rejected"
    assert enter(table_of(table.round.tournament), CLEAN).version == 2


def test_penalties_survive_corrections_and_change_mcr_places():
    """A fine before the places (MCR-7.2) makes the ledger's lines anew and stays when the sheet is corrected."""
    tournament = playing()
    ruleset = tournament.ruleset
    ruleset.match_scoring = {"table_points": [4, 2, 1, 0], "fines": "before"}
    ruleset.save(update_fields=["match_scoring"])
    table, player = table_of(tournament), tournament.entries.get(number=1)
    results.confirm_sheet(acting("olga"), enter(table, (26, 16, -6, -36)))
    line = ledger.add(
        acting("ren"), tournament, amount=-20, unit="points", scope="table", table=table, entry=player, reason="phone"
    )
    assert (score_of(tournament, 1), score_of(tournament, 2)) == ((2, 6), (4, 16))
    results.confirm_sheet(acting("olga"), enter(table, (27, 15, -6, -36), reason="slip"))
    assert (score_of(tournament, 1), score_of(tournament, 2)) == ((2, 7), (4, 15))
    ledger.void(acting("ren"), line, reason="appeal")
    assert (score_of(tournament, 1), score_of(tournament, 2)) == ((4, 27), (2, 15))


def test_riichi_penalties_in_points_count_after_uma():
    tournament = playing(family="riichi")
    table, player = table_of(tournament), tournament.entries.get(number=2)
    results.confirm_sheet(acting("olga"), enter(table, (42300, 37700, 26000, 14000)))
    fine = {"amount": -20000, "unit": "points", "scope": "table", "table": table, "reason": "chombo"}
    ledger.add(acting("ren"), tournament, entry=player, **fine)
    row = next(row for row in compute_standings(tournament).individual if row.key == player.pk)
    assert row.total == Fraction("-7.3")


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"amount": 5}, "A penalty is negative"),
        ({"amount": 0}, "The amount is zero"),
        ({"reason": " "}, "Say what the line is for"),
        ({"entry": None}, "Choose the player or the team"),
        ({"scope": "table"}, "Name the table"),
    ],
)
def test_ledger_lines_that_cannot_be(values, sentence):
    tournament = playing()
    line = {"amount": -5, "unit": "score", "reason": "late", "entry": tournament.entries.get(number=1)} | values
    with pytest.raises(UserError, match=sentence):
        ledger.add(acting("ren"), tournament, **line)
    assert ScoreLine.objects.count() == 0


def test_rounds_are_released_one_by_one_and_standings_hide_before_the_ceremony():
    tournament = playing()
    first = tournament.rounds.get(number=1)
    results.confirm_sheet(acting("olga"), enter(table_of(tournament), CLEAN))
    with pytest.raises(UserError, match="Still open: Round 1, table 2: there is no sheet"):
        rounds.release(acting("olga"), first)
    assert find_public_standings(tournament) is None
    rounds.release(acting("olga"), first, continue_anyway="Table 2 plays on.")
    tournament.refresh_from_db()
    shown = find_public_standings(tournament)
    assert shown is not None
    assert [line.row for line in shown.individual] == list(get_standings(tournament, 1).individual)
    publishing.hide_standings(acting("olga"), tournament, hidden=True)
    tournament.refresh_from_db()
    assert find_public_standings(tournament) is None


def test_a_sheet_that_another_person_types_alike_without_seeing_it_is_confirmed_with_the_others():
    """Sam types three sheets; ida types the second one alike, the third one otherwise."""
    tournament = playing(12)
    Tournament.objects.update(blind_reentry=True)
    for number in (1, 2, 3):
        enter(table_of(tournament, number), CLEAN)
    assert enter(table_of(tournament, 2), CLEAN, name="ida", based_on=1).twice_alike
    with pytest.raises(UserError, match="Your numbers differ from the ones entered first"):
        enter(table_of(tournament, 3), (20, 60, -30, -50), name="ida", based_on=1)
    round_ = tournament.rounds.get(number=1)
    assert results.confirm_matching(acting("sam"), round_) == [], "sam typed it first"
    assert [done.table.number for done in results.confirm_matching(acting("olga"), round_)] == [2]
    states = [sheets.find_latest_result(table_of(tournament, number)).state for number in (1, 2, 3)]
    assert states == ["entered", "confirmed", "entered"]
    assert AuditEntry.objects.get(action="results.confirm_alike").after == {"tables": [2]}


def test_a_sheet_that_was_open_before_the_first_came_in_was_typed_without_seeing_it():
    table = table_of(playing())
    enter(table, CLEAN)
    assert not enter(table, CLEAN, name="ida", based_on=1).twice_alike, "she saw it"
    assert not enter(table, CLEAN, based_on=0).twice_alike, "sam again"
    assert enter(table, CLEAN, name="ida", based_on=0).twice_alike


def test_only_the_versions_that_were_listed_are_confirmed_together():
    table = table_of(playing())
    enter(table, CLEAN)
    enter(table, CLEAN, name="ida", based_on=0)
    assert results.confirm_matching(acting("olga"), table.round, versions_shown={1: 2}) == []
    assert len(results.confirm_matching(acting("olga"), table.round, versions_shown={1: 1})) == 1
