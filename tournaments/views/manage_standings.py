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
from tournaments.services.open_items import OpenItemsError
from tournaments.views.manage_support import ask_to_continue, button, page, reason_to_continue, submit


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
        why = reason_to_continue(request)
        return publishing.hide_standings(Actor.of(request), tournament, hidden=hidden, continue_anyway=why, **values)

    done = _("The standings are hidden.") if hidden else _opened(tournament)
    try:
        changed = submit(request, form, change, done)
    except OpenItemsError as error:
        return ask_to_continue(request, error)
    if changed is None:
        return _page(request, tournament, status=422, hide_form=form)
    return redirect("manage_standings", tournament.slug)


@requires("results.release")
@require_POST
def start(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start the ceremony and open it."""
    form = CeremonyForm(request.POST, tournament=tournament)
    why = reason_to_continue(request)
    try:
        started = submit(
            request,
            form,
            lambda: publishing.start_ceremony(Actor.of(request), tournament, continue_anyway=why),
            "",
        )
    except OpenItemsError as error:
        return ask_to_continue(request, error)
    if started is None:
        return _page(request, tournament, status=422, ceremony_form=form)
    values = form.cleaned_data
    begin = values["begin"] or BEGIN_WITH
    return redirect(f"{reverse('ceremony', args=[tournament.slug])}?of={values['of']}&begin={begin}")


@requires("results.release")
@require_POST
def end(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Open the standings and all results to everybody."""
    why = reason_to_continue(request)
    return button(
        request,
        lambda: publishing.end_ceremony(Actor.of(request), tournament, continue_anyway=why),
        _opened(tournament),
        "manage_standings",
        tournament.slug,
    )


def _opened(tournament: Tournament) -> str:
    """Message after the standings were opened; closed public pages still hide them."""
    if tournament.published:
        return _("Everybody can see the standings.")
    return _("The standings are open, but the public pages are closed.")


_BASE = "t/<slug:slug>/manage/"
urlpatterns = [
    path(_BASE + "standings/", standings, name="manage_standings"),
    path(_BASE + "standings/hide/", hide, name="manage_hide_standings"),
    path(_BASE + "ceremony/start/", start, name="manage_ceremony_start"),
    path(_BASE + "ceremony/end/", end, name="manage_ceremony_end"),
]
