"""Scoring rules found from what a file states."""

import random
from dataclasses import replace
from fractions import Fraction

import pytest

from engine.match.scoring import MatchScoring, score_table
from tournaments.results.logic.inference import Stated, StatedGame, infer, infer_parts

USUAL = MatchScoring.from_dict({"start_points": 30000, "divisor": 1000, "uma": [15, 5, -5, -15]})
MCR = MatchScoring.from_dict({"table_points": [4, 2, 1, 0]})


def rule(start=25000, back=None, uma=(15, 5, -5, -15), oka=0):
    back = back or start
    return MatchScoring.from_dict(
        {"start_points": start, "return_points": back, "divisor": 1000, "uma": list(uma), "oka": oka}
    )


def played(scoring, games=40, fine=0, seed=1):
    """Games of eight players with their scores, some tied."""
    chance = random.Random(seed)
    for number in range(games):
        players = tuple(chance.sample(range(8), 4))
        points = [scoring.start_points + 100 * chance.randint(-200, 200) for _ in range(3)]
        if number % 7 == 0:
            points[1] = points[0]
        points.append(4 * scoring.start_points - sum(points))
        fines = (Fraction(fine), *[Fraction(0)] * 3)
        scores = [seat.score - own for seat, own in zip(score_table(points, scoring), fines, strict=True)]
        name = f"{seed}.{number}"
        yield StatedGame(name, players, tuple(map(Fraction, points)), tuple(scores), (), fines)


def totals_of(games):
    totals = {}
    for game in games:
        for who, score in zip(game.players, game.scores, strict=True):
            totals[who] = totals.get(who, Fraction(0)) + score
    return totals, [replace(game, scores=()) for game in games]


RULES = [
    rule(),
    rule(uma=(30, 10, -10, -30)),
    rule(back=30000, uma=(20, 10, -10, -20), oka=20),
    rule(30000, uma=(12, 4, -6, -10)),
    rule(uma=()),
]


@pytest.mark.parametrize(("scoring", "fine"), [*((rule, 0) for rule in RULES), (RULES[2], 20)])
def test_scores_and_totals_alone_give_the_rule_in_spite_of_a_wrong_number(scoring, fine):
    games = list(played(scoring, fine=fine))
    wrong = replace(games[3], scores=(games[3].scores[0] + 1, *games[3].scores[1:]))
    found = infer(Stated([*games[:3], wrong, *games[4:]]), USUAL)
    assert (found.scoring, found.sign if fine else 1) == (scoring, -1 if fine else 1)
    assert (found.matched, found.of, len(found.games)) == (159, 160, 39)
    (told,) = found.contradictions
    assert (told.place, told.stated - told.computed) == ("1.3", 1)
    totals, bare = totals_of(games)
    found = infer(Stated(bare, totals), USUAL)
    assert (found.scoring, found.matched, found.contradictions) == (scoring, 8, ())
    totals[2] += 5
    told = infer(Stated(bare, totals), USUAL).contradictions
    assert [(one.who, one.column, one.stated - one.computed) for one in told] == [(2, "total", 5)]


def test_places_alone_choose_among_common_rules_and_nothing_gives_none():
    scoring = rule(uma=(30, 10, -10, -30))
    totals, bare = totals_of(list(played(scoring)))
    ranks = {who: 1 + sum(other > own for other in totals.values()) for who, own in totals.items()}
    found = infer(Stated(bare, ranks=ranks), USUAL)
    assert (found.matched, found.of) == (8, 8)
    assert infer(Stated(bare), USUAL) is None
    chance = random.Random(5)
    noise = {who: Fraction(chance.randint(-999, 999), 7) for who in totals}
    assert infer(Stated(bare, noise), USUAL) is None


def test_seasons_by_two_rules_and_table_points_of_mcr():
    first, second = rule(uma=(30, 10, -10, -30)), rule()
    found = infer_parts(Stated([*played(first, 30), *played(second, 20, seed=2)]), USUAL)
    assert [(one.scoring, len(one.games)) for one in found] == [(first, 30), (second, 20)]
    points = tuple(map(Fraction, (30, -5, -5, -20)))
    fours = tuple(map(Fraction, (3, Fraction(3, 2), Fraction(3, 2), 0)))
    more = StatedGame("b", (1, 2, 3, 4), (Fraction(9), Fraction(3), Fraction(-2), Fraction(-10)), (), (3, 2, 1, 0))
    found = infer(Stated([StatedGame("a", (1, 2, 3, 4), points, points, fours), more]), MCR)
    assert (found.scoring.table_points, found.scoring.uma, found.scoring.divisor) == ((3, 2, 1, 0), (), 1)
