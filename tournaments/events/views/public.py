"""Public pages of an event: overview, players, seating, results, standings, teams. Nobody needs to sign in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.audit import head as chain
from tournaments.core.permissions import can
from tournaments.core.public_version import public_version, state_of
from tournaments.core.text import names
from tournaments.core.views.public import may_be_kept, public_page, visible_tournament
from tournaments.events.models import Tournament
from tournaments.events.queries import current_round
from tournaments.events.views import overview
from tournaments.exchange.queries.event_check import everything_checked
from tournaments.exchange.views.demo import trial_of
from tournaments.game.terms.numbers import aligned
from tournaments.results.queries import confirming, explain, result_columns
from tournaments.results.queries.public_results import round_results
from tournaments.results.queries.table_logs import tables_with_logs
from tournaments.rounds.queries import public_seatings
from tournaments.rounds.queries.clock import clock_state
from tournaments.site.response_cache import cacheable
from tournaments.standings.logic import charts
from tournaments.standings.queries import need_texts as needs_words
from tournaments.standings.queries import needs, public
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.ceremony import PODIUM
from tournaments.standings.queries.metric_names import in_columns
from tournaments.standings.views import player as public_player

TOP = 8
"""How many places the overview shows."""


def event_list(request: HttpRequest) -> HttpResponseBase:
    """All public events: running, coming, past."""
    listed = public.events()
    rows = [row for row in listed if row.archived_at is None]
    coming = sorted((row for row in rows if row.state == Tournament.State.PLANNED), key=lambda row: str(row.starts_on))
    groups = [
        (_("Running now"), [row for row in rows if row.state == Tournament.State.RUNNING]),
        (_("Coming"), coming),
        (_("Past events"), [row for row in rows if row.state == Tournament.State.FINISHED]),
    ]
    away = [row for row in listed if row.archived_at is not None]
    values = {"groups": [group for group in groups if group[1]], "archived": away, "trial": trial_of(request)}
    return may_be_kept(render(request, "events/public/event_list.html", values), request)


def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The event at a glance: facts, what is on now, the schedule, the first places."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        rounds = public.schedule(tournament)
        now = current_round.now(rounds).current
        when = overview.when(tournament, now)
        top = _top(tournament)
        clock = clock_state(tournament)
        return {
            "page_title": _("Overview"),
            "when": when,
            "rounds": rounds,
            "several_stages": len({str(row.stage) for row in rounds}) > 1,
            "now": now,
            # For whoever opens the kept page without network; each answer brings it up to date.
            "clock": clock.to_dict() if clock else None,
            "top": top,
            "podium": _podium(top) if when == "after" else (),
            "last": overview.last_results(tournament, rounds) if when == "during" else None,
            "columns": result_columns.of_results(tournament.ruleset.scoring),
            "preset": tournament.rulesets.order_by("number").values_list("preset", flat=True).last(),
            "players": public.players(tournament).count(),
            "teams": tournament.teams.count() if tournament.has_teams else 0,
            "all_checked": everything_checked(tournament),
        }

    return public_page(request, tournament, "events/public/event.html", context, section="overview")


@require_safe
def version(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The public version of the event, which open pages ask for every five seconds."""
    tournament = visible_tournament(request, slug)
    response = JsonResponse({"version": public_version(state_of(tournament))})
    return may_be_kept(cacheable(response), request)


def _top(tournament: Tournament) -> ranking.StandingsTable | None:
    """The first places (teams first where there are teams), or None while nobody may see them."""
    found = ranking.public_standings(tournament)
    return replace(found, individual=found.individual[:TOP], teams=found.teams[:TOP]) if found else None


def _podium(top: ranking.StandingsTable | None) -> list[ranking.PlayerStanding | ranking.TeamStanding]:
    """Places 1 to 3 of the teams where there are teams, else of the players."""
    lines = (top.teams or top.individual) if top else ()
    return [line for line in lines if 0 < line.row.place <= PODIUM]


