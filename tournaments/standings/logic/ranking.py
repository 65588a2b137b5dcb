"""Places from tallies: each metric splits tied competitors; those who stay tied share the better place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tournaments.standings.logic.lines import Key
from tournaments.standings.logic.metrics import Metric, Tally, scale_to_integers


@dataclass(slots=True)
class TieBreakStep:
    """Metric compared for a row, never changed: its value, and those still tied afterwards."""

    metric: str
    value: Fraction
    tied_with: tuple[Key, ...] = ()


Ranked = tuple[Tally, int, bool, list[TieBreakStep]]
"""(tally, place, True if it is shared, steps that led to it in the order of the metrics)."""


def rank(tallies: Sequence[Tally], metrics: Sequence[Metric]) -> list[Ranked]:
    """Rank the tallies, best first, a later stage above an earlier one; a tie shares the place, by start number.

    Every row has a step for the first metric; further steps only if it was tied before.
    """
    steps: dict[Key, list[TieBreakStep]] = {tally.competitor.key: [] for tally in tallies}
    groups: list[list[Tally]] = []
    for stage in sorted({tally.stage for tally in tallies}, reverse=True):
        groups.append([tally for tally in tallies if tally.stage == stage])
    for position, metric in enumerate(metrics):
        refined: list[list[Tally]] = []
        for group in groups:
            if len(group) == 1 and position:
                refined.append(group)
                continue
            refined.extend(_split(group, metric, steps))
        groups = refined
    ranked = []
    place = 1
    for group in groups:
        if len(group) > 1:
            group.sort(key=lambda tally: (tally.competitor.number, str(tally.competitor.key)))
        for tally in group:
            ranked.append((tally, place, len(group) > 1, steps[tally.competitor.key]))
        place += len(group)
    return ranked


def _split(group: list[Tally], metric: Metric, steps: dict[Key, list[TieBreakStep]]) -> list[list[Tally]]:
    values = []
    for tally in group:
        if metric.among is None:
            values.append(metric.compute(tally))
        else:
            own_key = tally.competitor.key
            values.append(
                metric.among(
                    tally, [opponent.competitor.key for opponent in group if opponent.competitor.key != own_key]
                )
            )
    by_value: dict[int, list[tuple[Tally, Fraction]]] = {}
    for integer, tally, value in zip(scale_to_integers(values), group, values, strict=True):
        by_value.setdefault(integer, []).append((tally, value))
    parts = []
    for integer in sorted(by_value, reverse=metric.higher_wins):
        value = by_value[integer][0][1]
        part = [tally for tally, _value in by_value[integer]]
        keys = [tally.competitor.key for tally in part]
        for index, key in enumerate(keys):
            tied = tuple(keys[:index] + keys[index + 1 :] if len(keys) <= 20 else keys)
            steps[key].append(TieBreakStep(metric.key, value, tied))
        parts.append(part)
    return parts


AT_A_TABLE = 4


def order_by_teams(players: Sequence[Key], teams: Sequence[Key], team_of: Mapping[Key, Key | None]) -> list[Key]:
    """Return the players, given in their order, as they come to tables by the places of their teams, given in theirs.

    Four teams that stand next to each other belong together: their best players come first, in the order of the teams,
    then the second of each. Players of none of the teams come last.

    >>> order_by_teams(["a1", "b1", "b2", "a2"], ["b", "a"], {"a1": "a", "a2": "a", "b1": "b", "b2": "b"})
    ['b1', 'a1', 'b2', 'a2']
    """
    playing = {team_of.get(player) for player in players}
    position = {team: index for index, team in enumerate(team for team in teams if team in playing)}
    ahead: dict[Key | None, int] = {}
    order: list[tuple[int, int, int, Key]] = []
    for player in players:
        team = team_of.get(player)
        index = position.get(team, len(position)) if team is not None else len(position)
        group = index // AT_A_TABLE if index < len(position) else len(position)
        order.append((group, ahead.get(team, 0) if index < len(position) else len(order), index, player))
        ahead[team] = ahead.get(team, 0) + 1
    return [player for *_position, player in sorted(order, key=lambda row: row[:3])]


def base_rank(place: int, players: int) -> Fraction:
    """Return 1000 x (N - p) / (N - 1): 1000 for the first of the field, 0 for the last; alone, 1000.

    >>> base_rank(1, 84), base_rank(84, 84)
    (Fraction(1000, 1), Fraction(0, 1))
    """
    return Fraction(1000 * (players - place), players - 1) if players > 1 else Fraction(1000)
