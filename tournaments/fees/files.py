"""Payments as CSV and XLSX, for bookkeeping: amounts signed, voided ones with the time."""

from __future__ import annotations

import zoneinfo
from fractions import Fraction

from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from tournaments.core.downloads import export
from tournaments.core.tabular import writing as sheets
from tournaments.core.tabular.writing import SheetRows
from tournaments.events.models import Tournament
from tournaments.fees.logic import convert_to_decimal
from tournaments.fees.models import Payment
from tournaments.fees.queries import get_payer_name

COLUMNS = ("number", "receipt", "date", "player", "name", "kind", "amount", "currency", "method", "reason", "voided")


def build_payment_rows(tournament: Tournament) -> SheetRows:
    """Return the heading and a row for each payment, refund and reduction; refunds are negative."""
    zone = zoneinfo.ZoneInfo(tournament.time_zone)
    rows: SheetRows = [list(COLUMNS)]
    for payment in tournament.payments.select_related("entry__application"):
        amount = -payment.amount if payment.kind == Payment.Kind.REFUND else payment.amount
        voided = timezone.localtime(payment.voided_at, zone).strftime("%Y-%m-%d %H:%M") if payment.voided_at else ""
        rows.append(
            [
                payment.number,
                payment.receipt,
                timezone.localtime(payment.made_at, zone).strftime("%Y-%m-%d %H:%M"),
                payment.entry.number,
                get_payer_name(payment.entry),
                payment.kind,
                Fraction(convert_to_decimal(amount, payment.currency)),
                payment.currency,
                payment.method,
                payment.reason,
                voided,
            ]
        )
    return rows


@export("payments.csv", name="manage_payments_csv", title=pgettext_lazy("money", "Payments"), action="entries.export")
def as_csv(tournament: Tournament, query: QueryDict | None = None) -> bytes:
    return sheets.as_csv(build_payment_rows(tournament))


@export("payments.xlsx", name="manage_payments_xlsx", title=pgettext_lazy("money", "Payments"), action="entries.export")
def as_xlsx(tournament: Tournament, query: QueryDict | None = None) -> bytes:
    return sheets.as_xlsx(build_payment_rows(tournament), "payments")
