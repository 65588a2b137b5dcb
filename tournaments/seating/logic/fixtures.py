"""Fixtures of teams: in each round four teams meet at tables that have one member of each, and the others rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import numpy as np

from engine.sentences import gettext_noop
from tournaments.seating.logic.constructions.fixtures import Week, build_fixture_weeks
from tournaments.seating.logic.draws import Byes, Draw, FixedInputs
from tournaments.seating.logic.errors import SeatingError
from tournaments.seating.logic.random_stream import shuffle
from tournaments.seating.logic.schedule import Numbers, Rounds, freeze, list_default_numbers
from tournaments.seating.logic.table_assignment import assign_columns, spread
from tournaments.seating.logic.winds import repair_winds

PASSES = 3
"""Times that the members of each team are distributed anew."""


def draw_fixtures(inputs: FixedInputs, seed: str) -> Draw:
    """Draw rounds of fixtures; the seed assigns teams to numbers and picks first members. Raises `SeatingError` for
    fewer than four teams, and for a playing team without members.
    """
    teams = sorted(set(inputs.teams.values()))
    if len(teams) < 4:
        raise SeatingError(gettext_noop("Fixtures need four teams or more; there are %(count)d."), count=len(teams))
    order = shuffle(teams, seed, "teams")
    place = {team: index for index, team in enumerate(order)}
    before = [_build_week(round_, inputs.teams, place) for round_ in inputs.played]
    weeks = [
        tuple(tuple(sorted(order[index] for index in group)) for group in week)
        for week in build_fixture_weeks(len(teams), inputs.rounds, before)
    ]
    rounds, numbers = seat_fixtures(inputs, weeks, seed)
    return Draw(
        inputs,
        seed,
        rounds,
        list_byes(inputs.players, rounds),
        table_numbers=numbers,
        details={"team_order": order, "fixtures": [[list(group) for group in week] for week in weeks]},
    )


def _build_week(round_: Sequence[Sequence[int]], teams: Mapping[int, int], place: Mapping[int, int]) -> Week:
    tables = [{place[teams[player]] for player in table if teams.get(player) in place} for table in round_]
    groups = sorted({tuple(sorted(table)) for table in tables if len(table) == 4})
    played = set(chain(*tables))
    return (*groups, tuple(index for index in place.values() if index not in played))


def seat_fixtures(inputs: FixedInputs, weeks: Sequence[Week], seed: str) -> tuple[Rounds, Numbers]:
    """Return (rounds, table numbers): members rarely together again, with even winds and tables. The smallest line-up
    of a meeting sets its tables; in larger ones those who played most rest. Raises `SeatingError` where a team has
    nobody.
    """
    people = sorted({*inputs.teams, *chain(*chain(*inputs.played))})
    index = {player: position for position, player in enumerate(people)}
    met = np.zeros((len(people), len(people)), dtype=np.int64)
    for table in chain(*inputs.played):
        _count(met, [index[player] for player in table])
    games = dict.fromkeys(people, 0)
    seated = []
    for number, (week, lineup) in enumerate(zip(weeks, inputs.lineups, strict=True), 1):
        round_: list[list[int]] = []
        for group in week[:-1]:
            sides = []
            for team in group:
                side = [player for player in lineup if inputs.teams.get(player) == team]
                side = shuffle(side, seed, f"round {number} team {team}")
                sides.append(sorted(side, key=lambda player: games[player]))
            boards = min(map(len, sides))
            if not boards:
                text = gettext_noop("Round %(round)d: a team that plays has no player.")
                raise SeatingError(text, round=number)
            chairs = np.array([[index[player] for player in side[:boards]] for side in sides], dtype=np.int64)
            for team in [1, 2, 3, *[0, 1, 2, 3] * PASSES]:
                others = [opponent for opponent in range(4) if opponent != team]
                cost = sum(met[chairs[team][:, None], chairs[opponent][None, :]] for opponent in others)
                best = assign_columns(cost.astype(float))
                chairs[team][best] = chairs[team].copy()
            for table in chairs.T.tolist():
                _count(met, table)
                round_.append([people[position] for position in table])
                for position in table:
                    games[people[position]] += 1
        seated.append(round_)
    rounds = freeze(seated)
    numbers = list_default_numbers(rounds)
    placed = spread(
        rounds,
        table_numbers=numbers,
        fixed=inputs.constraints.fixed_tables,
        played=inputs.played,
        played_numbers=inputs.played_numbers,
    )
    return repair_winds(placed, inputs.played), numbers


def _count(met: np.ndarray, table: Sequence[int]) -> None:
    met[np.ix_(table, table)] += 1


def list_byes(players: Sequence[int], rounds: Rounds) -> Byes:
    return tuple(tuple(player for player in players if player not in set(chain(*round_))) for round_ in rounds)
