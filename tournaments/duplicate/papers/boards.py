"""Papers of a duplicate event: with tiles for boards that a director opens, without tiles for everybody who prints.

An order for them names the `BoardSet` as its subject, and one session or all (0).
"""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from engine.family import ruleset
from engine.sentences import Sentence, gettext_noop
from engine.walls.deal import deal_tiles, seat_places
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf
from tournaments.core.printing.registry import DEALS, Order, heading, paper
from tournaments.core.text.names import leading
from tournaments.core.text.papers import BOARD_LABELS
from tournaments.duplicate.models.deals import Board, BoardPlay, BoardSet
from tournaments.duplicate.papers import wall_sheets
from tournaments.duplicate.papers.wall_sheets import Identity, Stop, fixed_dice

SHEETS = "board-sheets"
"""The sheets with tiles; the subject of their order is what was opened: (board, deal) each."""


def identity(board: Board) -> Identity:
    """What tells the board from others on paper; nothing of its tiles."""
    return Identity(
        board.session, board.number, board.prevalent_wind, board.reserve, board.digest, fixed_dice(board.digest)
    )


@paper(SHEETS, _("Sheets with tiles"), offered="", labels=BOARD_LABELS)
def sheets(order: Order) -> list[Leaf]:
    """Sheets with tiles of the opened boards."""
    top = heading(order)
    return [leaf for board, deal in order.subject for leaf in wall_sheets.deal_sheets(top, identity(board), deal)]


def _boards(order: Order) -> list[Board]:
    made: BoardSet = order.subject
    boards = made.all_boards.filter(retired_at=None)
    found = list(boards.filter(session=order.session) if order.session else boards)
    if not found:
        raise UserError(Sentence(gettext_noop("The boards are not dealt yet.")))
    return found


@paper("cards", _("Table cards of the boards"), offered=DEALS, labels=BOARD_LABELS)
def table_cards(order: Order) -> list[Leaf]:
    """A card a board."""
    shared = order.subject.model == BoardSet.Model.SHARED
    return wall_sheets.table_cards(heading(order), [identity(board) for board in _boards(order)], shared=shared)


@paper("boards", _("Movement cards of the boards"), offered=DEALS, labels=BOARD_LABELS)
def board_cards(order: Order) -> list[Leaf]:
    """Where each set of trays is at each step."""
    stops: dict[tuple[int, int], list[Stop]] = {}
    boards = {board.pk: board for board in _boards(order)}
    plays = BoardPlay.objects.filter(board__in=boards).select_related("table").order_by("order")
    for play in plays:
        board = boards[play.board_id]
        stops.setdefault((play.board_id, play.copy), []).append(
            Stop(board.session, play.order, play.table.number, board.number)
        )
    if not stops:
        raise UserError(Sentence(gettext_noop("Plan the session first: no table has boards yet.")))
    ordered = sorted(stops, key=lambda key: (boards[key[0]].session, boards[key[0]].number, key[1]))
    cards = [(identity(boards[board]), copy, stops[board, copy]) for board, copy in ordered]
    return wall_sheets.board_movements(heading(order), cards)


@paper("players", _("Movement cards of the players"), offered=DEALS, labels=BOARD_LABELS)
def player_cards(order: Order) -> list[Leaf]:
    """What each player plays at each step, on which seat and with whom."""
    plays = BoardPlay.objects.filter(board__in=_boards(order)).select_related("table__round", "board")
    plays = plays.prefetch_related("seats__entry__team").order_by("board__session", "order")
    cards: dict[int, tuple[int, str, str, list[Stop]]] = {}
    for play in plays:
        seats = sorted(play.seats.all(), key=lambda seat: seat.seat)
        for own in seats:
            entry = own.entry
            card = cards.setdefault(entry.pk, (entry.number, leading(entry), entry.team.name if entry.team else "", []))
            others = [leading(seat.entry) for seat in seats if seat is not own]
            card[3].append(Stop(play.board.session, play.order, play.table.number, play.board.number, own.seat, others))
    if not cards:
        raise UserError(Sentence(gettext_noop("Plan the session first: no table has boards yet.")))
    return wall_sheets.player_movements(heading(order), sorted(cards.values()))


@paper("building", _("Instructions for builders"), offered=DEALS, labels=BOARD_LABELS)
def instructions(order: Order) -> list[Leaf]:
    """The builder's instructions."""
    made: BoardSet = order.subject
    rules = ruleset(made.ruleset.preset)
    places = seat_places(rules, len(deal_tiles(rules, "seat34", flowers=made.flowers).tiles))
    hand = 3 * rules.family.sets + 1
    shared = made.model == BoardSet.Model.SHARED
    return wall_sheets.instructions(
        heading(order), shared=shared, walls=[len(place) for place in places], hand=hand, common=places[0].start
    )
