"""Every known tile counts once: each way to name a fifth copy of a tile is refused, in every family."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.hands import winning_hands
from engine.commands.batch import process_line
from engine.commands.score import answer
from engine.errors import HandError
from engine.family import families, ruleset
from engine.records.cases import answer_replay
from engine.records.hand_cases import read_score_case
from engine.tiles.tile import FIRST_FLOWER, count_kinds, format_tile, format_tiles
from tests.support.rows import rows_of

rows = rows_of(__file__)


@rows
def test_a_tile_that_is_named_too_often(
    ruleset: str, line: str, by: str, context: dict[str, Any], problem: str
) -> None:
    case = {"ruleset": ruleset, "hand": line, "by": by, "context": context}
    refused = json.loads(process_line(answer, json.dumps(case))[0])
    assert refused["error"]["message"].split(" in '")[0] == problem


@rows
def test_all_copies_of_a_tile_are_possible(ruleset: str, line: str, by: str, context: dict[str, Any]) -> None:
    assert answer({"ruleset": ruleset, "hand": line, "by": by, "context": context})["complete"]


WON = [(name, hand) for name in families() for hand in winning_hands(name, 40)]


@given(st.sampled_from(WON), st.data())
def test_all_tiles_outside_the_hand_may_be_visible_and_no_more(won: tuple[str, Any], data: st.DataObject) -> None:
    """A score does not become an error while the set has the tiles, and is one with the next copy of any tile."""
    name, hand = won
    rules = ruleset(families()[name].default_ruleset)
    held = count_kinds(hand.tiles)
    kinds = [kind for kind in range(FIRST_FLOWER) if rules.tile_set.copies_of_kind(kind)]
    rest = {kind: rules.tile_set.copies_of_kind(kind) - held[kind] for kind in kinds}
    fifth = data.draw(st.sampled_from(kinds))
    visible = tuple(kind for kind in kinds for _copy in range(data.draw(st.integers(0, rest[kind]))) if kind != fifth)
    case = {
        "ruleset": rules.name,
        "hand": format_tiles(hand.concealed),
        "melds": [str(meld) for meld in hand.melds],
        "win": format_tile(hand.winning),
        "by": "self_draw",
        "context": {"visible": format_tiles((*visible, *(fifth,) * rest[fifth]))},
    }
    assert answer(case)["complete"] == answer({**case, "context": {}})["complete"]
    case["context"] = {"visible": format_tiles((*visible, *(fifth,) * (rest[fifth] + 1)))}
    with pytest.raises(HandError, match=f"x {format_tile(fifth)}: there are only 4"):
        read_score_case(case)


@rows
def test_a_log_with_a_fifth_copy_stops_there(case: dict[str, Any], event: list[Any], message: str) -> None:
    stopped = answer_replay(case)["stopped_at"]
    assert (stopped["event"], stopped["code"], stopped["message"]) == (event, "copies", message)
