from __future__ import annotations

from engine.play import candidates, wins
from engine.play.default_handlers import event_handlers
from engine.play.events import (
    Won,
)
from engine.play.procedure import Hooks, Procedure
from engine.play.table import NextHand, Rules, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.play.wall_on_table import WallOnTable
from engine.scoring.score import ScoredHand
from engine.tiles.seats import next_seat

from ..parameters import Parameters
from ..patterns import Circumstances
from ..settlement import settle_win


def settle(play: Procedure[Parameters], state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
    """Transfers of a win (TOY-5)."""
    return settle_win(int(str(scored.value["points"])), record.seat, record.source)


def circumstances(play: Procedure[Parameters], state: TableState, event: Won) -> Circumstances:
    return Circumstances()


def next_hand(play: Procedure[Parameters], state: TableState) -> NextHand | None:
    if state.setup.dealer + 1 >= play.parameters.hands_per_match:
        return None
    return {"dealer": next_seat(state.setup.dealer)}


def compose(ruleset: Rules) -> Procedure[Parameters]:
    return Procedure(
        ruleset,
        ruleset.options(Parameters),
        WallOnTable(tile_set=ruleset.tile_set, sets=ruleset.family.sets),
        Hooks(
            clauses={"turn": "TOY-2", "incomplete": "TOY-3", "wall_empty": "TOY-6", "wall_left": "TOY-6"},
            waits_of=wins.waits_of,
            win_of=wins.win_of,
            hand_breaches=wins.hand_breaches,
            circumstances=circumstances,
            settle_win=settle,
            after_win=wins.after_win,
            candidates=candidates.default_candidates,
            next_hand=next_hand,
        ),
        event_handlers(),
    )
