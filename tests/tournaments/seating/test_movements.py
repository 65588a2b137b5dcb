"""Movements of duplicate events counted pair by pair."""

from collections import Counter
from itertools import combinations

import pytest

from tests.support.rows import rows_of
from tournaments.seating.logic import Rounds, SeatingError
from tournaments.seating.logic.movements import build_movement
from tournaments.seating.logic.scheduling import schedule_rounds

rows = rows_of(__file__)

Pairs = Counter[tuple[int, int]]


def made(kind: str, players: int, sessions: int = 5, *, teams: bool = False) -> Rounds:
    return build_movement(kind, range(1, players + 1), sessions, seed="olga", teams=teams)


def pairs(players: list[int]) -> list[tuple[int, int]]:
    return list(combinations(sorted(players), 2))


def meetings(rounds: Rounds) -> Pairs:
    return Counter(pair for session in rounds for table in session for pair in pairs(list(table)))


def comparisons(rounds: Rounds, group: int = 16) -> Pairs:
    """Count how often two players of a group, whose tables follow each other, are on one line."""
    size = group // 4
    groups = (session[first : first + size] for session in rounds for first in range(0, len(session), size))
    return Counter(pair for group in groups for line in zip(*group, strict=True) for pair in pairs(list(line)))


def team(player: int) -> int:
    return (player - 1) // 4


def everybody_plays(rounds: Rounds, players: int) -> bool:
    return all(sorted(sum(session, ())) == list(range(1, players + 1)) for session in rounds)


@pytest.mark.parametrize("groups", [1, 3])
def test_sixteen_players_meet_once_and_are_compared_once(groups: int) -> None:
    rounds = made("sixteen", 16 * groups)
    once = {pair: 1 for first in range(groups) for pair in combinations(range(16 * first + 1, 16 * first + 17), 2)}
    assert (meetings(rounds), comparisons(rounds)) == (once, once)
    assert (len(rounds), everybody_plays(rounds, 16 * groups)) == (5, True)
    drawn = build_movement("sixteen", range(101, 117), 5, seed="", teams=False)
    assert drawn[0][0] == tuple(100 + player for player in made("sixteen", 16)[0][0]), "by their place in the lot"


@pytest.mark.parametrize("groups", [1, 2])
def test_four_teams_meet_and_are_compared_and_mates_never_are(groups: int) -> None:
    rounds = made("four_teams", 16 * groups, teams=True)
    in_groups = (pair for first in range(groups) for pair in combinations(range(16 * first + 1, 16 * first + 17), 2))
    across = {(a, b): 1 for a, b in in_groups if team(a) != team(b)}
    assert len(across) == 96 * groups
    assert (meetings(rounds), comparisons(rounds)) == (across, across)
    assert (len(rounds), everybody_plays(rounds, 16 * groups)) == (4, True)
    for session in rounds:
        for number in range(4 * groups):
            assert sorted(table.index(p) for table in session for p in table if team(p) == number) == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("players", "sessions", "teams", "most"),
    [(16, 5, False, 1), (12, 3, False, 2), (32, 7, False, 4), (32, 6, True, 5)],
)
def test_one_field_compares_evenly(players: int, sessions: int, teams: bool, most: int) -> None:
    rounds = made("one_field", players, sessions, teams=teams)
    assert everybody_plays(rounds, players)
    counted = comparisons(rounds, players)
    assert sum(counted.values()) == sessions * 4 * (players // 4) * (players // 4 - 1) // 2
    assert max(counted.values()) <= most
    assert rounds == made("one_field", players, sessions, teams=teams)
    team_of = {player: 1 + team(player) for player in range(1, players + 1)} if teams else None
    drawn = schedule_rounds(players, sessions, seed="olga", teams=team_of).rounds
    squares = [sum(times**2 for times in each.values()) for each in (counted, comparisons(drawn, players))]
    assert squares[0] < squares[1]
    assert meetings(rounds) == meetings(drawn)
    if teams:
        assert not [pair for pair in (*counted, *meetings(rounds)) if team(pair[0]) == team(pair[1])]


@rows
def test_fields_without_a_movement(kind: str, players: int, sessions: int, teams: bool, message: str) -> None:
    with pytest.raises(SeatingError) as refused:
        made(kind, players, sessions, teams=teams)
    assert str(refused.value) == message
