"""Riichi wins: furiten, several winners, ura, joint settlement of a tile (RI-3.20, RI-5.8, RI-6.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play import default_hooks, wins
from engine.play.events import UraTurned, Won
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.riichi.circumstances import Circumstances
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play import furiten
from engine.rules.riichi.play.start_values import riichi_setup
from engine.rules.riichi.play.state import has_ippatsu, riichi_table
from engine.rules.riichi.settlement import WonHand, settle_wins
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.seats import turn_order
from engine.tiles.selection import holds_unknown


def hand_breaches(play: Procedure[Parameters], state: TableState, event: Won) -> Iterator[Breach]:
    """Require form and yaku, no furiten, and the conditions of robbing a concealed kong (RI-6.7)."""
    if riichi_table(state).riichi_pending:
        yield Breach("riichi_hand", "RI-3.23", _("riichi is followed by its discard"), "refused")
    yield from wins.hand_breaches(play, state, event)
    if event.source is None:
        return
    yield from furiten.breaches(state, event.seat)
    if state.phase is Phase.ROB and state.replacing == "concealed_kong":
        hand, win = play.hooks.win_of(play, state, event)
        if not holds_unknown(hand):
            scored = play.ruleset.scorer(hand, win)
            if all(award.pattern != "thirteen_orphans" for award in scored.awards):
                message = _("a concealed kong is robbed by thirteen orphans only")
                yield Breach("rob_concealed", "RI-3.14", message, "chombo")


def winner_order(play: Procedure[Parameters], state: TableState, event: Won) -> Iterator[Breach]:
    """Apply head bump, and the draw by three winners."""
    yield from default_hooks.head_bump(play, state, event)
    several = play.several_winners
    if several and len(state.winners_here) == 2 and "triple_ron" in play.parameters.abortive_draws:
        yield Breach("triple_ron", "RI-E5", _("three winners on one tile draw the hand"), "refused")


def too_many_winners(play: Procedure[Parameters], number: int) -> str | None:
    return "triple_ron" if number == 3 and "triple_ron" in play.parameters.abortive_draws else None


def circumstances(play: Procedure[Parameters], state: TableState, event: Won) -> Circumstances:
    player = state.players[event.seat]
    lying = riichi_table(state)
    return Circumstances(
        riichi=player.ready is not None,
        double_riichi=player.ready == "double_riichi",
        ippatsu=has_ippatsu(player),
        dora_indicators=lying.dora_indicators,
        ura_indicators=lying.ura_indicators,
        honba=riichi_setup(state.setup).honba,
        deposits=lying.deposits,
        win_tile_mixed_in=lying.win_tile_mixed_in,
    )


def win(play: Procedure[Parameters], state: TableState, event: Won) -> TableState:
    if not state.wins:
        state = state._replace(special=riichi_table(state)._replace(before_wins=state.transfers))
    return _settle_all(play, wins.step(play, state, event))


def settle(play: Procedure[Parameters], state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
    """Return no transfers: ``win`` settles all wins on a tile together."""
    return []


def _settle_all(play: Procedure[Parameters], state: TableState) -> TableState:
    lying = riichi_table(state)
    first = state.wins[0]
    order = turn_order(first.source if first.source is not None else first.seat)
    hands = []
    for record in sorted(state.wins, key=lambda win: order.index(win.seat)):
        if record.scored is None:
            return state
        liable = {liability.pattern: liability.seat for liability in lying.liable if liability.winner == record.seat}
        hands.append(WonHand.of(record.seat, record.scored, liable, play.parameters))
    transfers = settle_wins(
        play.parameters,
        hands,
        dealer=state.setup.dealer,
        discarder=first.source,
        honba=riichi_setup(state.setup).honba,
        sticks={seat: lying.sticks.count(seat) for seat in lying.sticks},
        carried=riichi_setup(state.setup).deposits,
    )
    return state._replace(transfers=(*lying.before_wins, *transfers), special=lying._replace(deposits=0))


def turn_ura(play: Procedure[Parameters], state: TableState, event: UraTurned) -> TableState:
    records = []
    for record in state.wins:
        if record.scored is not None and isinstance(record.scored.circumstances.special, Circumstances):
            special = record.scored.circumstances.special._replace(ura_indicators=event.tiles)
            changed = record.scored.circumstances._replace(special=special)
            record = record._replace(scored=play.ruleset.scorer(record.scored.hand, changed))
        records.append(record)
    lying = riichi_table(state)._replace(ura_indicators=event.tiles)
    return _settle_all(play, state._replace(wins=tuple(records), special=lying))
