"""Events of random hands, legal and not, as facts and as records: one verdict, clause, penalty and payment for both."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from engine.family import Ruleset, ruleset, ruleset_names
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    Drew,
    Event,
    FlowerShown,
    HandDied,
    Konged,
    Ponged,
    Won,
    event_to_list,
)
from engine.play.players import Player
from engine.play.procedure import procedure_of
from engine.play.table import Phase, TableState, why_not
from engine.play.walks import walk
from engine.records.cases import setup_to_dict
from engine.rules.sichuan.play.state import letter_of
from engine.tiles.hand import Hand
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS
from engine.tiles.selection import remove_tiles, tiles_of_kind
from engine.tiles.tile import format_tile, format_tiles, is_flower, kind_of
from judging.law import read_claim
from judging.law.kinds import list_kinds
from tests.judging.law.test_disputes import ruled
from tests.support.slices import in_slice_of_each

HANDS = 2
"""Random hands of an edition."""
EACH = 2
"""Disputes of one edition that fail, or hold, by the same breach."""
RULESETS = [name for name in ruleset_names() if ruleset(name).family.infractions]
TOLD = (Discarded, Drew, FlowerShown, Chowed, Ponged, Konged, AddedKong, ConcealedKong)
CALLS = {Chowed: "chow", Ponged: "pung", Konged: "kong", AddedKong: "added_kong", ConcealedKong: "concealed_kong"}


class Dispute(NamedTuple):
    kind: str
    state: TableState
    event: Event
    before: tuple[Event, ...]


def disputed(rules: Ruleset, seed: int) -> Iterator[Dispute]:
    """Events that a player might try in a random hand."""
    played, rng = walk(rules, seed), random.Random(seed)
    for at, state in enumerate(played.states):
        tried = list(procedure_of(rules).candidates(state))
        for event in (*tried, *wrong_calls(state, rng), *late_calls(state, rng), *wrong_kongs(state, rng)):
            kind = kind_of_event(state, event)
            if kind is not None:
                yield Dispute(kind, state, event, played.events[:at])


def kind_of_event(state: TableState, event: Event) -> str | None:
    if isinstance(event, Won):
        return "win"
    if isinstance(event, Discarded):
        swap = state.phase is Phase.MELDED and state.claimed and not is_flower(event.tile)
        return "swap" if swap else None
    return "call" if type(event) in CALLS else None


def wrong_calls(state: TableState, rng: random.Random) -> Iterator[Event]:
    """Calls with wrong tiles or by the wrong player."""
    if state.phase is not Phase.CLAIM or state.offered is None:
        return
    for step in (1, 2, 3):
        seat = (state.turn + step) % 4
        held = [tile for tile in state.players[seat].concealed if tile < 34]
        if len(held) > 2:
            own = tuple(sorted(rng.sample(held, 2)))
            yield rng.choice((Chowed, Ponged))(seat, state.turn, state.offered, own)


def late_calls(state: TableState, rng: random.Random) -> Iterator[Event]:
    """A call for the discard before the draw."""
    discards = [(player.discards[-1].event_index, seat) for seat, player in enumerate(state.players) if player.discards]
    if state.phase is not Phase.ACT or state.replacing or not discards:
        return
    source = max(discards)[1]
    seat, discard = rng.choice([each for each in SEATS if each != source]), state.players[source].discards[-1]
    held = [tile for tile in state.players[seat].concealed if tile < 34]
    won = [(each.source, each.tile) for each in state.wins[-1:]] == [(source, discard.tile)]
    if discard.claimed_by is None and not won and len(held) > 2:
        yield Ponged(seat, source, discard.tile, tuple(sorted(rng.sample(held, 2))))


def is_late(one: Dispute) -> bool:
    return isinstance(one.event, Ponged) and one.state.phase is Phase.ACT


def wrong_kongs(state: TableState, rng: random.Random) -> Iterator[Event]:
    """A concealed kong of fewer than four tiles, and a tile added to no pung."""
    player = state.players[state.turn]
    kinds = sorted({kind_of(tile) for tile in player.concealed if tile < 34})
    if state.phase in (Phase.ACT, Phase.MELDED) and kinds and not (player.ready or player.won):
        kind = rng.choice(kinds)
        if len(tiles_of_kind(player.concealed, kind)) < 4:
            yield ConcealedKong(state.turn, kind)
        if all(meld.first != kind or meld.kind is not MeldKind.PUNG for meld in player.melds):
            yield AddedKong(state.turn, kind)


def facts_of(one: Dispute) -> dict[str, Any]:
    """Everything that a referee who has seen the hand would enter."""
    state, event = one.state, one.event
    seat: int = event.seat  # type: ignore[union-attr]
    player = state.players[seat]
    found: dict[str, Any] = {
        "dead": bool(player.dead),
        "in_time": not is_late(one),
        "shown": True,
        "noticed_before_discard": False,
        "tile_taken": True,
        "wall_left": max(procedure_of(state.ruleset).wall.live_left(state), 0),
        "after_claim": state.phase is Phase.MELDED,
        "won_seats": [each for each, other in enumerate(state.players) if other.won],
        "kongs": [],
        "dealer": state.setup.dealer,
        "prevalent_wind": state.setup.prevalent_wind.letter,
        "seat_wind": state.setup.winds[seat].letter,
        "next_acted": True,
        "already_passed": seat in (*state.passed, *state.winners_here),
    }
    if state.ruleset.family.name == "sichuan":
        found["void_suit"] = letter_of(player)
    if state.ruleset.family.name == "riichi":
        found |= {"in_riichi": player.ready == "riichi", "kongs_made": state.kongs, "next_drawn": is_late(one)}
        found |= {"own_discards": format_tiles([each.tile for each in player.discards]), "hand_end": "going_on"}
    if isinstance(event, Won):
        return found | win_facts(one, player)
    if isinstance(event, Discarded):
        meld = player.melds[-1]
        own = remove_tiles(meld.tiles, (meld.claimed,)) if meld.claimed is not None else meld.tiles
        claim = {"call": "chow" if meld.is_chow else "pung", "called_tile": format_tile(meld.claimed or 0)}
        return found | claim | {"own_tiles": format_tiles(own), "discarded": format_tile(event.tile)}
    return found | call_facts(one, player)


def own_turn_over(one: Dispute) -> int:
    """Index of the player's last discard, or of the first discard of all."""
    discards = [at for at, each in enumerate(one.before) if isinstance(each, Discarded)]
    own = [at for at in discards if one.before[at].seat == one.event.seat]  # type: ignore[union-attr]
    return own[-1] if own else (discards or [0])[0]


