"""Void suits: choosing them, what they forbid, and what a violation costs (SC-2.6, SC-3.3, SC-6.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from engine.play.events import Discarded, Event, HandDied, VoidChosen, event_from_list
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, Player, TableState
from engine.play.transfers import Transfer
from engine.rules.sichuan import settlement
from engine.rules.sichuan.parameters import Parameters
from engine.rules.sichuan.patterns import Circumstances
from engine.rules.sichuan.settlement import KongIncome
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import SUIT_LETTERS, UNKNOWN, Suit, Tile, format_tile, suit_of
from engine.walls.wall_break import Break, reached, total


class Void(NamedTuple):
    """What a player has given up: the suit, and the face-down tile where one was laid."""

    suit: Suit
    face_down: Tile | None = None


class Ledger(NamedTuple):
    """The kongs of the hand in order; ``fresh`` says whether the added kong on offer is of the tile just drawn.

    ``shot`` is the index of the kong whose next discard is on offer, None after an ordinary turn; ``settled`` are the
    transfers that the wins on that discard have made of its income.
    """

    kongs: tuple[KongIncome, ...] = ()
    fresh: bool = False
    shot: int | None = None
    settled: tuple[Transfer, ...] = ()


VIOLATED = "violation"
"""How a hand ends that a void-suit violation ends (SC-2.7)."""


class VoidPlay(Procedure):
    """Everything that void suits do to the flow of a hand."""

    parameters: Parameters

    # --- deal, void suits -------------------------------------------------------------------------------------------

    def wall_break(self, rolls: Sequence[Sequence[int]], dealer: Seat) -> Break:
        """The sum names the side, the smaller die counts the stacks that stay there (SC-2.4, SC-E1)."""
        return Break(reached(dealer, total(rolls[:1])), min(rolls[0]))

    def after_deal(self, state: TableState) -> TableState:
        """All four choose their void suit before the dealer's first discard (SC-2.6, SC-E2)."""
        return state._replace(phase=Phase.VOID, special=Ledger())

    def read_special(self, facts: Mapping[str, Any]) -> Void | None:
        """The void suit, ``void`` and ``face_down`` as a log writes them."""
        if not facts.get("void"):
            return None
        items = ["void", 0, facts["void"], *([facts["face_down"]] if facts.get("face_down") else [])]
        chosen = event_from_list(items)
        return Void(chosen.suit, chosen.tile) if isinstance(chosen, VoidChosen) else None

    def void_breaches(self, state: TableState, event: VoidChosen) -> Iterator[Breach]:
        """A void suit is chosen once, before play; the face-down tile is of that suit."""
        if state.phase is not Phase.VOID:
            yield Breach("phase", "SC-2.6", _("void suits are chosen before the first discard"), "refused")
        if state.players[event.seat].special is not None:
            yield Breach("void_changed", "SC-3.23", _("%(seat)s has chosen its void suit", seat=event.seat), "refused")
        if event.tile is not None:
            if suit_of(event.tile) is not event.suit:
                yield Breach("void_tile", "SC-2.6", _("the face-down tile is of another suit"), "refused")
            yield from self.held_breaches(state.players[event.seat], (event.tile,), event.seat)

    def void_chosen(self, state: TableState, event: VoidChosen) -> TableState:
        """The player plays without the suit; when all have chosen, the dealer acts."""
        player = state.players[event.seat]._replace(special=Void(event.suit, event.tile))
        if len(player.concealed) % 3 == 1:
            player = player._replace(waits=self.waits_of(player))
        state = state.with_player(event.seat, player)
        if all(each.special is not None for each in state.players):
            dealt = len(state.players[state.turn].concealed) % 3 == 2
            return state._replace(phase=Phase.ACT if dealt else Phase.DRAW)
        return state

    def breaches(self, state: TableState, event: Event) -> Iterator[Breach]:
        """As everywhere; a void suit that nobody recorded is missing evidence, not a fault."""
        if state.phase is Phase.VOID and not isinstance(event, VoidChosen):
            missing = [seat for seat in SEATS if state.players[seat].special is None]
            unknown = Breach(
                "void_unknown",
                "SC-2.6",
                _("void suits are chosen first"),
                "",
                _("the void suit of %(seats)s", seats=missing),
            )
            return chain((unknown,), super().breaches(self._without_voids(state), event))
        return super().breaches(state, event)

    def step(self, state: TableState, event: Event) -> TableState:
        """As everywhere; play begins although void suits are unknown."""
        if state.phase is Phase.VOID and not isinstance(event, VoidChosen):
            state = self._without_voids(state)
        return super().step(state, event)

    @staticmethod
    def _without_voids(state: TableState) -> TableState:
        dealt = len(state.players[state.turn].concealed) % 3 == 2
        return state._replace(phase=Phase.ACT if dealt else Phase.DRAW)

    def waits_of(self, player: Player) -> frozenset[Tile] | None:
        """As everywhere, under the player's void suit."""
        if UNKNOWN in player.concealed:
            return None
        special = Circumstances(void_suit=letter_of(player))
        return frozenset(self.ruleset.waits(Hand(player.concealed, player.melds), special).tiles)

    def discard_breaches(self, state: TableState, event: Discarded) -> Iterator[Breach]:
        """Void tiles go first, the face-down tile first of all; winners of the blood river discard what they drew."""
        yield from super().discard_breaches(state, event)
        player = state.players[event.seat]
        void: Void | None = player.special
        if player.won and self.keeps_drawn(state, event):
            yield Breach("locked_hand", "SC-3.28", _("a winner discards the tile drawn"), "refused")
        if void is None:
            return
        first = not player.discards
        if first and void.face_down is not None and event.tile != void.face_down:
            message = _("the face-down %(tile)s is the first discard", tile=format_tile(void.face_down))
            yield Breach("first_tile_changed", "SC-3.23", message, "taken_back")
        elif suit_of(event.tile) is not void.suit and (first or self.parameters.void_rule == "strict"):
            if any(suit_of(tile) is void.suit for tile in player.concealed if tile != UNKNOWN):
                consequence = self.parameters.void_violation_end
                yield Breach("void_violation", "SC-3.20", _("a tile of the void suit has to go first"), consequence)
            elif UNKNOWN in player.concealed:
                missing = _("the concealed tiles of %(seat)s", seat=event.seat)
                yield Breach("void_violation", "SC-3.20", _("a tile of the void suit has to go first"), "", missing)
        elif suit_of(event.tile) is void.suit and UNKNOWN in player.concealed:
            yield from self._evidence_breaches(state, player, event)

    def _evidence_breaches(self, state: TableState, player: Player, event: Discarded) -> Iterator[Breach]:
        """A void tile from the hand after another suit; one that may have been drawn counts as drawn (SC-6.2).

        Where all tiles are known, SC-3.20 has judged the earlier discard.
        """
        clean = any(suit_of(discard.tile) is not player.special.suit for discard in player.discards)
        other = state.drawn not in (None, UNKNOWN) and event.tile != state.drawn
        from_hand = event.drawn is False or other or state.phase is Phase.MELDED
        if clean and from_hand and state.replacing != "kong" and self.parameters.void_rule == "strict":
            message = _("a void tile from the hand after a tile of another suit")
            yield Breach("void_evidence", "SC-3.21", message, self.parameters.void_violation_end)

    def hand_died(self, state: TableState, event: HandDied) -> TableState:
        """A void-suit violation is paid at once; it ends the hand, or leaves a dead one (SC-6.2, SC-7.1, SC-E11)."""
        state = super().hand_died(state, event)
        if event.cause != settlement.VIOLATION:
            return state
        rules = self.parameters
        payees = [seat for seat in SEATS if seat != event.seat and self.still_in(state.players[seat])]
        transfers = settlement.violation_transfers(rules, event.seat, payees)
        ledger: Ledger = state.special
        if rules.violator_kong_refund:
            transfers += settlement.refunds(state, (event.seat,))
            kongs = tuple(kong._replace(returned=True) if kong.seat == event.seat else kong for kong in ledger.kongs)
            state = state._replace(special=ledger._replace(kongs=kongs))
        state = state._replace(transfers=(*state.transfers, *transfers))
        return (
            state._replace(phase=Phase.OVER, ended=VIOLATED, offered=None)
            if rules.void_violation_end == "end_hand"
            else state
        )

    def void_meld_breaches(self, player: Player, tile: Tile) -> Iterator[Breach]:
        """No pung or kong of the own void suit (SC-3.22)."""
        if player.special is None:
            missing = _("the void suit of the player who claims")
            yield Breach("void_suit_claim", "SC-3.22", _("the own void suit is not melded"), "", missing)
        elif suit_of(tile) is player.special.suit:
            yield Breach(
                "void_suit_claim", "SC-3.22", _("the own void suit is not melded"), self.parameters.void_violation_end
            )

    def candidates(self, state: TableState) -> Iterator[Event]:
        """Before play every player without a void suit may choose one."""
        if state.phase is Phase.VOID:
            for seat in SEATS:
                if state.players[seat].special is None:
                    yield from (VoidChosen(seat, suit) for suit in (Suit.CHARACTERS, Suit.DOTS, Suit.BAMBOOS))
        else:
            yield from super().candidates(state)

    def public_locks(self, player: Player) -> list[dict[str, object]]:
        """The void suit."""
        letter = letter_of(player)
        return [{"kind": "void", "suit": letter}] if letter else []

    def public_player_special(self, player: Player) -> Void | None:
        """The void suit is public once the first discard has opened it."""
        void: Void | None = player.special
        return Void(void.suit) if void is not None and player.discards else None


def letter_of(player: Player) -> Any:
    """The letter of the player's void suit, None where nobody knows it."""
    void: Void | None = player.special
    return SUIT_LETTERS[void.suit] if void is not None else None
