"""Playing riichi: dead wall, riichi and its stick, furiten, swap calling, kong dora, liability (RI-3, RI-6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, NamedTuple

from engine.decompositions import pack
from engine.events import (
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
from engine.hand import Hand
from engine.holding import add_lock, heap_of, holds_unknown, lock_once, lock_until, without
from engine.melds import MeldKind
from engine.points import Transfer
from engine.procedure import Procedure
from engine.rules.riichi.drawn_hands import abortive, ends_by_itself, nagashi_seats, undecided_seats
from engine.rules.riichi.locks import AFTER_RIICHI, PERMANENT, TEMPORARY, own_discard_furiten, riichi_kong_problem
from engine.rules.riichi.match_play import after_hand
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.settlement import STICK, WonHand, settle_exhaustive_draw, settle_nagashi, settle_wins
from engine.rules.riichi.view import Circumstances
from engine.scoring import ScoredHand
from engine.seats import SEATS, Seat, turn_order
from engine.table import UNORDERED, Breach, Lock, Phase, Player, Setup, TableState, WinRecord
from engine.tiles import DRAGONS, UNKNOWN, WINDS, Tile, format_tile, format_tiles, kind_of
from engine.waits import missing_thirteen_orphans

DEAD_WALL = 14
INDICATORS = 5
"""Most indicators that are ever turned, one for the hand and one for each kong."""


class Liable(NamedTuple):
    """Who feeds the last set of a yakuman answers for it (RI-6.10)."""

    winner: Seat
    pattern: str
    seat: Seat


class Felt(NamedTuple):
    """What lies on the table: sticks laid in this hand, liabilities, and the transfers before the wins."""

    sticks: tuple[Seat, ...] = ()
    liable: tuple[Liable, ...] = ()
    before_wins: tuple[Transfer, ...] = ()
    fourth_kong: bool = False
    open_kong: bool = False
    """The last kong was exposed or added."""


class RiichiProcedure(Procedure):
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
    common_block = DEAD_WALL
    parameters: Parameters

    # --- walls and indicators ---------------------------------------------------------------------------------------

    def complete_setup(self, setup: Setup) -> Setup:
        """The first indicator is the upper tile of the third stack of the dead wall (RI-2.12)."""
        if setup.wall is None or setup.dora_indicators:
            return setup
        return setup._replace(dora_indicators=(setup.wall[-6],))

    def after_deal(self, state: TableState) -> TableState:
        """Nothing lies on the table yet but the sticks carried over."""
        return state._replace(special=Felt())

    def found(self, state: TableState) -> TableState:
        """The stick of each declared riichi lies on the table."""
        sticks = tuple(seat for seat in SEATS if state.players[seat].ready)
        paid = tuple(Transfer(seat, None, STICK, "riichi_deposit", "RI-3.7") for seat in sticks)
        return state._replace(special=Felt(sticks), transfers=paid, deposits=state.setup.deposits + len(sticks))

    def reserve(self, state: TableState) -> int:
        """The dead wall keeps fourteen tiles, so each kong takes one from the live wall (RI-2.12)."""
        return DEAD_WALL

    def common_draws(self, state: TableState, seat: Seat) -> int:
        """One at most: the first kong of a seat is replaced from the common block, the others from the own wall."""
        due = state.turn == seat and state.phase in (Phase.REPLACE, Phase.ROB)
        return min(1, sum(meld.is_kong for meld in state.players[seat].melds) - (1 if due else 0))

    def draws_from_common(self, state: TableState, seat: Seat) -> bool:
        """The replacement of the first kong is."""
        return state.phase is Phase.REPLACE and self.common_draws(state, seat) == 0

    def common_replacement(self, state: TableState, seat: Seat) -> Tile | None:
        """Behind the indicators and the tiles under them each seat has one, from the dealer on."""
        common = state.setup.common
        return common[2 * INDICATORS + (seat - state.setup.dealer) % 4] if common else None

    def next_indicator(self, state: TableState) -> Tile | None:
        """What lies where the next indicator is turned; None where nobody knows it, or after the fifth."""
        turned = len(state.dora_indicators)
        wall, common = state.setup.wall, state.setup.common
        if turned >= INDICATORS or (wall is None and not common):
            return None
        return common[turned] if wall is None else wall[-6 - 2 * turned]

    def indicators_due(self, state: TableState) -> int:
        """Indicators of kongs that are not turned yet."""
        return 1 + state.kongs - len(state.dora_indicators)

    def under_indicators(self, state: TableState, number: int) -> tuple[Tile, ...]:
        """What lies under the first ``number`` indicators; nothing where nobody knows it."""
        wall, common = state.setup.wall, state.setup.common
        if wall is None:
            return common[INDICATORS : INDICATORS + number]
        return tuple(wall[-5 - 2 * at] for at in range(min(number, INDICATORS)))

    def dora_breaches(self, state: TableState, event: DoraTurned) -> Iterator[Breach]:
        """One indicator a kong, and the one that lies there (RI-3.18)."""
        due = self.indicators_due(state)
        if due <= 0:
            yield Breach("no_indicator_due", "RI-3.18", "no kong calls for an indicator", "RI-6.14")
        late = self.parameters.kan_dora_timing == "open_at_discard" and state.special.open_kong
        if late and due == 1 and state.phase is Phase.REPLACE:
            message = "the indicator of an exposed or added kong is turned with the next discard"
            yield Breach("dora_too_early", "RI-E4", message, "RI-6.14")
        expected = self.next_indicator(state)
        if expected not in (None, UNKNOWN, event.tile):
            yield self.breach("wall_tile", f"the indicator there is {format_tile(expected or 0)}")

    def ura_breaches(self, state: TableState, event: UraTurned) -> Iterator[Breach]:
        """Under the indicators one looks after the win of a riichi player (RI-4/ura_dora)."""
        if not any(state.players[record.seat].ready for record in state.wins):
            yield Breach("no_ura", "RI-4", "ura indicators are turned after the win of a riichi player", "refused")
        if len(event.tiles) != len(state.dora_indicators):
            message = f"{len(state.dora_indicators)} indicators have as many tiles under them"
            yield Breach("ura_number", "RI-4", message, "refused")
        under = self.under_indicators(state, len(event.tiles))
        if under and UNKNOWN not in (*under, *event.tiles) and under != event.tiles:
            yield self.breach("wall_tile", f"under the indicators lie {format_tiles(under)}")

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

    # --- riichi -----------------------------------------------------------------------------------------------------

    def riichi_breaches(self, state: TableState, event: DeclaredRiichi) -> Iterator[Breach]:
        """A closed hand that a discard leaves ready, in the own turn, with tiles left to draw (RI-3.23)."""
        yield from self.turn_breaches(state, event.seat, Phase.ACT)
        player = state.players[event.seat]
        if any(meld.is_exposed for meld in player.melds):
            yield Breach("riichi_open", "RI-3.23", "the hand is open", "dead_hand")
        if player.ready or state.riichi_pending:
            yield Breach("riichi_twice", "RI-3.23", "riichi has been declared", "refused")
        if player.dead:
            yield Breach("dead_hand", "RI-6.9", "a dead hand declares no riichi", "refused")
        # Four live tiles are one draw for everybody; with seat walls the own wall tells of the own draw.
        own_wall = state.setup.seat_walls is not None
        left = 4 * self.left_for(state, event.seat) if own_wall else self.live_left(state)
        if left < self.parameters.riichi_min_wall:
            message = f"{left} live tiles are left, {self.parameters.riichi_min_wall} are needed"
            yield Breach("riichi_wall", "RI-3.23", message, "refused")
        if self.parameters.riichi_needs_points and state.scores[event.seat] < STICK:
            yield Breach("riichi_points", "RI-3.23", "riichi takes 1,000 points", "refused")
        if UNKNOWN in player.concealed:
            missing = f"the concealed tiles of seat {event.seat}"
            yield Breach("riichi_not_ready", "RI-3.23", "the hand has to be ready", "", missing)
        elif player.concealed and not any(True for _ in self.ready_discards(player)):
            yield Breach("riichi_not_ready", "RI-3.23", "no discard leaves the hand ready", "chombo")

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

    def _no_ippatsu(self, state: TableState) -> TableState:
        """Any claim or kong ends ippatsu for everybody (RI-3.24)."""
        for seat in SEATS:
            if state.players[seat].special:
                state = state.with_player(seat, state.players[seat]._replace(special=None))
        return state

    # --- what may be done -------------------------------------------------------------------------------------------

    def draw_breaches(self, state: TableState, event: Drew) -> Iterator[Breach]:
        """A hand that has ended by itself is not drawn on."""
        yield from super().draw_breaches(state, event)
        ended = ends_by_itself(state, self.parameters)
        if ended is not None and state.phase is Phase.DRAW:
            yield Breach("abortive_draw", "RI-2.14", f"the hand is drawn: {ended}", "refused")

    def discard_breaches(self, state: TableState, event: Discarded) -> Iterator[Breach]:
        """Swap calling, and the hand of a riichi player, who discards what was drawn (RI-3.5, RI-3.21)."""
        yield from super().discard_breaches(state, event)
        player = state.players[event.seat]
        if kind_of(event.tile) in state.claimed:
            yield Breach("swap_calling", "RI-3.21", "this tile is barred after the claim", self.parameters.swap_effect)
        kept = event.drawn is False or (state.drawn not in (None, UNKNOWN) and event.tile != state.drawn)
        if player.ready and kept:
            yield Breach("riichi_hand", "RI-6.15", "after riichi the drawn tile is discarded", "dead_hand")
        if state.riichi_pending and UNKNOWN not in player.concealed and event.tile in player.concealed:
            rest = Hand(without(player.concealed, (event.tile,)), player.melds)
            if not self.ruleset.waits(rest).ready:
                yield Breach("riichi_not_ready", "RI-3.23", "this discard does not leave the hand ready", "chombo")

    def claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """Riichi players and dead hands claim nothing; a claim must leave a tile to discard."""
        yield from super().claim_breaches(state, event)
        player = state.players[event.seat]
        if player.ready:
            yield Breach("riichi_claim", "RI-3.11", "after riichi nothing is claimed", "refused")
        if player.dead:
            yield Breach("dead_claim", "RI-6.9", "a dead hand claims nothing", self.parameters.dead_hand_claim)
        if state.phase is Phase.CLAIM and state.special.fourth_kong:
            ended = ends_by_itself(state._replace(phase=Phase.DRAW), self.parameters)
            if ended is not None:
                yield Breach("abortive_draw", "RI-2.14", f"the hand is drawn: {ended}", "refused")

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
            yield Breach("fifth_kong", "RI-3.17", f"{state.kongs} kongs have been made", "refused")

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
            yield Breach("riichi_kong", "RI-6.5", "after riichi no kong is declared", "chombo")
        elif UNKNOWN in player.concealed:
            missing = f"the concealed tiles of seat {event.seat}"
            yield Breach("riichi_kong", "RI-6.5", "the kong must change nothing", "", missing)
        else:
            problem = riichi_kong_problem(player, kind_of(event.tile), state.drawn)
            if problem:
                yield Breach("riichi_kong", "RI-6.5", problem, "chombo")

    def _own_kong(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        if state.players[seat].dead and not self.parameters.dead_hand_self_kong:
            yield Breach("dead_claim", "RI-6.9", "a dead hand makes no kong", self.parameters.dead_hand_claim)
        if state.riichi_pending:
            yield Breach("riichi_kong", "RI-3.23", "riichi is followed by its discard", "refused")

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
            yield Breach("triple_ron", "RI-E5", "three winners on one tile draw the hand", "refused")

    def hand_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """Form and yaku, furiten, and robbing a concealed kong (RI-6.7)."""
        if state.riichi_pending:
            yield Breach("riichi_hand", "RI-3.23", "riichi is followed by its discard", "refused")
        yield from super().hand_breaches(state, event)
        if event.source is None:
            return
        yield from self.furiten_breaches(state, event.seat)
        if state.phase is Phase.ROB and state.replacing == "concealed_kong":
            hand, win = self.win_of(state, event)
            if not holds_unknown(hand):
                scored = self.ruleset.scorer(hand, win)
                if all(award.pattern != "thirteen_orphans" for award in scored.awards):
                    message = "a concealed kong is robbed by thirteen orphans only"
                    yield Breach("rob_concealed", "RI-3.14", message, "chombo")

    def furiten_breaches(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        """Every kind of furiten the player is in (RI-6.2 to RI-6.4)."""
        player = state.players[seat]
        if player.waits is None and player.discards:
            missing = f"the concealed tiles of seat {seat}"
            yield Breach("furiten", "RI-6.2", "an own discard may complete the hand", "", missing)
        elif player.waits and any(discard.tile == UNKNOWN for discard in player.discards):
            missing = f"every discard of seat {seat}"
            yield Breach("furiten", "RI-6.2", "an own discard may complete the hand", "", missing)
        tile = own_discard_furiten(player)
        if tile is not None:
            message = f"seat {seat} has discarded {format_tile(tile)}, which completes the hand"
            yield Breach("furiten", "RI-6.2", message, "chombo")
        for kind, clause, when in (
            (TEMPORARY, "RI-6.3", "in this go-around"),
            (AFTER_RIICHI, "RI-6.4", "after riichi"),
        ):
            lock = player.locked(kind)
            if lock is not None:
                passed = format_tile(lock.tile) if lock.tile is not None else "a tile"
                message = f"seat {seat} let {passed} pass {when}"
                unsure = None if lock.certain else lock.missing
                yield Breach(kind, clause, message, "chombo", unsure)

    def end_breaches(self, state: TableState, event: Ended) -> Iterator[Breach]:
        """An empty wall, or an abortive draw of the edition whose condition is met (RI-2.14, RI-E5)."""
        if event.kind == "nagashi":
            if not self.parameters.nagashi_mangan:
                yield self.breach("no_such_end", "there is no nagashi mangan under these rules")
            elif state.phase is Phase.DRAW and self.left_for(state, state.turn) <= 0 and not nagashi_seats(state):
                yield Breach("no_nagashi", "RI-4.40", "nobody has discarded terminals and honours only", "refused")
        if event.kind in ("exhaustive", "nagashi"):
            yield from super().end_breaches(state, Ended("exhaustive"))
            yield from self._false_riichi_breaches(state)
        elif event.kind not in self.parameters.abortive_draws:
            yield self.breach("no_such_end", f"a hand does not end by {event.kind} under these rules")
        else:
            problem = abortive(state, event.kind)
            if problem:
                yield Breach("no_abortive_draw", "RI-2.14", problem, "refused")
            else:
                unseen = ", ".join(f"the concealed tiles of seat {seat}" for seat in undecided_seats(state, event.kind))
                if unseen:
                    yield Breach("no_abortive_draw", "RI-2.14", "the hands have to be seen", "", unseen)

    def _false_riichi_breaches(self, state: TableState) -> Iterator[Breach]:
        """A riichi without a ready hand comes to light when the hands are shown at the draw (RI-6.8)."""
        for seat, player in enumerate(state.players):
            if player.ready and not player.dead and UNKNOWN not in player.concealed and not self.is_ready(player):
                message = f"seat {seat} has declared riichi and is not ready"
                yield Breach("riichi_not_ready", "RI-6.8", message, "chombo")

    def closes_window(self, state: TableState, event: Event) -> bool:
        """Three claims to win are judged while the tile is on offer."""
        if isinstance(event, Ended) and event.kind == "triple_ron":
            return False
        return super().closes_window(state, event)

    # --- locks ------------------------------------------------------------------------------------------------------

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
        if state.replacing == "concealed_kong" and state.phase is Phase.ROB and not _orphans(player):
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
        state = self._no_ippatsu(super().claim(state, event, kind, own))
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
        return state if self.parameters.ippatsu_with_robbed_kong else self._no_ippatsu(state)

    def kong_stands(self, state: TableState, kind: MeldKind) -> TableState:
        """A kong ends ippatsu, and where any interruption does, temporary furiten."""
        state = self._no_ippatsu(super().kong_stands(state, kind))
        if self.parameters.temp_furiten_end == "any_interruption":
            for seat in SEATS:
                state = state.with_player(seat, lock_until(state.players[seat], TEMPORARY, state.moment))
        return state

    def kong_declared(self, state: TableState, seat: Seat, kind: MeldKind) -> TableState:
        """Whether the indicator waits for the discard depends on the kind of the kong (RI-E4)."""
        felt: Felt = state.special
        return state._replace(special=felt._replace(open_kong=kind is not MeldKind.CONCEALED_KONG))

    def may_rob_concealed_kong(self, state: TableState) -> bool:
        """True when thirteen orphans wait, where the edition lets them rob (RI-3.14)."""
        return self.parameters.rob_concealed_kong and any(
            seat != state.turn and _orphans(state.players[seat]) for seat in SEATS
        )

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

    def unsettled(self, state: TableState) -> list[str]:
        """As everywhere, and who is ready at the end of the wall."""
        found = super().unsettled(state)
        if state.ended == "exhaustive":
            found += [
                f"the concealed tiles of seat {seat}: ready or not"
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


def _orphans(player: Player) -> bool:
    """True for a hand that is one tile from thirteen orphans."""
    return (
        not player.melds and UNKNOWN not in player.concealed and missing_thirteen_orphans(pack(player.concealed)) == 1
    )
