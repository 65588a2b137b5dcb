"""Disputes about a win: right or wrong, by whom of several, for how much, under which lock."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from engine.play.events import ConcealedKong, HandDied, Passed, Won
from engine.play.procedure import procedure_of
from engine.play.table import Breach, IllegalEvent, Phase, TableState, apply, why_not
from engine.play.walks import Walk
from engine.records.cases import locks_of
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.tiles.seats import turn_order
from engine.tiles.tile import UNKNOWN, is_flower, kind_of
from judging.law.disputes.moment import DisputeKind, Moment, moment_of
from judging.law.families import law_of


class Tried(NamedTuple):
    """A win that somebody might claim: its scored hand and every clause against it."""

    event: Won
    scored: ScoredHand
    breaches: list[Breach]


def claimable(state: TableState) -> Iterator[Won]:
    """The wins that the shape of the hands allows now, and those that it does not."""
    if state.phase is Phase.ACT and state.drawn_tile not in (None, UNKNOWN):
        yield Won(state.turn, None, state.drawn_tile)
    elif state.phase in (Phase.CLAIM, Phase.ROB) and state.offered is not None and not is_flower(state.offered):
        for seat in turn_order(state.turn)[1:]:
            player = state.players[seat]
            if procedure_of(state.ruleset).wall.still_in(player) and not any(map(is_flower, player.concealed)):
                yield Won(seat, state.turn, state.offered)


def completes(state: TableState, event: Won) -> bool:
    """Whether the tile completes the hand by its shape."""
    waits = state.players[event.seat].waits
    return bool(waits) and event.tile is not None and kind_of(event.tile) in (waits or ())


def tried(state: TableState, event: Won) -> Tried:
    """The win as the rules of play see it."""
    play = procedure_of(state.ruleset)
    hand, win = play.answers.win_of(play, state, event)
    return Tried(event, play.ruleset.scorer(hand, win), why_not(state, event))


def locked(state: TableState, seat: int) -> bool:
    """Whether a lock with a clause of its own is in force."""
    return any(row["seat"] == seat and "clause" in row for row in locks_of(state))


def _complete(walk: Walk, at: int, fits: Callable[[TableState, Tried], bool]) -> Iterator[Moment]:
    state = walk.states[at]
    for event in claimable(state):
        if completes(state, event):
            found = tried(state, event)
            if fits(state, found):
                yield moment_of(walk, at, event.seat, event, **named(found.scored))


def named(scored: ScoredHand) -> dict[str, Any]:
    """What the winner says of the hand, named in full."""
    return {"named_points": int(str(scored.value.get("points") or 0))} if scored.win else {}


def right_wins(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A win to which nothing can be said."""
    return _complete(walk, at, lambda state, found: not found.breaches)


