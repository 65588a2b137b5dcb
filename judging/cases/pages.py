from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from judging.cases.forms.cases import AppealForm, DecisionForm, HandoverForm, PlayerForm, RulingForm
from judging.cases.models import Case, ClaimRecord
from judging.cases.queries import judgments, pages
from judging.cases.services import appeals
from judging.rulebook.queries.ruleset_view import Rulebook
from tournaments.core.permissions import can
from tournaments.core.views.manage import page
from tournaments.entries.forms.entries import SubstituteForm
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament


def get_case(tournament: Tournament, number: int) -> Case:
    cases = Case.objects.select_related("tournament", "round__ruleset", "table__round__ruleset", "call")
    return get_object_or_404(cases, tournament=tournament, number=number)


def show_case(
    request: HttpRequest, tournament: Tournament, case: Case, *, status: int = 200, **forms: Any
) -> HttpResponse:
    """The page of a case; `forms` are refused ones."""
    case_view = pages.make_case_page(case)
    may_rule = can(request.user, "cases.rule", tournament)
    in_force = case_view.in_force
    blank: dict[str, BaseForm] = {"decision_form": DecisionForm()}
    if may_rule and case.state != Case.State.DROPPED:
        takes_over = {} if case.referee == request.user else {"referee": request.user.get_username()}
        blank["handover_form"] = HandoverForm(case=case, initial=takes_over, prefix="handover")
        if case_view.record is not None:
            blank["ruling"] = make_ruling_form(None, case, case_view.record)
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
        moment=pages.reconstruct_disputed_moment(case, case_view.record, case_view.names),
        may_rule=may_rule,
        may_decide=appeals.may_decide(request.user, tournament),
        chairs=_list_empty_chairs(request, tournament, case_view),
        late=in_force is not None and in_force.deadline.over,
        book=Rulebook.of_event(tournament, judgments.get_rules_version(case)),
        **blank | forms,
    )


def _list_empty_chairs(
    request: HttpRequest, tournament: Tournament, case_view: pages.CasePage
) -> list[tuple[Entry, int, bool, SubstituteForm | None]]:
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
        for player, from_round, one_session in pages.list_empty_chairs(case_view)
    ]


def make_ruling_form(data: Any, case: Case, record: ClaimRecord) -> RulingForm:
    initial = {"based_on": case.version, "payments": pages.choose_payments(case, record)}
    seats = sorted(pages.get_seat_names(case).items())
    return RulingForm(
        data, record=record, case=case, rules=judgments.get_rules_of_case(case), seats=seats, initial=initial
    )
