"""Flowers in the Taiwanese game: dealt, drawn and robbed ones, and wins on them (TW-2.10, TW-3.3, TW-3.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.play.events import Drew, Ended, Event, FlowerRobbed, FlowerShown, Won
from engine.play.holding import without
from engine.play.procedure import Procedure
from engine.play.table import Breach, Phase, Player, TableState
from engine.rules.taiwan.parameters import Parameters
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win, WinBy
from engine.tiles.seats import SEATS, Seat, turn_order
from engine.tiles.tile import FLOWERS, UNKNOWN, Tile, is_flower


class Robbed(NamedTuple):
    """A flower that went to another player; ``drawn`` says that the robber's own seventh brought it (case 2)."""

    robber: Seat
    source: Seat
    tile: Tile
    drawn: bool


class Seated(NamedTuple):
    """What only the Taiwanese table knows."""

    owed: int = 0
    """Replacements that the player in turn still takes for flowers of the deal."""
    opening: bool = False
    """The flowers of the deal are being shown."""
    robbed: Robbed | None = None
    open_kong: Seat | None = None
    """Who has made an exposed kong in this turn."""
    ready_pending: bool = False
    declined: int = 0


class Own(NamedTuple):
    """What only a Taiwanese player has: draws in turn, and whether the go-around of a declaration is not over."""

    turn_draws: int = 0
    first_round: bool = False
    locked_waits: frozenset[Tile] = frozenset()
    """What the hand waited for when the passed win locked it."""


