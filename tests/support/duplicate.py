"""A small duplicate event: sixteen players in four teams, boards committed to, dealt and planned."""

from __future__ import annotations

import datetime
from unittest import mock

from django.utils import timezone

from engine.walls.public_value import ValueName
from tests.support.people import acting, people, person, small_tournament
from tests.support.remembered import remembered
from tournaments.accounts.models import Membership, Role
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.duplicate.services import board_plays, deals
from tournaments.duplicate.services.board_plays import SeatEntry
from tournaments.entries.models.entries import Team
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round
from tournaments.rounds.services import rounds
from tournaments.seating.services import seating

SEED = bytes(range(32))
VALUE = "3141592653"
HOUR = datetime.timedelta(hours=1)


@remembered
def duplicate_event(*, sessions: int = 4, family: str = "mcr", teams: bool = True) -> Tournament:
    """Sixteen players, published; a second director, omar, beside olga."""
    tournament = small_tournament(16, rounds=sessions, family=family)
    people(tournament)
    Membership.objects.create(tournament=tournament, user=person("omar"), role=Role.DIRECTOR)
    if teams:
        Tournament.objects.filter(pk=tournament.pk).update(team_size=4)
        tournament.refresh_from_db()
        for number in range(4):
            team = Team.objects.create(tournament=tournament, code="ABCD"[number], name=f"Team {'ABCD'[number]}")
            tournament.entries.filter(number__gt=4 * number, number__lte=4 * number + 4).update(team=team)
    return tournament


def committed(tournament: Tournament, *, boards: int = 4, sessions: int = 4, model: str = "seat34") -> BoardSet:
    """A commitment whose value is known in an hour."""
    return deals.commit(
        acting(),
        tournament,
        sessions=sessions,
        boards=boards,
        model=model,
        value=ValueName("other", "the first lottery draw of 2 May"),
        value_known_at=timezone.now() + HOUR,
        seed=SEED,
    )


def dealt(tournament: Tournament, **options: object) -> BoardSet:
    made = committed(tournament, **options)  # type: ignore[arg-type]
    with mock.patch("django.utils.timezone.now", return_value=made.value_known_at + HOUR):
        deals.add_value(acting(), made, value=VALUE, again=VALUE)
    deals.make(acting(), made)
    return made


def session_planned(tournament: Tournament, number: int = 1, copies: int | None = None) -> list[BoardPlay]:
    """The round seated by the movement of four teams, started, and its boards given to the tables."""
    if not Round.objects.filter(tournament=tournament, seatings__isnull=False).exists():
        board_plays.seat_movement(acting(), tournament, kind="four_teams", seed="lot", first_sessions=True)
    round_ = tournament.rounds.get(number=number)
    seating.publish(acting(), round_.seatings.get())
    rounds.start(acting(), round_)
    return board_plays.plan_session(acting(), round_, copies=copies)


POINTS = ((24, -8, -8, -8), (-8, 32, -16, -8), (0, 0, 0, 0), (-16, -8, -8, 32))


def enter_board(board: Board, points: tuple[tuple[int, ...], ...] = POINTS) -> None:
    """Results of all tables that play the board, in the order of the tables, the walls ticked by the referee."""
    plays = BoardPlay.objects.filter(board=board).order_by("table__number")
    for play, four in zip(plays, points, strict=True):
        board_plays.enter(acting("sam"), play, seats=[SeatEntry(value, left=5, ticked=True) for value in four])
