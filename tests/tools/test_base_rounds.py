"""The searches that make the stored designs find such designs, and what they print is what the program reads."""

from __future__ import annotations

from tools import base_rounds, four_flights
from tournaments.seating.logic.constructions import flights, rotation
from tournaments.seating.logic.measures import measure_rounds


def test_a_symmetrical_base_round_is_found_for_each_kind_of_shape():
    for players, rounds in ((16, 5), (24, 7), (44, 14)):
        base = base_rounds.find(players, rounds)
        assert base is not None
        assert rotation.is_rotation(base, rounds)
        assert rotation.parse_base(rotation.format_base(base)) == tuple(
            tuple(sorted(table, key=lambda point: (point[0] < 0, point))) for table in base
        )
        m = measure_rounds(rotation.build_rounds(base, rounds, rounds))
        assert (m.players, m.repeats) == (players, 0)


def test_no_base_round_is_made_up_where_none_exists():
    assert base_rounds.find(20, 6, starts=3) is None


def test_a_climb_betters_a_design_and_its_line_is_read_back(capsys):
    assert four_flights.main(["40x6", "--steps", "40", "--turns", "1", "--all"]) == 0
    group, rows = flights.read_design(capsys.readouterr().out.strip())[1]
    assert flights.is_design(group, rows)
    assert (group.order, rows.shape) == (10, (5, 6))
