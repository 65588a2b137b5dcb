"""Locks of random hands in which wins are let pass: told in words they are those of the record, or the events are
asked for.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from engine.family import Ruleset, ruleset, ruleset_names
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    Drew,
    Event,
    Konged,
    Ponged,
    Won,
    event_to_list,
)
from engine.play.procedure import WINDOWS
from engine.play.table import IllegalEvent, Phase, TableState, apply, start
from engine.play.walks import preferred_events, random_setup
from engine.records.cases import setup_to_dict
from engine.rules.sichuan.play.state import letter_of
from engine.tiles.hand import Hand
from engine.tiles.tile import format_tile, format_tiles, kind_of
from judging.law import combine_verdicts, decide, examine, find_next_question, read_claim
from judging.law.examination import select_deciding_failures
from judging.law.kinds import list_kinds
from tests.support.slices import in_slice_of_each

HANDS = 6
EACH = 2
"""Positions of an edition with the same events in words."""
RULESETS = [name for name in ruleset_names() if any(kind.code == "lock" for kind in list_kinds(ruleset(name).family))]
WORDS = {
    Chowed: "own_claim",
    Ponged: "own_claim",
    Konged: "exposed_kong",
    AddedKong: "added_kong",
    ConcealedKong: "concealed_kong",
}


def played(rules: Ruleset, seed: int) -> tuple[list[TableState], list[Event]]:
    """A hand in which most wins are let pass."""
    rng = random.Random(f"{rules.name}/{seed}")
    states, events = [start(random_setup(rules, rng))], []
    while states[-1].phase is not Phase.OVER:
        for event in preferred_events(rng, states[-1], True):
            if isinstance(event, Won) and rng.random() < 0.85:
                continue
            try:
                after = apply(states[-1], event)
            except IllegalEvent:
                continue
            states.append(after)
            events.append(event)
            break
        else:
            break
    return states, events


def in_words(states: list[TableState], events: list[Event], seat: int) -> dict[str, Any]:
    """The winning tiles that the player has let pass, and what has happened since the last of them."""
    passed: list[int] = []
    since: list[str] = []
    discards: list[int] = []
    own = False
    for before, event, after in zip(states, events, states[1:], strict=False):
        player, mine = before.players[seat], getattr(event, "seat", None) == seat
        waits, tile = player.waits or (), before.offered
        open_ = before.phase in WINDOWS and before.turn != seat and seat not in before.winners_here
        gone = open_ and after.offered is None and not isinstance(event, Won)
        if gone and tile is not None and kind_of(tile) in waits:
            passed, since, discards = [*passed, tile], [], []
        if mine and isinstance(event, DeclaredRiichi):
            passed, since, discards, own = [], [], [], False
        if mine and isinstance(event, Discarded):
            drawn = before.drawn_tile
            if before.phase is Phase.ACT and drawn is not None and kind_of(drawn) in waits:
                own, since, discards = True, ["own_draw"], []
            complete = kind_of(event.tile) in (after.players[seat].waits or ())
            since.append("discard_complete" if complete else "discard_incomplete")
            discards.append(event.tile)
        elif isinstance(event, Drew):
            since += ["own_draw"] * mine
        elif type(event) in WORDS:
            since.append(WORDS[type(event)] if mine else "other_call")
    words = list(dict.fromkeys(since)) or ["nothing"]
    told = {"passed_tiles": passed, "discarded_since": discards}
    return {name: format_tiles(tiles) if tiles else "" for name, tiles in told.items()} | {
        "since": words,
        "passed_own": own,
    }


def disputes(rules: Ruleset) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Claims of players who wait, as facts in words and as records; every situation a few times."""
    seen: Counter[tuple[object, ...]] = Counter()
    for states, events in (played(rules, seed) for seed in range(HANDS)):
        for at, state in enumerate(states):
            for seat, player in enumerate(state.players):
                if state.phase not in (Phase.DRAW, Phase.CLAIM) or not player.waits or player.dead or player.won:
                    continue
                words = in_words(states[: at + 1], events[:at], seat)
                key = (bool(words["passed_tiles"]), words["passed_own"], *sorted(words["since"]), player.ready)
                seen[key] += 1
                if seen[key] > EACH:
                    continue
                facts = words | {
                    "hand": str(Hand(player.concealed, player.melds, player.flowers)),
                    "prevalent_wind": state.setup.prevalent_wind.letter,
                    "dealer": state.setup.dealer,
                    "own_discards": "".join(format_tile(each.tile) for each in player.discards),
                    "last_discard": format_tile(player.discards[-1].tile) if player.discards else "",
                    "in_riichi": player.ready in ("riichi", "double_riichi"),
                }
                if rules.family.name == "sichuan":
                    facts["void_suit"] = letter_of(player)
                claim = {"kind": "lock", "ruleset": rules.name, "seat": seat, "facts": facts}
                log = {**setup_to_dict(state.setup), "events": [event_to_list(event) for event in events[:at]]}
                yield claim, {**claim, "log": log}


def ruled(stored: dict[str, Any]) -> tuple[object, ...]:
    claim = read_claim(stored)
    findings = examine(claim)
    cited = [each.clause for each in select_deciding_failures(claim, findings)[:1]]
    return combine_verdicts(findings).value, cited, [each.penalty for each in decide(claim, findings)]


@pytest.mark.parametrize("name", in_slice_of_each(RULESETS, 3, lambda name: ruleset(name).family.name))
def test_a_lock_in_words_is_that_of_the_record(name: str) -> None:
    asked, differ, verdicts = 0, [], Counter[object]()
    for told, recorded in disputes(ruleset(name)):
        claim = read_claim(told)
        if find_next_question(claim).question == "happened":
            # A claim has changed the hand against which the tile is held.
            assert "own_claim" in told["facts"]["since"]
            asked += 1
            continue
        found, expected = ruled(told), ruled(recorded)
        verdicts[expected[0]] += 1
        if found != expected:
            differ.append((told, found, expected))
    assert differ == []
    assert verdicts.total() > 5 * asked
    assert len(verdicts) == 2 or ruleset(name).family.name == "taiwan"
