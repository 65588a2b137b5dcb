"""The picture of who meets whom."""

from __future__ import annotations

from tournaments.entries.models.entries import Entry
from tournaments.seating.views.heat_map import heat_map

TWICE = (((1, 2, 3, 4),), ((1, 2, 3, 5),))


def test_every_pair_is_one_square_of_its_level():
    drawn = heat_map(TWICE, {2: Entry(number=2, family_name="Berg", given_name="Petra")})
    assert drawn.people.split("\n") == ["1", "2 Petra Berg", "3", "4", "5"]
    assert [(times, pairs) for times, pairs, *_drawn in drawn.levels] == [(0, 1), (1, 6), (2, 3), (3, 0)]
    assert drawn.levels[1][2] == "M3 0h1M4 0h1M3 1h1M4 1h1M3 2h1M4 2h1"
    assert drawn.levels[2][2] == "M1 0h1M2 0h1M2 1h1"
    assert drawn.again == ((1, 2, 2), (1, 3, 2), (2, 3, 2))
    assert (drawn.more, drawn.fewer) == ("", "")


def test_what_swaps_change_is_drawn_on_both_sides_of_the_diagonal():
    drawn = heat_map((((1, 2, 3, 5),),), {}, (((1, 2, 3, 4),),))
    assert drawn.more == "".join(f"M{j} {i}h1v1h-1z" for i, j in ((0, 4), (1, 4), (2, 4), (4, 0), (4, 1), (4, 2)))
    assert drawn.fewer == "".join(f"M{j} {i}h1v1h-1z" for i, j in ((0, 3), (1, 3), (2, 3), (3, 0), (3, 1), (3, 2)))


def test_the_edges_bear_at_most_eight_numbers():
    field = heat_map((tuple((n, n + 1, n + 2, n + 3) for n in range(1, 400, 4)),), {})
    assert [number for _, number in field.ticks] == [50, 100, 150, 200, 250, 300, 350, 400]
    assert field.ticks[0] == (49.5, 50)
    assert [number for _, number in heat_map((((1, 2, 3, 4),),), {}).ticks] == [1, 2, 3, 4]


def test_more_than_three_meetings_are_drawn_as_three():
    drawn = heat_map((((1, 2, 3, 4),),) * 5, {})
    assert [(pairs, opacity) for _times, pairs, _path, opacity in drawn.levels] == [(0, 0), (0, 0.3), (0, 0.65), (6, 1)]
    assert drawn.again[0] == (1, 2, 5)
