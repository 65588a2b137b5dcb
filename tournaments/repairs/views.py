"""*Fix a problem*: the problems, the form of one, its effects before it is applied, and repairs to undo."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path, reverse
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import can, require, requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.repairs.forms.base import CONTEXT, RepairForm
from tournaments.repairs.forms.problems import Elsewhere, Problem, find_form, require_undo, search
from tournaments.repairs.forms.publishing import RepairRedrawForm
from tournaments.repairs.queries.draws import DrawDifference, list_draw_differences
from tournaments.repairs.queries.effects import RepairEffects, compute_effects
from tournaments.repairs.queries.later import MadeRepair, list_made_repairs
from tournaments.repairs.services import repairs
from tournaments.repairs.services.undo_checks import PresentState
from tournaments.seating.queries.outdated import list_differences, list_open_differences


@require_safe
@requires("results.view")
def fix(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    kind = request.GET.get("problem", "")
    if not kind:
        return show_fix(request, tournament)
    form_class = find_form(kind)
    if form_class is None:
        raise Http404
    require(request.user, form_class.permission, tournament)
    form = form_class(initial=request.GET.dict(), tournament=tournament)
    return show_fix(request, tournament, form=form)


@require_POST
@requires("results.view")
def preview(request: HttpRequest, tournament: Tournament, problem: str) -> HttpResponse:
    form_class = find_form(problem)
    if form_class is None:
        raise Http404
    require(request.user, form_class.permission, tournament)
    form, effects = form_class(request.POST, tournament=tournament), None
    if form.is_valid():
        reason = form.cleaned_data["reason"]
        try:
            effects = compute_effects(
                tournament,
                lambda: repairs.make(Actor.of(request), tournament, kind=problem, steps=form.steps, reason=reason),
            )
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    return show_fix(request, tournament, form=form, effects=effects, status=422 if form.errors else 200)


def show_fix(
    request: HttpRequest,
    tournament: Tournament,
    *,
    form: RepairForm | None = None,
    effects: RepairEffects | None = None,
    status: int = 200,
) -> HttpResponse:
    address, query = reverse("manage_fix", args=[tournament.slug]), request.GET.get("q", "")[:100]
    from_address = {name: request.GET[name] for name, _kind in CONTEXT if name in request.GET}

    def link(problem: Problem) -> str:
        """Return the address of a problem; empty if the account may not fix it."""
        if not can(request.user, problem.permission, tournament):
            return ""
        if isinstance(problem, Elsewhere):
            page_of = reverse(problem.page, args=[tournament.slug])
            return (
                f"{page_of}?{urlencode({'round': from_address['round']})}"
                if problem.of_round and "round" in from_address
                else page_of
            )
        return f"{address}?{urlencode({'problem': problem.kind, **from_address})}"

    offered = form is None or form.limit_choices()
    context: dict[str, object] = {
        "query": query,
        "given": from_address,
        "problems": [(problem.title, problem.help, link(problem)) for problem in search(query)] if form is None else [],
        "form": form,
        "no_round": not offered and form is not None and not form.is_bound,
        "effects": effects,
        "draws": _list_draw_differences(tournament, form) if effects is None else [],
        "apply": reverse(f"manage_fix_{form.kind}", args=[tournament.slug]) if form else "",
        "reopen_first": tournament.archived_at is not None and (form is None or form.kind != "reopen"),
        "repairs": _list_made_repairs(request, tournament) if form is None else [],
    }
    return page(request, tournament, "repairs/fix.html", "fix", status=status, **context)


def _list_draw_differences(tournament: Tournament, form: RepairForm | None) -> list[DrawDifference]:
    if form is None:
        return list_draw_differences(list_open_differences(tournament))
    return list_draw_differences(list_differences(tournament)) if form.kind == RepairRedrawForm.kind else []


def _list_made_repairs(request: HttpRequest, tournament: Tournament) -> list[MadeRepair]:
    user, present = Actor.of(request).user, PresentState(tournament)

    def check(entry: AuditEntry) -> None:
        require_undo(user, tournament, entry.after["repair"])
        repairs.check_undo(entry, present)

    return list_made_repairs(tournament, check)


urlpatterns = [
    path("t/<slug:slug>/manage/fix/", fix, name="manage_fix"),
    path("t/<slug:slug>/manage/fix/<slug:problem>/preview/", preview, name="manage_fix_preview"),
]