class FlowerPlay(Procedure):
    """Everything that flowers do to the flow of a hand."""

    parameters: Parameters

    def after_deal(self, state: TableState) -> TableState:
        """The flowers of the deal come first, from the dealer on (TW-2.10)."""
        for seat in SEATS:
            dealt = 1 if seat == state.setup.dealer and len(state.players[seat].concealed) % 3 == 2 else 0
            state = state.with_player(seat, state.players[seat]._replace(special=Own(dealt)))
        state = state._replace(special=Seated())
        first = self._next_with_flower(state, state.setup.dealer)
        if first is None:
            return state
        return state._replace(phase=Phase.FLOWERS, turn=first, special=Seated(opening=True))

    def found(self, state: TableState) -> TableState:
        """Each discard followed a draw in turn, as far as anybody knows."""
        for seat in SEATS:
            player = state.players[seat]
            state = state.with_player(seat, player._replace(special=Own(player.draws)))
        return state

    def _next_with_flower(self, state: TableState, first: Seat) -> Seat | None:
        """The first player from ``first`` on who holds a flower."""
        for seat in turn_order(first):
            if any(map(is_flower, state.players[seat].concealed)):
                return seat
        return None

    def _dealer_acts(self, state: TableState) -> TableState:
        """The initial flowers are closed; the dealer's seventeenth tile is the first draw (TW-2.6)."""
        dealer = state.setup.dealer
        concealed = state.players[dealer].concealed
        ready = len(concealed) % 3 == 2
        for seat in SEATS:
            player = state.players[seat]
            if len(player.concealed) % 3 == 1:
                state = state.with_player(seat, player._replace(waits=self.waits_of(player)))
        return state._replace(
            phase=Phase.ACT if ready else Phase.DRAW,
            turn=dealer,
            drawn=concealed[-1] if ready else None,
            special=state.special._replace(opening=False, owed=0),
            replacing="flower" if state.players[dealer].flowers and ready else None,
        )

    def _opened(self, state: TableState, event: Event) -> TableState:
        """The initial flowers are closed by the first event that is none of them; a flower may be kept (TW-7)."""
        if state.phase is not Phase.FLOWERS or isinstance(event, (FlowerShown, FlowerRobbed, Drew)):
            return state
        return self._dealer_acts(state) if not state.special.owed else state

    def breaches(self, state: TableState, event: Event) -> Iterator[Breach]:
        """As everywhere; the first other event closes the initial flowers."""
        return super().breaches(self._opened(state, event), event)

    def step(self, state: TableState, event: Event) -> TableState:
        """As everywhere; the first other event closes the initial flowers."""
        return super().step(self._opened(state, event), event)

    def waits_of(self, player: Player) -> frozenset[Tile] | None:
        """A hand that keeps a flower waits for nothing."""
        return frozenset() if any(map(is_flower, player.concealed)) else super().waits_of(player)

    def turn_draws(self, state: TableState, seat: Seat) -> int:
        """Draws in turn, replacements left out; the dealer's seventeenth tile is one."""
        own: Own = state.players[seat].special
        return own.turn_draws

    # --- showing ----------------------------------------------------------------------------------------------------

    def flower_breaches(self, state: TableState, event: FlowerShown) -> Iterator[Breach]:
        """Drawn flowers are shown at once; one that was kept cannot be shown later (TW-3.2, TW-6.3)."""
        if state.phase is Phase.FLOWERS:
            if not is_flower(event.tile):
                yield self.breach("no_flower", _("only flowers are laid out"))
            yield from self.held_breaches(state.players[event.seat], (event.tile,), event.seat)
            if state.special.owed and event.seat != state.turn:
                message = _("%(seat)s still takes %(owed)s replacements", seat=state.turn, owed=state.special.owed)
                yield Breach("flower_order", "TW-2.10", message, "refused")
            return
        yield from super().flower_breaches(state, event)
        if state.special.ready_pending:
            yield Breach("ready_flower", "TW-3.11", _("the declaration is followed by its discard"), "refused")
        if state.drawn is not None and state.drawn != event.tile and is_flower(event.tile):
            yield Breach("old_flower", "TW-6.3", _("a flower kept before cannot be shown"), "open_dead_hand")

    def flower_shown(self, state: TableState, event: FlowerShown) -> TableState:
        """The flower lies open; it may be robbed, else a replacement is due."""
        opening = state.phase is Phase.FLOWERS
        owed = state.special.owed
        state = super().flower_shown(state, event)
        if opening:
            return state._replace(
                phase=Phase.FLOWERS, turn=event.seat, special=state.special._replace(owed=owed + 1), replacing=None
            )
        if self.left_for(state, event.seat) <= 0:
            # The last tile was a flower: no replacement, the hand is drawn (TW-2.13).
            return state._replace(phase=Phase.DRAW)
        if self.robber_of(state, event.seat) is not None:
            return state._replace(phase=Phase.ROB_FLOWER, offered=event.tile, passed=(), winners_here=())
        return state

    def draw_breaches(self, state: TableState, event: Drew) -> Iterator[Breach]:
        """Replacements of the deal's flowers are taken by the player who showed them."""
        if state.phase is Phase.FLOWERS:
            if event.seat != state.turn or not state.special.owed:
                yield Breach(
                    "flower_order", "TW-2.10", _("%(seat)s takes no replacement now", seat=event.seat), "refused"
                )
            yield from self.tile_breaches(state._replace(phase=Phase.REPLACE), event)
            return
        yield from super().draw_breaches(state, event)

    def drew(self, state: TableState, event: Drew) -> TableState:
        """A draw in turn is counted; a replacement of the deal leads back to its flowers."""
        player = state.players[event.seat]
        if state.phase is Phase.FLOWERS:
            left = state.special.owed - 1
            state = super().drew(state._replace(phase=Phase.REPLACE, replacing="flower"), event)
            state = state._replace(
                phase=Phase.FLOWERS, special=state.special._replace(owed=left), replacing=None, drawn=None
            )
            return state if left else self._after_replacements(state)
        if state.phase is Phase.DRAW:
            own: Own = player.special
            player = player._replace(special=own._replace(turn_draws=own.turn_draws + 1))
            state = state.with_player(event.seat, player)
        return super().drew(state, event)

    def _after_replacements(self, state: TableState) -> TableState:
        """Whose flowers come next: the same player's, or those of the next around the table (TW-2.10)."""
        rounds = self.parameters.flower_replacement_order == "rounds"
        seat = self._next_with_flower(state, (state.turn + 1) % 4 if rounds else state.turn)
        return self._dealer_acts(state) if seat is None else state._replace(turn=seat)

    # --- robbing ----------------------------------------------------------------------------------------------------

    def robber_of(self, state: TableState, shower: Seat) -> tuple[Seat, Seat] | None:
        """Who may rob a flower now, and from whom: the two cases of TW-3.10; None when nobody may."""
        if not self.parameters.qiqiangyi_enabled:
            return None
        shown = [len(player.flowers) for player in state.players]
        for seat in SEATS:
            if state.players[seat].dead or shown[seat] != 7:
                continue
            others = [other for other in SEATS if other != seat and shown[other] == 1]
            if others and shower in (seat, others[0]):
                return seat, others[0]
        return None

    def rob_flower_breaches(self, state: TableState, event: FlowerRobbed) -> Iterator[Breach]:
        """Only the holder of seven flowers robs the eighth, at the moment one of the two is shown (TW-3.10)."""
        right = self.robber_of(state, state.turn) if state.phase in (Phase.ROB_FLOWER, Phase.FLOWERS) else None
        if right != (event.seat, event.source):
            yield Breach("no_right_to_rob", "TW-3.10", _("this flower cannot be robbed now"), "refused")
        elif event.tile not in state.players[event.source].flowers:
            yield Breach("no_right_to_rob", "TW-3.10", _("the player does not show that flower"), "refused")

    def flower_robbed(self, state: TableState, event: FlowerRobbed) -> TableState:
        """The flower moves; the robber takes one replacement, in the deal none (TW-3.10)."""
        source = state.players[event.source]
        robber = state.players[event.seat]
        state = state.with_player(event.source, source._replace(flowers=without(source.flowers, (event.tile,))))
        state = state.with_player(event.seat, robber._replace(flowers=(*robber.flowers, event.tile)))
        robbed = Robbed(event.seat, event.source, event.tile, drawn=state.turn == event.seat)
        state = state._replace(special=state.special._replace(robbed=robbed), offered=None)
        if state.phase is Phase.FLOWERS:
            return state
        return state._replace(phase=Phase.REPLACE, turn=event.seat, replacing="flower")

    def flower_win_claimed(self, state: TableState, event: Won) -> bool:
        """True when the win is claimed on eight flowers, own or robbed (TW-6.12)."""
        return event.source is None and len(state.players[event.seat].flowers) == len(FLOWERS)

    def win_of(self, state: TableState, event: Won) -> tuple[Hand, Win]:
        """A flower robbed from a player who had just shown it is paid by that player alone (TW-5.7)."""
        robbed = state.special.robbed
        if robbed is not None and robbed.robber == event.seat and not robbed.drawn:
            hand, win = super().win_of(state, event._replace(source=None))
            return hand, win._replace(by=WinBy.DISCARD, last_tile=False)
        return super().win_of(state, event)

    def win_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """A robbed flower's win may name the robbed player as its source."""
        robbed = state.special.robbed
        if robbed is not None and robbed.robber == event.seat and event.source == robbed.source:
            event = event._replace(source=None, tile=None)
        player = state.players[event.seat]
        full = len(player.concealed) + 3 * len(player.melds) == 3 * self.ruleset.family.sets + 2
        if not full and self.flower_win_claimed(state, event):
            message = _("a win on flowers is claimed after the replacement is drawn")
            yield Breach("flower_win_early", "TW-3.31", message, "right_lost")
            return
        yield from super().win_breaches(state, event)

    def candidates(self, state: TableState) -> Iterator[Event]:
        """As everywhere, with the flowers of the deal and robbed ones."""
        if state.phase is Phase.FLOWERS:
            if state.special.owed:
                tile = self.next_tile(state._replace(phase=Phase.REPLACE), state.turn)
                yield Drew(state.turn, UNKNOWN if tile is None else tile)
            for flower in sorted(filter(is_flower, state.players[state.turn].concealed)):
                yield FlowerShown(state.turn, flower)
            if not state.special.owed:
                yield from self.candidates(self._dealer_acts(state))
            return
        if state.phase is Phase.ROB_FLOWER:
            right = self.robber_of(state, state.turn)
            if right is not None and state.offered is not None:
                robber, source = right
                yield from (FlowerRobbed(robber, source, tile) for tile in state.players[source].flowers)
        yield from super().candidates(state)

    def end_candidates(self, state: TableState) -> Iterator[Event]:
        """The end of the live wall."""
        yield Ended("exhaustive")
