"""Pages of fees: who paid, a player's account, the price list, receipts."""

from __future__ import annotations

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import Order, find_paper
from tournaments.core.views.manage import page
from tournaments.core.views.papers import make_paper_response
from tournaments.events.models import Tournament
from tournaments.fees.actions import build_account_forms, build_price_forms
from tournaments.fees.models import Payment
from tournaments.fees.pages import get_registered_entry, show_account, show_prices
from tournaments.fees.queries import list_accounts, sum_by_currency

OPEN, PAID, ALL = "open", "paid", "all"
SHOWN: Final = {ALL: _("All"), OPEN: pgettext_lazy("fee", "Open"), PAID: _("Paid")}

RECEIPTS_AT_ONCE: Final = 200
"""Receipts in one PDF: 200 take 15 s, and a person waits."""


@requires("entries.check_in")
@require_safe
def fees(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    listed = list_accounts(tournament)
    selected = request.GET.get("show", ALL)
    rows = {
        OPEN: [account for account in listed if account.open],
        PAID: [account for account in listed if not account.open],
    }.get(selected, listed)
    sums = sum_by_currency(listed)
    return page(
        request,
        tournament,
        "fees/manage/fees.html",
        "fees",
        rows=rows,
        shown=selected,
        choices=[(key, label, key == selected) for key, label in SHOWN.items()],
        totals=sums,
        any_paid=any(total.paid or total.reduced for total in sums),
        has_fees=tournament.fees.exists(),
        methods=Payment.Method.choices,
        papers=PAPERS,
    )


@requires("entries.check_in")
@require_safe
def account(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = get_registered_entry(tournament, number)
    return show_account(request, tournament, entry, **build_account_forms(entry))


@requires("entries.edit")
@require_safe
def prices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_prices(request, tournament, **build_price_forms(tournament))


@requires("entries.check_in")
@require_safe
def receipts(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    payments = tournament.payments.filter(voided_at=None, receipt__isnull=False)
    if request.GET.get("payment", "").isdecimal():
        payments = payments.filter(number=int(request.GET["payment"][:9]))
    elif players := [int(number[:9]) for number in request.GET.getlist("player") if number.isdecimal()]:
        payments = payments.filter(entry__number__in=players)
    paper, size = find_paper("receipts"), request.GET.get("paper", "a4")
    rows = list(payments.select_related("entry__application").order_by("receipt")[: RECEIPTS_AT_ONCE + 1])
    try:
        if paper is None or not rows:
            raise UserError(_("No payment is recorded for these players."))
        if len(rows) > RECEIPTS_AT_ONCE:
            raise UserError(_("Select at most %(most)s receipts.") % {"most": RECEIPTS_AT_ONCE})
        order = Order(tournament, subject=rows)
        return make_paper_response(
            request, paper, order, size if size in PAPERS else "a4", f"{tournament.slug}-receipts.pdf"
        )
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_fees", tournament.slug)


BASE = "t/<slug:slug>/manage/fees"
urlpatterns = [
    path(f"{BASE}/", fees, name="manage_fees"),
    path(f"{BASE}/prices/", prices, name="manage_fee_prices"),
    path(f"{BASE}/receipts.pdf", receipts, name="manage_receipts"),
    path(f"{BASE}/<int:number>/", account, name="manage_fee_account"),
]
