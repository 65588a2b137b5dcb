"""Receipts for payments and refunds, in the event's languages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import formats, timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.printing.documents import Leaf, PaperHeading, split_into_chunks
from tournaments.core.printing.registry import Order, build_heading, paper
from tournaments.fees.models import Payment
from tournaments.fees.queries import Account, find_fee_desk, format_money, get_payer_name, list_accounts

RECEIPTS_A_PAGE = 2
FEES = "fees"
"""Page that offers receipts; the printing page does not, since its readers need not know payments."""

RECEIPT: dict[str, str | Promise] = {
    "payment": _("Receipt"),
    "refund": _("Refund receipt"),
    "received_from": _("Received from"),
    "refunded_to": _("Refunded to"),
    "purpose": pgettext_lazy("on a receipt", "For"),
    "method": _("Method"),
    "issuer": pgettext_lazy("on a receipt", "Issued by"),
    "date": _("Date"),
    "sum": pgettext_lazy("money", "Amount"),
    "signature": _("Signature"),
    **{method.value: method.label for method in Payment.Method},
}


@dataclass(frozen=True, slots=True)
class Receipt:
    """Receipt; `kind` and `method` are keys of `RECEIPT`."""

    number: int
    kind: str
    payer: str
    amount: str
    purpose: str
    date: str
    method: str
    issuer: tuple[str, ...]


def build_receipt_pages(about: PaperHeading, receipts: Sequence[Receipt]) -> list[Leaf]:
    """Return pages of two receipts each, to be cut apart."""
    return [
        Leaf("receipts", {"heading": about, "receipts": part}) for part in split_into_chunks(receipts, RECEIPTS_A_PAGE)
    ]


@paper("receipts", _("Receipts"), offered=FEES, labels=RECEIPT, full_names=True)
def receipts(order: Order) -> list[Leaf]:
    tournament, rows = order.tournament, list(order.subject)
    desk = find_fee_desk(tournament)
    if desk is None:
        return []
    by_entry = {account.entry.pk: account for account in list_accounts(tournament, {row.entry for row in rows})}
    issuer = tuple(filter(None, desk.issuer.splitlines() or [tournament.name, tournament.place]))
    return build_receipt_pages(
        build_heading(order),
        [
            Receipt(
                row.receipt,
                row.kind,
                get_payer_name(row.entry),
                format_money(row.amount, row.currency),
                row.reason or _describe_purpose(row, by_entry[row.entry_id]) or tournament.name,
                formats.date_format(timezone.localtime(row.made_at), "DATE_FORMAT"),
                row.method,
                issuer,
            )
            for row in rows
        ],
    )


def _describe_purpose(row: Payment, account: Account) -> str:
    return ", ".join(line.label for line in account.owed if line.currency == row.currency)
