"""Known faults of similar programs, each with a position that would show it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from engine.family import families, ruleset, ruleset_names
from engine.play.events import Drew, Passed
from engine.play.table import apply, replay, start
from engine.play.walks import random_setup, walk
from tests.support.scenes import check, opened, read_line, scenes

SCENES = scenes(Path(__file__).with_name("known_defects.toml"))

OF_EVERY_FAMILY = {"window after an added kong", "several winners", "the right player pays"}
"""Defects that can show in all four families."""


@pytest.mark.parametrize("scene", SCENES)
def test_defect_does_not_show(scene: dict[str, Any]) -> None:
    check(scene)


@pytest.mark.parametrize("scene", scenes(Path(__file__).with_name("incomplete_evidence.toml")))
def test_nothing_is_guessed(scene: dict[str, Any]) -> None:
    """With part of the evidence what can be said is said, the rest names what is missing."""
    check({**scene, "decided": True})


def test_each_family_is_tried_where_the_defect_can_show() -> None:
    tried: dict[str, set[str]] = {}
    for param in SCENES:
        (scene,) = param.values
        tried.setdefault(str(scene["id"]).split(":")[0], set()).add(scene["ruleset"].split("-")[0])
    for defect in OF_EVERY_FAMILY:
        assert tried[defect] == set(families())


@pytest.mark.parametrize("name", ruleset_names())
def test_the_wall_is_counted_right_after_the_dealers_first_draw(name: str) -> None:
    """Dealt one tile more or drawing it first, the dealer leaves the same wall, and every draw takes one tile."""
    rules = ruleset(name)
    full = random_setup(rules, random.Random(7))
    dealer = full.dealer
    hands = list(full.hands)
    extra = hands[dealer][-1]
    hands[dealer] = hands[dealer][:-1]
    drawing = full._replace(hands=tuple(hands), wall=(extra, *(full.wall or ())))
    dealt, drawn = start(full), start(drawing)
    size = rules.tile_set.size
    assert dealt.wall_left == size - 4 * (3 * rules.family.sets + 1) - 1 == len(full.wall or ())
    assert drawn.wall_left == dealt.wall_left + 1
    if drawn.phase.name == "DRAW":
        assert apply(drawn, Drew(dealer, extra)).wall_left == dealt.wall_left
    assert dealt.ruleset.procedure.wall.live_left(dealt) == drawn.ruleset.procedure.wall.live_left(drawn) - 1


@pytest.mark.parametrize("name", ruleset_names())
def test_each_draw_takes_one_tile_of_the_wall_and_nothing_else_does(name: str) -> None:
    hand = walk(ruleset(name), 3)
    for before, event, after in zip(hand.states[:-1], hand.events, hand.states[1:], strict=True):
        assert before.wall_left - after.wall_left == isinstance(event, Drew)


@pytest.mark.parametrize("family", ["mcr-2006", "riichi-ema-2016", "sichuan-world-championship", "taiwan-aono"])
def test_a_replayed_added_kong_is_followed_by_its_window_whether_passes_are_recorded_or_not(family: str) -> None:
    """Silence and recorded passes lead to the same state, and the win stays possible until the replacement."""
    scene = {
        "ruleset": family,
        "seats": {"A": f"5s{'?' * (12 if family.startswith('taiwan') else 9)} pung(555s)"},
        "live": 20,
    }
    state = opened(scene)
    silent = [read_line(line, state.setup) for line in ("A draw ?", "A akong 5s", "A repl ?")]
    said = [*silent[:2], Passed(1), Passed(2), Passed(3), silent[2]]
    without, with_passes = replay(state, silent), replay(state, said)
    assert without.stopped_at is None
    assert with_passes.stopped_at is None
    kong = without.states[2]
    assert kong.phase.name == "ROB"
    final, other = (
        (
            *(state.phase, state.turn, state.wall_left, state.kongs, state.transfers),
            [(player.melds, [(lock.kind, lock.tile) for lock in player.locks]) for player in state.players],
        )
        for state in (without.final, with_passes.final)
    )
    assert final == other
