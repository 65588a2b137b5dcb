"""A season's rule is data: what is wrong in it is said with its place, what is right comes back."""

from fractions import Fraction

import pytest

from tournaments.seasons.logic import SeasonRule, SeasonRuleError, published, read_rule
from tournaments.seasons.text import READY

WRONG = [
    ({"sum": 1}, "sum"),
    ({"value": "fame"}, "value"),
    ({"best": -1}, "best"),
    ({"drop": "many"}, "drop"),
    ({"fill": 1}, "fill"),
    ({"fill": True}, "best"),
    ({"value": "place_points"}, "place_points"),
    ({"place_points": ["1e999999"]}, "place_points"),
    ({"ages": [[700, 0], [365, "1/2"]]}, "ages"),
    ({"ages": [[365, 2]]}, "ages"),
    ({"ages": [365]}, "ages"),
    ({"tie_breaks": ["best", "best"]}, "tie_breaks"),
    ({"tie_breaks": ["height"]}, "tie_breaks"),
]


@pytest.mark.parametrize(("raw", "field"), WRONG)
def test_what_cannot_be_a_rule_is_refused_with_its_field(raw, field):
    with pytest.raises(SeasonRuleError) as refused:
        read_rule(raw)
    assert refused.value.field == field


def test_a_rule_comes_back_from_its_data():
    rule = SeasonRule(
        value="place_points",
        place_points=(Fraction(5, 2), Fraction(1)),
        ages=((365, Fraction(1, 2)),),
        best=3,
        fill=True,
    )
    assert read_rule(rule.to_dict()) == rule
    assert read_rule({}) == SeasonRule()


def test_the_rules_that_come_with_the_program_can_be_used():
    assert list(published()) == ["sum", "best_of", "place_points", "federation", "evenings", "teams", "games"]
    assert {key: read_rule(rule.to_dict()) for key, rule in published().items()} == published()
    assert set(READY) == set(published())
