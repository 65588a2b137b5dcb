from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from django.db.models import Max
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.family import ruleset
from engine.tiles.tile import Tile, sort_tiles
from engine.walls.deal import read_deal
from tournaments.core.visibility import open_boards
from tournaments.duplicate.logic.comparison import METHODS, BoardScore, Compared, ComparedRow, Method, compare
from tournaments.duplicate.logic.comparison import compute_standings as compare_rows
from tournaments.duplicate.logic.scales import get_scale
from tournaments.duplicate.logic.teams import compute_team_standings, compute_victory_standings
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.rounds.models import Round, SeatWind
from tournaments.standings.queries import forfeits

SCALES: Final[dict[Method, str | Promise]] = {
    "difference": gettext_lazy("Difference from the mean"),
    "cross_imp": gettext_lazy("Cross-IMPs"),
    "butler": gettext_lazy("Butler IMPs"),
    "matchpoints": gettext_lazy("Matchpoints, %"),
}


@dataclass(frozen=True)
class ComparedSeat:
    """Result of a player on a board in every scale; `points` None: it does not count."""

    seat: PlaySeat
    points: int | None
    datum: Fraction | None
    values: dict[Method, Fraction]


def list_seats_played(board_set: BoardSet, *, session: int | None = None) -> list[PlaySeat]:
    """Return the seats of plays of public boards in rounds that have begun, by session, board, table, seat."""
    seats = PlaySeat.objects.filter(
        open_boards(board_set.tournament, "play__board__"), play__board__board_set=board_set
    )
    begun = (Round.State.PLAYING, Round.State.FINISHED)
    seats = seats.filter(play__table__round__annulled_at=None, play__table__round__state__in=begun)
    if session is not None:
        seats = seats.filter(play__board__session=session)
    seats = seats.select_related("play__board", "play__table__round", "entry__team")
    ordered = seats.order_by("play__board__session", "play__board__number", "play__table__number", "seat")
    return [seat for seat in ordered if seat.play.done]


def compare_seats(board_set: BoardSet, method: Method, seats: Sequence[PlaySeat]) -> list[Compared]:
    return compare([build_score(seat) for seat in seats], method, scale=get_scale(board_set.ruleset.preset))


def build_score(seat: PlaySeat) -> BoardScore:
    """Return the result for comparison: none while a flag is open, compared by fault if fouled."""
    play = seat.play
    fouled = play.ruling == BoardPlay.Ruling.FOULED
    counts = play.entered_at is not None and (not play.flag or fouled or play.ruling == BoardPlay.Ruling.STANDS)
    return BoardScore(
        session=play.board.session,
        board=play.board.number,
        seat=seat.seat,
        player=seat.entry,
        points=seat.points if counts else None,
        penalty=seat.penalty if counts else 0,
        # Boards with different fouls are not compared.
        version=f"fouled {play.foul or play.pk}" if fouled else "",
        award=seat.award,
    )


def list_seat_results(board_set: BoardSet, *, session: int | None = None) -> list[ComparedSeat]:
    seats = list_seats_played(board_set, session=session)
    by_method = [compare_seats(board_set, method, seats) for method in METHODS]
    return [
        ComparedSeat(
            seat,
            results[0].line.points,
            results[0].datum,
            {method: result.value for method, result in zip(METHODS, results, strict=True)},
        )
        for seat, *results in zip(seats, *by_method, strict=True)
    ]


def list_walls(board: Board) -> list[tuple[str, Sequence[Tile], Sequence[Tile]]]:
    """Return (name, hand by suits, tiles in drawing order) of each wall, the common block last."""
    deal = read_deal(board.text)
    if deal.model == "shared":
        return [(_("Wall"), (), deal.walls[0])]
    size = 3 * ruleset(deal.ruleset).family.sets + 1
    walls: list[tuple[str, Sequence[Tile], Sequence[Tile]]] = [
        (str(SeatWind(seat).label), sort_tiles(wall[:size]), wall[size:]) for seat, wall in enumerate(deal.walls)
    ]
    return [*walls, (_("Common block"), (), deal.common)] if deal.common else walls


def find_traveller(board_set: BoardSet, session: int, number: int) -> tuple[Board, list[ComparedSeat]] | None:
    """Return a public board with its results by table and by seat from the dealer on; None before it is public."""
    boards = board_set.all_boards.filter(open_boards(board_set.tournament), retired_at=None)
    board = boards.filter(session=session, number=number).first()
    if board is None:
        return None
    results = list_seat_results(board_set, session=session)
    return board, [result for result in results if result.seat.play.board_id == board.pk]


def get_last_session(board_set: BoardSet) -> int:
    sessions = board_set.all_boards.filter(open_boards(board_set.tournament), retired_at=None).aggregate(
        last=Max("session")
    )
    return sessions["last"] or 0


def compute_board_standings(
    board_set: BoardSet, method: Method
) -> tuple[Sequence[ComparedRow], Sequence[ComparedRow], Sequence[ComparedRow]]:
    """Return the standings over all public boards: players, teams, and teams by victory points under IMPs."""
    seats = list_seats_played(board_set)
    values = compare_seats(board_set, method, seats)
    disqualified = forfeits.map_disqualified(board_set.tournament, public=True)
    out = {seat.entry: disqualified[seat.entry_id] for seat in seats if seat.entry_id in disqualified}
    players = compare_rows(values, by_mean=method == "matchpoints", out=out)
    team_of = {seat.entry: seat.entry.team for seat in seats if seat.entry.team is not None}
    if not team_of:
        return players, [], []
    by_imps = method in ("butler", "cross_imp")
    return (
        players,
        compute_team_standings(values, team_of),
        compute_victory_standings(values, team_of) if by_imps else [],
    )