def win_facts(one: Dispute, player: Player) -> dict[str, Any]:
    state, event = one.state, one.event
    assert isinstance(event, Won)
    play = procedure_of(state.ruleset)
    hand, win = play.hooks.win_of(play, state, event)
    special = win.special._asdict() if win.special is not None else {}  # type: ignore[attr-defined]
    flags = ("last_tile", "replacement", "flower_replacement", "first_turn")
    context: dict[str, Any] = {name: True for name in flags if getattr(win, name)}
    written = {name: format_tiles(each) if isinstance(each, tuple) else each for name, each in special.items() if each}
    context |= {name: each for name, each in written.items() if name != "break_seat_wind"}
    context["visible"] = format_tiles(win.visible) if win.visible else ""
    found = {"by": win.by.value, "hand": str(hand), "circumstances": context}
    found["dealer_repeats"] = play.counters(state.setup)
    if state.wins:
        # Play that goes on after a win is not told event by event.
        found |= {"passed_tiles": "", "last_discard": ""}
    else:
        told = [each for each in one.before[own_turn_over(one) :] if isinstance(each, TOLD)]
        found["happened"] = [event_to_list(each) for each in told]
    found["exposed_kong_chain"] = getattr(state.special, "open_kong", None) == event.seat
    return found if event.source is None else found | {"source": event.source}