def too_little(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A complete hand that does not count enough."""
    return _complete(walk, at, lambda state, found: found.scored.complete and not found.scored.win)


def locked_wins(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A hand that would win, were it not for a tile let pass or discarded; or that wins although there was one."""

    def fits(state: TableState, found: Tried) -> bool:
        return found.scored.win and found.event.source is not None and locked(state, found.event.seat)

    return _complete(walk, at, fits)


def wrong_forms(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """Tiles without a winning form, mostly of a hand that is ready for something else."""
    state = walk.states[at]
    for event in claimable(state):
        player = state.players[event.seat]
        near = (
            player.waits
            and event.tile is not None
            and any(abs(kind_of(event.tile) - wait) <= 3 for wait in player.waits)
        )
        if not completes(state, event) and rng.random() < (0.7 if near else 0.004):
            yield moment_of(walk, at, event.seat, event)


def dead_wins(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A win that nothing would bar, of a hand ruled dead a moment ago."""
    for right in right_wins(walk, at, rng):
        ruled = HandDied(right.seat, "ruling")
        try:
            dead = apply(right.now, ruled)
        except IllegalEvent:
            continue
        yield right._replace(events=(*right.events, ruled), states=(*right.states, dead))


def late_wins(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A win on the tile of another, claimed when play has gone on."""
    if at >= len(walk.events) or isinstance(walk.events[at], Won | Passed):
        return
    for right in right_wins(walk, at, rng):
        if walk.states[at].phase is Phase.CLAIM:
            yield right._replace(since=(walk.events[at],), said={**right.said, "in_time": False})


def robbed_concealed_kongs(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A win claimed on the tile of a concealed kong."""
    event, state = walk.events[at - 1] if at else None, walk.states[at]
    if not isinstance(event, ConcealedKong) or state.phase is Phase.OVER:
        return
    for seat in turn_order(event.seat)[1:]:
        waits = state.players[seat].waits
        if waits and kind_of(event.tile) in waits:
            claim = Won(seat, event.seat, event.tile)
            yield moment_of(walk, at, seat, claim, by="robbed_kong", robbed_kong_kind="concealed")


def right_claimants(state: TableState) -> list[int]:
    """Who could win on the tile on offer, were nobody else there, in turn order from its owner."""
    return [
        event.seat
        for event in claimable(state)
        if event.source is not None and completes(state, event) and not why_not(state, event)
    ]


def several_winners(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """Two or three claim the same tile, perhaps one of them wrongly."""
    state = walk.states[at]
    if state.phase not in (Phase.CLAIM, Phase.ROB) or state.winners_here or state.passed:
        return
    right = right_claimants(state)
    others = [event.seat for event in claimable(state) if event.seat not in right and state.players[event.seat].waits]
    claimants = right + others[: 1 if len(right) > 1 and rng.random() < 0.7 else 0]
    if len(right) > 1:
        heard = rng.sample(claimants, len(claimants))
        first = next(seat for seat in heard if seat in right)
        said = {
            "claimants": sorted(claimants),
            "valid_seats": sorted(right),
            "source": state.turn,
            "first_caller": first,
        }
        yield moment_of(walk, at, first, None, **said)


def values(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A right win, with its value named right or a little wrong."""
    for right in right_wins(walk, at, rng):
        found = tried(right.now, right.event) if isinstance(right.event, Won) else None
        if found is not None:
            worth = int(str(found.scored.value.get(law_of(right.ruleset.family).value_unit) or 0))
            claimed = max(worth + rng.choice((-2, -1, 0, 0, 1, 2)), 0)
            yield right._replace(said={**right.said, "claimed_value": claimed})


def locks(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A player asks whether a win is barred, although nothing is claimed yet."""
    state = walk.states[at]
    if state.phase not in (Phase.DRAW, Phase.CLAIM, Phase.ACT):
        return
    for seat, player in enumerate(state.players):
        if not player.waits or len(player.concealed) % 3 != 1 or seat == state.turn:
            continue
        if not player.locks and not locked(state, seat) and rng.random() > 0.02:
            continue
        yield moment_of(walk, at, seat)


WINS = (
    DisputeKind("win_right", "win", gettext_noop("A win is doubted"), right_wins, pays=True),
    DisputeKind("win_form", "win", gettext_noop("A win without a winning form"), wrong_forms, pays=True),
    DisputeKind("win_little", "win", gettext_noop("A win that counts too little"), too_little, pays=True),
    DisputeKind(
        "win_locked", "win", gettext_noop("A win after a tile let pass or discarded"), locked_wins, rare=1, pays=True
    ),
    DisputeKind("win_dead", "win", gettext_noop("A win with a dead hand"), dead_wins, rare=1, pays=True),
    DisputeKind("win_late", "win", gettext_noop("A win claimed late"), late_wins, rare=1, pays=True),
    DisputeKind(
        "rob_concealed", "win", gettext_noop("Robbing a concealed kong"), robbed_concealed_kongs, rare=2, pays=True
    ),
    DisputeKind("several_winners", "winners", gettext_noop("Several claim one tile"), several_winners, rare=1),
    DisputeKind("value", "value", gettext_noop("The value of a win"), values, pays=True),
    DisputeKind("lock", "lock", gettext_noop("Is a win barred?"), locks),
)
