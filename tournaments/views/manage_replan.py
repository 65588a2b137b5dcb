"""The wizard for a changed field: say what changes, compare the ways to go on, take one, undo it."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine.exact import whole_or
from tournaments.forms.replanning import ReplanForm
from tournaments.models import SeatingDraw, Tournament
from tournaments.permissions import requires
from tournaments.seating.replanning.replan import Plan
from tournaments.selectors.seating_figures import Figure, figures_of
from tournaments.services import replanning
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import button, page, submit
from tournaments.wording import seatings as words


@dataclass(frozen=True)
class Option:
    """One way to go on as the page shows it: its figures before and after, and who sits out in which round."""

    name: str
    plan: Plan
    figures: tuple[Figure, ...]
    byes: tuple[tuple[int, tuple[int, ...]], ...]


def _option(name: str, plan: Plan, coming: list[int]) -> Option:
    byes = tuple((number, out) for number, out in zip(coming, plan.byes, strict=True) if out)
    return Option(name, plan, figures_of(plan.before, plan.after), byes)


@requires("entries.edit")
@require_http_methods(["GET", "HEAD", "POST"])
def replan(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The form; with what changes, the options side by side; with an option's button, that option."""
    gone, chairless = replanning.unsettled(tournament)
    form = ReplanForm(request.POST or None, tournament=tournament, unsettled=bool(gone or chairless))
    plans = None
    seed = request.POST.get("seed", "").strip()[:64]
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            situation = replanning.situation_of(
                tournament,
                leaves=list(values["leaves"]),
                arrives=list(values.get("arrives", ())),
                tables_gone=values["tables_gone"],
                substitutes=list(values.get("substitutes", ())),
            )
            seed = replanning.seed_for(tournament, situation, seed)
            kind = request.POST.get("kind", "")
            if not kind:
                plans = replanning.plans_for(situation, seed)
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            if kind:
                draw = submit(
                    request,
                    form,
                    lambda: replanning.choose(
                        Actor.of(request),
                        tournament,
                        situation=situation,
                        kind=kind,
                        seed=seed,
                        reason=values["reason"],
                    ),
                    _("The coming rounds are drafted; look at them, then publish."),
                )
                if draw is not None:
                    return redirect(draw)
    coming = [round_.number for round_ in replanning.coming_rounds(tournament)]
    return page(
        request,
        tournament,
        "manage/replan.html",
        "rounds",
        status=422 if form.errors else 200,
        form=form,
        seed=seed,
        options=[_option(words.way(plan.kind), plan, coming) for plan in plans or ()],
        coming=coming,
        gone=gone,
        chairless=chairless,
        undoable=replanning.undoable(tournament),
    )


@requires("entries.edit")
@require_POST
def undo(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take the newest re-plan back."""
    draw = get_object_or_404(SeatingDraw, tournament=tournament, number=whole_or(request.POST.get("draw", "")))
    return button(
        request,
        lambda: replanning.undo(Actor.of(request), draw, reason=request.POST.get("reason", "")),
        _("The plan is taken back; the old tables are drafts again."),
        "manage_replan",
        tournament.slug,
    )


urlpatterns = [
    path("t/<slug:slug>/manage/replan/", replan, name="manage_replan"),
    path("t/<slug:slug>/manage/replan/undo/", undo, name="manage_replan_undo"),
]