def call_facts(one: Dispute, player: Player) -> dict[str, Any]:
    state, event = one.state, one.event
    assert isinstance(event, tuple(CALLS))
    found: dict[str, Any] = {"call": CALLS[type(event)], "called_tile": format_tile(event.tile)}
    kind = kind_of(event.tile)
    if isinstance(event, AddedKong):
        melded = any(meld.first == kind and meld.kind is MeldKind.PUNG for meld in player.melds)
        return found | {"own_tiles": format_tile(event.tile) * (4 if melded else 1)}
    if isinstance(event, ConcealedKong):
        drawn = format_tile(state.drawn_tile) if state.drawn_tile is not None else None
        hand = str(Hand(player.concealed, player.melds))
        own = tiles_of_kind(player.concealed, kind)
        own += tuple(tile for tile in player.concealed if tile < 34 and kind_of(tile) != kind)[: 4 - len(own)]
        return found | {"own_tiles": format_tiles(own), "hand": hand, "drawn": drawn}
    count = 3 if isinstance(event, Konged) else 2
    own = event.hand_tiles or (kind,) * count
    found |= {"source": event.source, "own_tiles": format_tiles(own)}
    since: list[str] = []
    for each in one.before:
        if isinstance(each, Discarded):
            since = [format_tile(each.tile)] if each.seat == event.seat else [*since, format_tile(each.tile)]
    return found | {"go_around_discards": "".join(since[:-1])}


def varied(one: Dispute, number: int) -> tuple[dict[str, Any], list[Event]]:
    """Facts beside the record and events before the disputed one: every third hand shown, every fourth dead."""
    facts: dict[str, Any] = {"shown": number % 3 != 1, "noticed_before_discard": number % 3 == 2}
    # No record of one event tells of another player's win.
    facts["other_valid_win"] = number % 5 == 4
    state, seat = one.state, one.event.seat  # type: ignore[union-attr]
    claims = one.kind == "win" or not any(why_not(state, one.event))
    if number % 4 != 3 or one.kind == "swap" or not claims or state.players[seat].dead or state.phase is Phase.OVER:
        return facts, []
    return facts | {"dead": True, "becomes_ready": False}, [HandDied(seat, "ruled")]


@pytest.mark.parametrize("name", in_slice_of_each(RULESETS, 3, lambda name: ruleset(name).family.name))
def test_an_event_is_ruled_alike_as_facts_and_as_a_record(name: str) -> None:
    rules = ruleset(name)
    asked = {kind.code for kind in list_kinds(rules.family)}
    seen: Counter[tuple[object, ...]] = Counter()
    differ = []
    for one in (each for seed in range(HANDS) for each in disputed(rules, seed)):
        declared = bool(one.before) and isinstance(one.before[-1], DeclaredRiichi | DeclaredReady)
        if one.kind not in asked or declared or (one.state.kongs and rules.family.name == "sichuan"):
            continue
        codes = {breach.code for breach in why_not(one.state, one.event)}
        key = (one.kind, type(one.event), *sorted(codes))
        seen[key] += 1
        locks = one.state.players[one.event.seat].locks  # type: ignore[union-attr]
        begun = math.inf if one.state.wins else own_turn_over(one)
        if seen[key] > EACH or not all(lock.until is not None or lock.since >= begun for lock in locks):
            continue
        changed, more = varied(one, len(seen) + seen[key])
        won = "no_discard" in codes and not is_late(one)
        facts = facts_of(one) | {"hand_over": "hand_over" in codes, "tile_won": won} | changed
        claim = {"kind": one.kind, "ruleset": name, "seat": one.event.seat, "facts": facts}  # type: ignore[union-attr]
        record = {**claim, "event": event_to_list(one.event)}
        before = [event_to_list(each) for each in (*one.before, *more)]
        record["log"] = {**setup_to_dict(one.state.setup), "events": before}
        told, recorded = (ruled(read_claim(each), {}) for each in (claim, record))
        if told != recorded:
            differ.append((key, claim, told, recorded))
    assert differ == []
    assert len(seen) > 8
