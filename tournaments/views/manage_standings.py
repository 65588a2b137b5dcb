"""The organiser's standings: what everybody sees of them until the ceremony, and its start and end."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.exact import whole_or
from tournaments.forms.standings import BEGIN_WITH, CeremonyForm, HideForm
from tournaments.models import Tournament
from tournaments.permissions import can, requires
from tournaments.selectors import standings as ranking
from tournaments.services import publishing
from tournaments.services.audit import Actor
from tournaments.views.manage_support import button, page, submit


@requires("standings.view")
@require_safe
def standings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The standings with everything confirmed, also before the public sees them."""
    after = whole_or(request.GET.get("after"), -1)
    return _page(request, tournament, after if 0 <= after <= tournament.rounds_planned else None)


def _page(
    request: HttpRequest, tournament: Tournament, after: int | None = None, status: int = 200, **forms: Any
) -> HttpResponse:
    found = ranking.standings(tournament, after)
    context = {
        "standings": ranking.table(tournament, found),
        "rounds": tournament.rounds.order_by("number"),
        "chosen": after,
        "may_release": can(request.user, "results.release", tournament),
        "hide_form": HideForm(tournament=tournament),
        "ceremony_form": CeremonyForm(tournament=tournament),
    }
    return page(request, tournament, "results/standings.html", "standings", status=status, **context | forms)


@requires("results.release")
@require_POST
def hide(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Hide the standings until the ceremony (all, or from a round on), or show them."""
    hidden = request.POST.get("hidden") == "1"
    form = HideForm(request.POST, tournament=tournament)

    def change() -> Tournament:
        values = form.cleaned_data
        return publishing.hide_standings(Actor.of(request), tournament, hidden=hidden, **values)

    done = _("The standings are hidden.") if hidden else _("Everybody can see the standings.")
    if submit(request, form, change, done) is None:
        return _page(request, tournament, status=422, hide_form=form)
    return redirect("manage_standings", tournament.slug)


@requires("results.release")
@require_POST
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start the ceremony and open it."""
    form = CeremonyForm(request.POST, tournament=tournament)
    if submit(request, form, lambda: publishing.start_ceremony(Actor.of(request), tournament), "") is None:
        return _page(request, tournament, status=422, ceremony_form=form)
    values = form.cleaned_data
    begin = values["begin"] or BEGIN_WITH
    return redirect(f"{reverse('ceremony', args=[tournament.slug])}?of={values['of']}&begin={begin}")


@requires("results.release")
@require_POST
def end(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open the standings and all results to everybody."""
    return button(
        request,
        lambda: publishing.end_ceremony(Actor.of(request), tournament),
        _("Everybody can see the standings."),
        "manage_standings",
        tournament.slug,
    )


_BASE = "t/<slug:slug>/manage/"
urlpatterns = [
    path(_BASE + "standings/", standings, name="manage_standings"),
    path(_BASE + "standings/hide/", hide, name="manage_hide_standings"),
    path(_BASE + "ceremony/start/", start, name="manage_ceremony_start"),
    path(_BASE + "ceremony/end/", end, name="manage_ceremony_end"),
]
