"""Organiser's pages of stages and their cut."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Final

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path

from tournaments.core.actions import blank_form, submit_action
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, unaccepted
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.queries import marks_of
from tournaments.events.models import Stage, Tournament
from tournaments.seating.queries.outdated import of_stage
from tournaments.seating.queries.unknown import in_doubt
from tournaments.standings.queries import cuts
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.metric_names import in_columns
from tournaments.standings.services import stages

JUST_MISSED: Final = 8
"""Players below the line of a cut whom the page shows."""


@requires("stages.edit")
def stage_list(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Show stages, their cuts, and a form for a new one."""
    if request.method == "POST":
        return submit_action("manage_stages", request, tournament)
    return show_stages(request, tournament)


def show_stages(request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: object) -> HttpResponse:
    rows = list(tournament.stages.prefetch_related("rounds", "stage_entries__entry", "stage_teams__team"))
    for row in rows:
        row.tournament = tournament
    context: dict[str, object] = {
        "stages": [
            (one, stages.withdrawn(one), stages.seated_rounds(one), of_stage(one), in_doubt(one)) for one in rows
        ],
        "form": blank_form("manage_stages", tournament),
    }
    return page(request, tournament, "standings/manage/stages.html", "stages", status=status, **(context | bound))


@requires("stages.edit")
def stage(request: HttpRequest, tournament: Tournament, stage: int) -> HttpResponseBase:
    """Change a stage."""
    if request.method == "POST":
        return submit_action("manage_stage", request, tournament, stage=stage)
    return show_stage(request, tournament, _stage(tournament, stage))


def show_stage(
    request: HttpRequest, tournament: Tournament, stage: Stage, *, status: int = 200, **bound: object
) -> HttpResponse:
    context: dict[str, object] = {"stage": stage, "form": blank_form("manage_stage", tournament, stage)}
    return page(request, tournament, "standings/manage/stage.html", "stages", status=status, **(context | bound))


@requires("stages.edit")
def cut(request: HttpRequest, tournament: Tournament, stage: int) -> HttpResponseBase:
    """Show who qualifies and who just misses; the post confirms it, with a choice for a shared place."""
    if request.method == "POST":
        return submit_action("manage_stage_cut", request, tournament, stage=stage)
    return show_cut(request, tournament, _stage(tournament, stage))


def show_cut(
    request: HttpRequest, tournament: Tournament, stage: Stage, *, status: int = 200, form: BaseForm | None = None
) -> HttpResponse:
    """Show the standings with the line of the cut; the errors of the form become messages."""
    for error in chain.from_iterable(form.errors.values()) if form is not None else ():
        messages.error(request, str(error))
    try:
        line = cuts.line_of(stage)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_stages", tournament.slug)
    last = tournament.rounds.filter(stage__number__lt=stage.number).order_by("number").last()
    table = ranking.table(tournament, ranking.standings(tournament, last.number if last else None))
    rows: Iterable[ranking.TeamStanding | ranking.PlayerStanding] = table.teams if stage.of_teams else table.individual
    lines = {int(row.row.key): row for row in rows}
    parts = (line.clear, line.tied, line.missed[:JUST_MISSED])
    # Columns have the same decimals above and below the line.
    cells = iter(in_columns([lines[row.pk] for _place, row in chain.from_iterable(parts)]))
    through, tied, missed = (list(islice(cells, len(part))) for part in parts)
    before = set(map(str, cuts.passed(stage)))
    suffix = "_teams" if stage.of_teams else ""
    return page(
        request,
        tournament,
        "standings/manage/cut.html",
        "stages",
        status=status,
        stage=stage,
        columns=table.team_columns if stage.of_teams else table.columns,
        suffix=suffix,
        through=through,
        tied=tied,
        missed=missed,
        free=line.free,
        marks=marks_of(tournament),
        shown=line.shown,
        form=form,
        chosen=set(form[f"chosen{suffix}"].value() or ()) if form is not None else before,
        items=unaccepted(tournament, OpenItemStep.CUT, last),
    )


def _stage(tournament: Tournament, number: int) -> Stage:
    return get_object_or_404(Stage, tournament=tournament, number=number)


BASE = "t/<slug:slug>/manage/stages"
urlpatterns = [
    path(f"{BASE}/", stage_list, name="manage_stages"),
    path(f"{BASE}/<int:stage>/", stage, name="manage_stage"),
    path(f"{BASE}/<int:stage>/cut/", cut, name="manage_stage_cut"),
]
