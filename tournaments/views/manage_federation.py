"""After the last round: what a federation wants, what is missing, and how much the event weighs."""

from __future__ import annotations

from fractions import Fraction

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.open_items import OpenItemStep
from tournaments.exports import federation as exports
from tournaments.exports.sheets import SheetCell
from tournaments.federations.checks import missing
from tournaments.federations.forms_of import COUNTED
from tournaments.forms.federation import FederationForm, limits_in_a_line
from tournaments.models import Tournament
from tournaments.permissions import requires
from tournaments.selectors import federation as selector
from tournaments.services import federations
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.services.open_items import OpenItemsError, unaccepted
from tournaments.views.manage_support import ask_to_continue, page, submit
from tournaments.wording.game.numbers import exact

FIRST_ROWS = 6


@requires("events.export")
def pack(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Choose the federation, see its table and what is missing, take the pack."""
    chosen = selector.chosen(tournament)
    federation = selector.federation_of(tournament)
    columns = selector.columns_for(tournament, federation)
    initial = chosen | {"columns": "\n".join(f"{heading} = {name}" for heading, name in columns)}
    rule = selector.weight_rule_for(tournament, federation)
    if rule is not None:
        initial |= {name: limits_in_a_line(getattr(rule, name)) for name in COUNTED}
    form = FederationForm(request.POST or None, initial=initial)
    values = dict(form.cleaned_data) if form.is_valid() else {}
    limits = {name: values.pop(name, []) for name in COUNTED}
    other = values.get("federation") != chosen["federation"]
    if other:
        values.pop("columns", None)
    done = submit(
        request,
        form,
        # Columns and limits in the form are those of the federation before.
        lambda: federations.choose(Actor.of(request), tournament, **values, limits=None if other else limits),
        _("Saved."),
    )
    if done is not None:
        return redirect("manage_federation", tournament.slug)
    rows = selector.results(tournament, federation)
    context = {
        "form": form,
        "federation": federation,
        "missing": missing(tournament, federation),
        "items": unaccepted(tournament, OpenItemStep.FEDERATION),
        "weight": selector.weight(tournament, federation),
        "heading": rows[0],
        "rows": [list(map(_shown, row)) for row in rows[1 : FIRST_ROWS + 1]],
        "more": max(0, len(rows) - 1 - FIRST_ROWS),
    }
    status = 422 if form.is_bound else 200
    return page(request, tournament, "manage/federation.html", "settings", status=status, **context)


def _shown(cell: SheetCell) -> SheetCell:
    return exact(cell) if isinstance(cell, Fraction) else cell


@requires("events.export")
@require_safe
def download(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The pack; where something is missing, the page that says what."""
    federation = selector.federation_of(tournament)
    try:
        content = exports.pack(tournament, federation)
    except OpenItemsError as error:
        return ask_to_continue(request, error)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_federation", tournament.slug)
    disposition = f'attachment; filename="{exports.file_name(tournament, federation)}.zip"'
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": disposition})


urlpatterns = [
    path("t/<slug:slug>/manage/federation/", pack, name="manage_federation"),
    path("t/<slug:slug>/manage/federation/pack.zip", download, name="manage_federation_pack"),
]
