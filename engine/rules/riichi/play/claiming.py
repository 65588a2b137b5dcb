"""Claims, swap calling, kongs and liability in riichi (RI-3.11 to RI-3.21, RI-6.5, RI-6.9, RI-6.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.play import default_hooks, discard_claims, discards, kongs, tile_draws
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    DoraTurned,
    Drew,
    Event,
    Konged,
    Ponged,
    TileCall,
    Won,
)
from engine.play.players import Player
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState
from engine.play.turns import is_from_hand
from engine.reading.decompositions import ONE, count_of_kind, divisions, pack
from engine.reading.suit_tables import PUNG
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.play import furiten
from engine.rules.riichi.play.abortive_draws import automatic_draw
from engine.rules.riichi.play.furiten import waits_for_orphans
from engine.rules.riichi.play.state import Liable, riichi_table, without_ippatsu
from engine.rules.riichi.waits import completing_kinds
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.melds import MeldKind
from engine.tiles.seats import Seat
from engine.tiles.selection import remove_tiles, tiles_of_kind
from engine.tiles.tile import DRAGONS, ORPHANS, UNKNOWN, WINDS, Tile, kind_of

# --- draws and discards ---------------------------------------------------------------------------------------------


def check_draw(play: Procedure[Parameters], state: TableState, event: Drew) -> Iterator[Breach]:
    yield from tile_draws.check(play, state, event)
    ended = automatic_draw(state, play.parameters)
    if ended is not None:
        yield Breach("abortive_draw", "RI-2.14", _("the hand is drawn: %(end)s", end=ended), "refused")


def check_discard(play: Procedure[Parameters], state: TableState, event: Discarded) -> Iterator[Breach]:
    """Refuse swap calling, and discards from the hand after riichi (RI-3.5, RI-3.21)."""
    yield from discards.check(play, state, event)
    player = state.players[event.seat]
    if kind_of(event.tile) in state.claimed:
        consequence = play.parameters.swap_effect
        yield Breach("swap_calling", "RI-3.21", _("this tile is barred after the claim"), consequence)
    if player.ready and is_from_hand(state, event):
        yield Breach("riichi_hand", "RI-6.15", _("after riichi the drawn tile is discarded"), "dead_hand")
    if riichi_table(state).riichi_pending and UNKNOWN not in player.concealed and event.tile in player.concealed:
        remaining_hand = Hand(remove_tiles(player.concealed, (event.tile,)), player.melds)
        if not play.ruleset.waits(remaining_hand).ready:
            yield Breach("riichi_not_ready", "RI-3.23", _("this discard does not leave the hand ready"), "chombo")


def discard(play: Procedure[Parameters], state: TableState, event: Discarded) -> TableState:
    """Discard; completes a riichi declaration or a fourth kong."""
    lying = riichi_table(state)
    fourth = state.kongs == 4 and state.replacing == "kong"
    if lying.riichi_pending or lying.sideways or lying.fourth_kong != fourth:
        lying = lying._replace(riichi_pending=False, sideways=lying.riichi_pending, fourth_kong=fourth)
    return discards.step(play, state, event)._replace(special=lying, replacing=None)


# --- claims ---------------------------------------------------------------------------------------------------------


def claim_breaches(play: Procedure[Parameters], state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
    """Refuse claims after riichi, by dead hands, and after an abortive draw."""
    player = state.players[event.seat]
    if player.ready:
        yield Breach("riichi_claim", "RI-3.11", _("after riichi nothing is claimed"), "refused")
    if player.dead:
        yield Breach("dead_claim", "RI-6.9", _("a dead hand claims nothing"), play.parameters.dead_hand_claim)
    if state.phase is Phase.CLAIM and riichi_table(state).fourth_kong:
        ended = automatic_draw(state._replace(phase=Phase.DRAW), play.parameters)
        if ended is not None:
            yield Breach("abortive_draw", "RI-2.14", _("the hand is drawn: %(end)s", end=ended), "refused")


def check_chow(play: Procedure[Parameters], state: TableState, event: Chowed) -> Iterator[Breach]:
    yield from discard_claims.check_chow(play, state, event)
    yield from discard_claims.no_discard_left_breaches(
        play, state, event, event.hand_tiles, forbidden_after_chow(play, event)
    )


def check_pung(play: Procedure[Parameters], state: TableState, event: Ponged) -> Iterator[Breach]:
    yield from discard_claims.check_pung(play, state, event)
    hand_tiles = event.hand_tiles or (kind_of(event.tile),) * 2
    yield from discard_claims.no_discard_left_breaches(
        play, state, event, hand_tiles, forbidden_after_pung(play, event)
    )


def forbidden_after_chow(play: Procedure[Parameters], event: Chowed) -> tuple[Tile, ...]:
    if play.parameters.swap_calling == "free":
        return ()
    claimed = kind_of(event.tile)
    low, high = sorted(map(kind_of, event.hand_tiles))
    barred = [claimed]
    if high - low == 1:
        far_end = high + 1 if claimed < low else low - 1
        if far_end // 9 == claimed // 9 and 0 <= far_end < 27:
            barred.append(far_end)
    return tuple(barred)


def forbidden_after_pung(play: Procedure[Parameters], event: Ponged) -> tuple[Tile, ...]:
    return () if play.parameters.swap_calling == "free" else (kind_of(event.tile),)


def stands_after(play: Procedure[Parameters], state: TableState, call: TileCall, since: Sequence[Event]) -> bool | None:
    """Let a ron stand until the next discard, a pung or kong after a chow, or by seconds (RI-3.8, RI-3.19, RI-3.26)."""
    rules, kongs = play.parameters, (Konged, AddedKong, ConcealedKong)
    followers: tuple[type[Any], ...] = (Chowed,)
    if isinstance(call, Won):
        followers = (Drew, DoraTurned, Chowed, Ponged, Won, *(() if rules.ron_until_kong else kongs))
    seats = {getattr(event, "seat", None) for event in since}
    possible = all(isinstance(event, followers) for event in since) and not seats & {call.seat, call.source}
    return (rules.claim_seconds is None or None) if possible else False


def claim_rank(play: Procedure[Parameters], call: Chowed | Ponged | Konged, place: int) -> tuple[int, int]:
    """Rank chow and pung by time of the call where the edition says so (RI-3.19)."""
    return (0, place) if play.parameters.first_call_precedence else default_hooks.pungs_before_chows(play, call, place)


def after_claim(play: Procedure[Parameters], state: TableState, event: Chowed | Ponged | Konged) -> TableState:
    """End ippatsu and temporary furiten by a claim, and note liability of its discarder."""
    state = furiten.end_temporary_furiten(play, without_ippatsu(state))
    return state if isinstance(event, Chowed) else _note_liability(play, state, event)


def _note_liability(play: Procedure[Parameters], state: TableState, event: Ponged | Konged) -> TableState:
    rules = play.parameters
    player = state.players[event.seat]
    visible_kinds = {
        meld.first for meld in player.melds if not meld.is_chow and (meld.is_exposed or rules.liability_concealed_kongs)
    }
    if not rules.liability_visible_only:
        hidden = [kind_of(tile) for tile in player.concealed]
        visible_kinds |= {kind for kind in (*DRAGONS, *WINDS) if hidden.count(kind) >= 3}
    kind = kind_of(event.tile)
    fed = []
    if kind in DRAGONS and visible_kinds.issuperset(DRAGONS):
        fed.append("big_three_dragons")
    if kind in WINDS and visible_kinds.issuperset(WINDS):
        fed.append("big_four_winds")
    if isinstance(event, Konged) and sum(meld.is_kong for meld in player.melds) == 4:
        fed.append("four_kongs")
    liable = tuple(Liable(event.seat, name, event.source) for name in fed if name in rules.liability)
    if not liable:
        return state
    lying = riichi_table(state)
    return state._replace(special=lying._replace(liable=lying.liable + liable))


# --- kongs ----------------------------------------------------------------------------------------------------------


def kong_breaches(play: Procedure[Parameters], state: TableState, seat: Seat) -> Iterator[Breach]:
    """Refuse kongs beyond the limit of the hand (RI-3.17)."""
    if state.kongs >= play.parameters.max_kongs:
        yield Breach("fifth_kong", "RI-3.17", _("%(kongs)s kongs have been made", kongs=state.kongs), "refused")


def check_added_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> Iterator[Breach]:
    yield from kongs.check_added(play, state, event)
    yield from _own_kong_breaches(play, state, event.seat)


def check_concealed_kong(play: Procedure[Parameters], state: TableState, event: ConcealedKong) -> Iterator[Breach]:
    """Refuse a concealed kong that changes the hand after riichi (RI-6.5)."""
    yield from kongs.check_concealed(play, state, event)
    yield from _own_kong_breaches(play, state, event.seat)
    player = state.players[event.seat]
    if not player.ready:
        return
    if play.parameters.ankan_after_riichi == "off":
        yield Breach("riichi_kong", "RI-6.5", _("after riichi no kong is declared"), "chombo")
    elif UNKNOWN in player.concealed:
        missing = _("the concealed tiles of %(seat)s", seat=event.seat)
        yield Breach("riichi_kong", "RI-6.5", _("the kong must change nothing"), "", missing)
    else:
        same_shape = play.parameters.ankan_after_riichi == "strict"
        problem = riichi_kong_problem(player, kind_of(event.tile), state.drawn_tile, same_shape=same_shape)
        if problem:
            yield Breach("riichi_kong", "RI-6.5", problem, "chombo")


def _own_kong_breaches(play: Procedure[Parameters], state: TableState, seat: Seat) -> Iterator[Breach]:
    if state.players[seat].dead and not play.parameters.dead_hand_self_kong:
        yield Breach("dead_claim", "RI-6.9", _("a dead hand makes no kong"), play.parameters.dead_hand_claim)
    if riichi_table(state).riichi_pending:
        yield Breach("riichi_kong", "RI-3.23", _("riichi is followed by its discard"), "refused")


def add_kong(play: Procedure[Parameters], state: TableState, event: AddedKong) -> TableState:
    """Add the kong; ends ippatsu before it can be robbed where the edition says so (RI-E2)."""
    state = kongs.add_kong(play, state, event)
    return state if play.parameters.ippatsu_with_robbed_kong else without_ippatsu(state)


def kong_declared(play: Procedure[Parameters], state: TableState, seat: Seat, kind: MeldKind) -> TableState:
    """End ippatsu, and furiten where any interruption does; the kind of kong decides when it turns a tile (RI-E4)."""
    state = state._replace(special=riichi_table(state)._replace(open_kong=kind is not MeldKind.CONCEALED_KONG))
    return furiten.end_temporary_furiten(play, without_ippatsu(state))


def may_rob_concealed_kong(play: Procedure[Parameters], state: TableState) -> bool:
    """Return True when a hand waits, or may wait, for thirteen orphans and may rob by the edition (RI-3.14)."""
    if not play.parameters.rob_concealed_kong or state.players[state.turn].melds[-1].first not in ORPHANS:
        return False
    others = [player for seat, player in enumerate(state.players) if seat != state.turn and not player.melds]
    return any(UNKNOWN in player.concealed or waits_for_orphans(player) for player in others)


def riichi_kong_problem(player: Player, kind: Tile, drawn: Tile | None, *, same_shape: bool) -> Sentence | None:
    """Reason against a concealed kong after riichi; ``same_shape``: a pung in every reading of a win (RI-6.5)."""
    if drawn is None or kind_of(drawn) != kind:
        return _("after riichi only the tile just drawn completes a concealed kong")
    if len(tiles_of_kind(player.concealed, kind)) != 4:
        return _("the hand held no concealed pung of the kind")
    packed = pack(player.concealed) - ONE[kind]
    sets = 4 - len(player.melds)
    before = completing_kinds(packed, sets)
    for wait in before if same_shape else ():
        for codes, _pair in divisions(packed + ONE[wait], sets):
            if kind + PUNG not in codes:
                return _("the three tiles can be read otherwise than as a pung")
    if completing_kinds(packed - count_of_kind(packed, kind) * ONE[kind], sets - 1) != before:
        return _("the kong would change what the hand waits for")
    return None