def players(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Everybody who plays, by number; with `?q=` those who match, and straight to the page of an only one."""
    tournament = visible_tournament(request, slug)
    query = request.GET.get("q", "").strip()
    found = public.matching(tournament, query)
    if query and len(found) == 1:
        return redirect("event_player", tournament.slug, found[0].number)

    def context() -> Mapping[str, Any]:
        return {"page_title": _("Players"), "players": found, "query": query}

    return public_page(request, tournament, "entries/public/players.html", context, section="players")


def player(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """One player's tables, results, and how the place came about; for referees with the way to their rulings."""
    tournament = visible_tournament(request, slug)
    may_judge = can(request.user, "cases.view", tournament)

    def context() -> Mapping[str, Any]:
        page = public_player.player_page(tournament, number)
        if page is None:
            raise Http404
        why = explain.place_of(tournament, number)
        columns = result_columns.of_results(tournament.ruleset.scoring)
        return {
            "page_title": names.leading(page.player),
            "page": page,
            "columns": columns,
            "why": why,
            "may_judge": may_judge,
            "chances": _chances(tournament, number),
            "chart": _chart(why) if why and len(why.rounds) > 1 else None,
        }

    return public_page(request, tournament, "standings/public/player.html", context, section="players")


def _chances(tournament: Tournament, number: int) -> Mapping[str, Any] | None:
    """What the player needs in the last round, in words; None while it is not the last, or where it is not known."""
    found = needs.of_player(tournament, number)
    if found is None:
        return None
    return {
        "possible": needs_words.possible(found),
        "aim": needs_words.aim(found.last),
        "now": needs_words.now(found),
        "at_table": needs_words.at_table(found),
        "counted": needs_words.counted(found.last),
    }


def _chart(why: explain.ExplainedPlace) -> charts.RoundsChart:
    """The player's places and what each round brought."""
    rounds = [(step.round, step.place, step.game.score if step.game else None) for step in why.rounds]
    return charts.rounds_chart(rounds, why.of)


@require_safe
def player_code(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """What the code on a badge opens: the player's page, and for the check-in desk before play the check-in."""
    tournament = visible_tournament(request, slug)
    before = tournament.state == Tournament.State.PLANNED
    if before and can(request.user, "entries.check_in", tournament):
        return redirect("manage_check_in_one", slug, number)
    return redirect("event_player", slug, number)


def seating(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """Who sits where in a round (the current one where none is asked for), by table and by name."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        rounds = public.schedule(tournament)
        seated = [row for row in rounds if row.seated]
        chosen = number
        if chosen is None:
            chosen = current_round.now(rounds).number
        found = public_seatings.seating(tournament, chosen) if chosen is not None else None
        if number is not None and found is None:
            raise Http404
        title = _("Seating of round %(number)s") % {"number": chosen} if found else _("Seating")
        return {"page_title": title, "rounds": seated, "seating": found}

    return public_page(request, tournament, "seating/public/seating.html", context, section="seating")


def results(request: HttpRequest, slug: str, number: int | None = None) -> HttpResponseBase:
    """The confirmed results of a released round (the latest where none is asked for)."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        released = [row for row in public.schedule(tournament) if row.released]
        last = public.last_released(released)
        chosen = number if number is not None else (last.number if last else None)
        sheets = round_results(tournament, chosen) if chosen is not None else None
        if number is not None and sheets is None:
            raise Http404
        title = _("Results of round %(number)s") % {"number": chosen} if sheets is not None else _("Results")
        logged = tables_with_logs(tournament, chosen) if chosen is not None else frozenset()
        shown = {"page_title": title, "rounds": released, "number": chosen, "sheets": sheets, "logged": logged}
        played = tournament.rounds.filter(number=chosen).first() if chosen is not None else None
        head = chain.head_at_release(played) if played is not None else None
        return {**shown, "head": head, "columns": result_columns.of_results(tournament.ruleset.scoring)}

    return public_page(request, tournament, "results/public/results.html", context, section="results")


def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The individual standings after the last released round, or after the round of `?after=`."""
    tournament = visible_tournament(request, slug)
    after = _round_asked(request)

    def context() -> Mapping[str, Any]:
        return _standings_values(tournament, after, _("Standings"))

    return public_page(request, tournament, "standings/public/standings.html", context, section="standings")


def teams(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The team standings with each team's members; before the first release, the teams as registered."""
    tournament = visible_tournament(request, slug)
    if not tournament.has_teams:
        raise Http404
    after = _round_asked(request)

    def context() -> Mapping[str, Any]:
        values, registered = _standings_values(tournament, after, _("Teams")), public.teams(tournament)
        found = needs.of_teams(tournament) if after is None else {}
        chances = {key: needs_words.of_team(each) for key, each in found.items()}
        ranked = _with_members(values["table"], registered) if values["table"] else []
        ranked = [(*one, chances.get(one[0].team.pk, "")) for one in ranked]
        return {**values, "ranked": ranked, "teams": registered, "chances": chances}

    return public_page(request, tournament, "standings/public/teams.html", context, section="teams")


def _with_members(table: ranking.StandingsTable, teams: QuerySet[public.ListedTeam]) -> list[tuple[Any, ...]]:
    """(line, its cells in writing, (member, value in writing), bars) of every team, best first."""
    values = {line.player.pk: line.cells[0] for line in table.individual if line.cells}
    by_key = {team.pk: team.listed for team in teams}
    members = [by_key[line.team.pk] for line in table.teams]
    of_members = [[values.get(one.pk) for one in team] for team in members]
    bars = charts.member_bars(of_members)
    return [
        (line, cells, list(zip(team, aligned(own), strict=True)), drawn)
        for (line, cells), team, own, drawn in zip(in_columns(table.teams), members, of_members, bars, strict=True)
    ]


def _round_asked(request: HttpRequest) -> int | None:
    text = request.GET.get("after", "")
    return int(text) if text.isdecimal() and len(text) < 4 else None


def _standings_values(tournament: Tournament, after: int | None, title: str) -> dict[str, Any]:
    """The table after the round asked for. Raises Http404 for a round whose standings nobody may see (yet)."""
    table = ranking.public_standings(tournament, after)
    if table is None and after is not None:
        raise Http404
    return {
        "page_title": title,
        "hidden": tournament.standings_hidden,
        "table": table,
        "after": table.after if table else None,
        "rounds": range(1, table.public_through + 1) if table else (),
        "by_their_typist": confirming.by_their_typist(tournament),
    }


urlpatterns = [
    path("", event_list, name="event_list"),
    path("t/<slug:slug>/", event, name="event"),
    path("t/<slug:slug>/version/", version, name="event_version"),
    path("t/<slug:slug>/players/", players, name="event_players"),
    path("t/<slug:slug>/players/<int:number>/", player, name="event_player"),
    path("t/<slug:slug>/n/<int:number>/", player_code, name="player_code"),
    path("t/<slug:slug>/seating/", seating, name="event_seating"),
    path("t/<slug:slug>/seating/<int:number>/", seating, name="event_round_seating"),
    path("t/<slug:slug>/results/", results, name="event_results"),
    path("t/<slug:slug>/standings/", standings, name="event_standings"),
    path("t/<slug:slug>/teams/", teams, name="event_teams"),
    path("t/<slug:slug>/results/<int:number>/", results, name="event_round"),
]
