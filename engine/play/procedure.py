"""The flow of a hand that all families share; a family overrides what its rulebook says differently.

``breaches`` judges an event against a state, ``step`` carries it out and trusts it, ``candidates`` lists what might be
done. Families override the small methods (``win_breaches``, ``missed_win``, ``settle_win`` ...), never the flow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from engine.errors import HandError
from engine.play.events import (
    AddedKong,
    Chowed,
    ConcealedKong,
    DeclaredReady,
    DeclaredRiichi,
    Discarded,
    DoraTurned,
    Drew,
    Ended,
    Event,
    FlowerRobbed,
    FlowerShown,
    HandDied,
    Konged,
    Passed,
    Ponged,
    UraTurned,
    VoidChosen,
    Won,
)
from engine.play.family_rules import FamilyRules
from engine.play.holding import holds_unknown, picked, without
from engine.play.legality import WINDOWS
from engine.play.table import Breach, Discard, Phase, Player, Setup, TableState, WinRecord
from engine.sentences import sentence as _
from engine.tiles.melds import Meld, MeldKind
from engine.tiles.seats import SEATS
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of, sort_tiles

if TYPE_CHECKING:
    from engine.family import Ruleset

CLAIMS = (Chowed, Ponged, Konged)


class Procedure(FamilyRules):
    """The rules of play of one ruleset. The defaults are those that most families share."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._steps: dict[type[Any], Callable[[TableState, Any], TableState]] = {
            Drew: self.drew,
            Discarded: self.discarded,
            Chowed: self.chowed,
            Ponged: self.ponged,
            Konged: self.konged,
            AddedKong: self.added_kong,
            ConcealedKong: self.concealed_kong,
            FlowerShown: self.flower_shown,
            FlowerRobbed: self.flower_robbed,
            DeclaredRiichi: self.declared_riichi,
            DeclaredReady: self.declared_ready,
            VoidChosen: self.void_chosen,
            DoraTurned: self.dora_turned,
            Won: self.won,
            UraTurned: self.ura_turned,
            Passed: self.has_passed,
            Ended: self.has_ended,
            HandDied: self.hand_died,
        }

    # --- the way in -------------------------------------------------------------------------------------------------

    def start(self, setup: Setup) -> TableState:
        """The state after the deal: the dealer acts at once when dealt one tile more, else draws."""
        self.check_deal(setup)
        players = [Player(hand) for hand in setup.hands]
        for seat in SEATS:
            if len(players[seat].concealed) % 3 == 1:
                players[seat] = players[seat]._replace(waits=self.waits_of(players[seat]))
        first = players[setup.dealer]
        ready = len(first.concealed) % 3 == 2
        state = TableState(
            setup,
            (players[0], players[1], players[2], players[3]),
            Phase.ACT if ready else Phase.DRAW,
            setup.dealer,
            wall_left=self.tiles_behind(setup),
            drawn=first.concealed[-1] if ready else None,
            dora_indicators=setup.dora_indicators,
            deposits=setup.deposits,
        )
        if ready:
            state = state.with_player(setup.dealer, first._replace(draws=1))
        return self.after_deal(state)

    def complete_setup(self, setup: Setup) -> Setup:
        """A setup with a known wall, filled with what lies open at the start (indicators)."""
        return setup

    def check_deal(self, setup: Setup) -> None:
        """Raise HandError for a deal that cannot be: wrong numbers of tiles, more copies than the set has."""
        size = 3 * self.ruleset.family.sets + 1
        if len(setup.hands) != 4:
            raise HandError(_("a deal has four hands, not %(count)s", count=len(setup.hands)), at="deal")
        for seat, hand in enumerate(setup.hands):
            allowed = (size, size + 1) if seat == setup.dealer else (size,)
            if len(hand) not in allowed:
                raise HandError(
                    _("%(seat)s has %(count)s tiles in the deal, not %(size)s", seat=seat, count=len(hand), size=size),
                    at="deal",
                )
        counts = [0] * (UNKNOWN + 1)
        for part in (*setup.hands, *(setup.seat_walls or ()), setup.wall or (), setup.common):
            for tile in part:
                counts[tile] += 1
        if setup.wall is None and not setup.common:
            # Elsewhere the indicators lie in the tiles that are given.
            for tile in setup.dora_indicators:
                counts[tile] += 1
        for tile, count in enumerate(counts[:UNKNOWN]):
            if count > self.tile_set.copies[tile]:
                raise HandError(
                    _(
                        "%(count)s x %(tile)s in the deal, the set has %(copies)s",
                        count=count,
                        tile=format_tile(tile),
                        copies=self.tile_set.copies[tile],
                    ),
                    at="deal",
                )

    def breaches(self, state: TableState, event: Event) -> Iterator[Breach]:
        """Every clause against the event, one after the other; those with ``missing`` cannot be decided."""
        if self.closes_window(state, event):
            state = self.close_window(state)
        if state.phase is Phase.OVER and not isinstance(event, (Won, UraTurned)):
            return iter((self.breach("hand_over", _("the hand is over")),))
        return self._checks[type(event)](state, event)

    def step(self, state: TableState, event: Event) -> TableState:
        """The state after an event that is taken as legal."""
        if self.closes_window(state, event):
            state = self.close_window(state)
        after = self._steps[type(event)](state, event)
        return after._replace(moment=state.moment + 1)

    # --- windows for claims -----------------------------------------------------------------------------------------

    def closes_window(self, state: TableState, event: Event) -> bool:
        """True when a window is open and the event is none that belongs into it."""
        if state.phase not in WINDOWS:
            return False
        if isinstance(event, (Won, Passed, HandDied, UraTurned)):
            return False
        if isinstance(event, DoraTurned):
            return state.phase is Phase.ROB
        if state.phase is Phase.CLAIM and isinstance(event, CLAIMS):
            return bool(state.winners_here)
        return not (state.phase is Phase.ROB_FLOWER and isinstance(event, FlowerRobbed))

    def close_window(self, state: TableState) -> TableState:
        """Nobody claims any more: missed wins lock their players, a kong stands, the turn goes on."""
        state = self.note_missed_wins(state)
        if state.winners_here:
            return self.after_wins(state)
        if state.phase is Phase.CLAIM:
            state = self.discard_passed(state)
            return state._replace(phase=Phase.DRAW, turn=self.next_to_draw(state), offered=None, passed=())
        if state.phase is Phase.ROB:
            kind = MeldKind.ADDED_KONG if state.replacing == "added_kong" else MeldKind.CONCEALED_KONG
            return self.kong_stands(state, kind)
        return state._replace(phase=Phase.REPLACE, replacing="flower", offered=None, passed=())

    def note_missed_wins(self, state: TableState) -> TableState:
        """Let ``missed_win`` judge every player whom the tile on offer completes and who has not won on it."""
        tile = state.offered
        if tile is None or state.phase is Phase.ROB_FLOWER:
            return state
        kind = kind_of(tile)
        for step in (1, 2, 3):
            seat = (state.turn + step) % 4
            player = state.players[seat]
            if seat in state.winners_here or not self.still_in(player):
                continue
            waits = player.waits
            if waits is None or kind in waits or (tile == UNKNOWN and waits):
                changed = self.missed_win(state, seat, tile, certain=waits is not None and tile != UNKNOWN)
                if changed is not player:
                    state = state.with_player(seat, changed)
        return state

    # --- carrying events out ----------------------------------------------------------------------------------------

    def drew(self, state: TableState, event: Drew) -> TableState:
        """The tile joins the hand; the player acts."""
        player = state.players[event.seat]
        replacement = state.phase is Phase.REPLACE
        from_back = replacement and state.setup.seat_walls is None and self.replacements_from_back(state)
        player = self.player_drew(
            state, player._replace(concealed=(*player.concealed, event.tile), draws=player.draws + 1)
        )
        return state._replace(
            players=state.players_with(event.seat, player),
            phase=Phase.ACT,
            turn=event.seat,
            drawn=event.tile,
            wall_left=state.wall_left - 1,
            front=state.front + (0 if from_back else 1),
            back=state.back + (1 if from_back else 0),
            replacing=state.replacing if replacement else None,
            claimed=(),
        )

    def discarded(self, state: TableState, event: Discarded) -> TableState:
        """The tile leaves the hand and is on offer; the hand's waits are known again."""
        player = state.players[event.seat]
        drawn = event.drawn
        if drawn is None and state.drawn is not None:
            drawn = event.tile == state.drawn if state.drawn != UNKNOWN else None
        rest = without(player.concealed, (event.tile,), last=bool(drawn))
        changed = player._replace(
            concealed=rest,
            discards=(*player.discards, Discard(event.tile, state.moment, drawn, None, state.riichi_pending)),
        )
        changed = changed._replace(waits=self.waits_of(changed))
        changed = self.player_discarded(state, player, changed, event)
        return state._replace(
            players=state.players_with(event.seat, changed),
            phase=Phase.CLAIM,
            turn=event.seat,
            offered=event.tile,
            drawn=None,
            passed=(),
            claimed=(),
            winners_here=(),
        )

    def claim(
        self, state: TableState, event: Chowed | Ponged | Konged, kind: MeldKind, own: tuple[Tile, ...]
    ) -> TableState:
        """What chow, pung and exposed kong share: missed wins, the meld, the claimed discard."""
        state = self.discard_passed(self.note_missed_wins(state))
        source = state.players[event.source]
        last = source.discards[-1]._replace(claimed_by=event.seat, tile=event.tile)
        state = state.with_player(event.source, source._replace(discards=(*source.discards[:-1], last)))
        player = state.players[event.seat]
        meld = Meld(kind, sort_tiles((*own, event.tile)), event.tile, event.source)
        player = player._replace(concealed=without(player.concealed, own), melds=(*player.melds, meld))
        player = self.player_claimed(state, player, event)
        return state.with_player(event.seat, player)._replace(
            phase=Phase.MELDED,
            turn=event.seat,
            offered=None,
            passed=(),
            drawn=None,
            interrupted=True,
            replacing=None,
        )

    def chowed(self, state: TableState, event: Chowed) -> TableState:
        """A chow, and the discards it forbids."""
        state = self.claim(state, event, MeldKind.CHOW, event.own)
        return state._replace(claimed=self.forbidden_after_chow(event))

    def ponged(self, state: TableState, event: Ponged) -> TableState:
        """A pung, and the discards it forbids."""
        own = event.own or picked(state.players[event.seat].concealed, kind_of(event.tile), 2)
        state = self.claim(state, event, MeldKind.PUNG, own)
        return state._replace(claimed=self.forbidden_after_pung(event))

    def konged(self, state: TableState, event: Konged) -> TableState:
        """An exposed kong; a replacement is due."""
        own = event.own or picked(state.players[event.seat].concealed, kind_of(event.tile), 3)
        state = self.claim(state, event, MeldKind.KONG, own)
        state = state._replace(phase=Phase.REPLACE, replacing="kong", kongs=state.kongs + 1)
        return self.kong_declared(state, event.seat, MeldKind.KONG)

    def added_kong(self, state: TableState, event: AddedKong) -> TableState:
        """The tile is on offer to be robbed; the kong counts as made unless somebody wins on it."""
        player = state.players[event.seat]
        kind = kind_of(event.tile)
        melds = tuple(
            Meld(MeldKind.ADDED_KONG, sort_tiles((*meld.tiles, event.tile)), meld.claimed, meld.from_seat)
            if meld.kind is MeldKind.PUNG and meld.first == kind
            else meld
            for meld in player.melds
        )
        changed = player._replace(concealed=without(player.concealed, (event.tile,)), melds=melds)
        changed = self.player_konged(state, player, changed, event)
        return state.with_player(event.seat, changed)._replace(
            phase=Phase.ROB, offered=event.tile, passed=(), winners_here=(), replacing="added_kong"
        )

    def concealed_kong(self, state: TableState, event: ConcealedKong) -> TableState:
        """Four tiles leave the hand as a meld; a replacement is due, or the kong may be robbed where rules say so."""
        player = state.players[event.seat]
        own = picked(player.concealed, kind_of(event.tile), 4)
        meld = Meld(MeldKind.CONCEALED_KONG, sort_tiles(own))
        changed = player._replace(concealed=without(player.concealed, own), melds=(*player.melds, meld))
        changed = self.player_konged(state, player, changed, event)
        state = state.with_player(event.seat, changed)
        if self.may_rob_concealed_kong(state):
            return state._replace(
                phase=Phase.ROB, offered=event.tile, passed=(), winners_here=(), replacing="concealed_kong"
            )
        return self.kong_stands(state, MeldKind.CONCEALED_KONG)

    def kong_stands(self, state: TableState, kind: MeldKind) -> TableState:
        """An added or concealed kong was not robbed; a replacement is due."""
        state = state._replace(
            phase=Phase.REPLACE,
            replacing="kong",
            offered=None,
            passed=(),
            kongs=state.kongs + 1,
            interrupted=True,
            drawn=None,
        )
        return self.kong_declared(state, state.turn, kind)

    def flower_shown(self, state: TableState, event: FlowerShown) -> TableState:
        """The flower lies open; a replacement is due."""
        player = state.players[event.seat]
        player = player._replace(
            concealed=without(player.concealed, (event.tile,)), flowers=(*player.flowers, event.tile)
        )
        return state.with_player(event.seat, player)._replace(phase=Phase.REPLACE, replacing="flower", drawn=None)

    def flower_robbed(self, state: TableState, event: FlowerRobbed) -> TableState:
        """Taiwanese game only."""
        raise NotImplementedError

    def declared_riichi(self, state: TableState, event: DeclaredRiichi) -> TableState:
        """Japanese game only."""
        raise NotImplementedError

    def declared_ready(self, state: TableState, event: DeclaredReady) -> TableState:
        """Taiwanese game only."""
        raise NotImplementedError

    def void_chosen(self, state: TableState, event: VoidChosen) -> TableState:
        """Sichuan game only."""
        raise NotImplementedError

    def dora_turned(self, state: TableState, event: DoraTurned) -> TableState:
        """One indicator more."""
        return state._replace(dora_indicators=(*state.dora_indicators, event.tile))

    def ura_turned(self, state: TableState, event: UraTurned) -> TableState:
        """Japanese game only."""
        raise NotImplementedError

    def has_passed(self, state: TableState, event: Passed) -> TableState:
        """The player claims nothing on this tile; with the last answer to a tile won on, the window closes."""
        state = state._replace(passed=(*state.passed, event.seat))
        answered = len(state.passed) + len(state.winners_here)
        return self.close_window(state) if state.winners_here and answered == 3 else state

    def hand_died(self, state: TableState, event: HandDied) -> TableState:
        """The hand may not win any more."""
        return state.with_player(event.seat, state.players[event.seat]._replace(dead=event.cause))

    def won(self, state: TableState, event: Won) -> TableState:
        """The win is scored and settled; by default the hand is over."""
        hand, win = self.win_of(state, event)
        scored = None if holds_unknown(hand) else self.ruleset.scorer(hand, win)
        record = WinRecord(event.seat, event.source, event.tile, scored, state.moment)
        player = state.players[event.seat]
        state = state.with_player(event.seat, player._replace(won=player.won + 1))._replace(
            wins=(*state.wins, record), ended="win"
        )
        if event.source is not None:
            if state.phase is Phase.ROB and not state.winners_here:
                state = self.kong_robbed(state)
            state = state._replace(winners_here=(*state.winners_here, event.seat))
        else:
            state = state._replace(phase=Phase.OVER)
        if scored is not None:
            state = state._replace(transfers=(*state.transfers, *self.settle_win(state, record, scored)))
        return self.after_win(state, record)

    def kong_robbed(self, state: TableState) -> TableState:
        """The kong is not formed: an added tile leaves the meld, which stays a pung."""
        player = state.players[state.turn]
        tile = state.offered
        if state.replacing != "added_kong" or tile is None:
            return state
        melds = tuple(
            Meld(MeldKind.PUNG, without(meld.tiles, (tile,)), meld.claimed, meld.from_seat)
            if meld.kind is MeldKind.ADDED_KONG and meld.first == kind_of(tile)
            else meld
            for meld in player.melds
        )
        return state.with_player(state.turn, player._replace(melds=melds))

    def has_ended(self, state: TableState, event: Ended) -> TableState:
        """The hand ends without a win; what is due then is paid."""
        state = state._replace(phase=Phase.OVER, ended=event.kind)
        return state._replace(transfers=(*state.transfers, *self.settle_end(state, event.kind)))
