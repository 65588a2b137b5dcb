"""Playing a Taiwanese hand: reserve, declarations, passed wins, claims near the end (TW-2, TW-3, TW-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    Discarded,
    Drew,
    Ended,
    Event,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.holding import lock_until, without
from engine.play.swaps import swap_kinds
from engine.play.table import Breach, Lock, Phase, Player, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.taiwan.flower_play import Seated
from engine.rules.taiwan.locks import PASSED_WIN, discarded_in_go_around
from engine.rules.taiwan.passed_wins import PassedWins
from engine.rules.taiwan.settlement import dealer_after, win_transfers
from engine.rules.taiwan.view import Circumstances
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import SEATS, Seat, Wind, next_seat, seat_wind
from engine.tiles.tile import UNKNOWN, Tile, format_tile, is_flower, kind_of
from engine.walls.wall_break import reached, total


class TaiwanProcedure(PassedWins):
    """The rules of play of a Taiwanese ruleset; flowers are in ``FlowerPlay``."""

    prefix = "TW"
    clause: ClassVar[dict[str, str]] = {
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
        "passed": "TW-3.9",
        "last_discard": "TW-2.13",
        "chow_seat": "TW-3.5",
        "no_chow": "TW-3.5",
        "no_set": "TW-3.6",
        "no_pung": "TW-3.7",
        "no_discard_left": "TW-3.21",
        "kong_after_claim": "TW-3.26",
        "no_replacement": "TW-3.27",
        "no_flower": "TW-3.3",
        "head_bump": "TW-3.9",
        "dead_hand": "TW-3.29",
        "dead_already": "TW-6.3",
        "incomplete": "TW-7.6",
        "unknown_hand": "TW-6.13",
        "hand_over": "TW-2.12",
        "nothing_to_pass": "TW-3.9",
        "no_such_end": "TW-2.12",
        "no_such_event": "TW-3.2",
    }

    # --- the wall ---------------------------------------------------------------------------------------------------

    def reserve(self, state: TableState) -> int:
        """The reserve grows with kongs where the ruleset says so (TW-2.9)."""
        return self.parameters.dead_wall_size + self.parameters.dead_wall_kong_increment * state.kongs

    def pass_breaches(self, state: TableState, event: Passed) -> Iterator[Breach]:
        """The drawer of the last tile may decline in favour of the next player where the ruleset says so (TW-2.13)."""
        if state.phase is Phase.DRAW and event.seat == state.turn and self.parameters.last_tile_rule != "normal":
            if self.live_left(state) != 1 or state.setup.seat_walls is not None:
                yield Breach("decline", "TW-2.13", _("only the last tile may be declined"), "refused")
            return
        yield from super().pass_breaches(state, event)

    def has_passed(self, state: TableState, event: Passed) -> TableState:
        """A declined last tile ends the hand, or goes to the next player; after four the hand is drawn."""
        if state.phase is not Phase.DRAW:
            return super().has_passed(state, event)
        if self.parameters.last_tile_rule == "may_stop":
            return self.has_ended(state, Ended("exhaustive"))
        seated: Seated = state.special
        return state._replace(turn=next_seat(state.turn), special=seated._replace(declined=seated.declined + 1))

    def end_breaches(self, state: TableState, event: Ended) -> Iterator[Breach]:
        """An empty live wall, or a last tile that nobody wants (TW-2.12, TW-2.13)."""
        seated: Seated = state.special
        last = state.phase is Phase.DRAW and self.live_left(state) == 1 and event.kind == "exhaustive"
        last = last and state.setup.seat_walls is None
        may_stop = self.parameters.last_tile_rule == "may_stop"
        if last and (may_stop or (self.parameters.last_tile_rule == "may_pass" and seated.declined >= 4)):
            return
        yield from super().end_breaches(state, event)

    def seat_winds(self, rolls: Sequence[Sequence[int]], dealer: Seat) -> tuple[Wind, ...]:
        """The wind of each seat for a hand: East sits where the wall is broken, or deals (TW-2.7)."""
        east = reached(dealer, total(rolls[:1])) if self.parameters.seat_wind_basis == "break_seat" else dealer
        return tuple(seat_wind(seat, east) for seat in SEATS)

    # --- what may be done -------------------------------------------------------------------------------------------

    def kong_phases(self) -> tuple[Phase, ...]:
        """A kong may stand between a claim and its discard, unless the ruleset forbids it (TW-3.26)."""
        return (Phase.ACT, Phase.MELDED) if self.parameters.kong_after_claim else (Phase.ACT,)

    def may_claim_last(self, event: Chowed | Ponged | Konged) -> bool:
        """The discard after the last tile is won on only, unless the ruleset allows claims (TW-2.13)."""
        return self.parameters.claim_after_last_draw and not isinstance(event, Konged)

    def draw_breaches(self, state: TableState, event: Drew) -> Iterator[Breach]:
        """Whoever declined the last tile does not draw it after all."""
        yield from super().draw_breaches(state, event)
        if state.phase is Phase.DRAW and state.special.declined >= 4:
            yield Breach("decline", "TW-2.13", _("all four have declined the last tile"), "refused")

    def discard_breaches(self, state: TableState, event: Discarded) -> Iterator[Breach]:
        """Swap tiles after a claim, flowers, a declined last tile (TW-3.21, TW-3.22, TW-3.28)."""
        yield from super().discard_breaches(state, event)
        player = state.players[event.seat]
        if kind_of(event.tile) in state.claimed:
            pung = bool(player.melds) and not player.melds[-1].is_chow
            clause, code = ("TW-3.22", "swap_after_pung") if pung else ("TW-3.21", "swap_after_chow")
            yield Breach(code, clause, _("this tile is barred after the claim"), "open_dead_hand")
        if is_flower(event.tile):
            yield Breach("flower_discarded", "TW-6.3", _("a flower is laid out, not discarded"), "open_dead_hand")
        if state.special.declined and self.keeps_drawn(state, event):
            yield Breach("decline", "TW-2.13", _("after declining, the drawn tile is discarded"), "refused")
        own = event.seat == state.turn and event.tile in player.concealed
        if own and state.special.ready_pending and UNKNOWN not in player.concealed:
            rest = Hand(without(player.concealed, (event.tile,)), player.melds)
            if any(map(is_flower, rest.concealed)) or not self.ruleset.waits(rest).ready:
                yield Breach("not_ready", "TW-3.11", _("this discard does not leave the hand ready"), "refused")

    def claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """No claim near the end of the wall, nor by a dead hand where the ruleset bars it (TW-3.24, TW-6.4)."""
        yield from super().claim_breaches(state, event)
        left = self.live_left(state)
        if 0 < left <= self.parameters.no_claim_last_tiles:
            message = _("%(left)s live tiles are left: discards may only be won on", left=left)
            yield Breach("claim_in_last_tiles", "TW-3.24", message, "open_dead_hand")
        if state.players[event.seat].dead and not self.parameters.xianggong_claims_allowed:
            yield Breach("dead_claim", "TW-6.4", _("a dead hand claims nothing"), "refused")

    def chow_breaches(self, state: TableState, event: Chowed) -> Iterator[Breach]:
        """As everywhere, and not of a kind just discarded by oneself where the ruleset bars it (TW-3.23)."""
        yield from super().chow_breaches(state, event)
        yield from self.no_discard_left_breaches(state, event, event.own, self.forbidden_after_chow(event))
        if state.phase is Phase.CLAIM and self.parameters.own_discard_chow_ban:
            before = discarded_in_go_around(state, event.seat, kind_of(event.tile))
            message = _("the player discarded this kind in the go-around")
            if before.by_last_own:
                yield Breach("chow_of_own_discard", "TW-3.23", message, "open_dead_hand")
            elif before.unsure:
                yield Breach("chow_of_own_discard", "TW-3.23", message, "", before.unsure)

    def pung_breaches(self, state: TableState, event: Ponged) -> Iterator[Breach]:
        """As everywhere, and no second chance in a go-around (TW-3.23)."""
        yield from super().pung_breaches(state, event)
        pair = event.own or (kind_of(event.tile),) * 2
        yield from self.no_discard_left_breaches(state, event, pair, self.forbidden_after_pung(event))
        if state.phase is not Phase.CLAIM or self.parameters.repung_ban == "none":
            return
        before = discarded_in_go_around(state, event.seat, kind_of(event.tile))
        message = _("%(tile)s was discarded before in the go-around", tile=format_tile(kind_of(event.tile)))
        if before.by_last_own or (before.by_anyone and self.parameters.repung_ban == "any_discard"):
            yield Breach("second_pung_in_go_around", "TW-3.23", message, "open_dead_hand")
        elif before.unsure:
            yield Breach("second_pung_in_go_around", "TW-3.23", message, "", before.unsure)

    def forbidden_after_chow(self, event: Chowed) -> tuple[Tile, ...]:
        """Swap tiles after a chow (TW-3.21)."""
        ban = self.parameters.chow_swap_ban
        return () if ban == "none" else swap_kinds(event.tile, event.own, whole=ban == "whole_tatsu")

    def forbidden_after_pung(self, event: Ponged) -> tuple[Tile, ...]:
        """The kind ponged (TW-3.22)."""
        return (kind_of(event.tile),) if self.parameters.pung_swap_ban else ()

    def concealed_kong_breaches(self, state: TableState, event: ConcealedKong) -> Iterator[Breach]:
        """As everywhere, and not after a declaration where the ruleset says never (TW-3.11)."""
        yield from super().concealed_kong_breaches(state, event)
        if state.special.ready_pending:
            yield Breach("ready_kong", "TW-3.11", _("the declaration is followed by its discard"), "refused")

    def added_kong_breaches(self, state: TableState, event: AddedKong) -> Iterator[Breach]:
        """A declaration of readiness is followed by its discard (TW-3.11)."""
        yield from super().added_kong_breaches(state, event)
        if state.special.ready_pending:
            yield Breach("ready_kong", "TW-3.11", _("the declaration is followed by its discard"), "refused")

    # --- readiness --------------------------------------------------------------------------------------------------

    def ready_breaches(self, state: TableState, event: DeclaredReady) -> Iterator[Breach]:
        """天聽 before the dealer acts (or before the own first draw), else together with a discard (TW-3.11)."""
        player = state.players[event.seat]
        rules = self.parameters
        if player.ready or state.special.ready_pending:
            yield Breach("ready_twice", "TW-3.11", _("readiness has been declared"), "refused")
        if player.dead:
            yield Breach("dead_hand", "TW-6.4", _("a dead hand declares nothing"), "refused")
        if self._heavenly_moment(state, event.seat):
            if not rules.tianting_enabled:
                yield Breach("no_tianting", "TW-3.11", _("there is no heavenly ready under these rules"), "refused")
            elif player.waits is None:
                yield Breach(
                    "not_ready",
                    "TW-3.11",
                    _("the hand has to be ready"),
                    "",
                    _("the tiles of %(seat)s", seat=event.seat),
                )
            elif not player.waits:
                yield Breach("not_ready", "TW-3.11", _("the hand is not ready"), "refused")
            return
        yield from self.turn_breaches(state, event.seat, Phase.ACT, Phase.MELDED)
        if player.discards or any(meld.is_exposed for meld in player.melds):
            if not rules.declared_ting_enabled:
                message = _("after the first discard, or with an open hand, readiness is not declared")
                yield Breach("late_ready", "TW-3.11", message, "refused")
        elif not (rules.diting_enabled or rules.declared_ting_enabled):
            yield Breach("no_diting", "TW-3.11", _("there is no earthly ready under these rules"), "refused")
        if (
            len(player.concealed) % 3 == 2
            and UNKNOWN not in player.concealed
            and not self._ready_discard(state, player)
        ):
            yield Breach("not_ready", "TW-3.11", _("no discard leaves the hand ready"), "refused")

    def _ready_discard(self, state: TableState, player: Player) -> bool:
        """True when some tile that may be discarded leaves the hand ready."""
        for tile in dict.fromkeys(player.concealed):
            rest = Hand(without(player.concealed, (tile,)), player.melds)
            allowed = kind_of(tile) not in state.claimed and not any(map(is_flower, (tile, *rest.concealed)))
            if allowed and self.ruleset.waits(rest).ready:
                return True
        return False

    def _heavenly_moment(self, state: TableState, seat: Seat) -> bool:
        """True while a non-dealer may still declare 天聽."""
        if seat == state.setup.dealer:
            return False
        if not state.players[state.setup.dealer].discards:
            return state.turn == state.setup.dealer and state.phase in (Phase.ACT, Phase.FLOWERS)
        first = not self.turn_draws(state, seat) and not state.players[seat].discards
        return self.parameters.tianting_deadline == "own_first_draw" and first

    def closes_window(self, state: TableState, event: Event) -> bool:
        """A declaration out of turn belongs to no window."""
        if isinstance(event, DeclaredReady) and event.seat != state.turn:
            return False
        return super().closes_window(state, event)

    def declared_ready(self, state: TableState, event: DeclaredReady) -> TableState:
        """天聽 stands at once; the others with the discard that follows."""
        if self._heavenly_moment(state, event.seat):
            player = state.players[event.seat]._replace(ready="tianting", ready_at=state.moment)
            return state.with_player(event.seat, player)
        return state._replace(special=state.special._replace(ready_pending=True))

    # --- locks and declarations -------------------------------------------------------------------------------------

    def player_discarded(self, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
        """The strict lock begins or ends, declarations live or end, kept flowers kill the hand (TW-6.1, 6.3, 6.11)."""
        after = self.strict_lock(state, before, after, event)
        special = after.special
        if state.special.ready_pending:
            first = not before.discards and not any(meld.is_exposed for meld in before.melds)
            kind = "diting" if first and self.parameters.diting_enabled else "declared"
            after = after._replace(ready=kind, ready_at=state.moment, special=special._replace(first_round=True))
        elif after.ready:
            after = after._replace(special=special._replace(first_round=False))
            if self.keeps_drawn(state, event) and not (after.ready == "tianting" and after.draws == 0):
                after = after._replace(ready=None)
        if not after.dead and any(map(is_flower, after.concealed)):
            after = after._replace(dead="kept_flower")
        return after

    def player_claimed(self, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
        """A claim cancels a declaration; the lock is judged with the discard (TW-6.1, TW-6.11)."""
        return player._replace(ready=None) if player.ready else player

    def player_konged(
        self, state: TableState, before: Player, after: Player, event: AddedKong | ConcealedKong
    ) -> Player:
        """An added kong releases the lock; a kong that changes the waits cancels a declaration (TW-6.1, TW-3.11)."""
        after = after._replace(waits=self.waits_of(after))
        drawn = state.drawn
        if isinstance(event, AddedKong):
            return lock_until(after, PASSED_WIN, state.moment)
        won = drawn is not None and before.waits is not None and kind_of(drawn) in before.waits
        if won and self.parameters.guoshui_mode == "strict" and not after.dead:
            after = self.locked(before, after, Lock(PASSED_WIN, "TW-6.1", state.moment, drawn))
        keep = self.parameters.ting_concealed_kong
        if after.ready and (keep == "never" or (keep == "if_waits_unchanged" and after.waits != before.waits)):
            after = after._replace(ready=None)
        return after

    # --- wins -------------------------------------------------------------------------------------------------------

    def several_winners(self, state: TableState) -> bool:
        """One winner, or all who claim (TW-3.9)."""
        return self.parameters.multiple_wins == "all"

    def winner_order_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """Only the nearest wins, unless all do."""
        if not self.several_winners(state):
            yield from super().winner_order_breaches(state, event)

    def hand_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """Form, lock, the ban after an exposed kong, the last discard (TW-6.13)."""
        # What the scorer can tell of the last two from the hand alone is judged below from the whole turn.
        judged_here = ("exposed_kong", "last_discard")
        yield from (breach for breach in super().hand_breaches(state, event) if breach.code not in judged_here)
        player = state.players[event.seat]
        rules = self.parameters
        lock = player.locked(PASSED_WIN)
        flower_win = self.flower_win_claimed(state, event)
        barred = event.source is not None or rules.guoshui_mode == "strict"
        if lock is not None and barred and (not flower_win or rules.guoshui_blocks_flower_win):
            passed = format_tile(lock.tile) if lock.tile is not None else _("a tile")
            missing = None if lock.certain else lock.missing
            message = _("%(seat)s let %(passed)s pass and is locked", seat=event.seat, passed=passed)
            yield Breach("passed_win", "TW-3.30", message, "refused", missing)
        chain = event.source is None and state.special.open_kong == event.seat and rules.open_kong_win_ban
        if chain and (not flower_win or rules.open_kong_ban_covers_flower_win):
            message = _("no self-draw win in the turn of an exposed kong")
            yield Breach("open_kong_win", "TW-3.25", message, "refused")
        if state.phase is Phase.CLAIM and self.left_for_next(state) <= 0 and not rules.last_discard_win:
            yield Breach("last_discard_win", "TW-2.13", _("the last discard is not won on"), "refused")

    def is_first_turn(self, state: TableState, event: Won) -> bool:
        """The moment of 天胡, 地胡 or 人胡, as the ruleset defines them (TW-4.28 to TW-4.30, TW-E6)."""
        rules = self.parameters
        player = state.players[event.seat]
        dealer = state.setup.dealer
        if player.discards or (rules.dihu_calls_break and state.interrupted and event.seat != dealer):
            return False
        if event.seat == dealer:
            return event.source is None and not any(each.discards for each in state.players)
        if event.source is None:
            return self.turn_draws(state, event.seat) == 1
        source = state.players[event.source]
        if event.source == dealer and len(source.discards) == 1 and rules.dihu_definition == "dealer_first_discard":
            return True
        if rules.renhu_window == "before_own_first_draw":
            return self.turn_draws(state, event.seat) == 0
        return len(source.discards) == 1

    def special_of(self, state: TableState, event: Won) -> Circumstances:
        """Repeats, who pays, the declaration in force, a robbed flower."""
        player = state.players[event.seat]
        robbed = state.special.robbed
        mine = robbed is not None and robbed.robber == event.seat
        source = robbed.source if mine and event.source is None and robbed is not None else event.source
        ready: Any = player.ready
        return Circumstances(
            dealer_repeats=state.setup.dealer_repeats,
            dealer_pays=source == state.setup.dealer,
            ready=ready,
            ready_first_round=player.ready is not None and player.special.first_round,
            robbed_flower=robbed.tile if mine and robbed is not None else None,
        )

    def settle_win(self, state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
        """Base and tai from each payer (TW-5)."""
        robbed = state.special.robbed
        payer = record.source
        if payer is None and robbed is not None and robbed.robber == record.seat:
            payer = robbed.source
        if "discarder" not in scored.payments:
            payer = None
        return list(win_transfers(scored, record.seat, state.setup.dealer, payer))

    # --- carrying events out ----------------------------------------------------------------------------------------

    def discarded(self, state: TableState, event: Discarded) -> TableState:
        """The turn's flags end with its discard; the dealer's first one shows who has kept a flower (TW-6.3)."""
        state = super().discarded(state, event)
        state = state._replace(
            special=state.special._replace(open_kong=None, ready_pending=False, robbed=None), replacing=None
        )
        if event.seat == state.setup.dealer and len(state.players[event.seat].discards) == 1:
            for seat, player in enumerate(state.players):
                if any(map(is_flower, player.concealed)) and not player.dead:
                    state = state.with_player(seat, player._replace(dead="kept_flower"))
        return state

    def konged(self, state: TableState, event: Konged) -> TableState:
        """An exposed kong bars a self-draw win in its turn (TW-6.8)."""
        state = super().konged(state, event)
        return state._replace(special=state.special._replace(open_kong=event.seat))

    def added_kong(self, state: TableState, event: AddedKong) -> TableState:
        """An added kong in the same turn may lift that ban."""
        state = super().added_kong(state, event)
        if self.parameters.open_kong_ban_lifted_by_added_kong:
            state = state._replace(special=state.special._replace(open_kong=None))
        return state

    def concealed_kongs_hidden(self) -> bool:
        """Concealed kongs may lie face down to the end (TW-3.7)."""
        return bool(self.parameters.concealed_kong_face_down)

    # --- the match --------------------------------------------------------------------------------------------------

    def turn_candidates(self, state: TableState) -> Iterator[Event]:
        """As everywhere, with a declaration of readiness."""
        yield from super().turn_candidates(state)
        yield DeclaredReady(state.turn)

    def next_hand(self, state: TableState) -> dict[str, Any] | None:
        """The dealer stays after winning and after a draw, with one repeat more (TW-2.14, TW-2.15)."""
        setup = state.setup
        winners = [record.seat for record in state.wins]
        dealer, repeats = dealer_after(self.parameters, setup.dealer, setup.dealer_repeats, winners)
        rounds = setup.prevalent_wind + (1 if dealer == 0 and dealer != setup.dealer else 0)
        if rounds >= self.parameters.rounds_per_game:
            return None
        return {
            "prevalent_wind": Wind(rounds),
            "dealer": dealer,
            "dealer_repeats": repeats,
            "start_scores": state.scores,
        }
