from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play import candidates, discard_claims, ends, kongs, wins
from engine.play.default_handlers import event_handlers
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    Discarded,
    Drew,
    Ended,
    Event,
    FlowerRobbed,
    FlowerShown,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.procedure import Hooks, Procedure, on
from engine.play.table import Phase, Rules, TableState
from engine.play.wall_on_table import WallOnTable
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play import claiming, declaring, flowers, last_tile, passed_wins, rounds, start_values, winning
from engine.rules.taiwan.play.state import complete_position, taiwan_table
from engine.tiles.tile import UNKNOWN, is_flower

CLAUSES: Final = {
    "turn": "TW-3.2",
    "phase": "TW-3.2",
    "wall_empty": "TW-2.12",
    "wall_left": "TW-2.12",
    "wall_tile": "TW-2.5",
    "copies": "TW-2.1",
    "not_held": "TW-3.20",
    "drawn_tile": "TW-3.2",
    "no_discard": "TW-3.9",
    "own_discard": "TW-3.9",
    "own_chow": "TW-3.5",
    "own_pung": "TW-3.6",
    "own_kong": "TW-3.7",
    "flower_claim": "TW-6.3c",
    "passed": "TW-3.9",
    "last_discard": "TW-2.13",
    "chow_seat": "TW-3.5",
    "no_chow": "TW-3.20",
    "no_set": "TW-3.20",
    "no_pung": "TW-3.7",
    "no_discard_left": "TW-3.21",
    "kong_after_claim": "TW-3.26",
    "no_replacement": "TW-3.27",
    "no_flower": "TW-3.3",
    "head_bump": "TW-3.9",
    "concealed_kong": "TW-3.9",
    "dead_hand": "TW-6.4",
    "dead_already": "TW-6.3",
    "incomplete": "TW-6.13",
    "unknown_hand": "TW-6.13",
    "hand_over": "TW-2.12",
    "nothing_to_pass": "TW-3.9",
    "no_such_end": "TW-2.12",
    "no_such_event": "TW-3.2",
}


def keeps_window_open(play: Procedure[Parameters], state: TableState, event: Event) -> bool:
    """Keep the window open for a robbery, not for a declaration out of turn."""
    if isinstance(event, DeclaredReady):
        return event.seat != state.turn
    return isinstance(event, FlowerRobbed) and state.phase is Phase.ROB_FLOWER


def in_turn(state: TableState) -> Iterator[Event]:
    yield from candidates.turn_candidates(state)
    yield DeclaredReady(state.turn)


def candidate_events(play: Procedure[Parameters], state: TableState) -> Iterator[Event]:
    if state.phase is Phase.FLOWERS:
        owed = taiwan_table(state).owed
        if owed:
            tile = play.wall.next_tile(state._replace(phase=Phase.REPLACE), state.turn)
            yield Drew(state.turn, UNKNOWN if tile is None else tile)
        for flower in sorted(filter(is_flower, state.players[state.turn].concealed)):
            yield FlowerShown(state.turn, flower)
        if not owed:
            yield from candidate_events(play, flowers.dealer_acts(play, state))
        return
    if state.phase is Phase.ROB_FLOWER:
        right = flowers.robber_of(play, state, state.turn)
        if right is not None and state.offered is not None:
            robber, source = right
            yield from (FlowerRobbed(robber, source, tile) for tile in state.players[source].flowers)
    yield from candidates.default_candidates(play, state, own_turn=in_turn)


def compose(ruleset: Rules) -> Procedure[Parameters]:
    rules = ruleset.options(Parameters)

    def reserve(state: TableState) -> int:
        """Tiles in reserve, more after kongs where the ruleset says so (TW-2.9)."""
        return rules.dead_wall_size + rules.dead_wall_kong_increment * state.kongs

    return Procedure(
        ruleset,
        rules,
        WallOnTable(tile_set=ruleset.tile_set, sets=ruleset.family.sets, reserve=reserve),
        Hooks(
            clauses=CLAUSES,
            wall_break=rounds.wall_break,
            seat_winds=rounds.seat_winds,
            read_start_values=start_values.read_start_values,
            start_values=start_values.start_values,
            counters=start_values.counters,
            after_deal=flowers.after_deal,
            close_opening=flowers.close_opening,
            keeps_window_open=keeps_window_open,
            waits_of=flowers.waits_of,
            player_drew=passed_wins.player_drew,
            player_discarded=declaring.player_discarded,
            player_claimed=declaring.player_claimed,
            player_konged=declaring.player_konged,
            missed_win=passed_wins.missed_win,
            claim_breaches=claiming.claim_breaches,
            may_claim_last=claiming.may_claim_last,
            forbidden_after_chow=claiming.forbidden_after_chow,
            forbidden_after_pung=claiming.forbidden_after_pung,
            kong_after_claim=rules.kong_after_claim,  # Unless the ruleset forbids it (TW-3.26).
            win_of=flowers.win_of,
            hand_breaches=winning.hand_breaches,
            several_winners=rules.multiple_wins == "all",  # One winner, or all who claim (TW-3.9).
            first_turn=winning.first_turn,
            circumstances=winning.circumstances,
            settle_win=winning.settle,
            after_win=wins.after_win,
            candidates=candidate_events,
            complete_position=complete_position,
            possible_lock=passed_wins.possible_lock,
            concealed_kongs_hidden=rules.concealed_kong_face_down,  # Possibly face down to the end (TW-3.7).
            next_hand=rounds.next_hand,
        ),
        event_handlers(
            on(Drew, last_tile.check_draw, flowers.draw),
            on(Discarded, claiming.check_discard, claiming.discard),
            on(Chowed, claiming.check_chow, discard_claims.chow),
            on(Ponged, claiming.check_pung, discard_claims.pung),
            on(Konged, discard_claims.check_kong, claiming.kong),
            on(AddedKong, claiming.check_added_kong, claiming.add_kong),
            on(ConcealedKong, claiming.check_concealed_kong, kongs.declare_concealed),
            on(FlowerShown, flowers.check_flower, flowers.show_flower),
            on(FlowerRobbed, flowers.check_robbery, flowers.rob_flower),
            on(DeclaredReady, declaring.check, declaring.declare),
            on(Won, flowers.check_win, wins.step, after_end=True),
            on(Passed, last_tile.check_pass, last_tile.decline),
            on(Ended, last_tile.check_end, ends.end),
        ),
    )
