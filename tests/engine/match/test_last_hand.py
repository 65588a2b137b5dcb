"""Last-hand requirements: win values of every family, and conditions that players know by heart."""

import pytest

from engine.family import ruleset, ruleset_names
from engine.match.declared import HandStart
from engine.match.last_hand import cheapest_win, winning_ways, worst_place
from engine.match.scoring import MatchScoring

SHARED = MatchScoring.from_dict({})


def first_place(name: str, points: list[int], seat: int, start: HandStart) -> dict[int | None, tuple[str, int] | None]:
    rules = ruleset(name).sheet
    found = {}
    for source, wins in winning_ways(rules, points, start, seat).items():
        first = cheapest_win(wins, lambda final: worst_place(final, seat, SHARED) == 1)
        rung = rules.win_values[first.value_index] if first else None
        found[source] = (rung.limit or "/".join(map(str, rung.value.values())), first.gain) if rung else None
    return found


@pytest.mark.parametrize("name", ruleset_names())
def test_each_rung_of_a_ladder_brings_at_least_as_much_as_the_one_before(name):
    for wins in winning_ways(ruleset(name).sheet, [0] * 4, HandStart(dealer=3), 1).values():
        gains = [win.gain for win in wins]
        assert gains == sorted(gains)


def test_riichi_the_last_hand_with_a_stick_and_a_counter_on_the_table():
    """West is 7,000 behind the dealer North, with 1,300 for a win on the table.

    From North 2,900 do, which count twice: 5,800 and 300 twice and 1,000. Drawn 1,000 and 2,000 from North. From
    anybody else it takes 5,800. The step below fails each time: 2,600, 800 and 1,600, 5,200.
    """
    found = first_place("riichi-ema-2016", [25000, 25000, 31500, 38500], 2, HandStart(3, 1, 1000))
    assert found == {3: ("1/90", 4200), None: ("2/60", 5300), 0: ("2/90", 7100), 1: ("2/90", 7100)}


def test_mcr_by_how_much_a_leader_is_caught():
    """MCR-5.4: from the leader value and 8 move, drawn three times the value and 24; of others only their 8."""
    found = first_place("mcr-2006", [60, 0, 0, -60], 1, HandStart(3))
    assert found == {0: ("15", 39), None: ("8", 48), 2: ("29", 53), 3: ("29", 53)}


def test_nothing_is_told_where_play_goes_on_after_a_win_or_nobody_can_catch_up():
    assert not any(winning_ways(ruleset("sichuan-sbr-2025").sheet, [0] * 4, HandStart(), 0).values())
    assert set(first_place("mcr-2006", [9000, 0, 0, -9000], 1, HandStart(3)).values()) == {None}
