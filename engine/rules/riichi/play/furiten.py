from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.play.events import Chowed, Discarded, Konged, Ponged, Won
from engine.play.locks import add_lock, end_locks, lock_once, missing_discard_order
from engine.play.players import UNORDERED, Lock, Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import missing_pass_evidence
from engine.reading.decompositions import pack
from engine.reading.waits import missing_thirteen_orphans
from engine.rules.riichi.parameters import Parameters
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of

TEMPORARY: Final = "temporary_furiten"
AFTER_RIICHI: Final = "riichi_furiten"
PERMANENT: Final = "furiten"


def own_discard_furiten(player: Player) -> Tile | None:
    """First own discard that would complete the hand, claimed ones included, or None (RI-6.2)."""
    waits = player.waits or frozenset()
    for discard in player.discards:
        if kind_of(discard.tile) in waits:
            return discard.tile
    return None


def breaches(state: TableState, seat: Seat) -> Iterator[Breach]:
    player = state.players[seat]
    if player.waits is None and player.discards:
        missing = _("the concealed tiles of %(seat)s", seat=seat)
        yield Breach("furiten", "RI-6.2", _("an own discard may complete the hand"), "", missing)
    elif player.waits and any(discard.tile == UNKNOWN for discard in player.discards):
        missing = _("every discard of %(seat)s", seat=seat)
        yield Breach("furiten", "RI-6.2", _("an own discard may complete the hand"), "", missing)
    tile = own_discard_furiten(player)
    if tile is not None:
        message = _("%(seat)s has discarded %(tile)s, which completes the hand", seat=seat, tile=format_tile(tile))
        yield Breach("furiten", "RI-6.2", message, "chombo")
    for kind, clause, template in (
        (TEMPORARY, "RI-6.3", gettext_noop("%(seat)s let %(passed)s pass in this go-around")),
        (AFTER_RIICHI, "RI-6.4", gettext_noop("%(seat)s let %(passed)s pass after riichi")),
    ):
        lock = player.find_lock(kind)
        if lock is not None:
            passed = format_tile(lock.tile) if lock.tile is not None else _("a tile")
            message = Sentence(template, {"seat": seat, "passed": passed})
            unsure = None if lock.certain else lock.missing
            yield Breach(kind, clause, message, "chombo", unsure)


def possible_lock(play: Procedure[Parameters], state: TableState, seat: Seat) -> Player:
    """Possible furiten: a completing tile among the others' discards may have been passed."""
    player = state.players[seat]
    drawn = state.turn == seat and state.phase is Phase.ACT
    if drawn and not player.ready:
        return player
    for step in (1, 2, 3):
        discards = state.players[(seat + step) % 4].discards
        # With ordered discards and no riichi, only each player's latest discard is in the go-around.
        ordered = bool(discards) and discards[0].event_index != UNORDERED and not player.ready
        for discard in discards[-1:] if ordered else discards:
            if kind_of(discard.tile) in (player.waits or ()):
                kind, clause = (AFTER_RIICHI, "RI-6.4") if player.ready else (TEMPORARY, "RI-6.3")
                missing = missing_discard_order((seat + step) % 4, discard.tile)
                player = lock_once(player, Lock(kind, clause, 0, discard.tile, certain=False, missing=missing))
    return player


def player_drew(play: Procedure[Parameters], state: TableState, player: Player) -> Player:
    if play.parameters.temp_furiten_end == "own_discard":
        return player
    return end_locks(player, TEMPORARY, state.event_index)


def player_claimed(
    play: Procedure[Parameters], state: TableState, player: Player, event: Chowed | Ponged | Konged
) -> Player:
    return player_drew(play, state, player)


def player_discarded(
    play: Procedure[Parameters], state: TableState, before: Player, after: Player, event: Discarded
) -> Player:
    """End ippatsu; a riichi player who declines a self-draw win is furiten permanently (RI-6.4)."""
    if after.special is not None:
        after = after._replace(special=None)
    if play.parameters.temp_furiten_end == "own_discard":
        after = end_locks(after, TEMPORARY, state.event_index)
    drawn = state.drawn_tile
    if before.ready and drawn is not None and before.waits and kind_of(drawn) in before.waits:
        after = add_lock(after, Lock(AFTER_RIICHI, "RI-6.4", state.event_index, drawn))
    return after


def missed_win(play: Procedure[Parameters], state: TableState, seat: Seat, tile: Tile, certain: bool) -> Player:
    """Start furiten after a passed win: until the next own draw, after riichi permanently (RI-6.3, RI-6.4)."""
    player = state.players[seat]
    kind, clause = (AFTER_RIICHI, "RI-6.4") if player.ready else (TEMPORARY, "RI-6.3")
    if not certain:
        if player.find_lock(kind):
            return player
        missing = missing_pass_evidence(state, seat, tile)
        return add_lock(player, Lock(kind, clause, state.event_index, tile, certain=False, missing=missing))
    if state.replacing == "concealed_kong" and state.phase is Phase.ROB and not waits_for_orphans(player):
        return player
    if play.parameters.temp_furiten_needs_yaku and not player.ready:
        hand, win = play.hooks.win_of(play, state, Won(seat, state.turn, tile))
        if not play.ruleset.scorer(hand, win).win:
            return player
    return lock_once(player, Lock(kind, clause, state.event_index, tile))


def end_temporary_furiten(play: Procedure[Parameters], state: TableState) -> TableState:
    if play.parameters.temp_furiten_end == "any_interruption":
        for seat in SEATS:
            state = state.with_player(seat, end_locks(state.players[seat], TEMPORARY, state.event_index))
    return state


def public_locks(play: Procedure[Parameters], player: Player) -> list[dict[str, object]]:
    """Furiten by own discard, which is derived from the discards and not stored."""
    tile = own_discard_furiten(player)
    return [{"kind": PERMANENT, "clause": "RI-6.2", "tile": format_tile(tile)}] if tile is not None else []


def waits_for_orphans(player: Player) -> bool:
    return (
        not player.melds and UNKNOWN not in player.concealed and missing_thirteen_orphans(pack(player.concealed)) == 1
    )
