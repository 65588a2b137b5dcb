"""Pages of a case from the call to the ruling and its appeal."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from engine.exact import integer_or
from judging.cases.forms.cases import AppealForm, CaseForm, DecisionForm, HandoverForm, PlayerForm, RulingForm
from judging.cases.models import Case, ClaimRecord
from judging.cases.queries import judgments, pages
from judging.cases.queries.overview import overview as get_overview
from judging.cases.services import appeals
from judging.desk.models import Call
from judging.rulebook.queries.books import Book
from tournaments.core.actions import submit_action
from tournaments.core.http.idempotency import sent_once
from tournaments.core.permissions import can, requires
from tournaments.core.views.manage import page
from tournaments.entries.forms.entries import SubstituteForm
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.results.views.manage import current_number

SITUATION_OF_CALL = {"win": "win", "call": "call", "tiles": "wall", "time": "deal", "conduct": "conduct"}
"""Subject of a call -> the situation whose subjects are open on the page of a new case."""


def case_of(tournament: Tournament, number: int) -> Case:
    """The case with its number in the tournament. Raises Http404."""
    cases = Case.objects.select_related("tournament", "round__ruleset", "table__round__ruleset", "call")
    return get_object_or_404(cases, tournament=tournament, number=number)


def call_of(request: HttpRequest, tournament: Tournament) -> Call | None:
    """The call that a case is opened from (`?call=`)."""
    return Call.objects.filter(tournament=tournament, pk=integer_or(request.GET.get("call"))).first()


@sent_once
@requires("cases.rule")
@never_cache
def new(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Open a case, from a call with its table filled in."""
    call = call_of(request, tournament)
    if call is not None and hasattr(call, "case"):
        return redirect("manage_case", tournament.slug, call.case.number)
    if request.method == "POST":
        return submit_action("manage_case_new", request, tournament)
    initial: dict[str, Any] = {"round_number": current_number(tournament)}
    if call is not None:
        initial |= {"round_number": call.table.round.number, "table_number": call.table.number}
    return show_new(request, tournament, form=CaseForm(tournament=tournament, initial=initial))


def show_new(request: HttpRequest, tournament: Tournament, *, status: int = 200, form: BaseForm) -> HttpResponse:
    """Show the form of a new case."""
    call, subject = call_of(request, tournament), request.GET.get("subject", "")
    named = [subject for _key, _title, listed in form.subjects for subject in listed]  # type: ignore[attr-defined]
    values = {
        "call": call,
        "situation": SITUATION_OF_CALL.get(call.about) if call is not None else None,
        "chosen": next((candidate for candidate in named if candidate[0] == subject), None),
    }
    return page(request, tournament, "cases/new.html", "cases", status=status, form=form, **values)


@requires("cases.view")
@require_safe
@never_cache
def overview(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the desk to the head referee: waiting, in progress, appeals, rulings that differ from the proposal."""
    desk = get_overview(tournament)
    return page(request, tournament, "cases/overview.html", "cases", overview=desk, now=timezone.now())


@requires("cases.view")
@require_safe
@never_cache
def case(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    return case_page(request, tournament, case_of(tournament, number))


def case_page(
    request: HttpRequest, tournament: Tournament, case: Case, *, status: int = 200, **forms: Any
) -> HttpResponse:
    """The page of a case; `forms` are refused ones."""
    case_view = pages.case_page(case)
    may_rule = can(request.user, "cases.rule", tournament)
    in_force = case_view.in_force
    blank: dict[str, BaseForm] = {"decision_form": DecisionForm()}
    if may_rule and case.state != Case.State.DROPPED:
        takes_over = {} if case.referee == request.user else {"referee": request.user.get_username()}
        blank["handover_form"] = HandoverForm(case=case, initial=takes_over)
        if case_view.record is not None:
            blank["ruling"] = ruling_form(None, case, case_view.record)
    if in_force is not None:
        blank |= {"appeal_form": AppealForm(case=case), "accept_form": PlayerForm(case=case, prefix="accept")}
    return page(
        request,
        tournament,
        "cases/case.html",
        "cases",
        status=status,
        case=case,
        shown=case_view,
        moment=pages.disputed_moment(case, case_view.record, case_view.names),
        may_rule=may_rule,
        may_decide=appeals.may_decide(request.user, tournament),
        chairs=_empty_chairs(request, tournament, case_view),
        late=in_force is not None and in_force.deadline.over,
        book=Book.of_event(tournament, judgments.rules_version(case)),
        **blank | forms,
    )


def _empty_chairs(
    request: HttpRequest, tournament: Tournament, case_view: pages.CasePage
) -> list[tuple[Entry, int, bool, SubstituteForm | None]]:
    """The chairs that the ruling has emptied, each with the form that seats a substitute for those who may."""
    may = can(request.user, "entries.edit", tournament)
    return [
        (
            player,
            from_round,
            one_session,
            SubstituteForm(
                initial={"from_round": from_round, "reason": str(case_view.case)},
                prefix="substitute",
                tournament=tournament,
                auto_id=f"id_{player.number}_%s",
            )
            if may
            else None,
        )
        for player, from_round, one_session in pages.empty_chairs(case_view)
    ]


def ruling_form(data: Any, case: Case, record: ClaimRecord) -> RulingForm:
    """Return the form of a ruling on these facts."""
    initial = {"based_on": case.version, "payments": pages.usual_payments(case, record)}
    seats = sorted(pages.seat_names(case).items())
    return RulingForm(data, record=record, case=case, rules=judgments.rules_of(case), seats=seats, initial=initial)
