"""Forfeited sessions, which count amounts of the rules, and disqualified players."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.standings.logic.lines import ZERO, Competitor, Game, Key

SESSION_LOST, SUBSTITUTE, NO_PLAY = "session_lost", "substitute", "no_play"
LAST_AT_TABLE = 4


@dataclass(frozen=True, slots=True)
class CountedForfeit:
    """Amounts of a round for a player that do not depend on play (MCR-8.8, RI-8.8).

    `kind`: the session is lost, played by a substitute, or had too few players (MCR-E16, RI-E13, SC-E14).
    `takes_negative`: the seat's loss counts, if lower.
    """

    player: Key
    round: int
    kind: str = SESSION_LOST
    score: Fraction = ZERO
    points: Fraction = ZERO
    uma: Fraction = ZERO
    table_points: Fraction = ZERO
    table: int = 0
    takes_negative: bool = False
    reason: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Out:
    """A disqualified player: from `round` on (None: always) behind all others if `last`, else without a place."""

    player: Key
    round: int | None = None
    last: bool = False
    reason: str = ""
    clause: str = ""


def apply_forfeits(
    competitors: Iterable[Competitor], games: Iterable[Game], forfeits: Sequence[CountedForfeit]
) -> tuple[list[Competitor], list[Game]]:
    """Replace the games of forfeited rounds; a substitute's game in such a round counts for nobody (MCR-8.8)."""
    listed, forfeit_of = list(competitors), {(forfeit.player, forfeit.round): forfeit for forfeit in forfeits}
    if not forfeit_of:
        return listed, list(games)
    heirs = {
        competitor.key: competitor.substitute_for for competitor in listed if competitor.substitute_for is not None
    }
    counted: list[Game] = []
    chairs: dict[tuple[Key, int], Game] = {}
    for game in games:
        owner = next((key for key in trace_chain(game.player, heirs) if (key, game.round) in forfeit_of), None)
        if owner is None:
            counted.append(game)
        else:
            chairs[owner, game.round] = game
    counted += [_build_replacement(forfeit, chairs.get(chair)) for chair, forfeit in forfeit_of.items()]
    playing = {game.player for game in counted}
    absent = {forfeit.player for forfeit in forfeits}
    idle = {key for key in heirs if key not in playing and absent & set(trace_chain(key, heirs))}
    return [
        replace(competitor, ranked=False) if competitor.key in idle else competitor for competitor in listed
    ], counted


def trace_chain(key: Key, heirs: Mapping[Key, Key]) -> list[Key]:
    """Return the player and, in turn, the previous players of the seat.

    >>> trace_chain(9, {9: 4, 4: 2})
    [9, 4, 2]
    """
    keys = [key]
    while (key := heirs.get(key, key)) not in keys:
        keys.append(key)
    return keys


@dataclass(frozen=True, slots=True)
class Heirs:
    """Players on chairs of forfeited sessions of a round.

    `lost`: player -> True if the forfeit ranks the chair behind all others (MCR-E16, RI-E13, RI-8.8). `chairs`:
    substitute -> player whose seat it was.
    """

    lost: Mapping[Key, bool] = field(default_factory=dict)
    chairs: Mapping[Key, Key] = field(default_factory=dict)

    def last(self, players: Iterable[int]) -> set[int]:
        """Return those of the players whose chair is behind all others.

        >>> Heirs({2: True, 3: False}, {9: 4, 4: 2}).last((1, 9, 3))
        {9}
        """
        return {player for player in players if self._is_last(player)}

    def _is_last(self, player: int) -> bool:
        return next((self.lost[key] for key in trace_chain(player, self.chairs) if key in self.lost), False)


def _build_replacement(forfeit: CountedForfeit, chair: Game | None) -> Game:
    score, points = forfeit.score, forfeit.points
    if forfeit.takes_negative and chair is not None:
        score, points = min(score, chair.score), min(points, chair.points)
    return Game(
        forfeit.player,
        forfeit.round,
        chair.table if chair is not None else forfeit.table,
        score=score,
        points=points,
        uma=forfeit.uma,
        table_points=forfeit.table_points,
        # A session lost is ranked last (MCR-7.3); where nobody plays, nobody is ranked.
        place=0 if forfeit.kind == NO_PLAY else LAST_AT_TABLE,
        forfeit=forfeit.kind,
        reason=forfeit.reason,
        clause=forfeit.clause,
    )
