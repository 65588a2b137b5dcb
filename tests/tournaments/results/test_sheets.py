"""Entered sheets for every state of a table, their lines in the ledger, and their languages and columns."""

from fractions import Fraction
from types import SimpleNamespace

from engine.family import ruleset
from engine.match.scoring import MatchScoring
from tests.support.rows import rows_of
from tournaments.results.logic.sheets import Decision, Sheet, compute_ledger_lines, decide, score_games
from tournaments.results.papers.score_sheets import list_languages
from tournaments.results.queries.result_columns import list_result_columns, list_round_columns
from tournaments.standings.logic import Heirs

rows = rows_of(__file__)

MCR, RIICHI = (ruleset(name).match.scoring for name in ("mcr-2006", "riichi-wrc"))
CLEAN = Sheet(((1, 60), (2, 20), (3, -30), (4, -50)))
TABLES = {"empty": {}, "entered": {"standing": CLEAN}, "counting": {"standing": CLEAN, "counts": True}}


@rows
def test_a_sheet_is_taken_or_refused_by_the_state_of_its_table(players, points, leftover, table, given, decision):
    sheet = Sheet(tuple(zip(players, points, strict=True)), leftover=leftover)
    assert decide(sheet, seated=(1, 2, 3, 4), **TABLES[table], **given) is Decision[decision]


def sheet(*points, official=None):
    return Sheet(tuple(enumerate(points, 1)), official=official or {})


def worth(found):
    return [(each.player, each.unit, each.amount) for each in found]


def test_table_points_stand_beside_the_score_where_the_scoring_has_them():
    assert worth(compute_ledger_lines(sheet(60, -10, -10, -40), MCR, {}, Heirs())) == [
        (player, unit, amount)
        for player, amounts in enumerate(((60, 4), (-10, Fraction(3, 2)), (-10, Fraction(3, 2)), (-40, 0)), 1)
        for unit, amount in zip(("score", "table_points"), amounts, strict=True)
    ]
    found = compute_ledger_lines(sheet(42000, 30000, 28000, 20000), RIICHI, {}, Heirs())
    assert ([each.unit for each in found], sum(each.amount for each in found)) == (["score"] * 4, 0)


def places(points, scoring, fines=None, heirs=None):
    return [game.place for game in score_games(sheet(*points), scoring, fines or {}, heirs or Heirs())]


def test_fines_and_forfeits_move_places_by_the_rules():
    """A fine before the places moves them, one after is not the sheet's; a forfeited chair is behind all others."""

    assert places((60, 55, -55, -60), MCR, fines={1: Fraction(-10)}) == [2, 1, 3, 4]
    assert places((42000, 30000, 28000, 20000), RIICHI, fines={1: Fraction(-20000)}) == [1, 2, 3, 4]
    assert places((60, 20, -30, -50), MCR, heirs=Heirs({1: True})) == [4, 1, 2, 3]


def test_who_inherits_a_forfeited_chair_is_ranked_as_the_nearest_forfeit_says():
    """2 plays for 8, who played for 9; the forfeit of 3 leaves the chair where its points put it."""
    chairs = {2: 8, 8: 9}
    assert places((60, 20, -30, -50), MCR, heirs=Heirs({9: True, 3: False}, chairs)) == [1, 4, 2, 3]
    assert places((60, 20, -30, -50), MCR, heirs=Heirs({9: True, 8: False}, chairs)) == [1, 2, 3, 4]
    assert places((60, 20, -30, -50), MCR, heirs=Heirs({9: False, 2: True}, chairs)) == [1, 4, 2, 3]


def test_lines_show_what_fines_and_forfeits_have_changed():
    """South inherits the last place; West's fine, which counts before the places, puts West behind North."""
    lines = compute_ledger_lines(sheet(60, 20, -30, -35), MCR, {3: Fraction(-10)}, Heirs({9: True}, {2: 9}))
    assert worth(lines) == [
        (player, unit, amount)
        for player, amounts in enumerate(((60, 4), (20, 0), (-40, 1), (-35, 2)), 1)
        for unit, amount in zip(("score", "table_points"), amounts, strict=True)
    ]
    assert [line.place for line in lines if line.unit == "score"] == [1, 4, 3, 2]


def test_what_an_imported_event_published_stands():
    found = compute_ledger_lines(
        sheet(60, 20, -30, -50, official={1: {"score": "7/3", "table_points": 2, "place": 2}}), MCR, {}, Heirs()
    )
    assert worth(found)[:2] == [(1, "score", Fraction(7, 3)), (1, "table_points", 2)]
    assert found[0].place == 2


@rows
def test_the_events_language_comes_first_then_those_of_the_players(countries, chosen, expected):
    chairs = [
        SimpleNamespace(entry=SimpleNamespace(pk=number, country=country))
        for number, country in enumerate(countries, start=1)
    ]
    assert (
        list(list_languages(["en", "ja"], chairs, {int(number): code for number, code in chosen.items()})) == expected
    )


@rows
def test_columns_follow_the_scoring(scoring, results, rounds):
    scoring = MatchScoring.from_dict(scoring)
    assert [str(column.heading) for column in list_result_columns(scoring)] == results
    assert [str(column.heading) for column in list_round_columns(scoring)] == rounds
