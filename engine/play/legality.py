"""What the rules say against an event: the checks that all families share, one generator an event type.

A check yields a Breach for every clause that is broken. Families extend a check by calling this one first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from engine.play.drawing import Drawing
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
from engine.play.holding import chow_choices, holds_unknown, matching, pung_choices
from engine.play.table import Breach, Phase, Player, TableState
from engine.sentences import Sentence
from engine.sentences import sentence as _
from engine.tiles.hand import Hand, Win
from engine.tiles.melds import MeldKind
from engine.tiles.seats import Seat, next_seat
from engine.tiles.tile import FIRST_RED, UNKNOWN, Tile, format_tile, is_flower, kind_of, sort_tiles

if TYPE_CHECKING:
    from engine.family import Ruleset

WINDOWS = frozenset({Phase.CLAIM, Phase.ROB, Phase.ROB_FLOWER})
OWN_TURN = frozenset({Phase.ACT, Phase.MELDED})


class Legality(Drawing):
    """The checks of one ruleset, and the events worth checking. ``Procedure`` carries events out."""

    prefix: ClassVar[str] = ""
    """The family's clause prefix."""

    false_win: ClassVar[str] = "false_win"
    """What a win that is shown and does not hold is called."""

    clause: ClassVar[dict[str, str]] = {}
    """Code of a shared breach -> the family's clause for it; ``turn`` serves codes without an entry."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self._checks: dict[type[Any], Callable[[TableState, Any], Iterator[Breach]]] = {
            Drew: self.draw_breaches,
            Discarded: self.discard_breaches,
            Chowed: self.chow_breaches,
            Ponged: self.pung_breaches,
            Konged: self.kong_breaches,
            AddedKong: self.added_kong_breaches,
            ConcealedKong: self.concealed_kong_breaches,
            FlowerShown: self.flower_breaches,
            FlowerRobbed: self.rob_flower_breaches,
            DeclaredRiichi: self.riichi_breaches,
            DeclaredReady: self.ready_breaches,
            VoidChosen: self.void_breaches,
            DoraTurned: self.dora_breaches,
            Won: self.win_breaches,
            UraTurned: self.ura_breaches,
            Passed: self.pass_breaches,
            Ended: self.end_breaches,
            HandDied: self.dead_breaches,
        }

    def breach(
        self, code: str, message: Sentence, *, consequence: str = "refused", missing: Sentence | None = None
    ) -> Breach:
        """A breach of the shared flow, with the family's clause for its code."""
        return Breach(code, self.clause.get(code, self.clause.get("turn", self.prefix)), message, consequence, missing)

    def win_of(self, state: TableState, event: Won) -> tuple[Hand, Win]:
        """The hand with its winning tile, and the circumstances that the state shows."""
        raise NotImplementedError

    def several_winners(self, state: TableState) -> bool:
        """True where more than one player may win on the tile on offer."""
        return False

    def close_window(self, state: TableState) -> TableState:
        """The state after a window in which nobody claims any more."""
        raise NotImplementedError

    # --- who may do what --------------------------------------------------------------------------------------------

    def turn_breaches(self, state: TableState, seat: Seat, *phases: Phase) -> Iterator[Breach]:
        """Not this player's turn, or not the moment for this event."""
        if state.phase not in phases:
            yield self.breach("phase", _("the table waits for %(phase)s", phase=Sentence(state.phase.value)))
        elif seat != state.turn:
            yield self.breach(
                "turn", _("it is the turn of %(seat_in_turn)s, not of %(seat)s", seat_in_turn=state.turn, seat=seat)
            )

    def draw_breaches(self, state: TableState, event: Drew) -> Iterator[Breach]:
        """A draw out of turn, from an empty wall, or of a tile that cannot be there."""
        yield from self.turn_breaches(state, event.seat, Phase.DRAW, Phase.REPLACE)
        if state.phase is Phase.DRAW and self.left_for(state, event.seat) <= 0:
            yield self.breach("wall_empty", _("no tile is left to draw"))
        yield from self.tile_breaches(state, event)

    def tile_breaches(self, state: TableState, event: Drew) -> Iterator[Breach]:
        """The tile is not the one the wall has there, or all its copies have been seen."""
        if event.tile == UNKNOWN:
            return
        expected = self.next_tile(state, event.seat)
        if expected is not None and expected != event.tile:
            yield self.breach(
                "wall_tile",
                _(
                    "the wall has %(expected)s here, not %(tile)s",
                    expected=format_tile(expected),
                    tile=format_tile(event.tile),
                ),
            )
        elif is_flower(event.tile) and not self.with_flowers(state.setup):
            yield self.breach("copies", _("seat walls are dealt without flowers"))
        elif self.seen(state, event.tile) >= self.tile_set.copies[event.tile]:
            copies = self.tile_set.copies[event.tile]
            yield self.breach(
                "copies",
                _(
                    "all %(copies)s of the %(tile)s are accounted for",
                    copies=copies or _("none"),
                    tile=format_tile(event.tile),
                ),
            )

    def seen(self, state: TableState, tile: Tile) -> int:
        """How many of this very tile lie in hands, melds, flowers and unclaimed discards."""
        count = 0
        for player in state.players:
            count += player.concealed.count(tile) + player.flowers.count(tile)
            for meld in player.melds:
                count += meld.tiles.count(tile)
            for discard in player.discards:
                if discard.tile == tile and discard.claimed_by is None:
                    count += 1
        return count

    def held_breaches(self, player: Player, tiles: tuple[Tile, ...], seat: Seat) -> Iterator[Breach]:
        """The player does not hold these concealed tiles; unknown tiles may stand for any."""
        rest = list(player.concealed)
        for tile in tiles:
            if tile in rest:
                rest.remove(tile)
            elif UNKNOWN in rest:
                rest.remove(UNKNOWN)
            else:
                yield self.breach("not_held", _("%(seat)s does not hold %(tile)s", seat=seat, tile=format_tile(tile)))
                return

    def holds(self, player: Player, tile: Tile) -> bool:
        """True when the tile is, or may be, among the concealed ones."""
        return tile in player.concealed or UNKNOWN in player.concealed

    def keeps_drawn(self, state: TableState, event: Discarded) -> bool:
        """True when the discard is surely another tile than the one just drawn."""
        if state.drawn is None:
            return False
        return event.drawn is False if state.drawn == UNKNOWN else event.tile != state.drawn

    def discard_breaches(self, state: TableState, event: Discarded) -> Iterator[Breach]:
        """A discard out of turn or of a tile not held; families add what may not be discarded."""
        yield from self.turn_breaches(state, event.seat, *OWN_TURN)
        yield from self.held_breaches(state.players[event.seat], (event.tile,), event.seat)
        if event.drawn and state.drawn not in (None, UNKNOWN, event.tile):
            yield self.breach("drawn_tile", _("the tile drawn was %(tile)s", tile=format_tile(state.drawn or 0)))

    def offer_breaches(self, state: TableState, event: Chowed | Ponged | Konged | Won) -> Iterator[Breach]:
        """Another tile, or another player's, is on offer; undecided where nobody saw which tile it was."""
        if event.source != state.turn or (event.tile != state.offered and state.offered != UNKNOWN):
            offered = format_tile(state.offered) if state.offered is not None else _("nothing")
            yield self.breach("no_discard", _("%(seat)s has offered %(offered)s", seat=state.turn, offered=offered))
        elif state.offered == UNKNOWN:
            missing = _("the discard of %(seat)s before the claim", seat=state.turn)
            yield self.breach("no_discard", _("nobody knows which tile is on offer"), consequence="", missing=missing)

    def claim_breaches(self, state: TableState, event: Chowed | Ponged | Konged) -> Iterator[Breach]:
        """No such discard is on offer, or this player may not claim it."""
        if state.phase is not Phase.CLAIM:
            yield self.breach("no_discard", _("no discard is there to be claimed"))
            return
        yield from self.offer_breaches(state, event)
        if event.seat == state.turn:
            yield self.breach("own_discard", _("nobody claims the own discard"))
        if not self.still_in(state.players[event.seat]):
            yield self.breach("has_won", _("%(seat)s has left the hand", seat=event.seat))
        if event.seat in state.passed:
            yield self.breach("passed", _("%(seat)s has passed on this tile", seat=event.seat))
        # With seat walls nobody claims once the next wall is empty: the claim would only move the end of the hand.
        own_walls = state.setup.seat_walls is not None
        if self.left_for_next(state) <= 0 and (own_walls or not self.may_claim_last(event)):
            yield self.breach("last_discard", _("the last discard may only be won on"))

    def no_discard_left_breaches(
        self, state: TableState, event: Chowed | Ponged, own: tuple[Tile, ...], barred: tuple[Tile, ...]
    ) -> Iterator[Breach]:
        """A claim after which every tile left would be barred."""
        if not barred:
            return
        rest = [kind_of(tile) for tile in state.players[event.seat].concealed]
        for tile in own:
            if kind_of(tile) in rest:
                rest.remove(kind_of(tile))
        if rest and all(kind in barred for kind in rest):
            yield self.breach("no_discard_left", _("every tile left would be barred after this claim"))

    def may_claim_last(self, event: Chowed | Ponged | Konged) -> bool:
        """True for claims that the rules allow on the discard after the last tile."""
        return False

    def chow_breaches(self, state: TableState, event: Chowed) -> Iterator[Breach]:
        """A chow by another than the next player, of tiles that are no chow or not held."""
        yield from self.claim_breaches(state, event)
        if event.seat != next_seat(event.source):
            yield self.breach("chow_seat", _("only the next player may chow a discard"))
        kinds = sorted(map(kind_of, (*event.own, event.tile)))
        if len(kinds) != 3 or kinds[0] >= 27 or kinds[0] % 9 > 6 or kinds != list(range(kinds[0], kinds[0] + 3)):
            yield self.breach("no_chow", _("these tiles are no chow"))
        yield from self.held_breaches(state.players[event.seat], event.own, event.seat)

    def pung_breaches(self, state: TableState, event: Ponged) -> Iterator[Breach]:
        """A pung of tiles that are not held."""
        yield from self.claim_breaches(state, event)
        yield from self.matching_breaches(state, event, 2)

    def kong_breaches(self, state: TableState, event: Konged) -> Iterator[Breach]:
        """A kong of tiles that are not held, or without a replacement."""
        yield from self.claim_breaches(state, event)
        yield from self.matching_breaches(state, event, 3)
        yield from self.any_kong_breaches(state, event.seat)

    def matching_breaches(self, state: TableState, event: Ponged | Konged, number: int) -> Iterator[Breach]:
        """The player does not hold so many tiles of the kind claimed."""
        kind = kind_of(event.tile)
        player = state.players[event.seat]
        if event.own:
            if len(event.own) != number or any(kind_of(tile) != kind for tile in event.own):
                yield self.breach(
                    "no_set", _("%(number)s more %(tile)s are needed", number=number, tile=format_tile(kind))
                )
            yield from self.held_breaches(player, event.own, event.seat)
        elif len(matching(player.concealed, kind)) + player.concealed.count(UNKNOWN) < number:
            yield self.breach(
                "not_held",
                _("%(seat)s does not hold %(number)s %(tile)s", seat=event.seat, number=number, tile=format_tile(kind)),
            )

    def any_kong_breaches(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        """What bars every kong: no tile left to replace it."""
        if self.left_for(state, seat) <= 0:
            yield self.breach("no_replacement", _("no tile is left to replace a kong"))

    def added_kong_breaches(self, state: TableState, event: AddedKong) -> Iterator[Breach]:
        """A tile added where no own pung lies, or not held."""
        yield from self.kong_moment_breaches(state, event.seat)
        player = state.players[event.seat]
        kind = kind_of(event.tile)
        if not any(meld.kind is MeldKind.PUNG and meld.first == kind for meld in player.melds):
            yield self.breach("no_pung", _("%(seat)s has no pung of %(tile)s", seat=event.seat, tile=format_tile(kind)))
        yield from self.held_breaches(player, (event.tile,), event.seat)
        yield from self.any_kong_breaches(state, event.seat)

    def concealed_kong_breaches(self, state: TableState, event: ConcealedKong) -> Iterator[Breach]:
        """Fewer than four of the kind in the hand."""
        yield from self.kong_moment_breaches(state, event.seat)
        player = state.players[event.seat]
        if len(matching(player.concealed, kind_of(event.tile))) + player.concealed.count(UNKNOWN) < 4:
            yield self.breach(
                "not_held",
                _("%(seat)s does not hold four %(tile)s", seat=event.seat, tile=format_tile(kind_of(event.tile))),
            )
        yield from self.any_kong_breaches(state, event.seat)

    def kong_moment_breaches(self, state: TableState, seat: Seat) -> Iterator[Breach]:
        """Not the own turn, or a discard is due after a claim."""
        phases = self.kong_phases()
        if state.phase is Phase.MELDED and seat == state.turn and Phase.MELDED not in phases:
            yield self.breach("kong_after_claim", _("a claim is followed by a discard, not by a kong"))
        else:
            yield from self.turn_breaches(state, seat, *phases)

    def kong_phases(self) -> tuple[Phase, ...]:
        """The phases of the own turn in which a kong may be declared."""
        return (Phase.ACT,)

    def flower_breaches(self, state: TableState, event: FlowerShown) -> Iterator[Breach]:
        """A flower out of turn or not held."""
        yield from self.turn_breaches(state, event.seat, Phase.ACT)
        if not is_flower(event.tile):
            yield self.breach("no_flower", _("%(tile)s is no flower", tile=format_tile(event.tile)))
        yield from self.held_breaches(state.players[event.seat], (event.tile,), event.seat)

    def rob_flower_breaches(self, state: TableState, event: FlowerRobbed) -> Iterator[Breach]:
        """Robbing a flower exists in the Taiwanese game only."""
        yield self.breach("no_such_event", _("flowers are not robbed under these rules"))

    def riichi_breaches(self, state: TableState, event: DeclaredRiichi) -> Iterator[Breach]:
        """Riichi exists in the Japanese game only."""
        yield self.breach("no_such_event", _("there is no riichi under these rules"))

    def ready_breaches(self, state: TableState, event: DeclaredReady) -> Iterator[Breach]:
        """Declared readiness exists in the Taiwanese game only."""
        yield self.breach("no_such_event", _("readiness is not declared under these rules"))

    def void_breaches(self, state: TableState, event: VoidChosen) -> Iterator[Breach]:
        """Void suits exist in the Sichuan game only."""
        yield self.breach("no_such_event", _("there are no void suits under these rules"))

    def dora_breaches(self, state: TableState, event: DoraTurned) -> Iterator[Breach]:
        """Dora exist in the Japanese game only."""
        yield self.breach("no_such_event", _("there is no dora under these rules"))

    def ura_breaches(self, state: TableState, event: UraTurned) -> Iterator[Breach]:
        """Ura dora exist in the Japanese game only."""
        yield self.breach("no_such_event", _("there is no ura dora under these rules"))

    def pass_breaches(self, state: TableState, event: Passed) -> Iterator[Breach]:
        """There is nothing to pass on."""
        if state.phase not in WINDOWS or event.seat == state.turn:
            yield self.breach("nothing_to_pass", _("%(seat)s has nothing to pass on", seat=event.seat))
        elif event.seat in state.passed or event.seat in state.winners_here:
            yield self.breach("passed", _("%(seat)s has already answered", seat=event.seat))

    def end_breaches(self, state: TableState, event: Ended) -> Iterator[Breach]:
        """The hand may end by an empty wall only; families add their abortive draws."""
        if event.kind != "exhaustive":
            yield self.breach("no_such_end", _("a hand does not end by %(end)s under these rules", end=event.kind))
        elif state.phase is not Phase.DRAW or self.left_for(state, state.turn) > 0:
            yield self.breach("wall_left", _("%(left)s tiles are left to draw", left=self.left_for(state, state.turn)))

    def dead_breaches(self, state: TableState, event: HandDied) -> Iterator[Breach]:
        """A hand is dead once."""
        if state.players[event.seat].dead:
            yield self.breach("dead_already", _("the hand of %(seat)s is dead already", seat=event.seat))

    def win_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """No tile to win on, a dead hand, or what ``hand_breaches`` finds in the tiles."""
        player = state.players[event.seat]
        if event.source is None:
            yield from self.turn_breaches(state, event.seat, Phase.ACT)
            if event.tile is not None and state.drawn not in (None, UNKNOWN, event.tile):
                yield self.breach("drawn_tile", _("the tile drawn was %(tile)s", tile=format_tile(state.drawn or 0)))
        else:
            if state.phase not in (Phase.CLAIM, Phase.ROB):
                last = state.wins[-1] if state.wins else None
                taken = last is not None and (last.source, last.tile) == (event.source, event.tile)
                if taken and not self.several_winners(state):
                    yield self.breach("head_bump", _("only the first player in turn order wins on a tile"))
                else:
                    yield self.breach("no_discard", _("no tile is there to win on"))
                return
            yield from self.offer_breaches(state, event)
            if event.seat == state.turn:
                yield self.breach("own_discard", _("nobody wins on the own discard"))
            if event.seat in state.winners_here or event.seat in state.passed:
                yield self.breach("passed", _("%(seat)s has already answered", seat=event.seat))
            yield from self.winner_order_breaches(state, event)
        if not self.still_in(player):
            yield self.breach("has_won", _("%(seat)s has left the hand", seat=event.seat))
        if player.dead:
            yield self.breach(
                "dead_hand",
                _("the hand of %(seat)s is dead (%(cause)s)", seat=event.seat, cause=player.dead),
                consequence=self.false_win,
            )
        if event.source is None and event.tile is not None and not self.holds(player, event.tile):
            yield self.breach(
                "not_held", _("%(seat)s does not hold %(tile)s", seat=event.seat, tile=format_tile(event.tile))
            )
            return
        tiles = len(player.concealed) + 3 * len(player.melds) + (event.source is not None)
        if tiles != 3 * self.ruleset.family.sets + 2:
            yield self.breach(
                "incomplete", _("%(count)s tiles are no winning hand", count=tiles), consequence=self.false_win
            )
            return
        yield from self.hand_breaches(state, event)

    def winner_order_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """Several winners: by default only the first in turn order wins (head bump)."""
        if state.winners_here:
            yield self.breach("head_bump", _("only the first player in turn order wins on a tile"))

    def hand_breaches(self, state: TableState, event: Won) -> Iterator[Breach]:
        """The tiles do not win; undecided while some of them are unknown."""
        hand, win = self.win_of(state, event)
        if holds_unknown(hand):
            yield self.breach(
                "unknown_hand",
                _("the hand has unknown tiles"),
                missing=_("the concealed tiles of %(seat)s", seat=event.seat),
            )
            return
        scored = self.ruleset.scorer(hand, win)
        if not scored.complete and not scored.win:
            yield self.breach("incomplete", _("the tiles are no winning hand"), consequence=self.false_win)
        for reason in scored.reasons:
            if reason.code != "incomplete":
                yield Breach(reason.code, reason.clause, reason.message, self.false_win)

    # --- what might be done -----------------------------------------------------------------------------------------

    def candidates(self, state: TableState) -> Iterator[Event]:
        """Events worth judging in this state, in a fixed order; ``legal_events`` keeps those without a breach."""
        if state.phase is Phase.OVER:
            return
        if state.phase in WINDOWS:
            yield from self.window_candidates(state)
            closed = self.close_window(state)
            if closed.phase not in WINDOWS and closed.phase is not Phase.OVER:
                yield from self.candidates(closed)
        elif state.phase in (Phase.DRAW, Phase.REPLACE):
            tile = self.next_tile(state, state.turn)
            yield Drew(state.turn, UNKNOWN if tile is None else tile)
            yield from self.end_candidates(state)
        else:
            yield from self.turn_candidates(state)
            yield from self.end_candidates(state)

    def end_candidates(self, state: TableState) -> Iterator[Event]:
        """Ways in which the hand may end now."""
        yield Ended("exhaustive")

    def turn_candidates(self, state: TableState) -> Iterator[Event]:
        """What the player in turn might do."""
        seat = state.turn
        player = state.players[seat]
        tiles = sort_tiles(set(player.concealed))
        if state.phase is Phase.ACT:
            yield Won(seat, None, state.drawn)
        for tile in tiles:
            if len(matching(player.concealed, kind_of(tile))) == 4 and tile < FIRST_RED and not is_flower(tile):
                yield ConcealedKong(seat, tile)
            if any(meld.kind is MeldKind.PUNG and meld.first == kind_of(tile) for meld in player.melds):
                yield AddedKong(seat, tile)
            if is_flower(tile):
                yield FlowerShown(seat, tile)
        for tile in tiles:
            yield Discarded(seat, tile)

    def window_candidates(self, state: TableState) -> Iterator[Event]:
        """What the others might do with the tile on offer, in turn order from the player who offers it."""
        tile = state.offered
        if tile is None:
            return
        kind = kind_of(tile)
        for step in (1, 2, 3):
            seat = (state.turn + step) % 4
            player = state.players[seat]
            yield Won(seat, state.turn, tile)
            if state.phase is Phase.CLAIM:
                same = matching(player.concealed, kind)
                if len(same) >= 3:
                    yield Konged(seat, state.turn, tile)
                if len(same) >= 2:
                    for own in pung_choices(same):
                        yield Ponged(seat, state.turn, tile, own)
                if step == 1 and kind < 27:
                    yield from (Chowed(seat, state.turn, tile, own) for own in chow_choices(player.concealed, kind))
            yield Passed(seat)
