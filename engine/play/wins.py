from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.play.events import Won
from engine.play.kongs import undo_kong
from engine.play.players import Player
from engine.play.procedure import P, Procedure
from engine.play.table import Breach, Phase, TableState, WinRecord
from engine.play.turns import may_hold, offer_breaches, turn_breaches
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.selection import holds_unknown, remove_tiles
from engine.tiles.tile import UNKNOWN, Tile, format_tile


def waits_of(play: Procedure[P], player: Player) -> frozenset[Tile] | None:
    """Kinds that complete the hand by shape, ignoring bans on winning; None while tiles are unknown."""
    if UNKNOWN in player.concealed:
        return None
    return waiting_kinds(play, player.concealed, player.melds, None)


@lru_cache(maxsize=64)
def waiting_kinds(
    play: Procedure[object], concealed: tuple[Tile, ...], melds: tuple[Meld, ...], special: object
) -> frozenset[Tile]:
    """Kinds that a hand waits for, cached: discarding the tile just drawn leaves the waits unchanged."""
    return frozenset(play.ruleset.waits(Hand(concealed, melds), special).tiles)


def win_of(play: Procedure[P], state: TableState, event: Won) -> tuple[Hand, Win]:
    answers = play.hooks
    player = state.players[event.seat]
    concealed = player.concealed
    if event.source is None:
        winning = event.tile if event.tile is not None else concealed[-1]
        concealed = remove_tiles(concealed, (winning,), last=True)
        by = WinBy.SELF_DRAW
    else:
        winning = event.tile if event.tile is not None else UNKNOWN
        by = WinBy.ROBBED_KONG if state.phase is Phase.ROB else WinBy.DISCARD
    hand = Hand(concealed, player.melds, player.flowers, winning)
    win = Win(
        by,
        state.setup.prevalent_wind,
        state.setup.winds[event.seat],
        last_tile=play.wall.left_for_next(state) <= 0,
        replacement=by is WinBy.SELF_DRAW and state.replacing == "kong",
        flower_replacement=by is WinBy.SELF_DRAW and state.replacing == "flower",
        first_turn=answers.first_turn(play, state, event),
        dealer=event.seat == state.setup.dealer,
        visible=answers.visible_tiles(play, state, event.seat),
        special=answers.circumstances(play, state, event),
    )
    return hand, win


def check(play: Procedure[P], state: TableState, event: Won) -> Iterator[Breach]:
    answers = play.hooks
    player = state.players[event.seat]
    if event.source is None:
        yield from turn_breaches(play, state, event.seat, Phase.ACT)
        if event.tile is not None and state.drawn_tile not in (None, UNKNOWN, event.tile):
            yield play.breach("drawn_tile", _("the tile drawn was %(tile)s", tile=format_tile(state.drawn_tile or 0)))
    else:
        if state.phase not in (Phase.CLAIM, Phase.ROB):
            last = state.wins[-1] if state.wins else None
            already_won = last is not None and (last.source, last.tile) == (event.source, event.tile)
            if already_won and not answers.several_winners:
                yield play.breach("head_bump", _("only the first player in turn order wins on a tile"))
            elif _robs_concealed_kong(state, event):
                yield play.breach(
                    "concealed_kong", _("a concealed kong cannot be robbed"), consequence=answers.false_win
                )
            else:
                yield play.breach("no_discard", _("no tile is there to win on"))
            return
        yield from offer_breaches(play, state, event)
        if event.seat == state.turn:
            yield play.breach("own_discard", _("nobody wins on the own discard"))
        if event.seat in state.winners_here or event.seat in state.passed:
            yield play.breach("passed", _("%(seat)s has already answered", seat=event.seat))
        yield from answers.winner_order(play, state, event)
    if not play.wall.still_in(player):
        yield play.breach("has_won", _("%(seat)s has left the hand", seat=event.seat))
    if player.dead:
        yield play.breach(
            "dead_hand",
            _("the hand of %(seat)s is dead (%(cause)s)", seat=event.seat, cause=player.dead),
            consequence=answers.false_win,
        )
    if event.source is None and event.tile is not None and not may_hold(player, event.tile):
        yield play.breach(
            "not_held", _("%(seat)s does not hold %(tile)s", seat=event.seat, tile=format_tile(event.tile))
        )
        return
    tiles = len(player.concealed) + 3 * len(player.melds) + (event.source is not None)
    if tiles != 3 * play.wall.sets + 2:
        yield play.breach(
            "incomplete", _("%(count)s tiles are not a winning hand", count=tiles), consequence=answers.false_win
        )
        return
    yield from answers.hand_breaches(play, state, event)


def _robs_concealed_kong(state: TableState, event: Won) -> bool:
    melds = state.players[state.turn].melds
    if state.phase is not Phase.REPLACE or event.source != state.turn or not melds:
        return False
    last = melds[-1]
    its_own = event.tile is None or event.tile == UNKNOWN or event.tile in last.tiles
    return last.kind is MeldKind.CONCEALED_KONG and its_own


def hand_breaches(play: Procedure[P], state: TableState, event: Won) -> Iterator[Breach]:
    """Require a winning hand; undecidable while tiles are unknown."""
    hand, win = play.hooks.win_of(play, state, event)
    if holds_unknown(hand):
        yield play.breach(
            "unknown_hand",
            _("the hand has unknown tiles"),
            missing=_("the concealed tiles of %(seat)s", seat=event.seat),
        )
        return
    scored = play.ruleset.scorer(hand, win)
    false_win = play.hooks.false_win
    if not scored.complete and not scored.win:
        yield play.breach("incomplete", _("the tiles are not a winning hand"), consequence=false_win)
    for reason in scored.reasons:
        if reason.code != "incomplete":
            yield Breach(reason.code, reason.clause, reason.message, false_win)


def step(play: Procedure[P], state: TableState, event: Won) -> TableState:
    answers = play.hooks
    hand, win = answers.win_of(play, state, event)
    scored = None if holds_unknown(hand) else play.ruleset.scorer(hand, win)
    record = WinRecord(event.seat, event.source, event.tile, scored, state.event_index)
    player = state.players[event.seat]
    state = state.with_player(event.seat, player._replace(won=player.won + 1))._replace(
        wins=(*state.wins, record), ended="win"
    )
    if event.source is not None:
        if state.phase is Phase.ROB and not state.winners_here:
            state = undo_kong(state)
        state = state._replace(winners_here=(*state.winners_here, event.seat))
    else:
        state = state._replace(phase=Phase.OVER)
    if scored is not None:
        state = state._replace(transfers=(*state.transfers, *answers.settle_win(play, state, record, scored)))
    return answers.after_win(play, state, record)


def after_win(play: Procedure[P], state: TableState, record: WinRecord) -> TableState:
    if play.several_winners and len(state.winners_here) + len(state.passed) < 3:
        return state
    return state._replace(phase=Phase.OVER, offered=None)
