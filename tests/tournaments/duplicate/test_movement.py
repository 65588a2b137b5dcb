"""Movements counted pair by pair, boards on their way round the tables, and boards that somebody knows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.duplicate.logic.movement import (
    BoardAtTable,
    Movement,
    MovementError,
    Next,
    broken_promises,
    count,
    four_teams,
    named,
    next_boards,
    one_field,
    plan,
    rotation,
    seat_on,
    seated,
    seen,
    sixteen,
    spread,
)
from tournaments.seating.logic.scheduling import schedule_rounds


def test_sixteen_players_meet_once_and_are_compared_once() -> None:
    movement = sixteen()
    counted = count(movement)
    everybody = dict.fromkeys(combinations(range(1, 17), 2), 1)
    assert (counted.meetings, counted.comparisons) == (everybody, everybody)
    assert broken_promises(movement) == []
    assert len(movement.sessions) == 5


def test_four_teams_meet_and_are_compared_and_mates_never_are() -> None:
    movement = four_teams()
    counted = count(movement)
    across = {(a, b): 1 for a, b in combinations(range(1, 17), 2) if (a - 1) // 4 != (b - 1) // 4}
    assert len(across) == 96
    assert (counted.meetings, counted.comparisons) == (across, across)
    assert broken_promises(movement) == []
    for session in movement.sessions:
        for table in session:
            assert sorted(movement.teams[player] for player in table) == [1, 2, 3, 4]


@pytest.mark.parametrize("movement", [sixteen(3), four_teams(2)], ids=["48 players", "8 teams"])
def test_groups_keep_to_themselves(movement: Movement) -> None:
    assert broken_promises(movement) == []
    counted = count(movement)
    for pair in [*counted.meetings, *counted.comparisons]:
        assert len({(player - 1) // 16 for player in pair}) == 1


@pytest.mark.parametrize("movement", [sixteen(), four_teams()], ids=["sixteen", "four teams"])
def test_two_players_exchanged_are_noticed(movement: Movement) -> None:
    first, second, *rest = movement.sessions[1]
    changed = ((second[0], *first[1:]), (first[0], *second[1:]), *rest)
    broken = movement._replace(sessions=(movement.sessions[0], changed, *movement.sessions[2:]))
    assert any("meet" in line for line in broken_promises(broken))
    twice = movement._replace(sessions=((first, first, *rest), *movement.sessions[1:]))
    assert "session 1: not every player sits at exactly one table" in broken_promises(twice)


def squares(comparisons: Counter[tuple[int, int]]) -> int:
    return sum(times * times for times in comparisons.values())


@pytest.mark.parametrize(
    ("players", "sessions", "teams", "most"),
    [(16, 5, False, 1), (12, 3, False, 2), (32, 7, False, 4), (32, 6, True, 5)],
)
def test_one_field_compares_evenly(players: int, sessions: int, teams: bool, most: int) -> None:
    movement = one_field(players, sessions, seed="olga", teams=teams)
    assert broken_promises(movement) == []
    counted = count(movement)
    total = sessions * 4 * (players // 4) * (players // 4 - 1) // 2
    assert sum(counted.comparisons.values()) == total
    assert spread(movement)[1] <= most
    assert movement == one_field(players, sessions, seed="olga", teams=teams)
    drawn = schedule_rounds(players, sessions, seed="olga", teams=movement.teams or None).rounds
    before = count(movement._replace(sessions=drawn)).comparisons
    assert squares(counted.comparisons) < squares(before)
    assert counted.meetings == count(movement._replace(sessions=drawn)).meetings
    if teams:
        assert not [pair for pair in counted.comparisons if movement.teams[pair[0]] == movement.teams[pair[1]]]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: sixteen(0), "a movement has at least one group of sixteen players"),
        (lambda: four_teams(0), "a movement has at least one group of four teams"),
        (lambda: one_field(30, 5, seed="1"), "one field has a multiple of four players, at least eight"),
        (lambda: one_field(12, 5, seed="1", teams=True), "a field of teams has at least four teams of four"),
        (lambda: one_field(16, 0, seed="1"), "a movement has at least one session"),
        (lambda: plan(sixteen(), 0), "a session has at least one board"),
        (lambda: rotation(4, 3, 1), "4 tables cannot share 3 boards: more boards, or more copies of each"),
        (
            lambda: rotation(4, 4, 5),
            "there is at least one copy of a board and at most one for each of the 4 tables",
        ),
        (lambda: named(sixteen(), [1, 2]), "this movement is for 16 different players, not 2"),
    ],
)
def test_fields_without_a_movement(make: Callable[[], object], message: str) -> None:
    with pytest.raises(MovementError) as refused:
        make()
    assert str(refused.value) == message


def test_named_players_keep_their_pairs() -> None:
    numbers = list(range(101, 117))
    movement = named(four_teams(), numbers)
    assert movement.sessions[0][0] == tuple(100 + player for player in four_teams().sessions[0][0])
    assert movement.teams[105] == 2
    assert broken_promises(movement) == []


# --- boards ----------------------------------------------------------------------------------------------------------


def test_who_is_compared_holds_the_same_tiles_on_every_board() -> None:
    table = (11, 12, 13, 14)
    for board in range(1, 17):
        players = seated(table, board)
        assert [players[seat_on(board, line)] for line in range(4)] == list(table)
    assert Counter(seat_on(board, 2) for board in range(1, 17)) == {0: 4, 1: 4, 2: 4, 3: 4}


@given(st.integers(1, 10), st.integers(1, 24), st.data())
def test_a_rotation_gives_each_table_each_board_and_each_tray_one_table(
    tables: int, boards: int, data: st.DataObject
) -> None:
    copies = data.draw(st.integers(-(-tables // boards), tables))
    if -(-tables // copies) > boards:
        return
    steps = rotation(tables, boards, copies)
    assert len(steps) == boards
    for step in steps:
        assert len(set(step)) == tables
        assert all(1 <= copy <= copies for _, copy in step)
    for table in range(tables):
        assert sorted(step[table][0] for step in steps) == list(range(1, boards + 1))
        assert len({step[table][1] for step in steps}) == 1


def test_trays_pass_on_in_rounds() -> None:
    steps = [[board for board, _ in step] for step in rotation(4, 8, 1)]
    assert steps[:4] == [[1, 2, 3, 4], [2, 3, 4, 1], [3, 4, 1, 2], [4, 1, 2, 3]]
    assert steps[4:] == [[5, 6, 7, 8], [6, 7, 8, 5], [7, 8, 5, 6], [8, 5, 6, 7]]
    assert rotation(4, 2) == (((1, 1), (1, 2), (1, 3), (1, 4)), ((2, 1), (2, 2), (2, 3), (2, 4)))


def test_a_plan_is_every_board_for_every_player_once() -> None:
    plays = plan(four_teams(), 4, copies=1)
    assert len(plays) == 4 * 4 * 4
    met = Counter((player, play.session, play.board) for play in plays for player in play.players)
    assert set(met.values()) == {1}
    assert len(met) == 16 * 4 * 4
    assert plays[0] == BoardAtTable(1, 1, 1, 1, 1, four_teams().sessions[0][0])


PLAN = plan(four_teams(), 4, copies=1)


def first(table: int, step: int) -> BoardAtTable:
    return next(play for play in PLAN if (play.session, play.table, play.step) == (1, table, step))


def test_the_first_boards_are_free() -> None:
    assert next_boards(PLAN, [], session=1) == {table: Next(first(table, 1)) for table in (1, 2, 3, 4)}


def test_a_table_waits_for_the_trays_of_the_one_before() -> None:
    found = next_boards(PLAN, [first(1, 1)], session=1)
    assert found[1] == Next(first(1, 2), waits_for=2)
    found = next_boards(PLAN, [first(1, 1), first(2, 1)], session=1)
    assert found[1] == Next(first(1, 2))
    assert found[1].clear
    assert found[2] == Next(first(2, 2), waits_for=3)


def test_a_table_that_has_finished_has_nothing_next() -> None:
    played = [play for play in PLAN if play.session == 1]
    assert next_boards(PLAN, played, session=1) == dict.fromkeys((1, 2, 3, 4), Next(None))
    assert not Next(None).clear


def test_a_board_that_somebody_knows_is_stopped_and_another_offered() -> None:
    builder = first(1, 1).players[2]
    copied = plan(four_teams(), 4)
    known = {(builder, (1, 1))}
    found = next_boards(copied, [], session=1, known=known)
    play = found[1].play
    assert play is not None
    assert found[1] == Next(
        play, None, (builder,), next(each for each in copied if (each.session, each.table, each.step) == (1, 1, 2))
    )
    assert not found[1].clear
    assert found[2].clear


def test_a_substitute_who_has_played_the_board_is_stopped() -> None:
    played = [first(1, 1)]
    stranger = played[0].players[0]
    # The board comes to table 4 next, where the player of table 1 now stands in for somebody.
    comes = first(4, 2)
    changed = comes._replace(players=(stranger, *comes.players[1:]))
    planned = [changed if play == comes else play for play in PLAN]
    before = [first(table, 1) for table in (1, 2, 3, 4)]
    found = next_boards(planned, before, session=1)[4]
    assert (found.play, found.known_to) == (changed, (stranger,))
    assert seen(stranger, (1, 1), played)
    assert not seen(stranger, (2, 1), played)
    assert not seen(comes.players[1], (1, 1), played)
    assert seen(99, (1, 1), [], known={(99, (1, 1))})
