"""Playing an MCR hand: flowers, claims with head bump, kongs, the last tile, sixteen hands (chapters 2, 3 and 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, NamedTuple

from engine.play.events import AddedKong, Chowed, ConcealedKong, Drew, Event, FlowerShown, Konged, Ponged, Won
from engine.play.holding import holds_unknown
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, TableState, WinRecord
from engine.play.transfers import Transfer
from engine.rules.mcr.match import seats
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.scoring import Circumstances
from engine.rules.mcr.settlement import FalseWin, settle_win
from engine.scoring.score import ScoredHand
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.melds import MeldKind
from engine.tiles.seats import Seat, Wind, turn_order
from engine.tiles.tile import UNKNOWN, Tile, is_flower, kind_of
from engine.walls.wall_break import Break, counted, reached, total


class Opening(NamedTuple):
    """The initial flowers are being shown; the player in turn still takes so many replacements."""

    owed: int = 0


class McrProcedure(Procedure):
    """The rules of play of an MCR ruleset."""

    prefix = "MCR"
    clause: ClassVar[dict[str, str]] = {
        "turn": "MCR-3.1",
        "phase": "MCR-3.3",
        "wall_empty": "MCR-3.5",
        "wall_left": "MCR-2.14",
        "wall_tile": "MCR-2.12",
        "copies": "MCR-2.1",
        "not_held": "MCR-6.5",
        "drawn_tile": "MCR-3.6",
        "no_discard": "MCR-3.8",
        "own_discard": "MCR-3.21",
        "passed": "MCR-3.30",
        "last_discard": "MCR-3.17",
        "chow_seat": "MCR-3.21",
        "no_chow": "MCR-6.5",
        "no_set": "MCR-6.5",
        "no_pung": "MCR-3.14",
        "kong_after_claim": "MCR-3.26",
        "no_replacement": "MCR-3.28",
        "no_flower": "MCR-6.15",
        "head_bump": "MCR-3.20",
        "dead_hand": "MCR-6.7",
        "incomplete": "MCR-6.1",
        "unknown_hand": "MCR-6.1",
        "hand_over": "MCR-2.14",
        "nothing_to_pass": "MCR-3.8",
        "no_such_end": "MCR-2.15",
        "no_such_event": "MCR-2.2",
        "dead_already": "MCR-6.7",
    }
    parameters: Parameters

    # --- the deal and its flowers -----------------------------------------------------------------------------------

    def wall_break(self, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
        """The first roll names the side, both together count the stacks; with one roll it does both (MCR-2.9)."""
        stacks = total(rolls[: self.parameters.dice_rolls])
        return counted(reached(dealer, total(rolls[:1])), stacks, self.tile_set.size // 8)

    def after_deal(self, state: TableState) -> TableState:
        """Flowers of the deal come first, from the dealer on (MCR-2.11)."""
        if any(is_flower(tile) for hand in state.setup.hands for tile in hand):
            return self._next_flowers(state._replace(phase=Phase.FLOWERS, special=Opening()))
        return state

    def _next_flowers(self, state: TableState) -> TableState:
        """The next player, counted from the one in turn, who holds a flower; nobody: the dealer acts."""
        order = turn_order(state.setup.dealer)
        for seat in order[order.index(state.turn) :]:
            if any(map(is_flower, state.players[seat].concealed)):
                return state._replace(phase=Phase.FLOWERS, turn=seat)
        return self._dealer_acts(state)

    def _dealer_acts(self, state: TableState) -> TableState:
        dealer = state.setup.dealer
        concealed = state.players[dealer].concealed
        dealt = len(concealed) % 3 == 2
        players = [
            player._replace(waits=self.waits_of(player)) if len(player.concealed) % 3 == 1 else player
            for player in state.players
        ]
        return state._replace(
            players=(players[0], players[1], players[2], players[3]),
            phase=Phase.ACT if dealt else Phase.DRAW,
            turn=dealer,
            drawn=concealed[-1] if dealt else None,
            special=None,
            replacing=None,
        )

    def _opened(self, state: TableState, event: Event) -> TableState:
        """The state with the initial flowers closed when the event is none of them: a flower may be kept (MCR-2.11)."""
        if state.phase is Phase.FLOWERS:
            if not isinstance(event, FlowerShown):
                return self._dealer_acts(state)
            order = turn_order(state.setup.dealer)
            if order.index(event.seat) > order.index(state.turn):
                return state._replace(turn=event.seat)
        return state

    def breaches(self, state: TableState, event: Event) -> Iterator[Breach]:
        """As everywhere; the first other event closes the initial flowers."""
        return super().breaches(self._opened(state, event), event)

    def step(self, state: TableState, event: Event) -> TableState:
        """As everywhere; the first other event closes the initial flowers."""
        return super().step(self._opened(state, event), event)

    def flower_breaches(self, state: TableState, event: FlowerShown) -> Iterator[Breach]:
        """A flower in the own turn after a draw, with a tile left to replace it (MCR-3.7, MCR-3.28)."""
        if state.phase is Phase.FLOWERS or (state.phase is Phase.REPLACE and state.special is not None):
            yield from self.turn_breaches(state, event.seat, Phase.FLOWERS, Phase.REPLACE)
            yield from self.held_breaches(state.players[event.seat], (event.tile,), event.seat)
            if not is_flower(event.tile):
                yield self.breach("no_flower", _("only flowers are laid out"))
        else:
            yield from super().flower_breaches(state, event)
            if self.left_for(state, event.seat) <= 0:
                yield Breach("last_flower", "MCR-3.28", _("the last tile stays in the hand"), "refused")
            yield from self._dead_may_not(state, event.seat, self.parameters.dead_hand_self_kong)

    def flower_shown(self, state: TableState, event: FlowerShown) -> TableState:
        """All flowers of the deal may lie there before the first of their replacements is taken (MCR-2.11)."""
        state = super().flower_shown(state, event)
        opening: Opening | None = state.special
        return state if opening is None else state._replace(special=Opening(opening.owed + 1))

    def drew(self, state: TableState, event: Drew) -> TableState:
        """The last replacement of initial flowers leads back to the initial flowers."""
        opening: Opening | None = state.special
        state = super().drew(state, event)
        if opening is None:
            return state
        if opening.owed > 1:
            return state._replace(phase=Phase.REPLACE, replacing="flower", special=Opening(opening.owed - 1))
        return self._next_flowers(state._replace(special=Opening()))

    def waits_of(self, player: Any) -> frozenset[Tile] | None:
        """A hand that keeps a flower waits for nothing."""
        if any(map(is_flower, player.concealed)):
            return frozenset()
        return super().waits_of(player)

    # --- what may be done -------------------------------------------------------------------------------------------

    def may_claim_last(self, event: Chowed | Ponged | Konged) -> bool:
        """Some local rules let the last discard be claimed (MCR-3.17)."""
        return self.parameters.claims_on_final_discard == "all" and not isinstance(event, Konged)

    def _dead_may_not(self, state: TableState, seat: int, allowed: bool) -> Iterator[Breach]:
        if state.players[seat].dead and not allowed:
            yield Breach("dead_claim", "MCR-6.7", _("a dead hand may not do this"), "refused")

    def claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """What bars every claim, and claims of a dead hand."""
        yield from super().claim_breaches(state, event)
        yield from self._dead_may_not(state, event.seat, self.parameters.dead_hand_may_claim)
        if is_flower(event.tile):
            yield Breach("flower_claim", "MCR-2.11", _("a discarded flower cannot be claimed"), "refused")

    def added_kong_breaches(self, state: TableState, event: AddedKong) -> Iterator[Breach]:
        """A dead hand may add where the edition says so (MCR-E13)."""
        yield from super().added_kong_breaches(state, event)
        yield from self._dead_may_not(state, event.seat, self.parameters.dead_hand_self_kong)

    def concealed_kong_breaches(self, state: TableState, event: ConcealedKong) -> Iterator[Breach]:
        """A dead hand may declare where the edition says so (MCR-E13)."""
        yield from super().concealed_kong_breaches(state, event)
        yield from self._dead_may_not(state, event.seat, self.parameters.dead_hand_self_kong)

    def hand_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """The first failure of MCR-6.1 with its class of false win (MCR-6.8)."""
        hand, win = self.win_of(state, event)
        if holds_unknown(hand):
            missing = _("the concealed tiles of %(seat)s", seat=event.seat)
            yield self.breach("unknown_hand", _("the hand has unknown tiles"), missing=missing)
            return
        if any(map(is_flower, hand.concealed)):
            yield Breach(
                "incomplete", "MCR-6.1", _("a flower in the hand is no tile of a set"), FalseWin.STRUCTURE_NEAR.value
            )
            return
        scored = self.ruleset.scorer(hand, win)
        if not scored.complete:
            yield Breach("incomplete", "MCR-6.1", _("the tiles are no winning hand"), self.false_win_class(hand).value)
        for reason in scored.reasons:
            if reason.code != "incomplete" and scored.complete:
                yield Breach(reason.code, reason.clause, reason.message, FalseWin.POINTS.value)

    def false_win_class(self, hand: Hand) -> FalseWin:
        """How far a hand without structure is from a win, as MCR-6.8 grades it."""
        waits = self.ruleset.waits(hand._replace(winning=None))
        if waits.shanten <= 0:
            return FalseWin.WRONG_TILE
        return FalseWin.STRUCTURE_NEAR if waits.shanten == 1 else FalseWin.STRUCTURE_FAR

    # --- wins -------------------------------------------------------------------------------------------------------

    def special_of(self, state: TableState, event: Won) -> Circumstances:
        """Whether the winning tile is the last copy: the other three lie open (MCR-6.14)."""
        tile = event.tile if event.tile is not None else state.drawn
        if tile is None or tile == UNKNOWN:
            return Circumstances()
        return Circumstances(last_copy=self._open_copies(state, kind_of(tile), event) >= 3)

    def _open_copies(self, state: TableState, kind: Tile, event: Won) -> int:
        """Copies in discards not claimed and in exposed melds, the winning tile itself left out."""
        copies = 0
        for player in state.players:
            copies += sum(1 for discard in player.discards if discard.tile == kind and discard.claimed_by is None)
            copies += sum(meld.tiles.count(kind) for meld in player.melds if meld.kind is not MeldKind.CONCEALED_KONG)
        own_offer = event.source is not None and state.phase in (Phase.CLAIM, Phase.ROB)
        return copies - (1 if own_offer else 0)

    def settle_win(self, state: TableState, record: WinRecord, scored: ScoredHand) -> list[Transfer]:
        """Points and base from each loser (MCR-5.4)."""
        return list(settle_win(scored.payments, record.seat, record.source))

    def concealed_kongs_hidden(self) -> bool:
        """Concealed kongs lie face down to the end of the hand (MCR-3.13)."""
        return True

    # --- the match --------------------------------------------------------------------------------------------------

    def next_hand(self, state: TableState) -> dict[str, Any] | None:
        """The deal passes to the right after every hand; a new round changes the prevalent wind (MCR-2.6, MCR-2.7).

        ``players`` says for each seat of the new round which seat of the old one its player comes from.
        """
        setup = state.setup
        # The dealer is seat 0 in a round's first hand, so the dealer's seat counts the hands of the round.
        number = 4 * setup.prevalent_wind + setup.dealer + 1
        if number >= self.parameters.hands_per_match:
            return None
        prevalent = Wind(number // 4)
        if number % 4:
            return {"prevalent_wind": prevalent, "dealer": (setup.dealer + 1) % 4}
        return {"prevalent_wind": prevalent, "dealer": 0, "players": self.seat_change(prevalent)}

    def seat_change(self, prevalent: Wind) -> tuple[int, int, int, int]:
        """Player number less one at each seat in a round, by seat wind of its first hand (MCR-2.7)."""
        return seats(self.parameters, prevalent)
