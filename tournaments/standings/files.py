"""Public results as rows for a spreadsheet: standings, tables, one player."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

from engine.sentences import gettext_noop as _
from tournaments.core.tabular.writing import SheetCell, SheetRows
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.queries.public_results import ResultRow, find_round_results
from tournaments.standings.logic.carry import Carry
from tournaments.standings.queries import public
from tournaments.standings.queries.categories import add_category_places
from tournaments.standings.queries.standings import carry_lines, find_public_standings, get_last_public_round
from tournaments.standings.views import player as public_player

RESULT_COLUMNS: Final = (
    _("Round"),
    _("Table"),
    _("Wind"),
    _("Number"),
    _("Player"),
    _("Points"),
    _("Place"),
    _("Table points"),
    _("Score"),
    _("Penalty"),
)

PLAYER_COLUMNS: Final = (_("Place"), _("Number"), _("Player"), _("Country"), _("Team"))
TEAM_COLUMNS: Final = (_("Place"), _("Code"), _("Team"), _("Country"))


def build_standings_rows(tournament: Tournament) -> SheetRows | None:
    """Return the public standings, teams below; None while they are hidden."""
    table = find_public_standings(tournament)
    if table is None:
        return None
    table = add_category_places(tournament, table)
    columns = [*(column.name for column in table.columns), *(category.name for category in table.categories)]
    rows: SheetRows = [[*map(gettext, PLAYER_COLUMNS), *columns]]
    for line in table.individual:
        who, places = line.player, {category.number: category.place for category in line.within}
        team = who.team.name if who.team else ""
        within = [places.get(category.number, "") for category in table.categories]
        rows.append([line.row.place or "", who.number, who.name, who.country, team, *line.cells, *within])
    if table.teams:
        rows += [[], [*map(gettext, TEAM_COLUMNS), "", *(column.name for column in table.team_columns)]]
        rows += [
            [line.row.place or "", line.team.code, line.team.name, line.team.country, "", *line.cells]
            for line in table.teams
        ]
    return rows


def build_result_rows(tournament: Tournament) -> SheetRows:
    rows: SheetRows = [_list_headings()]
    for round_ in public.schedule(tournament):
        for sheet in (find_round_results(tournament, round_.number) or []) if round_.released else []:
            rows += [_build_line(round_.number, sheet.label, row) for row in sheet.rows]
    return rows


def build_player_rows(tournament: Tournament, number: int) -> SheetRows | None:
    """Return one player's released results; None if the number is not on the public list."""
    entry = public_player.find_public_player(tournament, number)
    if entry is None:
        return None
    through = get_last_public_round(tournament)
    carries = carry_lines(tournament, entry.pk, through) if through else {}
    rows: SheetRows = [_list_headings()]
    for table, carry in public_player.insert_carries(public_player.list_player_tables(entry), carries):
        if carry is not None:
            rows.append(_carry_line(carry, entry))
        elif table is not None and table[1] is not None:
            rows.append(_build_line(table[0].round.number, table[0].seat.table_number, table[1]))
    return rows


def _carry_line(carry: Carry, entry: Entry) -> list[SheetCell]:
    table = gettext("Carried over: %(share)s") % {"share": carry.share}
    return [carry.round, table, "", entry.number, entry.name, "", "", carry.table_points, carry.score, ""]


def _list_headings() -> list[SheetCell]:
    return [gettext(text) for text in RESULT_COLUMNS]


def _build_line(round_: int, table: str | int, row: ResultRow) -> list[SheetCell]:
    wind = "" if row.wind is None else "ESWN"[row.wind]
    figures = [row.points, row.place, row.table_points, row.score, row.penalty]
    return [round_, table, wind, row.player.number, row.player.name, *figures]
