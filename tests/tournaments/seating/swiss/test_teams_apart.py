"""Rounds by the places of teams: the order of their players, and tables without teammates."""

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from tournaments.seating.logic.swiss.rounds import keep_apart, seat_round_by_standings
from tournaments.standings.logic import order_by_teams

FIELDS = st.lists(st.integers(1, 6), min_size=1, max_size=9).flatmap(
    lambda sizes: st.permutations([f"{team}{member}" for team, size in enumerate(sizes) for member in range(size)])
)
"""Players of up to nine teams, by their standings; each is named by team and member."""


def team_of(player: str) -> int:
    return int(player[0])


@given(FIELDS, st.data())
def test_players_come_by_fours_of_teams_and_in_each_by_their_rank_in_the_team(players, data):
    teams = data.draw(st.permutations(sorted({team_of(player) for player in players})))
    found = order_by_teams(players, teams, {player: team_of(player) for player in players})
    rank = {team: [player for player in players if team_of(player) == team] for team in teams}
    fours = [teams[start : start + 4] for start in range(0, len(teams), 4)]
    expected = [rank[team][at] for four in fours for at in range(6) for team in four if at < len(rank[team])]
    assert found == expected


@given(FIELDS)
def test_teammates_never_meet_where_that_is_possible(players):
    order = list(range(len(players) // 4 * 4))
    teams = {at: team_of(players[at]) for at in order}
    tables = keep_apart(order, teams)
    assert sorted(chain(*tables)) == order
    largest = max((list(teams.values()).count(team) for team in teams.values()), default=0)
    if largest <= len(tables):
        assert [len({teams[player] for player in table}) for table in tables] == [4] * len(tables)
    assert keep_apart(order, {}) == [tuple(order[at : at + 4]) for at in range(0, len(order), 4)]


def test_six_teams_of_four_meet_with_the_first_of_the_best_four_at_the_first_table():
    names = order_by_teams(
        [f"{team}{member}" for member in range(4) for team in "ABCDEF"], list("ABCDEF"),
        {f"{team}{member}": team for team in "ABCDEF" for member in range(4)},
    )  # fmt: skip
    numbers = list(range(len(names)))
    tables = seat_round_by_standings(numbers, "teams", apart={at: names[at][0] for at in numbers})
    assert [sorted(names[at] for at in table) for table in tables] == [
        ["A0", "B0", "C0", "D0"], ["A1", "B1", "C1", "D1"], ["A2", "B2", "E0", "F0"],
        ["C2", "D2", "E1", "F1"], ["A3", "B3", "E2", "F2"], ["C3", "D3", "E3", "F3"],
    ]  # fmt: skip
