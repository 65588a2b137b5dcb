from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import path
from django.utils.translation import gettext as _

from engine.exact import integer_or
from tournaments.core.http.request_limits import expensive
from tournaments.core.permissions import can
from tournaments.core.text import names
from tournaments.core.text.numbers import format_column
from tournaments.core.views import long_lists
from tournaments.core.views.long_lists import LongList
from tournaments.core.views.public import public_page
from tournaments.events.models import Tournament
from tournaments.figures.queries import has_numbers
from tournaments.people.careers import find_photo, find_visible_person_of
from tournaments.results.queries import confirming, explain, result_columns
from tournaments.standings.logic import charts
from tournaments.standings.queries import need_texts as needs_words
from tournaments.standings.queries import needs, public
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.categories import NoCategoryError, add_category_places
from tournaments.standings.queries.ceremony import PODIUM
from tournaments.standings.queries.metric_names import format_columns
from tournaments.standings.views import player as public_player


@public_page("players")
def player(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    may_judge = can(request.user, "cases.view", tournament)

    entry = public_player.find_public_player(tournament, number)
    if entry is None:
        raise Http404
    person = find_visible_person_of(entry)
    why = explain.find_explained_place(tournament, number)
    columns = result_columns.list_result_columns(tournament.ruleset.scoring)
    context = {
        "page_title": names.choose_leading_name(entry),
        **public_player.build_player_values(entry),
        "columns": columns,
        "why": why,
        "may_judge": may_judge,
        "has_numbers": why is not None and has_numbers(entry),
        "person": person,
        "has_photo": person is not None and not entry.is_hidden_from_public and find_photo(person) is not None,
        "initials": names.make_initials(entry.public_name),
        "chances": _build_chances(tournament, number),
        "chart": _draw_chart(tournament, why) if why and len(why.rounds) > 1 else None,
    }
    return TemplateResponse(request, "standings/public/player.html", context)


def _build_chances(tournament: Tournament, number: int) -> Mapping[str, Any] | None:
    player_needs = needs.find_player_needs(tournament, number)
    if player_needs is None:
        return None
    return {
        "possible": needs_words.describe_possible_places(player_needs),
        "aim": needs_words.describe_aim(player_needs.last),
        "now": needs_words.describe_present_gap(player_needs),
        "at_table": needs_words.describe_table_places(player_needs),
        "counted": needs_words.describe_counted_results(player_needs.last),
    }


def _draw_chart(tournament: Tournament, why: explain.ExplainedPlace) -> charts.RoundsChart:
    rounds = [(step.round, step.place, step.game.score if step.game else None) for step in why.rounds]
    return charts.draw_rounds_chart(rounds, why.of, tournament.rounds.count())


def _list_podium(tournament: Tournament, table: ranking.StandingsTable) -> list[ranking.PlayerStanding]:
    """Return places 1 to 3 of a finished event, above its last standings."""
    if tournament.state != Tournament.State.FINISHED or table.after != table.public_through:
        return []
    return [line for line in table.individual if 0 < line.row.place <= PODIUM]


@expensive
@public_page("standings")
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the individual standings; `after`, `category` and `player` choose, `row` leads to the page with a player."""
    after, category = _read_round(request), _read_number(request, "category")
    if (to := _find_row_address(request, tournament)) is not None:
        return HttpResponseRedirect(to)

    values = _build_standings_values(tournament, after, _("Standings"))
    if values["table"] is not None:
        values |= public_player.build_selected_player(request, tournament, values["table"])
        values["podium"] = _list_podium(tournament, values["table"])
        values["table"] = _get_category_table(tournament, values["table"], category)
        values["list"] = _paginate_lines(request, tournament, values["table"])
    return TemplateResponse(request, "standings/public/standings.html", values)


def _get_category_table(
    tournament: Tournament, table: ranking.StandingsTable, number: int | None
) -> ranking.StandingsTable:
    try:
        return add_category_places(tournament, table, number)
    except NoCategoryError:
        raise Http404 from None


def _paginate_lines(
    request: HttpRequest, tournament: Tournament, table: ranking.StandingsTable
) -> LongList[ranking.PlayerStanding]:
    lines = table.individual
    wanted = public.find_searched_keys(tournament, long_lists.read_search_words(request))
    if wanted is not None:
        lines = tuple(line for line in lines if line.player.pk in wanted)
    return long_lists.in_pages(request, lines, long_lists.PLAYERS)


def _find_row_address(request: HttpRequest, tournament: Tournament) -> str | None:
    """Return the address of the page with the player of `?row=` or `?player=`; None without one."""
    row = integer_or(request.GET.get("row"))
    number = row or ("page" not in request.GET and integer_or(request.GET.get("player")))
    table = ranking.find_public_standings(tournament, _read_round(request)) if number else None
    if table is None:
        return None
    listed = _paginate_lines(
        request, tournament, _get_category_table(tournament, table, _read_number(request, "category"))
    )
    index = next((index for index, line in enumerate(listed.every) if line.player.number == number), None)
    if index is None or not listed.in_pages:
        return None
    listed.turn_to(index)
    query = {"page": listed.number} | ({} if row else {"player": number})
    return f"{request.path}?{urlencode(listed.query.dict() | query)}#player-{number}"


@public_page("teams")
def teams(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the team standings with each team's members; before the first release, the teams as registered."""
    if not tournament.has_teams:
        raise Http404
    after = _read_round(request)

    values, registered = _build_standings_values(tournament, after, _("Teams")), public.query_listed_teams(tournament)
    needs_of = needs.compute_team_chances(tournament) if after is None else {}
    chances = {key: needs_words.describe_team_chances(team_needs) for key, team_needs in needs_of.items()}
    ranked = _add_members(values["table"], registered) if values["table"] else []
    ranked = [(*row, chances.get(row[0].team.pk, "")) for row in ranked]
    wanted = public.find_searched_keys(tournament, long_lists.read_search_words(request))
    keys = None if wanted is None else {team.pk for team in registered if _has_one_of(team, wanted)}
    lines = [row for row in ranked if keys is None or row[0].team.pk in keys]
    teams = [team for team in registered if keys is None or team.pk in keys]
    listed: LongList[Any] = long_lists.in_pages(request, lines if values["table"] else teams, long_lists.TEAMS)
    context = {**values, "list": listed, "chances": chances}
    return TemplateResponse(request, "standings/public/teams.html", context)


def _has_one_of(team: public.ListedTeam, players: Collection[int]) -> bool:
    return any(member.pk in players for member in team.listed)


def _add_members(table: ranking.StandingsTable, teams: QuerySet[public.ListedTeam]) -> list[tuple[Any, ...]]:
    """Return (line, formatted cells, (member, formatted value)) of every team, best first."""
    values = {line.player.pk: line.cells[0] for line in table.individual if line.cells}
    by_key = {team.pk: team.listed for team in teams}
    members = [by_key[line.team.pk] for line in table.teams]
    of_members = [[values.get(member.pk) for member in team] for team in members]
    return [
        (line, cells, list(zip(team, format_column(scores), strict=True)))
        for (line, cells), team, scores in zip(format_columns(table.teams), members, of_members, strict=True)
    ]


def _read_round(request: HttpRequest) -> int | None:
    return _read_number(request, "after")


def _read_number(request: HttpRequest, name: str) -> int | None:
    text = request.GET.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _build_standings_values(tournament: Tournament, after: int | None, title: str) -> dict[str, Any]:
    table = ranking.find_public_standings(tournament, after)
    if table is None and after is not None:
        raise Http404
    return {
        "page_title": title,
        "hidden": tournament.standings_hidden,
        "table": table,
        "after": table.after if table else None,
        "rounds": range(1, table.public_through + 1) if table else (),
        "typist_may_confirm": confirming.may_typist_confirm(tournament),
    }


urlpatterns = [
    path("t/<slug:slug>/players/<int:number>/", player, name="event_player"),
    path("t/<slug:slug>/standings/", standings, name="event_standings"),
    path("t/<slug:slug>/teams/", teams, name="event_teams"),
]
