"""Searches for a better template: units in order, and the end of those that gain nothing more."""

import pytest

from benchmarks import seating as benchmark
from tournaments.seating.logic import improve
from tournaments.seating.logic.constructions.templates import choose_template, compute_best_quality, compute_quality
from tournaments.seating.logic.drawing import draw
from tournaments.seating.logic.improve import PATIENCE, PATIENCE_OF_FEW, improve_template, iterate_candidates
from tournaments.seating.logic.schedule import Template
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.verify import verify

EFFORT = 20


def _searched(monkeypatch, qualities, *, players=64, effort=EFFORT, apart=0):
    """Search among candidates of these qualities, the first answer first; return the number taken and the progress."""
    templates = [Template("searched", {}, ((number,),)) for number in range(len(qualities))]
    known = {template.rounds: (quality, 0, 0, apart, 0) for template, quality in zip(templates, qualities, strict=True)}
    monkeypatch.setattr(improve, "_CACHE", {})
    monkeypatch.setattr(improve, "choose_template", lambda *_size, **_options: templates[0])
    monkeypatch.setattr(improve, "compute_quality", lambda rounds: known[rounds])
    monkeypatch.setattr(improve, "compute_best_quality", lambda *_size: (5, 0, 0, 0, 0))
    monkeypatch.setattr(improve, "iterate_candidates", lambda *_of: iter(templates[1:]))
    units = []
    best = improve_template(players, 8, effort, progress=lambda share: not units.append(round(share * effort)))
    return best.rounds[0][0], units


def test_a_search_ends_after_its_patience_without_gain(monkeypatch):
    assert _searched(monkeypatch, [100] * 30) == (0, list(range(1, PATIENCE + 1)))
    assert _searched(monkeypatch, [100] * 30, players=20) == (0, list(range(1, PATIENCE_OF_FEW + 1)))


def test_a_gain_begins_the_patience_anew(monkeypatch):
    late = [100, *[100] * (PATIENCE - 1), 90, *[90] * (PATIENCE - 1), 80, *[85] * 30]
    assert _searched(monkeypatch, late) == (2 * PATIENCE, list(range(1, 3 * PATIENCE + 1)))


def test_a_search_goes_on_while_pairs_have_no_common_opponent(monkeypatch):
    assert _searched(monkeypatch, [100, *[100] * 15, 90, *[90] * 30], apart=50) == (16, list(range(1, EFFORT + 1)))


def test_a_search_ends_at_once_where_nothing_can_be_better(monkeypatch):
    assert _searched(monkeypatch, [5, *[4] * 30]) == (0, [])
    assert _searched(monkeypatch, [100, 50, 5, *[4] * 30]) == (2, [1, 2])


def test_a_search_ends_with_its_effort_and_with_its_candidates(monkeypatch):
    assert _searched(monkeypatch, [100, 99, 98, 97], effort=2) == (2, [1, 2])
    assert _searched(monkeypatch, [100, 99, 98]) == (2, [1, 2])


@pytest.mark.parametrize(
    ("players", "rounds"), [(16, 5), (20, 5), (20, 8), (24, 7), (28, 9), (16, 10), (36, 11), (40, 12), (32, 8)]
)
def test_first_answers_that_reach_every_bound_are_not_searched_on(players, rounds):
    quality = compute_quality(choose_template(players, rounds).rounds)
    best = compute_best_quality(players, rounds)
    assert quality >= best
    if (players, rounds) != (16, 5):
        # Three second visits to a table are the fewest of the plane of order four.
        assert quality == best
        improve_template(players, rounds, EFFORT, progress=pytest.fail)


@pytest.mark.parametrize(("players", "rounds", "mates_apart"), [(40, 6, True), (12, 4, False)])
def test_the_best_of_twenty_units_comes_first_where_it_came_late(players, rounds, mates_apart):
    first = choose_template(players, rounds, mates_apart=mates_apart)
    best = next(iterate_candidates(first, mates_apart))
    wanted = {(40, 6): (0, 0, 0, 0, -7), (12, 4): (18, 0, 0, 0, -7)}[players, rounds]
    assert compute_quality(first.rounds) > compute_quality(best.rounds) == wanted


@pytest.mark.release
@pytest.mark.parametrize("size", ["12x4", "12x5", "16x3", "16x5", "20x6", "24x12", "32x5m", "40x6m", "64x8"])
def test_no_search_of_twenty_units_finds_more_than_one_that_ends_early(size):
    assert benchmark.main(["--improve", str(EFFORT), "--stop", size]) == 0


def test_a_draw_of_a_search_without_end_is_made_again_from_its_template():
    """Earlier programs searched through every unit; their designs may come from a later one."""
    first = choose_template(64, 4)
    units = iterate_candidates(first, mates_apart=False)
    later = next(units), next(units)
    short = schedule_rounds(64, 4, seed="olga", improve=1)
    template = {"method": later[1].method, "parameters": later[1].parameters}
    drawn = draw(short.inputs, "olga", template=template)
    assert drawn.rounds != short.rounds
    assert [check.name for check in verify(drawn.certificate()) if not check.passed] == []
