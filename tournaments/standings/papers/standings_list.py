from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from django.utils.translation import gettext_lazy as _

from engine.sentences import Sentence, gettext_noop
from tournaments.core.errors import UserError
from tournaments.core.printing.documents import POINT, Leaf, PaperHeading, count_lines
from tournaments.core.printing.registry import (
    AFTER,
    BETWEEN,
    PLACES,
    Order,
    build_heading,
    format_moment,
    paper,
    place_of,
)
from tournaments.core.text import names, places
from tournaments.core.text.numbers import format_column
from tournaments.exchange.evidence import find_evidence_lines
from tournaments.standings.queries import standings
from tournaments.standings.queries.categories import add_category_places
from tournaments.standings.queries.standings import StandingsTable


@dataclass(frozen=True, slots=True)
class StandingLine:
    place: str
    name: str
    figures: Sequence[str]
    native: str = ""
    team: str = ""
    country: str = ""
    out: bool = False
    left_after: int | None = None
    """Round after which the player left, 0 before the first."""
    overall: str = ""
    """Overall place, in the list of a category."""
    within: str = ""
    """Places within categories, in the list of all."""
    flag: str = ""


LIST_SIZES, LINE_HEIGHT = (10, 9, 8), 1.3
WIDE, NARROW = 0.28, 0.16
"""Space above and below the text of a row, in its size (paper.css)."""
ROOM, BELOW_HEADING, KEPT, RULE = 204.0, 5.0, 34.0, 0.15
"""Millimetres: of the list on a Letter page, of a line above it, of the digests below it, of the rule below a row."""
NAME_WIDTH, TEAM_WIDTH = 66.0, 34.0

TableToCome = tuple[int, str, str]
"""(round, name, date and time) of a postponed table."""


def build_standings_pages(
    heading: PaperHeading,
    after: int,
    players: tuple[Sequence[str], Sequence[StandingLine]],
    teams: tuple[Sequence[str], Sequence[StandingLine]],
    kept: object = None,
    *,
    provisional: bool = False,
    categories: Sequence[tuple[str, Sequence[StandingLine]]] = (),
    to_come: Sequence[TableToCome] = (),
) -> list[Leaf]:
    """Return pages of players, categories and teams, with the digests `kept` (`exchange.evidence`) below each."""
    leaves = []
    of_categories = [("standings", name, (players[0], lines)) for name, lines in categories]
    for title, category, (columns, lines) in (("standings", "", players), *of_categories, ("teams", "", teams)):
        if lines or title == "standings":
            values = {"heading": heading, "after": after, "listed": title, "columns": columns, "lines": lines}
            values["category"] = category
            values |= {"kept": kept, "provisional": provisional, "to_come": to_come}
            own_columns = {
                "with_team": any(line.team for line in lines),
                "with_country": any(line.country for line in lines),
            }
            size = _choose_size(lines, ROOM - len(to_come) * BELOW_HEADING - (KEPT if kept else 0))
            leaves.append(Leaf("standings", values | own_columns | {"size": size}))
    return leaves


def _choose_size(lines: Sequence[StandingLine], room: float) -> int:
    """Return the largest text in which the list fits one page; the usual one for a list that never does."""
    return next((size for size in LIST_SIZES if _compute_height(lines, size) <= room), LIST_SIZES[0])


def _compute_height(lines: Sequence[StandingLine], size: int) -> float:
    rows = sum(
        max(
            count_lines(f"{line.name} {line.native} {line.within}", NAME_WIDTH, size),
            count_lines(line.team, TEAM_WIDTH, size),
        )
        for line in lines
    )
    beside = 2 * (NARROW if size == LIST_SIZES[-1] else WIDE)
    return (rows * LINE_HEIGHT + len(lines) * beside) * size * POINT + len(lines) * RULE


def get_ordered_table(order: Order) -> StandingsTable:
    """Return the ordered standings. Raises `UserError` if they are hidden from the account."""
    after, through = order.round.number if order.round else None, order.standings_through
    if through is not None:
        after = min(after or through, through)
        if after == 0:
            raise UserError(Sentence(gettext_noop("The standings are hidden; an organiser can print them.")))
    return add_category_places(
        order.tournament, standings.build_table(order.tournament, standings.get_standings(order.tournament, after))
    )


@paper("standings", _("Standings"), needed=(BETWEEN, AFTER), tells_standings=True, made_from=PLACES)
def standings_list(order: Order) -> list[Leaf]:
    table = get_ordered_table(order)
    columns = [column.short for column in table.columns]
    team_columns = [column.short for column in table.team_columns]
    return build_standings_pages(
        build_heading(order),
        table.after,
        (columns, build_player_lines(table, order.marks)),
        (team_columns, build_team_lines(table)),
        find_evidence_lines(order.tournament),
        provisional=order.provisional,
        categories=build_category_lines(table, order.marks),
        to_come=[(late.round.number, late.called, format_moment(order, late.postponed_to)) for late in table.to_come],
    )


def build_category_lines(table: StandingsTable, marks: names.Marks) -> list[tuple[str, list[StandingLine]]]:
    lines, pages = build_player_lines(table, marks), []
    for category in table.categories:
        places = [
            next((place for place in row.within if place.number == category.number), None) for row in table.individual
        ]
        members = [
            replace(line, place=place_of(place.place, place.shared), overall=line.place, within="")
            for line, place in zip(lines, places, strict=True)
            if place is not None
        ]
        if members:
            pages.append((category.name, members))
    return pages


def build_player_lines(table: StandingsTable, marks: names.Marks) -> list[StandingLine]:
    figures = _format_figures([line.cells for line in table.individual])
    return [
        StandingLine(
            place_of(line.row.place, line.row.shared),
            names.format_person(line.player, marks),
            figures[index],
            names.choose_second_name(line.player),
            line.player.team.name if line.player.team else "",
            places.format_country(line.player),
            out=line.row.out is not None,
            left_after=line.left_after,
            flag=places.choose_flag_code(line.player),
            within=", ".join(f"{place.name} {place_of(place.place, place.shared)}" for place in line.within),
        )
        for index, line in enumerate(table.individual)
    ]


def build_team_lines(table: StandingsTable) -> list[StandingLine]:
    figures = _format_figures([line.cells for line in table.teams])
    return [
        StandingLine(
            place_of(line.row.place, line.row.shared),
            line.team.name,
            figures[index],
            country=places.format_country(line.team),
            flag=places.choose_flag_code(line.team),
        )
        for index, line in enumerate(table.teams)
    ]


def _format_figures(rows: Sequence[Sequence[Fraction | None]]) -> list[tuple[str, ...]]:
    return list(zip(*(format_column(column) for column in zip(*rows, strict=True)), strict=True)) or [()] * len(rows)
