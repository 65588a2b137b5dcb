"""Pages of fees: who paid, a player's account, the price list, receipts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import can, requires
from tournaments.core.printing.documents import PAPERS
from tournaments.core.printing.registry import Order, paper_of
from tournaments.core.views.manage import page
from tournaments.core.views.papers import paper_response
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.fees.models import Fee, FeeDesk, Payment
from tournaments.fees.queries import Subtotal, account_of, accounts, currency_of, fee_desk, recorded_by, totals

OPEN, PAID, ALL = "open", "paid", "all"
SHOWN: Final = {ALL: _("All"), OPEN: pgettext_lazy("fee", "Open"), PAID: _("Paid")}
"""Filters of the list of accounts."""

RECEIPTS_AT_ONCE: Final = 200
"""Receipts in one PDF: 200 take 15 s, and a person waits."""


@requires("entries.check_in")
@require_safe
def fees(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List what each player owes and paid, with a button for each method of payment."""
    listed = accounts(tournament)
    selected = request.GET.get("show", ALL)
    rows = {
        OPEN: [account for account in listed if account.open],
        PAID: [account for account in listed if not account.open],
    }.get(selected, listed)
    sums = totals(listed)
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
    """Show the account of a player."""
    return show_account(request, tournament, account_entry(tournament, number))


def account_entry(tournament: Tournament, number: int) -> Entry:
    """Return the player with this number and registration. Raises Http404."""
    entries = tournament.entries.select_related("tournament", "application")
    return get_object_or_404(entries, number=number)


def show_account(
    request: HttpRequest, tournament: Tournament, entry: Entry, *, status: int = 200, **bound: forms.BaseForm
) -> HttpResponse:
    """Show the page; `bound`: forms with their errors."""
    may_edit = can(request.user, "entries.edit", tournament)
    payments = Payment.objects.filter(tournament=tournament, entry=entry)
    sums = account_of(entry)
    context: dict[str, object] = {
        "entry": entry,
        "account": sums,
        "payments": payments,
        "own_payments": recorded_by(Actor.of(request).user, payments),
        "pay_form": _form("manage_fee_pay", tournament, sums.open),
        "refund_form": _form(
            "manage_fee_refund", tournament, [subtotal for subtotal in sums.subtotals if subtotal.paid > 0]
        ),
        "reduce_form": _form("manage_fee_reduce", tournament, sums.open),
        "may_edit": may_edit,
    }
    return page(request, tournament, "fees/manage/account.html", "fees", status=status, **(context | bound))


def _form(name: str, tournament: Tournament, possible: Sequence[Subtotal]) -> forms.BaseForm:
    """Return the empty form of an action, with the first currency for which it can be used."""
    form = blank_form(name, tournament)
    form.initial["currency"] = next((subtotal.currency for subtotal in possible), "")
    return form


@requires("entries.edit")
@require_safe
def prices(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show currencies, issuer and price list with their forms."""
    return show_prices(request, tournament)


def show_prices(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    edit_form: forms.BaseModelForm[Fee] | None = None,
    **bound: forms.BaseForm,
) -> HttpResponse:
    """Show the page; `edit_form`, `bound`: forms with their errors."""
    changing = edit_form.instance.pk if edit_form else None
    rows = [
        (fee, edit_form if fee.pk == changing else blank_form("manage_fee_edit", tournament, fee))
        for fee in tournament.fees.select_related("category", "question", "tournament")
    ]
    desk = fee_desk(tournament)
    stored = desk or FeeDesk(tournament=tournament, currency=currency_of(tournament))
    context: dict[str, object] = {
        "rows": rows,
        "desk": desk,
        "desk_form": blank_form("manage_fees_set", tournament, stored),
        "form": blank_form("manage_fee_add", tournament, Fee(tournament=tournament)),
    }
    values = context | bound | ({"edit_form": edit_form} if edit_form else {})
    return page(request, tournament, "fees/manage/prices.html", "fees", status=status, **values)


@requires("entries.check_in")
@require_safe
def receipts(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    """Return receipts as PDF: of the payment `payment`, of the players `player`, or of all."""
    payments = tournament.payments.filter(voided_at=None, receipt__isnull=False)
    if request.GET.get("payment", "").isdecimal():
        payments = payments.filter(number=int(request.GET["payment"][:9]))
    elif players := [int(number[:9]) for number in request.GET.getlist("player") if number.isdecimal()]:
        payments = payments.filter(entry__number__in=players)
    paper, size = paper_of("receipts"), request.GET.get("paper", "a4")
    rows = list(payments.select_related("entry__application").order_by("receipt")[: RECEIPTS_AT_ONCE + 1])
    try:
        if paper is None or not rows:
            raise UserError(_("No payment is recorded for these players."))
        if len(rows) > RECEIPTS_AT_ONCE:
            raise UserError(_("Select at most %(most)s receipts.") % {"most": RECEIPTS_AT_ONCE})
        order = Order(tournament, subject=rows)
        return paper_response(
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
