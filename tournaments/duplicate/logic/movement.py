"""Movements: who plays whom on which wind in each session, which board comes when, and who may not play it any more.

Players are numbers from 1, as in `seating.logic`. A *session* seats the field once; its tables play the same
boards. The player who sits on a wind at the start of a session is *on its line*; players on the same line hold the
same tiles on every board of the session, so they are the ones who are compared. The deal passes on with every board:
East of board 1 is the line East, of board 2 the line South, so that a multiple of four boards gives everybody each
seat equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from engine.errors import EngineError
from engine.sentences import sentence as _
from tournaments.seating.logic.schedule import Table

Session = tuple[Table, ...]
"""Tables in the order of their numbers, the players of each on the lines East, South, West, North."""

AFFINE: Final = 16
"""Players of the plan in which every two meet once and are compared once."""


class MovementError(EngineError):
    """A field for which there is no such movement, said in one sentence."""

    kind = "movement"


class Movement(NamedTuple):
    """The sessions of an event. ``groups[k]`` are the players of the k-th group; only they meet and are compared.

    ``teams`` is player -> team number from 1, empty in an event for single players.
    """

    kind: str
    sessions: tuple[Session, ...]
    groups: tuple[tuple[int, ...], ...]
    teams: Mapping[int, int]

    @property
    def players(self) -> int:
        """How many play."""
        return sum(map(len, self.groups))


class PairCounts(NamedTuple):
    """How often the pairs of a movement sit at one table (``meetings``) and are on one line (``comparisons``).

    Both map a pair (smaller number first) to its count; pairs that never do are left out.
    """

    meetings: Counter[tuple[int, int]]
    comparisons: Counter[tuple[int, int]]


# --- Galois field of four elements: addition is exclusive or, multiplication by this table ---------------------------

_TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def _line(player: int, parallel: int) -> int:
    """The line, 0 to 3, of a parallel class, 0 to 4, on which a point (player 0 to 15) of the affine plane lies.

    Class 0 has the lines {0-3}, {4-7} and so on; class 1 + m the lines of slope m. Lines of two classes meet once.
    """
    x, y = divmod(player, 4)
    return x if parallel == 0 else y ^ _TIMES[parallel - 1][x]


def _session(first: int, table_class: int, line_class: int) -> Session:
    """Sixteen players from number ``first``: the tables are the lines of one class, the winds those of another."""
    seats = {(_line(player, table_class), _line(player, line_class)): first + player for player in range(AFFINE)}
    return tuple((seats[table, 0], seats[table, 1], seats[table, 2], seats[table, 3]) for table in range(AFFINE // 4))


def _grouped(kind: str, players: int, classes: Sequence[tuple[int, int]], teams: Mapping[int, int]) -> Movement:
    groups = tuple(tuple(range(first, first + AFFINE)) for first in range(1, players + 1, AFFINE))
    sessions = tuple(
        tuple(table for group in groups for table in _session(group[0], tables, lines)) for tables, lines in classes
    )
    return Movement(kind, sessions, groups, teams)


def sixteen(groups: int = 1) -> Movement:
    """Sixteen players (or so many groups of sixteen), five sessions: every two meet once and are compared once (B5).

    The tables of a group follow those of the group before it.

    >>> sixteen().sessions[0]
    ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    """
    if groups < 1:
        raise MovementError(_("a movement has at least one group of sixteen players"))
    return _grouped("sixteen", AFFINE * groups, [(k, (k + 1) % 5) for k in range(5)], {})


def four_teams(groups: int = 1) -> Movement:
    """Four teams of four (or so many groups of them), four sessions (B5).

    Every two players of different teams meet once and are compared once, mates never do either; a team has one member
    at each table and on each line. Team 1 are players 1 to 4, team 2 players 5 to 8, and so on.
    """
    if groups < 1:
        raise MovementError(_("a movement has at least one group of four teams"))
    players = AFFINE * groups
    teams = {player: 1 + (player - 1) // 4 for player in range(1, players + 1)}
    return _grouped("four_teams", players, [(1, 2), (2, 3), (3, 4), (4, 1)], teams)


def one_field(players: int, sessions: int, *, seed: str, teams: bool = False) -> Movement:
    """Any field of a multiple of four players: everybody on the same line is compared, players / 4 results a seat.

    The tables are those of the usual seating (as few repeated meetings as can be, mates apart); the lines are then
    given out so that the pairs are compared equally often, as near as a search comes, and mates as little as can be.
    The same seed gives the same movement. Raises MovementError; ``teams`` makes teams of four in number order.
    """
    from tournaments.duplicate.logic.lines import balanced_lines
    from tournaments.seating.logic.scheduling import schedule_rounds

    if players % 4 or players < 8:
        raise MovementError(_("one field has a multiple of four players, at least eight"))
    if teams and players < AFFINE:
        raise MovementError(_("a field of teams has at least four teams of four"))
    if sessions < 1:
        raise MovementError(_("a movement has at least one session"))
    team_of = {player: 1 + (player - 1) // 4 for player in range(1, players + 1)} if teams else {}
    schedule = schedule_rounds(players, sessions, seed=seed, teams=team_of or None)
    lines = balanced_lines(schedule.rounds, team_of, seed=seed)
    return Movement("one_field", lines, (tuple(range(1, players + 1)),), team_of)


def movement_of(kind: str, players: int, sessions: int, *, seed: str, teams: bool) -> Movement:
    """The movement of a kind (``sixteen``, ``four_teams``, ``one_field``) for so many players, in numbers from 1.

    The first two have the sessions that they have. Raises MovementError where the field does not fit.
    """
    if kind == "one_field":
        return one_field(players, sessions, seed=seed, teams=teams)
    if not players or players % AFFINE:
        raise MovementError(_("it is for groups of 16 players, not for %(count)s.", count=players))
    if kind == "sixteen" and not teams:
        return sixteen(players // AFFINE)
    if kind == "four_teams":
        return four_teams(players // AFFINE)
    raise MovementError(_("there is no movement %(kind)s for this field", kind=kind))


def line_of(player: int, table: Table) -> int:
    """The line, 0 to 3, of a player at a table. Raises ValueError for somebody who sits elsewhere."""
    return table.index(player)


def seat_on(board: int, line: int) -> int:
    """The seat, 0 for the dealer, that a line holds on a board of the session; boards are numbered from 1.

    >>> [seat_on(2, line) for line in range(4)]
    [3, 0, 1, 2]
    """
    return (line - (board - 1)) % 4


def seated(table: Table, board: int) -> Table:
    """The players of a table as they hold a board: its dealer (East), South, West, North.

    >>> seated((11, 12, 13, 14), 2)
    (12, 13, 14, 11)
    """
    east = (board - 1) % 4
    return (table[east], table[(east + 1) % 4], table[(east + 2) % 4], table[(east + 3) % 4])


# --- counting and promises -------------------------------------------------------------------------------------------


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def count(movement: Movement) -> PairCounts:
    """Every meeting and every comparison of the movement, by enumeration of its tables."""
    meetings: Counter[tuple[int, int]] = Counter()
    comparisons: Counter[tuple[int, int]] = Counter()
    group_of = {player: number for number, group in enumerate(movement.groups) for player in group}
    for session in movement.sessions:
        lines: dict[tuple[int, int], list[int]] = {}
        for table in session:
            meetings.update(_pair(a, b) for a, b in combinations(table, 2))
            for line, player in enumerate(table):
                lines.setdefault((group_of[player], line), []).append(player)
        for compared in lines.values():
            comparisons.update(_pair(a, b) for a, b in combinations(compared, 2))
    return PairCounts(meetings, comparisons)


def broken_promises(movement: Movement) -> list[str]:
    """What a movement does not keep, a sentence each; empty for one that is as it should be.

    Every kind: everybody plays in every session, once. ``sixteen``: every two of a group meet once and are compared
    once. ``four_teams``: every two of different teams do, mates never; each team has a member at each table and on
    each line. ``one_field``: mates never meet; how evenly the pairs are compared, ``spread`` tells.
    """
    found = []
    everybody = sorted(player for group in movement.groups for player in group)
    for number, session in enumerate(movement.sessions, 1):
        if sorted(player for table in session for player in table) != everybody:
            found.append(f"session {number}: not every player sits at exactly one table")
    counted = count(movement)
    if movement.kind == "one_field":
        teams = movement.teams
        return found + [
            f"players {a} and {b} are mates and meet"
            for a, b in sorted(counted.meetings)
            if teams and teams[a] == teams[b]
        ]
    for group in movement.groups:
        for a, b in combinations(group, 2):
            mates = bool(movement.teams) and movement.teams[a] == movement.teams[b]
            wanted = 0 if mates else 1
            for what, times in (("meet", counted.meetings), ("are compared", counted.comparisons)):
                if times[a, b] != wanted:
                    found.append(f"players {a} and {b} {what} {times[a, b]} times instead of {wanted}")
    for number, session in enumerate(movement.sessions, 1):
        for team in sorted(set(movement.teams.values())):
            lines = sorted(
                line for table in session for line, player in enumerate(table) if movement.teams[player] == team
            )
            if lines != [0, 1, 2, 3]:
                found.append(f"session {number}: team {team} is not on each line once")
    return found


def spread(movement: Movement) -> tuple[int, int]:
    """Fewest and most comparisons of two players of one group who are no mates; equal or one apart is the best."""
    comparisons = count(movement).comparisons
    times = [
        comparisons[a, b]
        for group in movement.groups
        for a, b in combinations(group, 2)
        if not movement.teams or movement.teams[a] != movement.teams[b]
    ]
    return min(times), max(times)


# --- boards round the tables -----------------------------------------------------------------------------------------


class BoardAtTable(NamedTuple):
    """A board at a table: the ``step``-th that the table plays in its session, from 1.

    ``copy`` is which set of trays it is, from 1. ``players`` are the board's dealer, South, West and North.
    """

    session: int
    table: int
    step: int
    board: int
    copy: int
    players: tuple[int, int, int, int]


def plan(movement: Movement, boards: int, *, copies: int | None = None) -> tuple[BoardAtTable, ...]:
    """All plays of an event by session, step and table.

    ``copies`` is how many sets of trays of each board there are. None means one for each table: everybody plays the
    same board at once. With fewer the tables of a set pass their boards on (at the step after table 2, table 1 plays
    what table 2 had), in rounds of as many boards as these tables, so that a round's boards can be taken apart or
    made public when it is over. Raises MovementError where there are more tables to a set than boards.
    """
    if boards < 1:
        raise MovementError(_("a session has at least one board"))
    found = []
    for number, session in enumerate(movement.sessions, 1):
        turns = rotation(len(session), boards, copies)
        for step in range(boards):
            for table, players in enumerate(session):
                board, copy = turns[step][table]
                found.append(BoardAtTable(number, table + 1, step + 1, board, copy, seated(players, board)))
    return tuple(found)


def rotation(tables: int, boards: int, copies: int | None = None) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each step and table which board is played and which copy of it, both from 1 (B3).

    >>> rotation(2, 2, 1)
    (((1, 1), (2, 1)), ((2, 1), (1, 1)))
    """
    sets = tables if copies is None else copies
    if not 1 <= sets <= tables:
        raise MovementError(
            _("there is at least one copy of a board and at most one for each of the %(tables)s tables", tables=tables)
        )
    size = -(-tables // sets)
    if size > boards:
        raise MovementError(
            _(
                "%(size)s tables cannot share %(boards)s boards: more boards, or more copies of each",
                size=size,
                boards=boards,
            )
        )
    rounds = boards // size
    steps = []
    start = 0
    for number in range(rounds):
        # What is left over makes the first rounds one board longer; a table then sits beside a board at rest.
        length = boards // rounds + (number < boards % rounds)
        for step in range(length):
            steps.append(
                tuple((start + (step + table % size) % length + 1, table // size + 1) for table in range(tables))
            )
        start += length
    return tuple(steps)


# --- what comes next -------------------------------------------------------------------------------------------------


class Next(NamedTuple):
    """What a table should do now.

    ``play`` is its next board by the plan, None when it has finished. ``waits_for`` is the table that still has the
    board's trays, None when they are free. ``known_to`` are players of the table who have seen the board: it is
    stopped, they may not play it. ``instead`` is then, or while the table waits, another board of its plan that it can
    play at once, where there is one.
    """

    play: BoardAtTable | None
    waits_for: int | None = None
    known_to: tuple[int, ...] = ()
    instead: BoardAtTable | None = None

    @property
    def clear(self) -> bool:
        """True where the table may begin its next board."""
        return self.play is not None and self.waits_for is None and not self.known_to


KnownBoards = Collection[tuple[int, tuple[int, int]]]
"""Pairs of a player and a board (session, number) that the player knows: built its trays, watched it, played it as a
substitute."""


def seen(player: int, board: tuple[int, int], played: Iterable[BoardAtTable], known: KnownBoards = ()) -> bool:
    """Whether a player has seen a board (session, number): played it, or is among those who know it otherwise."""
    return (player, board) in known or any(
        (each.session, each.board) == board and player in each.players for each in played
    )


def next_boards(
    planned: Iterable[BoardAtTable], played: Collection[BoardAtTable], *, session: int, known: KnownBoards = ()
) -> dict[int, Next]:
    """What every table of a session does next, by table number.

    ``planned`` are the plays of the event as they are meant now (with substitutes in their places), ``played`` those
    that are over. A copy of a board is free when every table that has it earlier in the plan has played it.
    """
    ahead: dict[int, list[BoardAtTable]] = {}
    over = {(each.session, each.table, each.board) for each in played}
    for play in sorted(planned, key=lambda each: (each.step, each.table)):
        if play.session == session:
            left = ahead.setdefault(play.table, [])
            if (play.session, play.table, play.board) not in over:
                left.append(play)
    knowing: dict[tuple[int, int], set[int]] = {}
    for each in played:
        knowing.setdefault((each.session, each.board), set()).update(each.players)
    for player, board in known:
        knowing.setdefault(board, set()).add(player)

    def holder(play: BoardAtTable) -> int | None:
        earlier = [
            each
            for left in ahead.values()
            for each in left
            if (each.board, each.copy) == (play.board, play.copy) and each.step < play.step
        ]
        return min(earlier, key=lambda each: each.step).table if earlier else None

    def knowers(play: BoardAtTable) -> tuple[int, ...]:
        return tuple(player for player in play.players if player in knowing.get((session, play.board), ()))

    found = {}
    for table, left in sorted(ahead.items()):
        if not left:
            found[table] = Next(None)
            continue
        first, *later = left
        answer = Next(first, holder(first), knowers(first))
        if not answer.clear:
            free = (play for play in later if holder(play) is None and not knowers(play))
            answer = answer._replace(instead=next(free, None))
        found[table] = answer
    return found


def named(movement: Movement, players: Sequence[int]) -> Movement:
    """The movement with the players' own numbers: number i of the movement is ``players[i - 1]``, drawn by lot.

    Raises MovementError where their number is another one.
    """
    if len(players) != movement.players or len(set(players)) != len(players):
        raise MovementError(
            _(
                "this movement is for %(players)s different players, not %(count)s",
                players=movement.players,
                count=len(players),
            )
        )
    sessions = tuple(
        tuple((players[a - 1], players[b - 1], players[c - 1], players[d - 1]) for a, b, c, d in session)
        for session in movement.sessions
    )
    groups = tuple(tuple(players[number - 1] for number in group) for group in movement.groups)
    return movement._replace(
        sessions=sessions, groups=groups, teams={players[number - 1]: team for number, team in movement.teams.items()}
    )
