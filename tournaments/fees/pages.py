"""Pages of fees that views and actions show with their forms."""

from __future__ import annotations

from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404

from tournaments.core.audit import Actor
from tournaments.core.permissions import can
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.fees.models import Payment
from tournaments.fees.queries import get_account, list_payments_recorded_by


def get_registered_entry(tournament: Tournament, number: int) -> Entry:
    """Return the player with this number and registration. Raises Http404."""
    entries = tournament.entries.select_related("tournament", "application")
    return get_object_or_404(entries, number=number)


def show_account(
    request: HttpRequest, tournament: Tournament, entry: Entry, *, status: int = 200, **forms: BaseForm
) -> HttpResponse:
    may_edit = can(request.user, "entries.edit", tournament)
    payments = Payment.objects.filter(tournament=tournament, entry=entry)
    sums = get_account(entry)
    paid = [subtotal for subtotal in sums.subtotals if subtotal.paid > 0]
    for name, subtotals in {"pay_form": sums.open, "refund_form": paid, "reduce_form": sums.open}.items():
        # The form starts with a currency in which something is to be paid or refunded.
        forms[name].initial["currency"] = next((subtotal.currency for subtotal in subtotals), "")
    context: dict[str, object] = {
        "entry": entry,
        "account": sums,
        "payments": payments,
        "own_payments": list_payments_recorded_by(Actor.of(request).user, payments),
        "may_edit": may_edit,
    }
    return page(request, tournament, "fees/manage/account.html", "fees", status=status, **(context | forms))


def show_prices(request: HttpRequest, tournament: Tournament, *, status: int = 200, **context: Any) -> HttpResponse:
    return page(request, tournament, "fees/manage/prices.html", "fees", status=status, **context)
