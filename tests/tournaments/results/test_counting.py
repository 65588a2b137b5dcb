"""Lines that a confirmed sheet adds to the ledger."""

from fractions import Fraction

from engine.family import ruleset
from tournaments.results.logic.sheets import Sheet, games, ledger_amounts

MCR = ruleset("mcr-2006").match.scoring
RIICHI = ruleset("riichi-wrc").match.scoring


def sheet(*points, official=None):
    return Sheet(tuple(enumerate(points, 1)), official=official or {})


def worth(found):
    return [(each.player, each.unit, each.amount) for each in found]


def test_table_points_stand_beside_the_score_where_the_scoring_has_them():
    assert worth(ledger_amounts(sheet(60, -10, -10, -40), MCR)) == [
        (1, "score", 60),
        (1, "table_points", 4),
        (2, "score", -10),
        (2, "table_points", Fraction(3, 2)),
        (3, "score", -10),
        (3, "table_points", Fraction(3, 2)),
        (4, "score", -40),
        (4, "table_points", 0),
    ]


def test_without_table_points_there_is_a_score_a_seat():
    found = ledger_amounts(sheet(42000, 30000, 28000, 20000), RIICHI)
    assert [each.unit for each in found] == ["score"] * 4
    assert sum(each.amount for each in found) == 0


def test_a_fine_before_the_places_moves_them():
    fined = games(sheet(60, 55, -55, -60), MCR, fines={1: Fraction(-10)})
    assert [game.place for game in fined] == [2, 1, 3, 4]


def test_a_fine_after_the_places_is_not_the_sheets():
    assert games(sheet(42000, 30000, 28000, 20000), RIICHI, fines={1: Fraction(-20000)})[0].place == 1


def test_a_chair_that_a_forfeit_puts_last_is_behind_all_others():
    assert [game.place for game in games(sheet(60, 20, -30, -50), MCR, last={1})] == [4, 1, 2, 3]


def test_what_an_imported_event_published_stands():
    found = ledger_amounts(sheet(60, 20, -30, -50, official={1: {"score": "7/3", "table_points": 2, "place": 2}}), MCR)
    assert worth(found)[:2] == [(1, "score", Fraction(7, 3)), (1, "table_points", 2)]
    assert found[0].facts["place"] == 2
