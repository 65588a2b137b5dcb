"""MCR wins: false wins, last copy of a tile, payments (MCR-5.4, MCR-6.1, MCR-6.8, MCR-6.14)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import Won
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.mcr.circumstances import Circumstances
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import FalseWin, settle_win
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.melds import MeldKind
from engine.tiles.selection import holds_unknown
from engine.tiles.tile import UNKNOWN, Tile, holds_flower, kind_of


def hand_breaches(play: Procedure[Parameters], state: TableState, event: Won) -> Iterator[Breach]:
    """First failed requirement of MCR-6.1, with its class of false win (MCR-6.8)."""
    hand, win = play.hooks.win_of(play, state, event)
    if holds_unknown(hand):
        missing = _("the concealed tiles of %(seat)s", seat=event.seat)
        yield play.breach("unknown_hand", _("the hand has unknown tiles"), missing=missing)
        return
    if holds_flower(hand.concealed):
        yield Breach(
            "incomplete", "MCR-6.1", _("a flower in the hand is not a tile of a set"), FalseWin.STRUCTURE_NEAR.value
        )
        return
    scored = play.ruleset.scorer(hand, win)
    if not scored.complete:
        consequence = false_win_class(play, hand).value
        yield Breach("incomplete", "MCR-6.1", _("the tiles are not a winning hand"), consequence)
    for reason in scored.reasons:
        if reason.code != "incomplete" and scored.complete:
            yield Breach(reason.code, reason.clause, reason.message, FalseWin.POINTS.value)


def false_win_class(play: Procedure[Parameters], hand: Hand) -> FalseWin:
    waits = play.ruleset.waits(hand._replace(winning=None))
    if waits.shanten <= 0:
        return FalseWin.WRONG_TILE
    return FalseWin.STRUCTURE_NEAR if waits.shanten == 1 else FalseWin.STRUCTURE_FAR


def circumstances(play: Procedure[Parameters], state: TableState, event: Won) -> Circumstances:
    tile = event.tile if event.tile is not None else state.drawn_tile
    if tile is None or tile == UNKNOWN:
        return Circumstances()
    return Circumstances(last_copy=_open_copies(state, kind_of(tile), event) >= 3)


def _open_copies(state: TableState, kind: Tile, event: Won) -> int:
    copies = 0
    for player in state.players:
        copies += sum(1 for discard in player.discards if discard.tile == kind and discard.claimed_by is None)
        copies += sum(meld.tiles.count(kind) for meld in player.melds if meld.kind is not MeldKind.CONCEALED_KONG)
    own_offer = event.source is not None and state.phase in (Phase.CLAIM, Phase.ROB)
    return copies - (1 if own_offer else 0)


def settle(play: Procedure[Parameters], state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
    return list(settle_win(scored.payments, record.seat, record.source))
