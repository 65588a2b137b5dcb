from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.play.events import Won
from engine.play.table import Phase, TableState, why_not
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play.state import riichi_table
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import ORPHANS, UNKNOWN, WINDS, kind_of


def nagashi_seats(state: TableState) -> list[Seat]:
    return [
        seat
        for seat, player in enumerate(state.players)
        if player.discards
        and all(kind_of(discard.tile) in ORPHANS and discard.claimed_by is None for discard in player.discards)
    ]


def automatic_draw(state: TableState, parameters: Parameters) -> str | None:
    """Abortive draw that has occurred and needs no declaration, or None."""
    if state.phase is Phase.DRAW:
        for kind, has_come in _BY_ITSELF.items():
            if kind in parameters.abortive_draws and has_come(state):
                return kind
    return None


def _four_winds(state: TableState) -> bool:
    if state.interrupted or any(len(player.discards) != 1 for player in state.players):
        return False
    firsts = {kind_of(player.discards[0].tile) for player in state.players}
    return len(firsts) == 1 and firsts.pop() in WINDS


def _is_by_several(state: TableState) -> bool:
    if state.kongs < 4:
        return False
    return len({seat for seat in SEATS if any(meld.is_kong for meld in state.players[seat].melds)}) > 1


def _four_kongs(state: TableState) -> bool:
    return _is_by_several(state) and riichi_table(state).fourth_kong


def _four_riichi(state: TableState) -> bool:
    return all(player.ready for player in state.players)


_BY_ITSELF: Final[dict[str, Callable[[TableState], bool]]] = {
    "four_winds": _four_winds,
    "four_kongs": _four_kongs,
    "four_riichi": _four_riichi,
}


def missing_condition(state: TableState, kind: str) -> Sentence | None:
    """Reason why this abortive draw has not occurred, or None when it has."""
    if kind == "nine_terminals":
        return _nine_terminals(state)
    if kind == "triple_ron":
        return _triple_ron(state)
    if state.phase is not Phase.DRAW:
        return _("the last discard may still be won on")
    if kind == "four_winds":
        return None if _four_winds(state) else _("the first four discards are not one wind")
    if kind == "four_kongs":
        if not _is_by_several(state):
            return _("four kongs by more than one player have not been made")
        return None if _four_kongs(state) else _("the fourth kong is not followed by its discard")
    return None if _four_riichi(state) else _("not all four players have declared riichi")


def _nine_terminals(state: TableState) -> Sentence | None:
    player = state.players[state.turn]
    if state.phase is not Phase.ACT or state.interrupted or player.discards:
        return _("nine terminals and honours are shown at the first uninterrupted draw")
    kinds = {kind_of(tile) for tile in player.concealed} & set(ORPHANS)
    unknown = player.concealed.count(UNKNOWN)
    return (
        None
        if len(kinds) + unknown >= 9
        else _("the hand has %(count)s different terminals and honours", count=len(kinds))
    )


def _triple_ron(state: TableState) -> Sentence | None:
    if state.phase not in (Phase.CLAIM, Phase.ROB):
        return _("no tile is on offer")
    for step in (1, 2, 3):
        seat = (state.turn + step) % 4
        broken = [breach for breach in why_not(state, Won(seat, state.turn, state.offered)) if not breach.missing]
        if broken:
            return _("%(seat)s cannot win on it: %(reason)s", seat=seat, reason=broken[0].message)
    return None


def undecided_seats(state: TableState, kind: str) -> list[Seat]:
    """Players whose unknown tiles decide whether this abortive draw has occurred."""
    if kind == "nine_terminals":
        player = state.players[state.turn]
        orphans = {kind_of(tile) for tile in player.concealed} & set(ORPHANS)
        return [state.turn] if len(orphans) < 9 else []
    if kind == "triple_ron":
        return [seat for seat in SEATS if seat != state.turn and UNKNOWN in state.players[seat].concealed]
    return []
