"""Declaring riichi, ippatsu, and furiten in its three kinds (RI-3.23, RI-3.24, RI-6.2 to RI-6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import (
    Chowed,
    DeclaredRiichi,
    Discarded,
    Konged,
    Ponged,
    Won,
)
from engine.play.holding import add_lock, heap_of, lock_once, lock_until, without
from engine.play.table import UNORDERED, Breach, Lock, Phase, Player, TableState
from engine.play.transfers import Transfer
from engine.reading.decompositions import pack
from engine.reading.waits import missing_thirteen_orphans
from engine.rules.riichi.locks import AFTER_RIICHI, PERMANENT, TEMPORARY, own_discard_furiten
from engine.rules.riichi.settlement import STICK
from engine.rules.riichi.wall_play import DeadWallPlay, Felt
from engine.sentences import Sentence, gettext_noop
from engine.sentences import sentence as _
from engine.tiles.hand import Hand
from engine.tiles.seats import SEATS, Seat
from engine.tiles.tile import UNKNOWN, Tile, format_tile, kind_of


class RiichiPlay(DeadWallPlay):
    """What a declaration and a tile let pass do to a player."""

    # --- declaring -------------------------------------------------------------------------------------------------

    def riichi_breaches(self, state: TableState, event: DeclaredRiichi) -> Iterator[Breach]:
        """A closed hand that a discard leaves ready, in the own turn, with tiles left to draw (RI-3.23)."""
        yield from self.turn_breaches(state, event.seat, Phase.ACT)
        player = state.players[event.seat]
        if any(meld.is_exposed for meld in player.melds):
            yield Breach("riichi_open", "RI-3.23", _("the hand is open"), "dead_hand")
        if player.ready or state.riichi_pending:
            yield Breach("riichi_twice", "RI-3.23", _("riichi has been declared"), "refused")
        if player.dead:
            yield Breach("dead_hand", "RI-6.9", _("a dead hand declares no riichi"), "refused")
        # Four live tiles are one draw for everybody; with seat walls the own wall tells of the own draw.
        own_wall = state.setup.seat_walls is not None
        left = 4 * self.left_for(state, event.seat) if own_wall else self.live_left(state)
        if left < self.parameters.riichi_min_wall:
            message = _(
                "%(left)s live tiles are left, %(needed)s are needed",
                left=left,
                needed=self.parameters.riichi_min_wall,
            )
            yield Breach("riichi_wall", "RI-3.23", message, "refused")
        if self.parameters.riichi_needs_points and state.scores[event.seat] < STICK:
            yield Breach("riichi_points", "RI-3.23", _("riichi takes 1,000 points"), "refused")
        if UNKNOWN in player.concealed:
            missing = _("the concealed tiles of %(seat)s", seat=event.seat)
            yield Breach("riichi_not_ready", "RI-3.23", _("the hand has to be ready"), "", missing)
        elif player.concealed and not any(True for _ in self.ready_discards(player)):
            yield Breach("riichi_not_ready", "RI-3.23", _("no discard leaves the hand ready"), "chombo")

    def ready_discards(self, player: Player) -> Iterator[Tile]:
        """The tiles whose discard leaves the hand ready."""
        for tile in dict.fromkeys(player.concealed):
            rest = Hand(without(player.concealed, (tile,)), player.melds)
            if self.ruleset.waits(rest).ready:
                yield tile

    def declared_riichi(self, state: TableState, event: DeclaredRiichi) -> TableState:
        """The next discard lies sideways; the stick is paid when it passes."""
        return state._replace(riichi_pending=True)

    def discard_passed(self, state: TableState) -> TableState:
        """A riichi whose discard nobody won on is accepted: the stick lies on the table (RI-3.7)."""
        seat = state.turn
        player = state.players[seat]
        last = player.discards[-1]
        if not last.riichi or player.ready:
            return state
        first = len(player.discards) == 1 and not state.interrupted
        player = player._replace(ready="double_riichi" if first else "riichi", ready_at=last.at, special=True)
        felt: Felt = state.special
        stick = Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7")
        return state.with_player(seat, player)._replace(
            special=felt._replace(sticks=(*felt.sticks, seat)),
            transfers=(*state.transfers, stick),
            deposits=state.deposits + 1,
        )

    def no_ippatsu(self, state: TableState) -> TableState:
        """Any claim or kong ends ippatsu for everybody (RI-3.24)."""
        for seat in SEATS:
            if state.players[seat].special:
                state = state.with_player(seat, state.players[seat]._replace(special=None))
        return state

    # --- furiten ---------------------------------------------------------------------------------------------------

    def furiten_breaches(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        """Every kind of furiten the player is in (RI-6.2 to RI-6.4)."""
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
            lock = player.locked(kind)
            if lock is not None:
                passed = format_tile(lock.tile) if lock.tile is not None else _("a tile")
                message = Sentence(template, {"seat": seat, "passed": passed})
                unsure = None if lock.certain else lock.missing
                yield Breach(kind, clause, message, "chombo", unsure)

    def possible_lock(self, state: TableState, seat: Seat) -> Player:
        """A completing tile among the others' discards may have been passed since the own draw, or after riichi."""
        player = state.players[seat]
        drawn = state.turn == seat and state.phase is Phase.ACT
        if drawn and not player.ready:
            return player
        for step in (1, 2, 3):
            discards = state.players[(seat + step) % 4].discards
            # In order, and without riichi, only the latest discard of each player lies in the go-around.
            ordered = bool(discards) and discards[0].at != UNORDERED and not player.ready
            for discard in discards[-1:] if ordered else discards:
                if kind_of(discard.tile) in (player.waits or ()):
                    kind, clause = (AFTER_RIICHI, "RI-6.4") if player.ready else (TEMPORARY, "RI-6.3")
                    player = lock_once(
                        player,
                        Lock(
                            kind,
                            clause,
                            0,
                            discard.tile,
                            certain=False,
                            missing=heap_of((seat + step) % 4, discard.tile),
                        ),
                    )
        return player

    def player_drew(self, state: TableState, player: Player) -> Player:
        """The own draw ends temporary furiten, unless only the own discard does (RI-6.3, RI-E2)."""
        if self.parameters.temp_furiten_end == "own_discard":
            return player
        return lock_until(player, TEMPORARY, state.moment)

    def player_claimed(self, state: TableState, player: Player, event: Chowed | Ponged | Konged) -> Player:
        """So does an own claim."""
        return self.player_drew(state, player)

    def player_discarded(self, state: TableState, before: Player, after: Player, event: Discarded) -> Player:
        """Ippatsu is over; a riichi player who does not win on the own draw is furiten for good (RI-6.4)."""
        if after.special:
            after = after._replace(special=None)
        if self.parameters.temp_furiten_end == "own_discard":
            after = lock_until(after, TEMPORARY, state.moment)
        drawn = state.drawn
        if before.ready and drawn is not None and before.waits and kind_of(drawn) in before.waits:
            after = add_lock(after, Lock(AFTER_RIICHI, "RI-6.4", state.moment, drawn))
        return after

    def missed_win(self, state: TableState, seat: Seat, tile: Tile, *, certain: bool) -> Player:
        """A completing tile passed: furiten to the own next draw, after riichi for good (RI-6.3, RI-6.4)."""
        player = state.players[seat]
        if not certain:
            kind, clause = (AFTER_RIICHI, "RI-6.4") if player.ready else (TEMPORARY, "RI-6.3")
            return (
                player
                if player.locked(kind)
                else add_lock(
                    player,
                    Lock(kind, clause, state.moment, tile, certain=False, missing=self.unsure_of(state, seat, tile)),
                )
            )
        if state.replacing == "concealed_kong" and state.phase is Phase.ROB and not waits_for_orphans(player):
            return player
        if self.parameters.temp_furiten_needs_yaku and not player.ready:
            hand, win = self.win_of(state, Won(seat, state.turn, tile))
            if not self.ruleset.scorer(hand, win).win:
                return player
        kind, clause = (AFTER_RIICHI, "RI-6.4") if player.ready else (TEMPORARY, "RI-6.3")
        return lock_once(player, Lock(kind, clause, state.moment, tile))

    def public_locks(self, player: Player) -> list[dict[str, object]]:
        """Furiten by an own discard, which is read off the discards and not remembered."""
        tile = own_discard_furiten(player)
        return [{"kind": PERMANENT, "clause": "RI-6.2", "tile": format_tile(tile)}] if tile is not None else []


def waits_for_orphans(player: Player) -> bool:
    """True for a hand that is one tile from thirteen orphans."""
    return (
        not player.melds and UNKNOWN not in player.concealed and missing_thirteen_orphans(pack(player.concealed)) == 1
    )
