"""Organiser's pages of standings and cuts, for views and actions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, islice
from typing import Final

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemStep, list_unaccepted_items
from tournaments.core.permissions import can
from tournaments.core.views.manage import page
from tournaments.core.visibility import build_name_marks
from tournaments.events.models import Stage, Tournament
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.seating.queries.unknown import list_unknown
from tournaments.standings.models import InputRecord
from tournaments.standings.queries import cuts
from tournaments.standings.queries import standings as ranking
from tournaments.standings.queries.categories import add_category_places
from tournaments.standings.queries.metric_names import format_columns
from tournaments.standings.views.player import build_selected_player

JUST_MISSED: Final = 8


def show_cut(
    request: HttpRequest, tournament: Tournament, stage: Stage, *, status: int = 200, form: BaseForm
) -> HttpResponse:
    """Show the standings with the line of the cut; errors of the form become messages."""
    for error in chain.from_iterable(form.errors.values()):
        messages.error(request, str(error))
    try:
        line = cuts.compute_cut_line(stage)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_stages", tournament.slug)
    last = tournament.rounds.filter(stage__number__lt=stage.number).order_by("number").last()
    table = ranking.build_table(tournament, ranking.get_standings(tournament, last.number if last else None))
    rows: Iterable[ranking.TeamStanding | ranking.PlayerStanding] = table.teams if stage.of_teams else table.individual
    lines = {int(row.row.key): row for row in rows}
    parts = (line.clear, line.tied, line.missed[:JUST_MISSED])
    # Columns have the same decimals above and below the line.
    cells = iter(format_columns([lines[row.pk] for _place, row in chain.from_iterable(parts)]))
    through, tied, missed = (list(islice(cells, len(part))) for part in parts)
    before = set(map(str, cuts.map_passed_to_places(stage)))
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
        marks=build_name_marks(tournament),
        shown=line.shown,
        form=form,
        chosen=set(form[f"chosen{suffix}"].value() or ()) if form.is_bound else before,
        items=list_unaccepted_items(tournament, OpenItemStep.CUT, last),
    )


def show_standings(
    request: HttpRequest, tournament: Tournament, after: int | None = None, *, status: int = 200, **forms: BaseForm
) -> HttpResponse:
    ranked = ranking.build_table(tournament, ranking.get_standings(tournament, after))
    context = {
        "standings": add_category_places(tournament, ranked),
        **build_selected_player(request, tournament, ranked, released=False),
        "rounds": tournament.rounds.order_by("number"),
        "chosen": after,
        "may_release": can(request.user, "results.release", tournament),
        "outdated": next(
            (ceremony for ceremony in list_open_differences(tournament) if ceremony.kind == InputRecord.Kind.CEREMONY),
            None,
        ),
        "unknown": next(
            (ceremony for ceremony in list_unknown(tournament) if ceremony.kind == InputRecord.Kind.CEREMONY), None
        ),
    }
    return page(request, tournament, "standings/manage/standings.html", "standings", status=status, **context | forms)
