"""Federation report after the last round: requirements, missing facts, and the event's weight."""

from __future__ import annotations

from fractions import Fraction

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemsError, OpenItemStep, list_unaccepted_items
from tournaments.core.permissions import requires
from tournaments.core.tabular.writing import SheetCell
from tournaments.core.text.numbers import format_exact
from tournaments.core.views.manage import ask_to_continue, page
from tournaments.events.models import Tournament
from tournaments.exchange.files import federation as exports
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.seating.queries.unknown import list_unknown
from tournaments.seating.services.outdated import take_list
from tournaments.standings.federations.checks import list_obstacles
from tournaments.standings.models import InputRecord
from tournaments.standings.queries import federation as selector

FIRST_ROWS = 6


def show_federation(request: HttpRequest, tournament: Tournament, *, form: BaseForm, status: int = 200) -> HttpResponse:
    federation = selector.get_federation(tournament)
    rows = selector.build_federation_rows(tournament, federation)
    context = {
        "form": form,
        "federation": federation,
        "missing": list_obstacles(tournament, federation),
        "outdated": next(
            (
                file_input
                for file_input in list_open_differences(tournament)
                if file_input.kind == InputRecord.Kind.FEDERATION
            ),
            None,
        ),
        "unknown": next(
            (file_input for file_input in list_unknown(tournament) if file_input.kind == InputRecord.Kind.FEDERATION),
            None,
        ),
        "items": list_unaccepted_items(tournament, OpenItemStep.FEDERATION),
        "weight": selector.compute_weight(tournament, federation),
        "heading": rows[0],
        "rows": [list(map(_format_cell, row)) for row in rows[1 : FIRST_ROWS + 1]],
        "more": max(0, len(rows) - 1 - FIRST_ROWS),
    }
    return page(request, tournament, "exchange/manage/federation.html", "federation", status=status, **context)


def _format_cell(cell: SheetCell) -> SheetCell:
    return format_exact(cell) if isinstance(cell, Fraction) else cell


@requires("events.export")
@require_safe
def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    federation = selector.get_federation(tournament)
    try:
        content = exports.pack(tournament, federation)
    except OpenItemsError as error:
        return ask_to_continue(request, error)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_federation", tournament.slug)
    take_list(Actor.of(request), tournament)
    disposition = f'attachment; filename="{exports.make_file_name(tournament, federation)}.zip"'
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": disposition})


urlpatterns = [
    path("t/<slug:slug>/manage/federation/pack.zip", download, name="manage_federation_pack"),
]
