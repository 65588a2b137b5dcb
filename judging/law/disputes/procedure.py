"""Disputes that no win and no call stands behind: tiles miscounted or shown, hands at the wall's end, conduct."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from engine.play.events import Ended
from engine.play.table import Phase
from engine.play.walks import Walk
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from judging.law.disputes.moment import DisputeKind, Moment, moment_of
from judging.law.infractions import in_force
from judging.law.penalties import LATE_STEPS

AT_THE_TABLE = (Phase.ACT, Phase.CLAIM, Phase.DRAW)


def tile_counts(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A player has a tile too many or too few, or only seems to."""
    state = walk.states[at]
    if state.phase not in AT_THE_TABLE:
        return
    seat = rng.randrange(4)
    player = state.players[seat]
    held = len(player.concealed) + 3 * len(player.melds) + rng.choice((-1, 0, 1))
    yield moment_of(walk, at, seat, tiles_held=held)


def tiles_shown(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """Tiles have been shown by accident."""
    if walk.states[at].phase in AT_THE_TABLE:
        seat, victim = rng.sample(range(4), 2)
        whose, number = rng.choice(("own", "other", "wall")), rng.choice((1, 2, 5))
        yield moment_of(walk, at, seat, whose_tiles=whose, tiles_shown=number, victim=victim)


def faults(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A fault that no tile proves, admitted or only alleged."""
    if walk.states[at].phase not in AT_THE_TABLE:
        return
    seat, victim = rng.sample(range(4), 2)
    moment = moment_of(walk, at, seat)
    rows = list(in_force(moment.ruleset).values())
    row = rng.choice(rows)
    late = row.get("amount") == LATE_STEPS or bool(row.get("by_minutes"))
    said = {"fault": row["code"], "victim": victim, "established": rng.random() < 0.8}
    said |= {"tiles_shown": rng.choice((1, 2, 5)), "tile_seen": rng.random() < 0.5, "order_lost": False}
    yield moment._replace(said={**said, "minutes": rng.choice((3, 8, 12, 20, 40))} if late else said)


def ready_hands(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """A hand is shown as ready, and another player doubts it."""
    state = walk.states[at]
    if state.phase is not Phase.CLAIM:
        return
    for seat, player in enumerate(state.players):
        if (
            player.waits is not None
            and len(player.concealed) % 3 == 1
            and rng.random() < (0.5 if player.waits else 0.05)
        ):
            yield moment_of(walk, at, seat)


def inspections(walk: Walk, at: int, rng: Random) -> Iterator[Moment]:
    """The wall has ended, and the hands are shown."""
    if at == len(walk.events) - 1 and isinstance(walk.events[at], Ended):
        state = walk.states[at]
        hands = [
            None if player.won else str(Hand(player.concealed, player.melds, player.flowers))
            for player in state.players
        ]
        yield moment_of(walk, at, state.turn, walk.events[at], hands=hands)


PROCEDURE = (
    DisputeKind("tile_count", "tile_count", gettext_noop("A tile too many or too few"), tile_counts, recorded=False),
    DisputeKind("exposed", "exposed", gettext_noop("Tiles shown by accident"), tiles_shown, recorded=False),
    DisputeKind("fault", "fault", gettext_noop("A fault of conduct or procedure"), faults, recorded=False),
    DisputeKind("ready", "ready", gettext_noop("Is the hand ready?"), ready_hands, recorded=False),
    DisputeKind("inspection", "inspection", gettext_noop("The hands at the wall's end"), inspections, pays=True),
)
