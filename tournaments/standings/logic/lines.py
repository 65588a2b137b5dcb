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
    """A player or a team. `ranked` false: plays without a place (a guest, a filler).

    `withdrawn`: left before playing; listed only if something counts all the same (a penalty, a substitute's results).
    """

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
    """One player's game at one table. `points` count from zero (riichi: less the starting points), `score` with uma.

    Never changed, but not frozen: a frozen value takes three times as long to make, and a long event has thousands.
    """

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
    """False: counts for no team, whatever the player's team is."""
    forfeit: str = ""
    """Kind of `Forfeit` that replaces play, with `reason` and `clause`."""
    reason: str = ""
    clause: str = ""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A line of the ledger other than a game: a penalty (negative), a bonus, a correction. For a player or a team."""

    amount: Fraction
    unit: str = "score"
    player: Key | None = None
    team: Key | None = None
    round: int | None = None
    """The round it belongs to; None counts from the start to the end."""
    reason: str = ""
    clause: str = ""
    kind: str = "penalty"
    line: int | None = None
    """The ledger's own key of the line, for pages that lead to what wrote it."""

    def __post_init__(self) -> None:
        if self.unit not in UNITS:
            raise ValueError(f"unit must be one of {', '.join(UNITS)}, not {self.unit!r}")
        if (self.player is None) == (self.team is None):
            raise ValueError("an adjustment is for one player or for one team")


@dataclass(frozen=True, slots=True)
class StandIn:
    """Somebody who plays one round for another: game and penalties of that round are the other's."""

    player: Key
    round: int
    plays_for: Key


@dataclass(frozen=True, slots=True)
class SubstitutePolicy:
    """Treatment of the results of substitutes (MCR-8.8, RI-8.8).

    points: ``own`` (the substitute keeps them), ``replaced`` (the absent player gets them), ``zero`` (nobody does; the
    absent player gets `absent` for each such game). place: has the substitute a place in the standings? qualify: may
    that place go through a cut? team: do the results count for the team of the absent player?
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
    """Rounds from `first_round` on, their players (None: everybody) and the share of earlier points that counts.

    `teams`: those that passed a cut by teams; None where no cut by teams was made.
    """

    first_round: int
    players: frozenset[Key] | None = None
    carry: Fraction = Fraction(1)
    teams: frozenset[Key] | None = None

    def has(self, player: Key | None) -> bool:
        return self.players is None or player in self.players

    def of_team(self, team: Key, members: Iterable[Key]) -> StageRule:
        """Return the stage as it counts for a team that passed its cut, or not; without such a cut for the lines of
        the team itself, which count as its members' do.
        """
        in_it = any(map(self.has, members)) if self.teams is None else team in self.teams
        return replace(self, players=None if in_it else frozenset())


@dataclass(frozen=True, slots=True)
class TeamRule:
    """Result of a team: the sum of its members' games, only the `best` of each round if set."""

    best: int | None = None
    tie_breaks: tuple[str, ...] = ()
    """Metric keys; empty: those of the individual standings that make sense for teams."""
    carry: bool = False
    """True if earlier rounds count for the team as for its members (`StageRule.carry`); up to release 0.3.0 whole."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    """Order of the metrics, most important first, and other rules that decide places."""

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
    competitors: Iterable[Competitor], games: Sequence[Game], lines: Sequence[Adjustment], stand_ins: Iterable[StandIn]
) -> tuple[Sequence[Game], Sequence[Adjustment]]:
    """Return games and lines with those of stand-ins as the players' for whom they played."""
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
    """Return competitors with a place, and games by the player they count for under the policy.

    With ``zero`` the game stays the substitute's, who then has no place, and may still count for the team.
    """
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
