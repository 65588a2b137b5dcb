"""Papers of a duplicate event; an order names the `BoardSet` and one session or all (0). Only sheets show tiles."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from engine.family import Ruleset, ruleset
from engine.sentences import Sentence, gettext_noop
from engine.walls.deal import Deal, deal_tiles, seat_places
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import Leaf, PaperHeading, split_into_chunks
from tournaments.core.printing.registry import DEALS, Order, build_heading, paper
from tournaments.core.text.names import choose_leading_name, format_person
from tournaments.duplicate.logic.wall_sheets import WallRow, compute_break, list_seat_rows, list_shared_walls
from tournaments.duplicate.models.board_plays import BoardPlay, PlaySeat
from tournaments.duplicate.models.deals import Board, BoardSet
from tournaments.entries.models.entries import Entry
from tournaments.results.queries.sheets import get_round_ruleset

SHEETS = "board-sheets"
"""Sheets with tiles; the subject of their order is (board, deal) of each opened board."""

CARDS_A_PAGE = 4

BOARD_LABELS: dict[str, str | Promise] = {
    "session": _("Session"),
    "board": pgettext_lazy("deal", "Board"),
    "prevalent": _("Prevalent wind"),
    "digest": _("Digest"),
    "common": _("Common block"),
    "indicators": _("Indicators"),
    "under": _("Under the indicators"),
    "replacements": _("Replacements"),
    "wall": _("Wall"),
    "stacks": _("stacks"),
    "secret": _("Secret until public. For the builder only, who does not play this board."),
    "total": _("Tiles"),
    "builder": _("Built by"),
    "checker": _("Read back by"),
    "dice": _("Dice"),
    "copy": _("Copy"),
    "step": _("Step"),
    "done": _("Played"),
    "seat": _("Seat"),
    "hand": pgettext_lazy("hand of play", "Hand"),
    "dealer": _("Dealer"),
    "deals": _("Dealer: who began the session as"),
    "building": _("Building the walls"),
}


@paper(SHEETS, _("Sheets with tiles"), offered="", labels=BOARD_LABELS)
def sheets(order: Order) -> list[Leaf]:
    top = build_heading(order)
    return [
        leaf
        for board, deal in order.subject
        for leaf in build_deal_sheets(top, board, deal, _find_rules(order, board, deal))
    ]


def _find_rules(order: Order, board: Board, deal: Deal) -> Ruleset | None:
    """Return the rules of the board's round, so that a reprint is the same; None for another edition's."""
    round_ = order.tournament.rounds.filter(number=board.session).select_related("ruleset", "tournament").first()
    version = order.tournament.ruleset if round_ is None else get_round_ruleset(round_)
    return version.rules if version.preset == deal.ruleset else None


def build_deal_sheets(heading: PaperHeading, board: Board, deal: Deal, rules: Ruleset | None = None) -> list[Leaf]:
    """Return a page per seat (and one for riichi's common block), or one page of four walls."""
    values = {"heading": heading, "board": board}
    if deal.model == "shared":
        rules = rules or ruleset(deal.ruleset)
        broken, after = compute_break(rules, board.dice)
        walls = {
            "walls": list_shared_walls(rules, deal, board.dice, board.dealing_line),
            "broken": broken,
            "after": after,
        }
        return [Leaf("shared_sheet", values | walls)]
    leaves = [
        Leaf("seat_sheet", values | {"seat": seat, "rows": list_seat_rows(deal, seat), "size": len(wall)})
        for seat, wall in enumerate(deal.walls)
    ]
    if deal.common:
        rows = [WallRow(part) for part in (deal.common[:5], deal.common[5:10], deal.common[10:])]
        leaves.append(Leaf("seat_sheet", values | {"seat": None, "rows": rows, "size": len(deal.common)}))
    return leaves


def _list_boards(order: Order) -> list[Board]:
    board_set: BoardSet = order.subject
    boards = board_set.all_boards.filter(retired_at=None)
    listed = list(boards.filter(session=order.session) if order.session else boards)
    if not listed:
        raise UserError(Sentence(gettext_noop("The boards are not dealt yet.")))
    return listed


def _list_plays(order: Order) -> list[BoardPlay]:
    plays = BoardPlay.objects.filter(board__in=_list_boards(order)).select_related("table__round", "board")
    listed = list(plays.prefetch_related("seats__entry__team").order_by("board__session", "order"))
    if not listed:
        raise UserError(Sentence(gettext_noop("Plan the session first: no table has boards yet.")))
    return listed


@paper("cards", _("Table cards of the boards"), offered=DEALS, labels=BOARD_LABELS)
def table_cards(order: Order) -> list[Leaf]:
    shared = order.subject.model == BoardSet.Model.SHARED
    return build_board_cards(build_heading(order), _list_boards(order), shared=shared)


def build_board_cards(heading: PaperHeading, boards: Sequence[Board], *, shared: bool) -> list[Leaf]:
    return [
        Leaf("board_cards", {"heading": heading, "boards": part, "shared": shared})
        for part in split_into_chunks(boards, CARDS_A_PAGE)
    ]


@paper("boards", _("Movement cards of the boards"), offered=DEALS, labels=BOARD_LABELS)
def board_movements(order: Order) -> list[Leaf]:
    cards: dict[tuple[int, int, int], list[BoardPlay]] = {}
    for play in _list_plays(order):
        cards.setdefault((play.board.session, play.board.number, play.copy), []).append(play)
    ordered = [cards[key] for key in sorted(cards)]
    top = build_heading(order)
    return [
        Leaf("board_movement", {"heading": top, "cards": part}) for part in split_into_chunks(ordered, CARDS_A_PAGE)
    ]


@paper("players", _("Movement cards of the players"), offered=DEALS, labels=BOARD_LABELS)
def player_movements(order: Order) -> list[Leaf]:
    cards: dict[Entry, list[tuple[BoardPlay, PlaySeat, list[str]]]] = {}
    for play in _list_plays(order):
        seats = play.seats.all()
        for own_seat in seats:
            others = [format_person(seat.entry, order.marks) for seat in seats if seat is not own_seat]
            cards.setdefault(own_seat.entry, []).append((play, own_seat, others))
    ordered = [
        (entry, choose_leading_name(entry), cards[entry])
        for entry in sorted(cards, key=lambda entry: (entry.number, entry.pk))
    ]
    top = build_heading(order)
    return [Leaf("player_movement", {"heading": top, "cards": part}) for part in split_into_chunks(ordered, 2)]


@paper("building", _("Instructions for builders"), offered=DEALS, labels=BOARD_LABELS)
def instructions(order: Order) -> list[Leaf]:
    board_set: BoardSet = order.subject
    rules = ruleset(board_set.ruleset.preset)
    places = seat_places(rules, len(deal_tiles(rules, "seat34", flowers=board_set.flowers).tiles))
    walls = [len(place) for place in places]
    values = {
        "heading": build_heading(order),
        "shared": board_set.model == BoardSet.Model.SHARED,
        "walls": walls,
        "hand": 3 * rules.family.sets + 1,
        "common": places[0].start,
        "even": len(set(walls)) == 1,
    }
    return [Leaf("builder", values)]
