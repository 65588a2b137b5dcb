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
from tournaments.fees.logic import decimal_of
from tournaments.fees.models import Payment
from tournaments.fees.queries import payer

COLUMNS = ("number", "receipt", "date", "player", "name", "kind", "amount", "currency", "method", "reason", "voided")


def rows(tournament: Tournament) -> SheetRows:
    """Return the heading and a row for each payment, refund and reduction; refunds are negative."""
    zone = zoneinfo.ZoneInfo(tournament.time_zone)
    found: SheetRows = [list(COLUMNS)]
    for one in tournament.payments.select_related("entry__application"):
        amount = -one.amount if one.kind == Payment.Kind.REFUND else one.amount
        voided = timezone.localtime(one.voided_at, zone).strftime("%Y-%m-%d %H:%M") if one.voided_at else ""
        found.append(
            [
                one.number,
                one.receipt,
                timezone.localtime(one.made_at, zone).strftime("%Y-%m-%d %H:%M"),
                one.entry.number,
                payer(one.entry),
                one.kind,
                Fraction(decimal_of(amount, one.currency)),
                one.currency,
                one.method,
                one.reason,
                voided,
            ]
        )
    return found


@export("payments.csv", name="manage_payments_csv", title=pgettext_lazy("money", "Payments"), action="entries.export")
def as_csv(tournament: Tournament, asked: QueryDict | None = None) -> bytes:
    """Return one line per payment."""
    return sheets.as_csv(rows(tournament))


@export("payments.xlsx", name="manage_payments_xlsx", title=pgettext_lazy("money", "Payments"), action="entries.export")
def as_xlsx(tournament: Tournament, asked: QueryDict | None = None) -> bytes:
    """Return the same as a workbook."""
    return sheets.as_xlsx(rows(tournament), "payments")
