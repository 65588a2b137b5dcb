"""Procedure of riichi: shared modules and Japanese additions (RI-2, RI-3, RI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play import candidates, discard_claims, kongs, tile_draws, wins
from engine.play.default_handlers import event_handlers
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    FlowerShown,
    Ponged,
    UraTurned,
    Won,
)
from engine.play.procedure import Hooks, Procedure, on
from engine.play.table import Phase, Rules, TableState
from engine.play.wall_on_table import WallOnTable
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play import claiming, dead_wall, declaring, furiten, start_values, winning
from engine.rules.riichi.play import ends as riichi_ends
from engine.rules.riichi.play import state as on_table
from engine.rules.riichi.play.dead_wall import indicators_due, next_indicator
from engine.rules.riichi.play.rounds import next_hand
from engine.tiles.tile import UNKNOWN

CLAUSES: Final = {
    "turn": "RI-3.2",
    "phase": "RI-3.2",
    "wall_empty": "RI-3.4",
    "wall_left": "RI-2.14",
    "wall_tile": "RI-2.12",
    "copies": "RI-2.1",
    "not_held": "RI-6.7",
    "drawn_tile": "RI-3.5",
    "no_discard": "RI-3.8",
    "own_discard": "RI-3.8",
    "passed": "RI-3.27",
    "last_discard": "RI-3.25",
    "chow_seat": "RI-3.9",
    "no_chow": "RI-7.4 row 9",
    "no_set": "RI-7.4 row 9",
    "no_pung": "RI-3.15",
    "no_discard_left": "RI-3.21",
    "kong_after_claim": "RI-3.12",
    "no_replacement": "RI-3.25",
    "head_bump": "RI-3.20",
    "concealed_kong": "RI-3.14",
    "dead_hand": "RI-6.9",
    "dead_already": "RI-6.9",
    "incomplete": "RI-6.7",
    "unknown_hand": "RI-6.7",
    "hand_over": "RI-2.14",
    "nothing_to_pass": "RI-3.8",
    "no_such_end": "RI-2.14",
    "no_such_event": "RI-2.1",
}


def keeps_window_open(play: Procedure[Parameters], state: TableState, event: Event) -> bool:
    """Keep the window open for further wins, and for the indicator of an earlier kong."""
    if isinstance(event, DoraTurned):
        return indicators_due(play, state) > 0 or state.phase is not Phase.ROB
    return isinstance(event, UraTurned) or (isinstance(event, Ended) and event.kind == "triple_ron")


def candidate_events(play: Procedure[Parameters], state: TableState) -> Iterator[Event]:
    yield from candidates.default_candidates(play, state, ends=riichi_ends.possible_ends(play))
    if state.phase is Phase.ACT:
        yield DeclaredRiichi(state.turn)
    if state.phase in (Phase.ACT, Phase.REPLACE) and indicators_due(play, state) > 0:
        tile = next_indicator(state)
        yield DoraTurned(UNKNOWN if tile is None else tile)


def compose(ruleset: Rules) -> Procedure[Parameters]:
    rules = ruleset.options(Parameters)
    return Procedure(
        ruleset,
        rules,
        WallOnTable(
            tile_set=ruleset.tile_set,
            sets=ruleset.family.sets,
            reserve=dead_wall.reserve,
            common=dead_wall.COMMON,
        ),
        Hooks(
            clauses=CLAUSES,
            false_win="chombo",
            read_start_values=start_values.read_start_values,
            start_values=start_values.start_values,
            extra_tiles=start_values.extra_tiles,
            counters=start_values.counters,
            public_setup=start_values.public_setup,
            complete_setup=dead_wall.complete_setup,
            after_deal=on_table.after_deal,
            keeps_window_open=keeps_window_open,
            waits_of=wins.waits_of,
            player_drew=furiten.player_drew,
            player_discarded=furiten.player_discarded,
            player_claimed=furiten.player_claimed,
            missed_win=furiten.missed_win,
            discard_passed=declaring.discard_passed,
            claim_breaches=claiming.claim_breaches,
            after_claim=claiming.after_claim,
            forbidden_after_chow=claiming.forbidden_after_chow,
            forbidden_after_pung=claiming.forbidden_after_pung,
            claim_rank=claiming.claim_rank,
            stands_after=claiming.stands_after,
            kong_breaches=claiming.kong_breaches,
            may_rob_concealed_kong=claiming.may_rob_concealed_kong,
            kong_declared=claiming.kong_declared,
            win_of=wins.win_of,
            hand_breaches=winning.hand_breaches,
            several_winners=rules.multi_win == "all",  # Unless the edition has head bump (RI-3.20).
            winner_order=winning.winner_order,
            too_many_winners=winning.too_many_winners,
            circumstances=winning.circumstances,
            settle_win=winning.settle,
            after_win=wins.after_win,
            settle_end=riichi_ends.settle,
            unsettled=riichi_ends.unsettled,
            candidates=candidate_events,
            complete_position=on_table.complete_position,
            possible_lock=furiten.possible_lock,
            public_locks=furiten.public_locks,
            indicators=on_table.indicators,
            deposits=on_table.deposits,
            next_hand=next_hand,
        ),
        event_handlers(
            on(Drew, claiming.check_draw, tile_draws.step),
            on(Discarded, claiming.check_discard, claiming.discard),
            on(Chowed, claiming.check_chow, discard_claims.chow),
            on(Ponged, claiming.check_pung, discard_claims.pung),
            on(AddedKong, claiming.check_added_kong, claiming.add_kong),
            on(ConcealedKong, claiming.check_concealed_kong, kongs.declare_concealed),
            on(FlowerShown, tile_draws.check_flower, tile_draws.show_flower),
            on(DeclaredRiichi, declaring.check, declaring.declare),
            on(DoraTurned, dead_wall.check_dora, dead_wall.turn_dora),
            on(Won, wins.check, winning.win, after_end=True),
            on(UraTurned, dead_wall.check_ura, winning.turn_ura, after_end=True),
            on(Ended, riichi_ends.check, riichi_ends.end),
        ),
    )
