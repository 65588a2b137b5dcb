"""Results of substitutes: out of competition, in competition, by the event's rules."""

from fractions import Fraction

import pytest

from tests.support.people import acting, small_tournament
from tests.support.play import played, published
from tournaments.entries.models.entries import Entry
from tournaments.events import services as event_services
from tournaments.events.models import RulesetVersion, Tournament
from tournaments.events.presets import SUBSTITUTE_POLICY
from tournaments.seating.services import substitutes
from tournaments.standings.queries.standings import compute_standings
from tournaments.standings.services import stages

pytestmark = pytest.mark.django_db


def event_with(policy: dict[str, object]) -> Tournament:
    event = small_tournament(8, rounds=1)
    RulesetVersion.objects.filter(tournament=event).update(substitute_policy=policy)
    return event


def replaced(event: Tournament, number: int, *, in_competition: bool = False) -> Entry:
    """A new player in the chair of the one with that number, from round 1 on."""
    published(event.rounds.get(number=1))
    absent = event.entries.get(number=number)
    return substitutes.substitute(acting(), absent, from_round=1, in_competition=in_competition, family_name="Guest")


def standing(event: Tournament) -> list[tuple[int, int]]:
    """Place and number of everybody listed."""
    numbers = dict(event.entries.values_list("pk", "number"))
    return [(row.place, numbers[int(row.key)]) for row in compute_standings(event).individual]


def cut(event: Tournament) -> list[int]:
    final = stages.add(acting(), event, name="Final", cut_to=4, carry=Fraction(1))
    return [entry.number for entry in stages.cut(acting(), final)]


def test_a_new_event_has_its_substitutes_out_of_competition():
    event = event_services.create(acting("ada"), preset_key="mcr-2006", name="Autumn", slug="autumn", rounds=1)
    assert event.ruleset.substitute_policy == {
        "points": "own", "place": False, "qualify": False, "team": True, "list_withdrawn": False,
    }  # fmt: skip


def test_a_house_substitute_has_no_place_and_who_was_replaced_before_play_is_not_listed():
    event = event_with(SUBSTITUTE_POLICY)
    replaced(event, 1)
    played(event, 1)
    # Table 1: 60 20 -30 -50 to the guest (9), 2, 3, 4; table 2: 10 10 -8 -12 to 5, 6, 7, 8.
    assert standing(event) == [(1, 5), (1, 6), (3, 2), (4, 7), (5, 3), (6, 8), (7, 4)]
    assert cut(event) == [5, 6, 2, 7]


def test_who_takes_over_in_competition_is_a_competitor():
    event = event_with(SUBSTITUTE_POLICY)
    assert replaced(event, 1, in_competition=True).extra == {"in_competition": True}
    played(event, 1)
    assert standing(event) == [(1, 9), (2, 5), (2, 6), (4, 2), (5, 7), (6, 3), (7, 8), (8, 4)]
    assert cut(event) == [9, 5, 6, 2]


def test_a_substitute_may_have_a_place_and_yet_not_qualify():
    event = event_with({**SUBSTITUTE_POLICY, "place": True})
    replaced(event, 1)
    played(event, 1)
    assert standing(event)[0] == (1, 9)
    assert cut(event) == [5, 6, 2, 7]


def test_an_older_event_keeps_what_its_rules_said():
    event = event_with({"points": "own", "place": True, "team": True})
    replaced(event, 1)
    played(event, 1)
    assert 1 in dict(map(reversed, standing(event))), "replaced before playing, and listed with 0"
    assert cut(event) == [9, 5, 6, 2]
