from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.play import discard_claims, ends, kongs, tile_draws, wins
from engine.play.default_handlers import event_handlers
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    FlowerShown,
    HandDied,
    Passed,
    VoidChosen,
)
from engine.play.procedure import Hooks, Procedure, on
from engine.play.table import Rules
from engine.play.wall_on_table import Break, WallOnTable, seat_reached
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.play import claiming, kong_income, passed_wins, void_suits, winning
from engine.tiles.seats import SEATS, Seat

CLAUSES: Final = {
    "turn": "SC-3.1",
    "phase": "SC-3.1",
    "wall_empty": "SC-2.7",
    "wall_left": "SC-2.7",
    "wall_tile": "SC-2.4",
    "copies": "SC-2.1",
    "not_held": "SC-3.1",
    "drawn_tile": "SC-3.1",
    "no_discard": "SC-3.8",
    "own_discard": "SC-3.8",
    "own_pung": "SC-3.5",
    "own_kong": "SC-3.7",
    "has_won": "SC-3.8",
    "passed": "SC-3.8",
    "last_discard": "SC-3.26",
    "kong_after_claim": "SC-E3",
    "no_replacement": "SC-3.26",
    "chow": "SC-3.4",
    "chow_seat": "SC-3.4",
    "no_pung": "SC-3.7",
    "no_set": "SC-7",
    "dead_hand": "SC-6.10",
    "incomplete": "SC-3.24",
    "unknown_hand": "SC-6.10",
    "hand_over": "SC-2.7",
    "head_bump": "SC-3.8",
    "concealed_kong": "SC-6.10",
    "nothing_to_pass": "SC-3.8",
    "no_such_end": "SC-2.10",
    "no_such_event": "SC-2.10",
}


def wall_break(play: Procedure[Parameters], rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
    """Break the wall: the sum gives the side, the smaller die the stacks that stay (SC-2.4, SC-E1)."""
    dice, skip = rolls[0][: play.parameters.dice_count], play.parameters.break_skip
    seat, lengths = seat_reached(dealer, sum(dice)), play.wall_lengths(dealer)
    stacks = sum(dice) if skip == "dice_sum" else min(dice) - (1 if skip == "min_die_minus_one" else 0)
    while skip == "dice_sum" and stacks >= lengths[seat]:
        seat, stacks = (seat - 1) % 4, stacks - lengths[seat]
    return Break(seat, stacks)


def wall_lengths(play: Procedure[Parameters], dealer: Seat) -> tuple[int, ...]:
    """Stacks of each seat: two opposite walls are longer, those of the dealer's pair or of East and West (SC-E1)."""
    pair = play.parameters.wall_stacks_dealer_pair
    second_pair = play.wall.tile_set.size // 4 - pair
    first = dealer if play.parameters.wall_stacks_basis == "dealer" else 0
    return tuple(pair if (seat - first) % 2 == 0 else second_pair for seat in SEATS)


def compose(ruleset: Rules) -> Procedure[Parameters]:
    rules = ruleset.options(Parameters)
    return Procedure(
        ruleset,
        rules,
        WallOnTable(
            tile_set=ruleset.tile_set,
            sets=ruleset.family.sets,
            replacements_from_back=rules.kong_replacement_end == "tail",  # Else the next tile of the wall (SC-3.9).
            winners_stay=rules.xueliu,  # Winners leave the hand, except in the blood river (SC-3.1, SC-3.28).
        ),
        Hooks(
            clauses=CLAUSES,
            wall_break=wall_break,
            wall_lengths=wall_lengths,
            after_deal=void_suits.after_deal,
            close_opening=void_suits.close_opening,
            opening_breaches=void_suits.opening_breaches,
            waits_of=void_suits.waits_of,
            player_drew=passed_wins.player_drew,
            player_discarded=passed_wins.player_discarded,
            player_claimed=passed_wins.player_claimed,
            missed_win=passed_wins.missed_win,
            discard_passed=claiming.discard_passed,
            claim_breaches=claiming.claim_breaches,
            may_claim_last=claiming.may_claim_last,
            stands_after=claiming.stands_after,
            kong_after_claim=rules.kong_after_pung,  # Unless the edition forbids it (SC-3B, SC-E3).
            kong_declared=kong_income.kong_declared,
            win_of=wins.win_of,
            hand_breaches=winning.hand_breaches,
            several_winners=rules.multiple_wins,  # All who claim win on the same tile (SC-3.8).
            first_turn=winning.first_turn,
            visible_tiles=winning.visible_tiles,
            circumstances=winning.circumstances,
            settle_win=winning.settle,
            after_win=winning.after_win,
            after_wins=winning.after_wins,
            settle_end=winning.settle_end,
            unsettled=winning.unsettled,
            candidates=void_suits.candidate_events,
            read_special=void_suits.read_void,
            possible_lock=passed_wins.possible_lock,
            public_player=void_suits.public_player,
            public_locks=void_suits.public_locks,
            next_hand=winning.next_hand,
        ),
        event_handlers(
            on(VoidChosen, void_suits.check_choice, void_suits.choose_void_suit),
            on(Discarded, void_suits.check_discard, kong_income.discard),
            on(Chowed, claiming.check_chow, discard_claims.chow),
            on(AddedKong, claiming.check_added_kong, kong_income.add_kong),
            on(ConcealedKong, claiming.check_concealed_kong, kongs.declare_concealed),
            on(FlowerShown, tile_draws.check_flower, tile_draws.show_flower),
            on(Passed, claiming.check_pass, discard_claims.pass_on),
            on(HandDied, ends.check_dead_hand, void_suits.mark_dead),
        ),
    )
