"""The page of an event that travels, which its view and an action show with their forms."""

from __future__ import annotations

from collections.abc import Sequence

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from tournaments.core.tabular.reading import RowProblem
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.exchange.forms import BringBackForm
from tournaments.exchange.models import Loan
from tournaments.exchange.queries import list_sealed_deals


def show_loan(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    form: BaseForm | None = None,
    take_back_form: BaseForm,
    problems: Sequence[RowProblem] = (),
) -> HttpResponse:
    return page(
        request,
        Tournament.objects.get(pk=tournament.pk),
        "exchange/manage/loan.html",
        "settings",
        status=status,
        form=form or BringBackForm(),
        take_back_form=take_back_form,
        loan=Loan.objects.filter(tournament=tournament).first(),
        problems=problems,
        sealed=bool(list_sealed_deals(tournament)),
    )
