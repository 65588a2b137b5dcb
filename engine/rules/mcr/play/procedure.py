"""Procedure of MCR: flowers, claims with head bump, kongs, last tile, sixteen hands (chapters 2, 3 and 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.play import candidates, kongs, tile_draws, wins
from engine.play.default_handlers import event_handlers
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Drew,
    Event,
    FlowerShown,
    Konged,
    Ponged,
    TileCall,
    Won,
)
from engine.play.procedure import Hooks, Procedure, on
from engine.play.table import Phase, Rules, TableState
from engine.play.wall_on_table import Break, WallOnTable, break_at, dice_total, seat_reached
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.play import dead_hands, opening, winning
from engine.rules.mcr.play.rounds import next_hand
from engine.tiles.seats import Seat

CLAUSES: Final = {
    "turn": "MCR-3.1",
    "phase": "MCR-3.3",
    "wall_empty": "MCR-3.5",
    "wall_left": "MCR-2.14",
    "wall_tile": "MCR-2.12",
    "copies": "MCR-2.1",
    "not_held": "MCR-6.5",
    "drawn_tile": "MCR-3.6",
    "no_discard": "MCR-3.8",
    "own_discard": "MCR-3.21",
    "flower_claim": "MCR-2.11",
    "passed": "MCR-3.30",
    "last_discard": "MCR-3.17",
    "chow_seat": "MCR-3.21",
    "no_chow": "MCR-6.5",
    "no_set": "MCR-6.5",
    "no_pung": "MCR-3.14",
    "kong_after_claim": "MCR-3.26",
    "no_replacement": "MCR-3.28",
    "no_flower": "MCR-6.15",
    "head_bump": "MCR-3.20",
    "concealed_kong": "MCR-6.13",
    "dead_hand": "MCR-6.7",
    "incomplete": "MCR-6.1",
    "unknown_hand": "MCR-6.1",
    "hand_over": "MCR-2.14",
    "nothing_to_pass": "MCR-3.8",
    "no_such_end": "MCR-2.15",
    "no_such_event": "MCR-2.2",
    "dead_already": "MCR-6.7",
}


def wall_break(play: Procedure[Parameters], rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
    """Break the wall: the first roll gives the side, both together the stacks; a single roll does both (MCR-2.9)."""
    stacks = dice_total(rolls[: play.parameters.dice_rolls])
    return break_at(seat_reached(dealer, dice_total(rolls[:1])), stacks, play.wall.tile_set.size // 8)


def may_claim_last(play: Procedure[Parameters], event: Chowed | Ponged | Konged) -> bool:
    return play.parameters.claims_on_final_discard == "all" and not isinstance(event, Konged)


def stands_after(play: Procedure[Parameters], state: TableState, call: TileCall, since: Sequence[Event]) -> bool | None:
    """Count the time of a call in seconds, or by acts: a draw bars only who drew, a meld all (MCR-3.29, MCR-E10)."""
    first, *later = since
    if later or isinstance(first, Won):
        return isinstance(since[-1], Won)
    if play.parameters.claim_close == "seconds" or state.phase is Phase.ROB:
        return None
    return isinstance(first, Drew) and call.seat != first.seat


def compose(ruleset: Rules) -> Procedure[Parameters]:
    return Procedure(
        ruleset,
        ruleset.options(Parameters),
        WallOnTable(tile_set=ruleset.tile_set, sets=ruleset.family.sets),
        Hooks(
            clauses=CLAUSES,
            wall_break=wall_break,
            after_deal=opening.after_deal,
            close_opening=opening.close_opening,
            waits_of=opening.waits_of,
            may_claim_last=may_claim_last,
            stands_after=stands_after,
            claim_breaches=dead_hands.claim_breaches,
            win_of=wins.win_of,
            hand_breaches=winning.hand_breaches,
            circumstances=winning.circumstances,
            settle_win=winning.settle,
            after_win=wins.after_win,
            candidates=candidates.default_candidates,
            concealed_kongs_hidden=True,  # Face down to the end of the hand (MCR-3.13).
            next_hand=next_hand,
        ),
        event_handlers(
            on(Drew, tile_draws.check, opening.draw),
            on(AddedKong, dead_hands.check_added_kong, kongs.add_kong),
            on(ConcealedKong, dead_hands.check_concealed_kong, kongs.declare_concealed),
            on(FlowerShown, opening.check_flower, opening.show_flower),
        ),
    )
