"""Hundreds of seeded hands of every ruleset, with invariants that hold whatever the players do."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from engine.family import ruleset, ruleset_names
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    FlowerRobbed,
    FlowerShown,
    Konged,
    Passed,
    Ponged,
    VoidChosen,
    Won,
)
from engine.play.invariants import broken_invariants
from engine.play.table import IllegalEvent, TableState, apply, legal_events, replay, start, why_not
from engine.play.visibility import visible_to
from engine.play.walks import Walk, walk
from engine.records import dumps, loads
from engine.tiles.tile import UNKNOWN, Suit
from tests.conformance.seeds import SEEDS, seed_named

LOOKED_AT = 10
"""One walk of so many is looked at closely: legal and illegal events, views, and the record of the hand."""


def any_event(rng: random.Random, state: TableState) -> Event:
    """Well-formed event, senseless in most states."""
    seat, source = rng.sample(range(4), 2)
    held = state.players[seat].concealed
    tile = rng.choice(held) if held and rng.random() < 0.5 else rng.randrange(34)
    own = (min(tile + 1, 33), min(tile + 2, 33))
    events: tuple[Event, ...] = (
        Drew(seat, tile),
        Discarded(seat, tile),
        Chowed(seat, source, tile, own),
        Ponged(seat, source, tile),
        Konged(seat, source, tile),
        AddedKong(seat, tile),
        ConcealedKong(seat, tile),
        FlowerShown(seat, tile),
        FlowerRobbed(seat, source, tile),
        DeclaredRiichi(seat),
        DeclaredReady(seat),
        VoidChosen(seat, Suit(rng.randrange(3))),
        DoraTurned(tile),
        Won(seat, rng.choice((None, source)), tile),
        Passed(seat),
        Ended(rng.choice(("exhaustive", "four_winds", "nagashi"))),
    )
    return rng.choice(events)


def judge_closely(state: TableState, rng: random.Random) -> None:
    """Accept listed events; refuse others with a clause and without a change."""
    listed = legal_events(state)
    assert listed, f"nobody may do anything in {state.phase}"
    for event in listed:
        assert broken_invariants(apply(state, event)) == []
    for event in (any_event(rng, state) for _ in range(12)):
        found = [breach for breach in why_not(state, event) if breach.missing is None]
        if found:
            assert all(breach.clause and breach.message for breach in found)
            with pytest.raises(IllegalEvent):
                apply(state, event)
        else:
            apply(state, event)


def views_agree(state: TableState) -> None:
    """Hidden tiles make no difference to a viewer's view."""
    for viewer in (0, 1, 2, 3, "public"):
        view = visible_to(state, viewer)
        assert view.setup.wall is None
        open_hands = {record.seat for record in state.wins} if state.ended else set()
        for seat, player in enumerate(view.players):
            if seat != viewer and seat not in open_hands:
                assert set(player.concealed) <= {UNKNOWN}
                assert player.waits is None
                assert player.locks == ()
        for record in view.wins:
            assert state.ended is not None or record.scored is None or record.seat == viewer
        if state.turn != viewer and state.turn not in open_hands:
            assert view.drawn_tile in (None, UNKNOWN)
        assert visible_to(view, viewer) == view


@pytest.mark.parametrize("ruleset_name", ruleset_names())
def test_seeded_hands_of_each_ruleset_come_to_a_sound_end(ruleset_name: str) -> None:
    rules = ruleset(ruleset_name)
    for number, seed in enumerate(SEEDS):
        with seed_named(seed):
            hand = walk(rules, seed)
            rng = random.Random(seed)
            final = hand.states[-1]
            assert broken_invariants(final) == []
            assert broken_invariants(rng.choice(hand.states)) == []
            if number % LOOKED_AT == 0:
                look_closely(hand, rng)


def look_closely(hand: Walk, rng: random.Random) -> None:
    for state in rng.sample(hand.states[:-1], 3):
        judge_closely(state, rng)
        views_agree(state)
    views_agree(hand.states[-1])
    for form in ("text", "json"):
        (record,) = loads(dumps(hand.setup, hand.events, form)).hands
        assert (record.setup, record.events) == (hand.setup, hand.events)
    assert replay(start(record.setup), record.events).states == hand.states


RECORDED = json.loads(Path(__file__).with_name("playthroughs.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("ruleset_name", RECORDED)
def test_a_recorded_hand_is_played_as_recorded(ruleset_name: str) -> None:
    """The order of events is pinned, so that a change of the rules shows."""
    recorded = RECORDED[ruleset_name]
    (record,) = loads(recorded["log"]).hands
    played = replay(start(record.setup), record.events)
    assert played.stopped_at is None
    assert broken_invariants(played.final) == []
    assert [transfer.to_dict() for transfer in played.final.transfers] == recorded["transfers"]
    assert dumps(*walk(ruleset(ruleset_name), recorded["seed"])[:2]) == recorded["log"]
