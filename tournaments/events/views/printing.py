from __future__ import annotations

from dataclasses import replace
from typing import Any

from csp.constants import SELF
from csp.decorators import csp_replace, csp_update
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from tournaments.accounts.models import User
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.open_items import OpenItemsError
from tournaments.core.permissions import can, requires
from tournaments.core.printing import pdf
from tournaments.core.printing import registry as papers
from tournaments.core.printing.browser_pages import render_browser_page
from tournaments.core.views.manage import ask_to_continue, page
from tournaments.core.views.papers import make_paper_response, respond_with_public_paper
from tournaments.core.views.public import get_visible_tournament
from tournaments.events import hall_address
from tournaments.events.forms import PrintForm
from tournaments.events.jobs import make_order, queue_print
from tournaments.events.models import Tournament
from tournaments.events.queries import find_current_round
from tournaments.rounds.models import Round
from tournaments.rounds.queries import public_seatings
from tournaments.seating.queries.handed_out import list_paper_inputs
from tournaments.seating.queries.outdated import list_open_differences as changed
from tournaments.seating.queries.unknown import list_unknown
from tournaments.seating.services import outdated
from tournaments.standings.models import InputRecord

AT_ONCE = 6
"""Limit of leaves rendered in the request; more become a job."""

FILLED = frozenset({"document", "round", "tables", "players"})
"""Fields that links to the page fill in."""


@csp_update({"frame-src": [SELF]})
@requires("print")
def manage_print(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the printing page as filled in by the address; a post makes the document."""
    filled = {name: request.GET[name] for name in FILLED & request.GET.keys()}
    form = PrintForm(request.POST or None, tournament=tournament, initial=filled)
    if request.method == "POST" and form.is_valid():
        try:
            return _respond_with_document(request, tournament, form)
        except OpenItemsError as error:
            return ask_to_continue(request, error)
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
    pdf.warm_up()
    status = 422 if form.errors else 200
    context = {
        "form": form,
        "outdated": [
            paper_inputs for paper_inputs in changed(tournament) if paper_inputs.kind == InputRecord.Kind.PAPER
        ],
        "unknown": [
            paper_inputs for paper_inputs in list_unknown(tournament) if paper_inputs.kind == InputRecord.Kind.PAPER
        ],
        **_build_suggestions(tournament),
        "site_address": hall_address.find_hall_address(request),
        "may_choose": can(request.user, "site.address"),
    }
    return page(request, tournament, "events/manage/print.html", "print", status=status, **context)


def _build_suggestions(tournament: Tournament) -> dict[str, Any]:
    """Return the usual papers now, their round, a form for the size of paper, and whether all rounds are played."""
    now = find_current_round(tournament)
    finished = now.current is not None and now.current.state == Round.State.FINISHED
    when, number = papers.BEFORE, now.number
    if tournament.state == Tournament.State.FINISHED or now.all_played:
        when = papers.AFTER
    elif finished:
        when = papers.BETWEEN
    elif number is not None and public_seatings.find_public_seating(tournament, number) is not None:
        when = papers.ROUND
    number = number if when in (papers.ROUND, papers.BETWEEN) else None
    size = PrintForm(tournament=tournament, auto_id="now-%s")["paper"]
    return {
        "needed": papers.list_needed_papers(tournament, when),
        "needed_round": number,
        "size": size,
        "all_played": now.all_played,
    }


def _respond_with_document(request: HttpRequest, tournament: Tournament, form: PrintForm) -> HttpResponse:
    """Return a short document as PDF, a long one as a job, a preview as its first leaf, or a page where PDF fails."""
    values = form.cleaned_data
    paper = papers.find_paper(values["document"])
    if paper is None:
        raise Http404
    wanted = {"tables": values["tables"], "players": values["players"]}
    order = make_order(request, tournament, paper, number=values["round"], **wanted)
    inputs = list_paper_inputs(paper, order)
    leaves = paper.leaves(order)
    if not leaves:
        raise UserError(_("Nothing to print."))
    if "first" in request.POST:
        leaves = leaves[:1]
    if len(leaves) > AT_ONCE and pdf.can_make_pdf():
        author = request.user if isinstance(request.user, User) else None
        return redirect(queue_print(author, paper, order, values["paper"]))
    name = f"{tournament.slug}-{paper.key}.pdf"
    answer = make_paper_response(request, paper, order, values["paper"], name, leaves=leaves)
    if inputs and "first" not in request.POST and not tournament.is_read_only:
        outdated.hand_out(Actor.of(request), tournament, paper=paper.key, papers=inputs)
    return answer


@csp_replace({"frame-ancestors": [SELF]})
@xframe_options_sameorigin
@requires("print")
@require_safe
def print_preview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the first leaf of a paper in the frame beside the form, or why there is none."""
    form = PrintForm(request.GET, tournament=tournament)
    paper = papers.find_paper(form.cleaned_data["document"]) if form.is_valid() else None
    if paper is None:
        problem = next((str(messages[0]) for messages in form.errors.values()), _("Nothing to print."))
        return render(request, "print/no_preview.html", {"problem": problem})
    values = form.cleaned_data
    wanted = {"tables": values["tables"], "players": values["players"]}
    try:
        run = paper.run(make_order(request, tournament, paper, number=values["round"], **wanted), values["paper"])
        if not run.leaves:
            raise UserError(_("Nothing to print."))
        return render_browser_page(request, replace(run, leaves=run.leaves[:1]), preview=True)
    except UserError as error:
        return render(request, "print/no_preview.html", {"problem": str(error)})


def public_document(request: HttpRequest, slug: str, number: int, key: str) -> HttpResponseBase:
    """Return the published seating of a round as PDF, for those who may see the event."""
    tournament = get_visible_tournament(request, slug)
    paper = papers.find_paper(key)
    if paper is None or not paper.public:
        raise Http404
    played = get_object_or_404(tournament.rounds.select_related("stage"), number=number)
    return respond_with_public_paper(request, paper, papers.Order(tournament, "", played), f"{key}-{number}")


urlpatterns = [
    path("t/<slug:slug>/manage/print/", manage_print, name="manage_print"),
    path("t/<slug:slug>/manage/print/preview/", print_preview, name="manage_print_preview"),
    path("t/<slug:slug>/rounds/<int:number>/<slug:key>.pdf", public_document, name="public_document"),
]
