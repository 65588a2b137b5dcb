"""Taiwanese wins: locks, bans, circumstances and payments (TW-3.9, TW-4.28, TW-5, TW-6.13)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play import wins
from engine.play.events import Won
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.taiwan.circumstances import Circumstances, Ready
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play import flowers
from engine.rules.taiwan.play.passed_wins import PASSED_WIN
from engine.rules.taiwan.play.start_values import dealer_repeats, triple_dice
from engine.rules.taiwan.play.state import taiwan_player, taiwan_table
from engine.rules.taiwan.settlement import win_transfers
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.tile import format_tile

DECLARED: Final[dict[str, Ready]] = {"tianting": "tianting", "diting": "diting", "declared": "declared"}

JUDGED_HERE: Final = ("exposed_kong", "last_discard")
"""Reasons that the scorer derives from the hand alone and that are judged here by the whole turn."""


def hand_breaches(play: Procedure[Parameters], state: TableState, event: Won) -> Iterator[Breach]:
    """Require form, no lock, no ban after an exposed kong, and a permitted last discard (TW-6.13)."""
    yield from (breach for breach in wins.hand_breaches(play, state, event) if breach.code not in JUDGED_HERE)
    player = state.players[event.seat]
    rules = play.parameters
    lock = player.find_lock(PASSED_WIN)
    flower_win = flowers.win_claimed(state, event)
    barred = event.source is not None or rules.guoshui_mode == "strict"
    if lock is not None and barred and (not flower_win or rules.guoshui_blocks_flower_win):
        passed = format_tile(lock.tile) if lock.tile is not None else _("a tile")
        missing = None if lock.certain else lock.missing
        message = _("%(seat)s let %(passed)s pass and is locked", seat=event.seat, passed=passed)
        yield Breach("passed_win", lock.clause, message, "refused", missing)
    chain = event.source is None and taiwan_table(state).open_kong == event.seat and rules.open_kong_win_ban
    if chain and (not flower_win or rules.open_kong_ban_covers_flower_win):
        message = _("no self-draw win in the turn of an exposed kong")
        yield Breach("open_kong_win", "TW-3.25", message, "refused")
    if state.phase is Phase.CLAIM and play.wall.left_for_next(state) <= 0 and not rules.last_discard_win:
        yield Breach("last_discard_win", "TW-2.13", _("the last discard is not won on"), "refused")


def first_turn(play: Procedure[Parameters], state: TableState, event: Won) -> bool:
    """Return True at the time of 天胡, 地胡 or 人胡 as the ruleset defines them (TW-4.28 to TW-4.30, TW-E6)."""
    rules = play.parameters
    player = state.players[event.seat]
    dealer = state.setup.dealer
    if player.discards or (rules.dihu_calls_break and state.interrupted and event.seat != dealer):
        return False
    if event.seat == dealer:
        return event.source is None and not any(holder.discards for holder in state.players)
    if event.source is None:
        return taiwan_player(player).turn_draws == 1
    source = state.players[event.source]
    if event.source == dealer and len(source.discards) == 1 and rules.dihu_definition == "dealer_first_discard":
        return True
    if rules.renhu_window == "before_own_first_draw":
        return taiwan_player(player).turn_draws == 0
    return len(source.discards) == 1


def circumstances(play: Procedure[Parameters], state: TableState, event: Won) -> Circumstances:
    player = state.players[event.seat]
    robbed = taiwan_table(state).robbed
    if robbed is not None and robbed.robber != event.seat:
        robbed = None
    source = robbed.source if robbed is not None and event.source is None else event.source
    return Circumstances(
        dealer_repeats=dealer_repeats(state.setup),
        dealer_pays=source == state.setup.dealer,
        ready=DECLARED.get(player.ready or ""),
        ready_first_round=player.ready is not None and taiwan_player(player).first_round,
        robbed_flower=robbed.tile if robbed is not None else None,
        triple_dice=triple_dice(state.setup),
    )


def settle(play: Procedure[Parameters], state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
    robbed = taiwan_table(state).robbed
    payer = record.source
    if payer is None and robbed is not None and robbed.robber == record.seat:
        payer = robbed.source
    if "discarder" not in scored.payments:
        payer = None
    return list(win_transfers(scored, record.seat, state.setup.dealer, payer))
