"""Playing riichi: claims and swap calling, kongs and liability, wins, draws and the next hand (RI-2, RI-3, RI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

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
    Konged,
    Ponged,
    UraTurned,
    Won,
)
from engine.play.holding import holds_unknown, lock_until, without
from engine.play.table import Breach, Phase, Player, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.riichi.drawn_hands import abortive, ends_by_itself, nagashi_seats, undecided_seats
from engine.rules.riichi.locks import TEMPORARY, riichi_kong_problem
from engine.rules.riichi.match_play import after_hand
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.riichi_play import RiichiPlay, waits_for_orphans
from engine.rules.riichi.settlement import WonHand, settle_exhaustive_draw, settle_nagashi, settle_wins
from engine.rules.riichi.view import Circumstances
from engine.rules.riichi.wall_play import Felt, Liable
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence, listed
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat, turn_order
from engine.tiles.tile import DRAGONS, ORPHANS, UNKNOWN, WINDS, Tile, kind_of


class RiichiProcedure(RiichiPlay):
    """The rules of play of a riichi ruleset. ``Player.special`` is True while ippatsu is alive."""

    prefix = "RI"
    false_win = "chombo"
    clause: ClassVar[dict[str, str]] = {
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
        "no_chow": "RI-6.7",
        "no_set": "RI-6.7",
        "no_pung": "RI-3.15",
        "no_discard_left": "RI-3.21",
        "kong_after_claim": "RI-3.12",
        "no_replacement": "RI-3.25",
        "head_bump": "RI-3.20",
        "dead_hand": "RI-6.9",
        "dead_already": "RI-6.9",
        "incomplete": "RI-6.7",
        "unknown_hand": "RI-6.7",
        "hand_over": "RI-2.14",
        "nothing_to_pass": "RI-3.8",
        "no_such_end": "RI-2.14",
        "no_such_event": "RI-2.1",
    }
    parameters: Parameters

    def ura_turned(self, state: TableState, event: UraTurned) -> TableState:
        """The wins are scored again with what lies under the indicators."""
        wins = []
        for record in state.wins:
            if record.scored is not None and isinstance(record.scored.circumstances.special, Circumstances):
                special = record.scored.circumstances.special._replace(ura_indicators=event.tiles)
                circumstances = record.scored.circumstances._replace(special=special)
                record = record._replace(scored=self.ruleset.scorer(record.scored.hand, circumstances))
            wins.append(record)
        return self._settled(state._replace(wins=tuple(wins), ura_indicators=event.tiles))

    # --- what may be done -------------------------------------------------------------------------------------------

    def draw_breaches(self, state: TableState, event: Drew) -> Iterator[Breach]:
        """A hand that has ended by itself is not drawn on."""
        yield from super().draw_breaches(state, event)
        ended = ends_by_itself(state, self.parameters)
        if ended is not None and state.phase is Phase.DRAW:
            yield Breach("abortive_draw", "RI-2.14", _("the hand is drawn: %(end)s", end=ended), "refused")

    def discard_breaches(self, state: TableState, event: Discarded) -> Iterator[Breach]:
        """Swap calling, and the hand of a riichi player, who discards what was drawn (RI-3.5, RI-3.21)."""
        yield from super().discard_breaches(state, event)
        player = state.players[event.seat]
        if kind_of(event.tile) in state.claimed:
            yield Breach(
                "swap_calling", "RI-3.21", _("this tile is barred after the claim"), self.parameters.swap_effect
            )
        if player.ready and self.keeps_drawn(state, event):
            yield Breach("riichi_hand", "RI-6.15", _("after riichi the drawn tile is discarded"), "dead_hand")
        if state.riichi_pending and UNKNOWN not in player.concealed and event.tile in player.concealed:
            rest = Hand(without(player.concealed, (event.tile,)), player.melds)
            if not self.ruleset.waits(rest).ready:
                yield Breach("riichi_not_ready", "RI-3.23", _("this discard does not leave the hand ready"), "chombo")

    def claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """Riichi players and dead hands claim nothing; a claim must leave a tile to discard."""
        yield from super().claim_breaches(state, event)
        player = state.players[event.seat]
        if player.ready:
            yield Breach("riichi_claim", "RI-3.11", _("after riichi nothing is claimed"), "refused")
        if player.dead:
            yield Breach("dead_claim", "RI-6.9", _("a dead hand claims nothing"), self.parameters.dead_hand_claim)
        if state.phase is Phase.CLAIM and state.special.fourth_kong:
            ended = ends_by_itself(state._replace(phase=Phase.DRAW), self.parameters)
            if ended is not None:
                yield Breach("abortive_draw", "RI-2.14", _("the hand is drawn: %(end)s", end=ended), "refused")

    def chow_breaches(self, state: TableState, event: Chowed) -> Iterator[Breach]:
        """As everywhere, with a legal discard left (RI-3.21)."""
        yield from super().chow_breaches(state, event)
        yield from self.no_discard_left_breaches(state, event, event.own, self.forbidden_after_chow(event))

    def pung_breaches(self, state: TableState, event: Ponged) -> Iterator[Breach]:
        """As everywhere, with a legal discard left (RI-3.21)."""
        yield from super().pung_breaches(state, event)
        own = event.own or (kind_of(event.tile),) * 2
        yield from self.no_discard_left_breaches(state, event, own, self.forbidden_after_pung(event))

    def any_kong_breaches(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        """As everywhere, and no more kongs than the hand may have (RI-3.17)."""
        yield from super().any_kong_breaches(state, seat)
        if state.kongs >= self.parameters.max_kongs:
            yield Breach("fifth_kong", "RI-3.17", _("%(kongs)s kongs have been made", kongs=state.kongs), "refused")

    def added_kong_breaches(self, state: TableState, event: AddedKong) -> Iterator[Breach]:
        """Dead hands add to a pung only where the edition says so (RI-E12)."""
        yield from super().added_kong_breaches(state, event)
        yield from self._own_kong(state, event.seat)

    def concealed_kong_breaches(self, state: TableState, event: ConcealedKong) -> Iterator[Breach]:
        """After riichi the kong must change nothing (RI-6.5)."""
        yield from super().concealed_kong_breaches(state, event)
        yield from self._own_kong(state, event.seat)
        player = state.players[event.seat]
        if not player.ready:
            return
        if self.parameters.ankan_after_riichi == "off":
            yield Breach("riichi_kong", "RI-6.5", _("after riichi no kong is declared"), "chombo")
        elif UNKNOWN in player.concealed:
            missing = _("the concealed tiles of %(seat)s", seat=event.seat)
            yield Breach("riichi_kong", "RI-6.5", _("the kong must change nothing"), "", missing)
        else:
            problem = riichi_kong_problem(player, kind_of(event.tile), state.drawn)
            if problem:
                yield Breach("riichi_kong", "RI-6.5", problem, "chombo")

    def _own_kong(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        if state.players[seat].dead and not self.parameters.dead_hand_self_kong:
            yield Breach("dead_claim", "RI-6.9", _("a dead hand makes no kong"), self.parameters.dead_hand_claim)
        if state.riichi_pending:
            yield Breach("riichi_kong", "RI-3.23", _("riichi is followed by its discard"), "refused")

    def forbidden_after_chow(self, event: Chowed) -> tuple[Tile, ...]:
        """The kind claimed, and after an open chow the kind at the other end (RI-3.21)."""
        if self.parameters.swap_calling == "free":
            return ()
        claimed = kind_of(event.tile)
        low, high = sorted(map(kind_of, event.own))
        barred = [claimed]
        if high - low == 1:
            other = high + 1 if claimed < low else low - 1
            if other // 9 == claimed // 9 and 0 <= other < 27:
                barred.append(other)
        return tuple(barred)

    def forbidden_after_pung(self, event: Ponged) -> tuple[Tile, ...]:
        """The kind claimed (RI-3.21)."""
        return () if self.parameters.swap_calling == "free" else (kind_of(event.tile),)

    def several_winners(self, state: TableState) -> bool:
        """Everybody may win on a discard, unless the edition knows the head bump (RI-3.20)."""
        return self.parameters.multi_win == "all"

    def too_many_winners(self, state: TableState, number: int) -> str | None:
        """Three winners on one tile draw the hand where the edition says so (RI-E5)."""
        return "triple_ron" if number == 3 and "triple_ron" in self.parameters.abortive_draws else None

    def claim_rank(self, call: Chowed | Ponged | Konged, place: int) -> tuple[int, int]:
        """Chow and pung by the time of the call where the edition says so (RI-3.19)."""
        return (0, place) if self.parameters.first_call_precedence else super().claim_rank(call, place)

    def winner_order_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """Head bump, and three winners where they end the hand."""
        if not self.several_winners(state):
            yield from super().winner_order_breaches(state, event)
        elif len(state.winners_here) == 2 and "triple_ron" in self.parameters.abortive_draws:
            yield Breach("triple_ron", "RI-E5", _("three winners on one tile draw the hand"), "refused")

    def hand_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """Form and yaku, furiten, and robbing a concealed kong (RI-6.7)."""
        if state.riichi_pending:
            yield Breach("riichi_hand", "RI-3.23", _("riichi is followed by its discard"), "refused")
        yield from super().hand_breaches(state, event)
        if event.source is None:
            return
        yield from self.furiten_breaches(state, event.seat)
        if state.phase is Phase.ROB and state.replacing == "concealed_kong":
            hand, win = self.win_of(state, event)
            if not holds_unknown(hand):
                scored = self.ruleset.scorer(hand, win)
                if all(award.pattern != "thirteen_orphans" for award in scored.awards):
                    message = _("a concealed kong is robbed by thirteen orphans only")
                    yield Breach("rob_concealed", "RI-3.14", message, "chombo")

    def end_breaches(self, state: TableState, event: Ended) -> Iterator[Breach]:
        """An empty wall, or an abortive draw of the edition whose condition is met (RI-2.14, RI-E5)."""
        if event.kind == "nagashi":
            if not self.parameters.nagashi_mangan:
                yield self.breach("no_such_end", _("there is no nagashi mangan under these rules"))
            elif state.phase is Phase.DRAW and self.left_for(state, state.turn) <= 0 and not nagashi_seats(state):
                yield Breach("no_nagashi", "RI-4.40", _("nobody has discarded terminals and honours only"), "refused")
        if event.kind in ("exhaustive", "nagashi"):
            yield from super().end_breaches(state, Ended("exhaustive"))
            yield from self._false_riichi_breaches(state)
        elif event.kind not in self.parameters.abortive_draws:
            yield self.breach("no_such_end", _("a hand does not end by %(end)s under these rules", end=event.kind))
        else:
            problem = abortive(state, event.kind)
            if problem:
                yield Breach("no_abortive_draw", "RI-2.14", problem, "refused")
            else:
                unseen = [_("the concealed tiles of %(seat)s", seat=at) for at in undecided_seats(state, event.kind)]
                if unseen:
                    yield Breach("no_abortive_draw", "RI-2.14", _("the hands have to be seen"), "", listed(unseen))

    def _false_riichi_breaches(self, state: TableState) -> Iterator[Breach]:
        """A riichi without a ready hand comes to light when the hands are shown at the draw (RI-6.8)."""
        for seat, player in enumerate(state.players):
            if player.ready and not player.dead and UNKNOWN not in player.concealed and not self.is_ready(player):
                message = _("%(seat)s has declared riichi and is not ready", seat=seat)
                yield Breach("riichi_not_ready", "RI-6.8", message, "chombo")

    def closes_window(self, state: TableState, event: Event) -> bool:
        """Three claims to win are judged while the tile is on offer; the indicator of an earlier kong ends no claim."""
        if isinstance(event, Ended) and event.kind == "triple_ron":
            return False
        if isinstance(event, DoraTurned) and self.indicators_due(state) > 0:
            return False
        return super().closes_window(state, event)

    # --- carrying events out ----------------------------------------------------------------------------------------

    def discarded(self, state: TableState, event: Discarded) -> TableState:
        """The discard that riichi announced lies; a fourth kong is now followed by its discard."""
        felt: Felt = state.special
        fourth = state.kongs == 4 and state.replacing == "kong"
        return (
            super()
            .discarded(state, event)
            ._replace(riichi_pending=False, special=felt._replace(fourth_kong=fourth), replacing=None)
        )

    def claim(
        self, state: TableState, event: Chowed | Ponged | Konged, kind: MeldKind, own: tuple[Tile, ...]
    ) -> TableState:
        """A claim ends ippatsu, may end furiten of others, and may make its discarder liable."""
        state = self.no_ippatsu(super().claim(state, event, kind, own))
        if self.parameters.temp_furiten_end == "any_interruption":
            for seat in SEATS:
                state = state.with_player(seat, lock_until(state.players[seat], TEMPORARY, state.moment))
        if not isinstance(event, Chowed):
            state = self._note_liability(state, event)
        return state

    def _note_liability(self, state: TableState, event: Ponged | Konged) -> TableState:
        """The third dragon or fourth wind set fed by a discard (RI-6.10)."""
        shown = {
            meld.first
            for meld in state.players[event.seat].melds
            if not meld.is_chow and (meld.is_exposed or self.parameters.liability_concealed_kongs)
        }
        if not self.parameters.liability_visible_only:
            hidden = [kind_of(tile) for tile in state.players[event.seat].concealed]
            shown |= {kind for kind in (*DRAGONS, *WINDS) if hidden.count(kind) >= 3}
        kind = kind_of(event.tile)
        fed = []
        if kind in DRAGONS and shown.issuperset(DRAGONS):
            fed.append("big_three_dragons")
        if kind in WINDS and shown.issuperset(WINDS):
            fed.append("big_four_winds")
        if isinstance(event, Konged) and sum(meld.is_kong for meld in state.players[event.seat].melds) == 4:
            fed.append("four_kongs")
        felt: Felt = state.special
        liable = tuple(Liable(event.seat, name, event.source) for name in fed if name in self.parameters.liability)
        return state._replace(special=felt._replace(liable=felt.liable + liable)) if liable else state

    def added_kong(self, state: TableState, event: AddedKong) -> TableState:
        """Where the edition says so, ippatsu ends before the kong can be robbed (RI-E2)."""
        state = super().added_kong(state, event)
        return state if self.parameters.ippatsu_with_robbed_kong else self.no_ippatsu(state)

    def kong_stands(self, state: TableState, kind: MeldKind) -> TableState:
        """A kong ends ippatsu, and where any interruption does, temporary furiten."""
        state = self.no_ippatsu(super().kong_stands(state, kind))
        if self.parameters.temp_furiten_end == "any_interruption":
            for seat in SEATS:
                state = state.with_player(seat, lock_until(state.players[seat], TEMPORARY, state.moment))
        return state

    def kong_declared(self, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
        """Whether the indicator waits for the discard depends on the kind of the kong (RI-E4)."""
        felt: Felt = state.special
        return state._replace(special=felt._replace(open_kong=kind is not MeldKind.CONCEALED_KONG))

    def may_rob_concealed_kong(self, state: TableState) -> bool:
        """True when thirteen orphans wait, or may wait unseen, where the edition lets them rob (RI-3.14)."""
        if not self.parameters.rob_concealed_kong or state.players[state.turn].melds[-1].first not in ORPHANS:
            return False
        others = [player for seat, player in enumerate(state.players) if seat != state.turn and not player.melds]
        return any(UNKNOWN in player.concealed or waits_for_orphans(player) for player in others)

    def special_of(self, state: TableState, event: Won) -> Circumstances:
        """Riichi, ippatsu, indicators, counters and sticks."""
        player = state.players[event.seat]
        return Circumstances(
            riichi=player.ready is not None,
            double_riichi=player.ready == "double_riichi",
            ippatsu=bool(player.special),
            dora_indicators=state.dora_indicators,
            ura_indicators=state.ura_indicators,
            honba=state.setup.honba,
            deposits=state.deposits,
        )

    def won(self, state: TableState, event: Won) -> TableState:
        """All wins on one tile are settled together, in turn order."""
        if not state.wins:
            felt: Felt = state.special
            state = state._replace(special=felt._replace(before_wins=state.transfers))
        return self._settled(super().won(state, event))

    def settle_win(self, state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
        """Nothing here: ``won`` settles all wins on a tile together."""
        return []

    def _settled(self, state: TableState) -> TableState:
        felt: Felt = state.special
        first = state.wins[0]
        order = turn_order(first.source if first.source is not None else first.seat)
        hands = []
        for record in sorted(state.wins, key=lambda each: order.index(each.seat)):
            if record.scored is None:
                return state
            liable = {each.pattern: each.seat for each in felt.liable if each.winner == record.seat}
            hands.append(WonHand.of(record.seat, record.scored, liable, self.parameters))
        transfers = settle_wins(
            self.parameters,
            hands,
            dealer=state.setup.dealer,
            discarder=first.source,
            honba=state.setup.honba,
            sticks={seat: felt.sticks.count(seat) for seat in felt.sticks},
            carried=state.setup.deposits,
        )
        return state._replace(transfers=(*felt.before_wins, *transfers), deposits=0)

    def settle_end(self, state: TableState, kind: str) -> list[Transfer]:
        """Ready payments, or nagashi mangan; nothing after an abortive draw (RI-5.9, RI-E5, RI-E6)."""
        if kind == "nagashi":
            return settle_nagashi(
                self.parameters,
                nagashi_seats(state),
                dealer=state.setup.dealer,
                honba=state.setup.honba,
                sticks_on_table=state.deposits,
            )
        if kind == "exhaustive" and all(UNKNOWN not in player.concealed for player in state.players):
            return settle_exhaustive_draw(self.ready_seats(state))
        return []

    def has_ended(self, state: TableState, event: Ended) -> TableState:
        """Sticks that nagashi mangan has brought its player lie on the table no more (RI-10.28)."""
        state = super().has_ended(state, event)
        taken = any(transfer.reason == "deposits" for transfer in state.transfers)
        return state._replace(deposits=0) if taken else state

    def unsettled(self, state: TableState) -> list[Sentence]:
        """As everywhere, and who is ready at the end of the wall."""
        found = super().unsettled(state)
        if state.ended == "exhaustive":
            found += [
                _("the concealed tiles of %(seat)s: ready or not", seat=seat)
                for seat, player in enumerate(state.players)
                if UNKNOWN in player.concealed and not player.dead
            ]
        return found

    def ready_seats(self, state: TableState) -> list[Seat]:
        """Who is ready at the end of the wall; dead hands never are (RI-5.9)."""
        return [seat for seat, player in enumerate(state.players) if not player.dead and self.is_ready(player)]

    def is_ready(self, player: Player) -> bool:
        """True when the hand, all of it known, is ready by the edition's definition (RI-6.1, RI-E10)."""
        return self.ruleset.waits(Hand(player.concealed, player.melds)).ready

    # --- candidates, match ------------------------------------------------------------------------------------------

    def candidates(self, state: TableState) -> Iterator[Event]:
        """As everywhere, with riichi and the indicators that are due."""
        yield from super().candidates(state)
        if state.phase is Phase.ACT:
            yield DeclaredRiichi(state.turn)
        if state.phase in (Phase.ACT, Phase.REPLACE) and self.indicators_due(state) > 0:
            tile = self.next_indicator(state)
            yield DoraTurned(UNKNOWN if tile is None else tile)

    def end_candidates(self, state: TableState) -> Iterator[Event]:
        """The empty wall and every abortive draw of the edition."""
        yield Ended("exhaustive")
        if self.parameters.nagashi_mangan:
            yield Ended("nagashi")
        for kind in sorted(self.parameters.abortive_draws):
            yield Ended(kind)

    def next_hand(self, state: TableState) -> dict[str, Any] | None:
        """Dealer, counters and sticks of the next hand, None when the game is over (RI-2.6 to RI-2.9, RI-E9)."""
        return after_hand(state, self.parameters, self.ready_seats)
