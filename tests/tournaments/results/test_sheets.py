"""Entered sheets for every state of a table, their lines in the ledger, and their languages and columns."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from engine.family import ruleset
from engine.match.scoring import MatchScoring
from tournaments.results.logic.sheets import Decision, Sheet, decide, games, ledger_amounts
from tournaments.results.papers.score_sheets import languages_of
from tournaments.results.queries.result_columns import of_results, of_rounds

MCR, RIICHI = (ruleset(name).match.scoring for name in ("mcr-2006", "riichi-wrc"))
CLEAN = Sheet(((1, 60), (2, 20), (3, -30), (4, -50)))
OTHER = Sheet(((1, 50), (2, 30), (3, -30), (4, -50)))
FIRST, ENTERED, COUNTING = {}, {"standing": CLEAN}, {"standing": CLEAN, "counts": True}
OLD = {"doubtful": True, "stale": True}


@pytest.mark.parametrize(
    ("sheet", "table", "given", "decision"),
    [
        (CLEAN, FIRST, {}, Decision.TAKEN),
        (CLEAN, FIRST, {"stale": True}, Decision.TAKEN),  # after a rejected sheet no form is too old
        (CLEAN, ENTERED, OLD, Decision.UNCHANGED),
        (CLEAN, COUNTING, {}, Decision.UNCHANGED),
        (Sheet(CLEAN.rows, leftover=1000), ENTERED, {}, Decision.TAKEN),
        (CLEAN, ENTERED, {"more": True}, Decision.TAKEN),  # hands beside the same points
        *(
            (Sheet(tuple((one, 0) for one in players)), ENTERED, OLD, Decision.OTHER_PLAYERS)
            for players in ((2, 1, 3, 4), (1, 2, 3), (1, 2, 3, 5))
        ),
        (OTHER, COUNTING, OLD, Decision.STALE),
        (OTHER, COUNTING, {"reason": ""}, Decision.REASON_WANTED),
        (OTHER, COUNTING, {"reason": "  "}, Decision.REASON_WANTED),
        (OTHER, COUNTING, {"reason": "seats swapped"}, Decision.TAKEN),
        (OTHER, FIRST, {"doubtful": True}, Decision.DOUBTFUL),
        (OTHER, FIRST, {"doubtful": True, "reason": "signed so"}, Decision.TAKEN),
    ],
)
def test_a_sheet_is_taken_or_refused_by_the_state_of_its_table(sheet, table, given, decision):
    assert decide(sheet, seated=(1, 2, 3, 4), **table, **given) is decision


def sheet(*points, official=None):
    return Sheet(tuple(enumerate(points, 1)), official=official or {})


def worth(found):
    return [(each.player, each.unit, each.amount) for each in found]


def test_table_points_stand_beside_the_score_where_the_scoring_has_them():
    assert worth(ledger_amounts(sheet(60, -10, -10, -40), MCR)) == [
        (player, unit, amount)
        for player, amounts in enumerate(((60, 4), (-10, Fraction(3, 2)), (-10, Fraction(3, 2)), (-40, 0)), 1)
        for unit, amount in zip(("score", "table_points"), amounts, strict=True)
    ]
    found = ledger_amounts(sheet(42000, 30000, 28000, 20000), RIICHI)
    assert ([each.unit for each in found], sum(each.amount for each in found)) == (["score"] * 4, 0)


def test_fines_and_forfeits_move_places_by_the_rules():
    """A fine before the places moves them, one after is not the sheet's; a forfeited chair is behind all others."""

    def places(points, scoring, **given):
        return [game.place for game in games(sheet(*points), scoring, **given)]

    assert places((60, 55, -55, -60), MCR, fines={1: Fraction(-10)}) == [2, 1, 3, 4]
    assert places((42000, 30000, 28000, 20000), RIICHI, fines={1: Fraction(-20000)}) == [1, 2, 3, 4]
    assert places((60, 20, -30, -50), MCR, last={1}) == [4, 1, 2, 3]


def test_what_an_imported_event_published_stands():
    found = ledger_amounts(sheet(60, 20, -30, -50, official={1: {"score": "7/3", "table_points": 2, "place": 2}}), MCR)
    assert worth(found)[:2] == [(1, "score", Fraction(7, 3)), (1, "table_points", 2)]
    assert found[0].facts["place"] == 2


@pytest.mark.parametrize(
    ("countries", "chosen", "expected"),
    [
        (["FR", "DE", "", "GB"], {}, ("en", "ja")),
        (["TW", "FR", "JP", "CN"], {}, ("en", "zh-hant", "ja")),
        (["FR", "CN", "CN", ""], {}, ("en", "zh-hans", "ja")),
        (["JP", "JP", "JP", "JP"], {1: "zh-hans"}, ("en", "zh-hans", "ja")),
        (["JP", "JP", "JP", "JP"], {1: ""}, ("en", "ja")),
    ],
    ids=["none of the site's", "two more", "one more", "chosen at registration", "nothing chosen"],
)
def test_the_events_language_comes_first_then_those_of_the_players(countries, chosen, expected):
    chairs = [
        SimpleNamespace(entry=SimpleNamespace(pk=number, country=country))
        for number, country in enumerate(countries, start=1)
    ]
    assert languages_of(["en", "ja"], chairs, chosen) == expected


BY_PLACE = (Fraction(4), Fraction(2), Fraction(1), Fraction(0))
UMA = (Fraction(15), Fraction(5), Fraction(-5), Fraction(-15))


@pytest.mark.parametrize(
    ("scoring", "results", "rounds"),
    [
        (MatchScoring(), ["Score"], ["Score"]),
        (MatchScoring(table_points=BY_PLACE), ["Table points"], ["Table points", "Points"]),
        (MatchScoring(uma=UMA), ["Score"], ["Score"]),
        (MatchScoring(divisor=1000, return_points=30000), ["Score"], ["Score"]),
        (
            MatchScoring(table_points=BY_PLACE, uma=UMA),
            ["Score", "Table points"],
            ["Table points", "Score"],
        ),
    ],
    ids=["points alone", "table points", "uma", "in thousands", "both"],
)
def test_columns_follow_the_scoring(scoring, results, rounds):
    assert [str(column.heading) for column in of_results(scoring)] == results
    assert [str(column.heading) for column in of_rounds(scoring)] == rounds
