"""Playing a Sichuan hand: void suits, wins that do not end it, kongs paid at once, the same-turn lock (SC-3, SC-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    Discarded,
    Konged,
    Passed,
    Ponged,
    Won,
)
from engine.play.holding import add_lock, heap_of, holds_unknown, lock_once, lock_until, matching, without
from engine.play.table import UNORDERED, Breach, Lock, Phase, Player, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.sichuan import settlement
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.patterns import Circumstances
from engine.rules.sichuan.settlement import KongIncome
from engine.rules.sichuan.void_play import Ledger, Void, VoidPlay, letter_of
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win
from engine.tiles.melds import MeldKind
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, Tile, kind_of

LOCK = "same_turn"
PASSED_PUNG = "passed_pung"
FORCED = "forced_win_missed"


class SichuanProcedure(VoidPlay):
    """The rules of play of a Sichuan ruleset."""

    prefix = "SC"
    clause: ClassVar[dict[str, str]] = {
        "turn": "SC-3.1",
        "phase": "SC-3.1",
        "wall_empty": "SC-2.7",
        "wall_left": "SC-2.7",
        "wall_tile": "SC-2.4",
        "copies": "SC-2.1",
        "not_held": "SC-3.1",
        "drawn_tile": "SC-3.1",
        "no_discard": "SC-3.8",
        "own_discard": "SC-3.8",
        "has_won": "SC-3.8",
        "passed": "SC-3.8",
        "last_discard": "SC-3.26",
        "kong_after_claim": "SC-E3",
        "no_replacement": "SC-3.26",
        "chow": "SC-3.4",
        "chow_seat": "SC-3.4",
        "no_pung": "SC-3.7",
        "no_set": "SC-3.7",
        "dead_hand": "SC-7.4",
        "incomplete": "SC-3.24",
        "unknown_hand": "SC-6.10",
        "hand_over": "SC-2.7",
        "head_bump": "SC-3.8",
        "nothing_to_pass": "SC-3.8",
        "no_such_end": "SC-2.10",
        "no_such_event": "SC-2.10",
    }
    parameters: Parameters

    # --- what may be done -------------------------------------------------------------------------------------------

    def still_in(self, player: Player) -> bool:
        """Winners leave the hand, except in the blood river (SC-3.1, SC-3.28)."""
        return self.parameters.xueliu or not player.won

    def kong_phases(self) -> tuple[Phase, ...]:
        """Also between a pung and its discard, unless the edition forbids it (SC-3B, SC-E3)."""
        return (Phase.ACT, Phase.MELDED) if self.parameters.kong_after_pung else (Phase.ACT,)

    def replacements_from_back(self, state: TableState) -> bool:
        """Replacements are the next tile of the wall (SC-3.9)."""
        return self.parameters.kong_replacement_end == "tail"

    def may_claim_last(self, event: Chowed | Ponged | Konged) -> bool:
        """A last discard may be ponged (SC-3.10)."""
        return isinstance(event, Ponged) and self.parameters.last_discard_pung

    def chow_breaches(self, state: TableState, event: Chowed) -> Iterator[Breach]:
        """There is no chow (SC-3.4)."""
        yield Breach("no_chow", "SC-3.4", _("discards cannot be chowed"), "refused")

    def claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """The void suit is not claimed, winners claim nothing, a passed pung may be barred."""
        yield from super().claim_breaches(state, event)
        player = state.players[event.seat]
        yield from self.void_meld_breaches(player, event.tile)
        if player.won:
            yield Breach("locked_hand", "SC-3.28", _("a winner claims no discard"), "refused")
        if player.dead and self.parameters.dead_hand_claims == "to_be_ready":
            yield from self._dead_claim_breaches(state, event)
        if isinstance(event, Ponged) and any(
            lock.kind == PASSED_PUNG and lock.until is None and lock.tile == kind_of(event.tile)
            for lock in player.locks
        ):
            yield Breach("passed_pung", "SC-3.6", _("a pung of this kind was passed in the go-around"), "refused")

    def _dead_claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """A dead hand claims only to become ready (SC-E11)."""
        player = state.players[event.seat]
        if UNKNOWN in player.concealed:
            missing = _("the concealed tiles of %(seat)s", seat=event.seat)
            yield Breach("dead_claim", "SC-E11", _("a dead hand claims only to become ready"), "", missing)
            return
        if isinstance(event, Chowed) or len(matching(player.concealed, kind_of(event.tile))) < 2:
            return
        after = self._steps[type(event)](state, event).players[event.seat]
        hands = (
            [after]
            if isinstance(event, Konged)
            else [
                after._replace(concealed=without(after.concealed, (tile,))) for tile in dict.fromkeys(after.concealed)
            ]
        )
        if player.waits or not any(self.waits_of(hand) for hand in hands):
            yield Breach("dead_claim", "SC-E11", _("a dead hand claims only to become ready"), "refused")

    def added_kong_breaches(self, state: TableState, event: AddedKong) -> Iterator[Breach]:
        """A winner's kong must leave the waits as they are (SC-3.28)."""
        yield from super().added_kong_breaches(state, event)
        yield from self._locked_kong(state, event)

    def concealed_kong_breaches(self, state: TableState, event: ConcealedKong) -> Iterator[Breach]:
        """The void suit is not konged; a winner's kong must leave the waits as they are."""
        yield from super().concealed_kong_breaches(state, event)
        yield from self.void_meld_breaches(state.players[event.seat], event.tile)
        yield from self._locked_kong(state, event)

    def _locked_kong(self, state: TableState, event: AddedKong | ConcealedKong) -> Iterator[Breach]:
        player = state.players[event.seat]
        if player.won and player.waits is not None:
            try:
                after = self._steps[type(event)](state, event).players[event.seat].waits
            except ValueError:
                return
            if after != player.waits:
                yield Breach("locked_hand", "SC-3.28", _("the kong would change a winner's waits"), "refused")

    def pass_breaches(self, state: TableState, event: Passed) -> Iterator[Breach]:
        """Near the end of the wall a possible win must be taken (SC-3.27)."""
        yield from super().pass_breaches(state, event)
        player = state.players[event.seat]
        if (
            state.offered is not None
            and self.live_left(state) <= self.parameters.forced_win_last_tiles
            and player.waits is not None
            and kind_of(state.offered) in player.waits
            and not any(self.breaches(state, Won(event.seat, state.turn, state.offered)))
        ):
            yield Breach("passed_win_forced", "SC-3.27", _("a possible win must be taken now"), "forced_win")

    def several_winners(self, state: TableState) -> bool:
        """All who claim win on the same tile (SC-3.8)."""
        return self.parameters.multiple_wins

    def winner_order_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """All who claim win on the same tile (SC-3.8)."""
        if state.winners_here and not self.parameters.multiple_wins:
            yield from super().winner_order_breaches(state, event)

    def hand_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """The form, the void suit, and the same-turn lock (SC-6.10)."""
        yield from super().hand_breaches(state, event)
        if state.players[event.seat].special is None:
            missing = _("the void suit of %(seat)s", seat=event.seat)
            yield Breach("void_unknown", "SC-3.24", _("a hand with void tiles does not win"), "", missing)
        lock = state.players[event.seat].locked(LOCK)
        if event.source is None or lock is None:
            return
        message = _("a win was passed since the last own draw")
        if not lock.certain:
            yield Breach("locked_win", "SC-3.25", message, "refused", lock.missing)
        elif self.parameters.furiten_mode == "same_turn":
            yield Breach("locked_win", "SC-3.25", message, "refused")
        else:
            worth = self._worth(state, event)
            if worth is not None and lock.value is not None and worth <= lock.value:
                message = _(
                    "%(message)s: %(worth)s is not more than %(value)s", message=message, worth=worth, value=lock.value
                )
                yield Breach("locked_win", "SC-3.25", message, "refused")

    def _worth(self, state: TableState, event: Won) -> int | None:
        """What the lock compares: points, or fan up to the cap (SC-6.6, SC-E8); None while tiles are unknown."""
        hand, win = self.win_of(state, event)
        if holds_unknown(hand):
            return None
        scored = self.ruleset.scorer(hand, win)
        if not scored.win:
            return None
        fan, points = int(str(scored.value["fan"])), int(str(scored.value["points"]))
        if self.parameters.furiten_compare == "points":
            return points
        return fan if self.parameters.mangan_fan is None else min(fan, self.parameters.mangan_fan)

    # --- locks ------------------------------------------------------------------------------------------------------

    def player_drew(self, state: TableState, player: Player) -> Player:
        """The own draw ends the lock and the ban on passed pungs (SC-6.6)."""
        return lock_until(lock_until(player, LOCK, state.moment), PASSED_PUNG, state.moment)

    def player_claimed(self, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
        """A claim ends the lock where the rules say so; in SBR not when the hand is complete with it (SC-E8)."""
        release = self.parameters.furiten_release
        if release == "own_draw_or_claim":
            return lock_until(player, LOCK, state.moment)
        if release == "own_draw_or_pung_incomplete" and isinstance(event, Ponged):
            rest = player.concealed
            if UNKNOWN not in rest and not any(
                kind_of(rest[at]) in (self.waits_of(player._replace(concealed=rest[:at] + rest[at + 1 :])) or ())
                for at in range(len(rest))
            ):
                return lock_until(player, LOCK, state.moment)
        return player

    def player_discarded(self, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
        """In SBR discarding a tile on which the rest waits starts the lock (SC-E8)."""
        if self.parameters.furiten_own_discard and after.waits and kind_of(event.tile) in after.waits:
            scored = self.ruleset.scorer(
                Hand(after.concealed, after.melds, (), event.tile), self._win_on(state, event.seat)
            )
            value = min(int(str(scored.value["fan"])), self.parameters.mangan_fan or 99) if scored.complete else 0
            return self._locked(after, Lock(LOCK, "SC-E8", state.moment, event.tile, value))
        return after

    @staticmethod
    def _locked(player: Player, lock: Lock) -> Player:
        """The player under the lock, unless one in force asks for as much."""
        old = player.locked(LOCK)
        if old is not None and old.certain and (old.value or 0) >= (lock.value or 0):
            return player
        return add_lock(lock_until(player, LOCK, lock.since), lock)

    def _win_on(self, state: TableState, seat: Seat) -> Win:
        event = Won(seat, (seat + 1) % 4, UNKNOWN)
        return self.win_of(state._replace(phase=Phase.CLAIM), event)[1]

    def missed_win(self, state: TableState, seat: Seat, tile: Tile, *, certain: bool) -> Player:
        """A completing tile let pass starts the lock at the value it had (SC-6.6)."""
        player = state.players[seat]
        if self.parameters.furiten_mode == "off" or player.dead:
            return player
        if not certain:
            unsure = Lock(
                LOCK, "SC-6.6", state.moment, tile, None, certain=False, missing=self.unsure_of(state, seat, tile)
            )
            return lock_once(player, unsure)
        worth = self._worth(state, Won(seat, state.turn, tile))
        if worth is None:
            return player
        if self.live_left(state) <= self.parameters.forced_win_last_tiles:
            player = add_lock(player, Lock(FORCED, "SC-3.27", state.moment, tile))
        return self._locked(player, Lock(LOCK, "SC-6.6", state.moment, tile, worth))

    def discard_passed(self, state: TableState) -> TableState:
        """Where passed pungs are barred, remember who could have ponged (SC-3.6)."""
        if not self.parameters.passed_pung_ban or state.offered is None:
            return state
        kind = kind_of(state.offered)
        for seat in SEATS:
            player = state.players[seat]
            if seat != state.turn and len(matching(player.concealed, kind)) >= 2:
                lock = Lock(PASSED_PUNG, "SC-3.6", state.moment, kind)
                state = state.with_player(seat, add_lock(player, lock))
        return state

    # --- kongs and wins ---------------------------------------------------------------------------------------------

    def added_kong(self, state: TableState, event: AddedKong) -> TableState:
        """Fresh when of the tile just drawn (SC-6.7); after another kong it may be a shot too (SC-E6)."""
        fresh = state.drawn is not None and kind_of(state.drawn) == kind_of(event.tile)
        ledger: Ledger = state.special
        rekong = state.replacing == "kong" and state.phase is Phase.ACT and self.parameters.kong_shot_on_rekong
        after_kong = len(ledger.kongs) - 1 if rekong else None
        state = super().added_kong(state, event)
        return state._replace(special=ledger._replace(fresh=fresh, shot=after_kong, settled=()))

    def discarded(self, state: TableState, event: Discarded) -> TableState:
        """The discard after a kong and its replacement is a shot when it is won on."""
        ledger: Ledger = state.special
        shot = len(ledger.kongs) - 1 if state.replacing == "kong" and state.phase is Phase.ACT else None
        return super().discarded(state, event)._replace(special=ledger._replace(shot=shot, settled=()), replacing=None)

    def kong_declared(self, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
        """The kong is paid at once by those who have not won (SC-5.6)."""
        ledger: Ledger = state.special
        source = state.players[seat].melds[-1].from_seat if kind is MeldKind.KONG else None
        payers = [each for each in SEATS if each != seat and self.still_in(state.players[each])]
        paid = tuple(settlement.kong_transfers(self.parameters, seat, kind, source, payers, fresh=ledger.fresh))
        kongs = (*ledger.kongs, KongIncome(seat, paid))
        return state._replace(special=Ledger(kongs), transfers=(*state.transfers, *paid))

    def special_of(self, state: TableState, event: Won) -> Circumstances:
        """Void suit, shot after a kong, players who have not won."""
        ledger: Ledger | None = state.special
        others = sum(1 for seat in SEATS if seat != event.seat and self.still_in(state.players[seat]))
        shot = event.source is not None and ledger is not None and ledger.shot is not None
        return Circumstances(letter_of(state.players[event.seat]), shot, others)

    def is_first_turn(self, state: TableState, event: Won) -> bool:
        """Before any pung, kong or own discard, and only for players with the void card (SC-4.14)."""
        player = state.players[event.seat]
        void: Void | None = player.special
        return super().is_first_turn(state, event) and void is not None and void.face_down is None

    def visible_tiles(self, state: TableState, seat: Seat) -> tuple[Tile, ...]:
        """Discards, melds of the others and tiles won on, for the last copy (SC-4.16)."""
        if not self.parameters.enable_juezhang:
            return ()
        tiles = [record.tile for record in state.wins if record.source is not None and record.tile is not None]
        for each, player in enumerate(state.players):
            for discard in player.discards:
                if discard.claimed_by is None:
                    tiles.append(discard.tile)
            if each != seat:
                tiles.extend(tile for meld in player.melds if meld.is_exposed for tile in meld.tiles)
        if state.phase is Phase.CLAIM and state.offered in tiles:
            tiles.remove(state.offered)
        return tuple(tiles)

    def settle_win(self, state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
        """The win's payments (SC-5.2, SC-5.3)."""
        out = [] if self.parameters.xueliu else [each.seat for each in state.wins[:-1]]
        return settlement.win_transfers(scored, record.seat, record.source, out)

    def after_win(self, state: TableState, record: WinRecord) -> TableState:
        """Three winners end the hand; else it goes on to the right of the last winner (SC-3.8, SC-6.8)."""
        if record.source is not None:
            state = self._shot_settled(state)
        if not self.parameters.xueliu and len(state.wins) >= self.parameters.max_winners:
            state = state._replace(phase=Phase.OVER, ended="win")
            return state._replace(transfers=(*state.transfers, *settlement.inspection(self.parameters, state)))
        state = state._replace(ended=None)
        if record.source is None:
            if self.parameters.xueliu and record.tile is not None:
                player = state.players[record.seat]
                player = player._replace(concealed=without(player.concealed, (record.tile,), last=True))
                state = state.with_player(record.seat, player)
            return self._go_on(state, record.seat)
        return state

    def _shot_settled(self, state: TableState) -> TableState:
        """What becomes of the income of a kong whose next discard is won on, for all winners so far (SC-5.8)."""
        ledger: Ledger = state.special
        if ledger.shot is None or (ledger.kongs[ledger.shot].returned and not ledger.settled):
            return state
        if ledger.settled and self.parameters.kong_shot == "refund":
            return state
        kong = ledger.kongs[ledger.shot]
        winners = self.winners_in_order(state)
        paid = settlement.shot_transfers(self.parameters, kong.transfers, winners)
        before = without_last(state.transfers, ledger.settled)
        kongs = tuple(
            each._replace(returned=True) if at == ledger.shot else each for at, each in enumerate(ledger.kongs)
        )
        return state._replace(special=ledger._replace(kongs=kongs, settled=tuple(paid)), transfers=(*before, *paid))

    def winners_in_order(self, state: TableState) -> list[Seat]:
        """Who has won on the tile on offer, counter-clockwise from the player who offers it (SC-3.8)."""
        return sorted(state.winners_here, key=lambda seat: (seat - state.turn) % 4)

    def after_wins(self, state: TableState) -> TableState:
        """The next draw belongs to the first player without a win to the right of the last winner (SC-6.8)."""
        return self._go_on(state, self.winners_in_order(state)[-1])

    def _go_on(self, state: TableState, last_winner: Seat) -> TableState:
        seat = self.next_to_draw(state._replace(turn=last_winner))
        return state._replace(
            phase=Phase.DRAW, turn=seat, offered=None, passed=(), winners_here=(), drawn=None, replacing=None
        )

    def unsettled(self, state: TableState) -> list[Sentence]:
        """As everywhere, and what the inspection looks at."""
        found = super().unsettled(state)
        left = [seat for seat in SEATS if not state.players[seat].won]
        if state.ended == "exhaustive" and len(left) > 1:
            for seat in left:
                if UNKNOWN in state.players[seat].concealed:
                    found.append(_("the concealed tiles of %(seat)s: its state at the wall's end", seat=seat))
                elif state.players[seat].special is None:
                    found.append(_("the void suit of %(seat)s: its state at the wall's end", seat=seat))
        return found

    def possible_lock(self, state: TableState, seat: Seat) -> Player:
        """A completing tile among the others' discards may have been passed since the own draw (SC-6.6)."""
        player = state.players[seat]
        drawn = state.turn == seat and state.phase is Phase.ACT
        if self.parameters.furiten_mode == "off" or player.dead or drawn:
            return player
        for step in (1, 2, 3):
            discards = state.players[(seat + step) % 4].discards
            ordered = bool(discards) and discards[0].at != UNORDERED
            for discard in discards[-1:] if ordered else discards:
                if kind_of(discard.tile) in (player.waits or ()):
                    player = lock_once(
                        player,
                        Lock(
                            LOCK,
                            "SC-6.6",
                            0,
                            discard.tile,
                            certain=False,
                            missing=heap_of((seat + step) % 4, discard.tile),
                        ),
                    )
        return player

    def settle_end(self, state: TableState, kind: str) -> list[Transfer]:
        """The inspection at the wall's end and the kong refunds (SC-5.9 to SC-5.11)."""
        return settlement.inspection(self.parameters, state)

    def next_hand(self, state: TableState) -> dict[str, Any]:
        """The next dealer (SC-2.8): the first winner, the giver of several first wins, else the same."""
        first = [record for record in state.wins if record.at == state.wins[0].at or self._same_tile(state, record)]
        wins = [(record.seat, record.source) for record in first]
        return {"dealer": settlement.next_dealer(state.setup.dealer, wins)}

    @staticmethod
    def _same_tile(state: TableState, record: WinRecord) -> bool:
        first = state.wins[0]
        number = state.wins.index(record)
        return first.source is not None and record.source == first.source and record.at == first.at + number


def without_last(transfers: tuple[Transfer, ...], gone: tuple[Transfer, ...]) -> tuple[Transfer, ...]:
    """The transfers less the latest ones that equal those gone."""
    rest = list(reversed(transfers))
    for transfer in gone:
        rest.remove(transfer)
    return tuple(reversed(rest))
