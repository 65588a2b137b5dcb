from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from tournaments.core.views.public import get_visible_team, public_page
from tournaments.core.visibility import exclude_waiting, open_rounds
from tournaments.entries.models.entries import Team
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.results.models.results import TableResult
from tournaments.results.queries.public_results import ResultRow, map_sheets_by_table
from tournaments.results.queries.result_columns import list_result_columns
from tournaments.rounds.queries.public_seatings import PlayerSeat
from tournaments.rounds.queries.team_schedule import TeamRound, build_team_schedule
from tournaments.standings.queries import standings as ranking

TeamGame = tuple[PlayerSeat, ResultRow | None]
"""Seat of a member, and its released line of the sheet."""


@require_safe
@public_page("teams", same_for_all=False)
def team(request: HttpRequest, tournament: Tournament, code: str) -> HttpResponse:
    row = get_visible_team(tournament, code)
    feed = hall_address.make_absolute(request, reverse("event_team_calendar", args=[tournament.slug, code]))

    context = {"page_title": row.name, "feed": feed, **build_team_values(tournament, row)}
    return TemplateResponse(request, "standings/public/team.html", context)


def build_team_values(tournament: Tournament, team: Team) -> dict[str, Any]:
    rounds = build_team_schedule(team)
    table = ranking.find_public_standings(tournament)
    line = next((row for row in table.teams if row.team.pk == team.pk), None) if table else None
    members = list(exclude_waiting(team.members.order_by("number")))
    return {
        "team": team,
        "members": members,
        "lines": add_results(tournament, rounds),
        "columns": list_result_columns(tournament.ruleset.scoring),
        "after": table.after if table and line else None,
        "of": sum(row.row.place > 0 for row in table.teams) if table else 0,
        "line": line,
        "figures": list(zip(table.team_columns, line.cells, strict=True))[:2] if table and line else [],
        "without_time": any(round_.round.starts_at is None for round_ in rounds),
    }


def add_results(tournament: Tournament, rounds: list[TeamRound]) -> list[tuple[TeamRound, list[TeamGame]]]:
    players = {place.seat.entry_id for line in rounds for place in line.places}
    table_results = TableResult.objects.filter(open_rounds(tournament, "table__round__"), seats__entry__in=players)
    sheets = map_sheets_by_table(table_results.distinct())
    results = {(sheet.round, row.player.pk): row for sheet in sheets.values() for row in sheet.rows}
    return [
        (line, [(place, results.get((line.round.number, place.seat.entry_id))) for place in line.places])
        for line in rounds
    ]


urlpatterns = [path("t/<slug:slug>/teams/<path:code>/", team, name="event_team")]
