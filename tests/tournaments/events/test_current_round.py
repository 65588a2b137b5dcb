"""The current round and the next seating, from the states of rounds alone."""

import pytest

from tournaments.events.queries import RoundState, current_of


def numbers(*rounds: RoundState) -> tuple[int | None, int | None, int | None]:
    found = current_of(rounds)
    return found.number, *(one and one.number for one in (found.next_seating, found.first_to_come))


@pytest.mark.parametrize(
    ("states", "current", "next_seating", "first_to_come"),
    [
        ((), None, None, None),
        (("planned", "planned"), None, None, 1),
        (("published", "planned"), 1, 1, 1),
        (("published", "published"), 1, 1, 1),
        (("playing", "planned"), 1, None, 2),
        (("playing", "published"), 1, 2, 2),
        (("finished", "planned"), 1, None, 2),
        (("finished", "published", "published"), 2, 2, 2),
        (("finished", "playing", "published"), 2, 3, 3),
        (("finished", "planned", "published"), 3, 3, 2),
        (("finished", "finished"), 2, None, None),
        (("playing", "playing"), 1, None, None),
        (("published", "playing"), 2, 1, 1),
    ],
)
def test_played_comes_before_published_and_published_before_finished(states, current, next_seating, first_to_come):
    rounds = [RoundState(number, state) for number, state in enumerate(states, 1)]
    assert numbers(*rounds) == (current, next_seating, first_to_come)
    assert numbers(*reversed(rounds)) == (current, next_seating, first_to_come), "whatever order they come in"


def test_of_several_played_the_first_whose_clock_goes_on_counts_and_single_tables_come_last():
    table, reopened = RoundState(1, "playing", alone=True), RoundState(2, "playing", clock_ended=True)
    first, second = RoundState(3, "playing"), RoundState(4, "playing")
    assert numbers(table, reopened, first, second)[0] == 3
    assert numbers(table, reopened)[0] == 2
    assert numbers(table)[0] == 1
