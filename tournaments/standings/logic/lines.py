"""Input of the standings: competitors, their games, other lines of the ledger, and the rules of the event."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

Key = int | str
"""Identifier of a player or a team chosen by the caller: a database key, a start number, an id of a file."""

ZERO = Fraction(0)
UNITS = ("score", "table_points", "points")


@dataclass(frozen=True, slots=True)
class Competitor:
    """Player or team; without `ranked` they play without a place; `withdrawn` if they left before playing."""

    key: Key
    team: Key | None = None
    number: int = 0
    substitute_for: Key | None = None
    ranked: bool = True
    withdrawn: bool = False
    lot: int = 0
    """Number drawn where the rules break the last ties by lot; the smaller is the better, 0 is none."""


@dataclass(slots=True)
class Game:
    """Game of a player, not frozen for speed; `points` are without starting points, `score` with uma."""

    player: Key
    round: int
    table: int
    score: Fraction
    points: Fraction = ZERO
    table_points: Fraction = ZERO
    uma: Fraction = ZERO
    place: int = 0
    """Place at the table, the better one of a tie; 0 when the rules rank nobody inside a table."""
    shared: bool = False
    team: Key | None = None
    for_team: bool = True
    forfeit: str = ""
    """Kind of `Forfeit` that replaces play, with `reason` and `clause`."""
    reason: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Line of the ledger other than a game: a penalty (negative), a bonus, a correction."""

    amount: Fraction
    unit: str = "score"
    player: Key | None = None
    team: Key | None = None
    round: int | None = None
    """Round of the line; None counts from the start to the end."""
    reason: str = ""
    clause: str = ""
    kind: str = "penalty"
    line: int | None = None

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ValueError(f"unit must be one of {', '.join(UNITS)}, not {self.unit!r}")
        if (self.player is None) == (self.team is None):
            raise ValueError("an adjustment is for one player or for one team")


@dataclass(frozen=True, slots=True)
class Substitution:
    """Substitution for one round: its game and penalties are those of `plays_for`."""

    player: Key
    round: int
    plays_for: Key


@dataclass(frozen=True, slots=True)
class SubstitutePolicy:
    """Treatment of the results of substitutes (MCR-8.8, RI-8.8).

    `points`: ``own`` (the substitute's), ``replaced`` (the absent player's) or ``zero`` (nobody's; the absent player
    gets `absent` a game). `place`, `qualify`, `team`: True if they have a place, it may pass a cut, the team gets the
    results.
    """

    points: str = "own"
    place: bool = True
    qualify: bool = True
    team: bool = True
    absent: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.points not in ("own", "replaced", "zero"):
            raise ValueError(f"substitute points must be own, replaced or zero, not {self.points!r}")
        if unknown := sorted(set(self.absent) - set(UNITS)):
            raise ValueError(f"unknown units for absent players: {', '.join(unknown)}")


@dataclass(frozen=True, slots=True)
class StageRule:
    """Rounds from `first_round` on, for `players` (None: all) or `teams` (None: no cut by teams)."""

    first_round: int
    players: frozenset[Key] | None = None
    carry: Fraction = Fraction(1)
    teams: frozenset[Key] | None = None

    def has(self, player: Key | None) -> bool:
        return self.players is None or player in self.players

    def of_team(self, team: Key, members: Iterable[Key]) -> StageRule:
        """Return the stage as it counts for a team, or without a cut by teams for the team's own lines."""
        in_it = any(map(self.has, members)) if self.teams is None else team in self.teams
        return replace(self, players=None if in_it else frozenset())


@dataclass(frozen=True, slots=True)
class TeamRule:
    """Result of a team: the sum of its members' games, only the `best` of each round if set."""

    best: int | None = None
    tie_breaks: tuple[str, ...] = ()
    """Metric keys; empty: those of the individual standings that make sense for teams."""
    carry: bool = False
    """True if `StageRule.carry` holds for teams too; up to release 0.3.0 their earlier rounds counted whole."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    metrics: tuple[str, ...] = ("total",)
    stages: tuple[StageRule, ...] = ()
    team: TeamRule | None = None
    substitutes: SubstitutePolicy = SubstitutePolicy()
    version: int = 1
    """1, as up to release 0.3.0: everybody listed has a place. 2: only who has played."""
    list_withdrawn: bool = True
    """True if a player who withdrew before playing is listed without anything that counts, as in older events."""

    def __post_init__(self) -> None:
        if self.version not in (1, 2):
            raise ValueError(f"the version of the ranking must be 1 or 2, not {self.version!r}")


def credit(
    competitors: Iterable[Competitor],
    games: Sequence[Game],
    lines: Sequence[Adjustment],
    stand_ins: Iterable[Substitution],
) -> tuple[Sequence[Game], Sequence[Adjustment]]:
    """Return games and lines, those of stand-ins credited to the players for whom they played."""
    owners: dict[tuple[Key | None, int | None], Key] = {
        (stand_in.player, stand_in.round): stand_in.plays_for for stand_in in stand_ins
    }
    if not owners:
        return games, lines
    teams = {competitor.key: competitor.team for competitor in competitors}
    credited: list[Game] = []
    for game in games:
        owner = owners.get((game.player, game.round))
        credited.append(game if owner is None else replace(game, player=owner, team=teams.get(owner)))
    return credited, [
        line if (owner := owners.get((line.player, line.round))) is None else replace(line, player=owner)
        for line in lines
    ]


def credit_substitutes(
    competitors: Iterable[Competitor], games: Iterable[Game], policy: SubstitutePolicy
) -> tuple[list[Competitor], list[Game]]:
    """Return competitors with a place, and games by player credited; with ``zero`` they may count for the team."""
    replaced = {competitor.key: competitor for competitor in competitors if competitor.substitute_for is not None}
    listed = list(competitors)
    if not replaced:
        return listed, list(games)
    teams = {competitor.key: competitor.team for competitor in listed}
    placed = policy.place and policy.points == "own"
    listed = [
        replace(competitor, ranked=competitor.ranked and placed) if competitor.key in replaced else competitor
        for competitor in listed
    ]
    owned: list[Game] = []
    for game in games:
        substitute = replaced.get(game.player)
        if substitute is None or substitute.substitute_for is None:
            owned.append(game)
            continue
        absent = substitute.substitute_for
        played = replace(game, team=teams.get(absent), for_team=policy.team)
        if policy.points == "own":
            owned.append(played)
        elif policy.points == "replaced":
            owned.append(replace(played, player=absent))
        else:
            owned.append(played)
            owned.append(
                Game(
                    absent,
                    game.round,
                    game.table,
                    score=policy.absent.get("score", ZERO),
                    points=policy.absent.get("points", ZERO),
                    table_points=policy.absent.get("table_points", ZERO),
                    for_team=not policy.team,
                )
            )
    return listed, owned
