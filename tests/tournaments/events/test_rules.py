"""Rules are readable once they are saved, and read once."""

import pytest

from engine.errors import RulesetError
from tests.support.people import acting, small_tournament
from tournaments.events import services as event_services

pytestmark = pytest.mark.django_db


def test_a_match_scoring_that_cannot_be_read_is_not_saved() -> None:
    ruleset = small_tournament().ruleset
    ruleset.match_scoring = {"divisor": 0}
    with pytest.raises(RulesetError):
        ruleset.save()


def test_rules_that_were_read_are_read_again_after_a_change() -> None:
    event = small_tournament()
    ruleset = event.ruleset
    assert (ruleset.scoring.divisor, ruleset.scoring is ruleset.scoring) == (1, True)
    scoring = {**ruleset.match_scoring, "divisor": 100}
    changed = event_services.change_rules(acting("olga"), event, rules={"match_scoring": scoring})
    assert changed.scoring.divisor == 100
    ruleset.match_scoring = scoring
    ruleset.save()
    assert ruleset.scoring.divisor == 100
