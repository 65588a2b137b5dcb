"""Accounts of players: what they owe, what they paid, and the totals of the event."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.utils import translation
from django.utils.formats import number_format

from tournaments.accounts.models import User
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.fees.logic import FeeLine, choose_owed_lines, convert_to_decimal, get_currency_digits
from tournaments.fees.models import Fee, FeeDesk, Payment

OWING: Final = (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN)


USUAL: Final = {"ja": "JPY", "zh-hans": "CNY", "zh-hant": "TWD"}
"""Language -> currency that a new event is offered."""


@dataclass(frozen=True)
class Subtotal:
    """Sums of an account in one currency. `owing`: False for players who owe nothing more."""

    currency: str
    listed: int
    reduced: int
    paid: int
    owing: bool = True

    @property
    def left(self) -> int:
        """Sum of the price list that is neither paid nor waived; negative if more was paid."""
        return self.listed - self.reduced - self.paid

    @property
    def balance(self) -> int:
        """Sum still due; negative if money is to be refunded."""
        return self.left if self.owing else min(self.left, 0)

    @property
    def due(self) -> int:
        return self.paid + self.balance


@dataclass(frozen=True)
class Account:
    """Fees of a player: lines `owed`, `payments` in force, and `currencies`, whose amounts are never added."""

    entry: Entry
    owed: Sequence[FeeLine]
    payments: Sequence[Payment]
    currencies: Sequence[str]

    @cached_property
    def subtotals(self) -> Sequence[Subtotal]:
        """Sums in each currency that occurs; without any, zero in the usual one."""
        used = {line.currency for line in self.owed} | {payment.currency for payment in self.payments}
        return [self.get_subtotal(currency) for currency in self.currencies if currency in used] or [
            self.get_subtotal(self.currencies[0])
        ]

    def get_subtotal(self, currency: str) -> Subtotal:
        payments = [payment for payment in self.payments if payment.currency == currency]
        return Subtotal(
            currency,
            listed=sum(line.amount for line in self.owed if line.currency == currency),
            reduced=sum(payment.amount for payment in payments if payment.kind == Payment.Kind.REDUCTION),
            paid=sum(payment.signed for payment in payments),
            owing=self.entry.status in OWING and not self.entry.house,
        )

    @property
    def open(self) -> list[Subtotal]:
        return [subtotal for subtotal in self.subtotals if subtotal.balance > 0]

    @property
    def is_left(self) -> bool:
        return any(subtotal.left > 0 for subtotal in self.subtotals)

    @property
    def is_paid(self) -> bool:
        return any(subtotal.paid > 0 for subtotal in self.subtotals)

    @property
    def is_overpaid(self) -> bool:
        return any(subtotal.balance < 0 for subtotal in self.subtotals)

    @property
    def methods(self) -> list[str]:
        return list(dict.fromkeys(payment.get_method_display() for payment in self.payments if payment.signed > 0))

    @property
    def newest(self) -> Payment | None:
        return next((payment for payment in reversed(self.payments) if payment.signed > 0), None)


@dataclass(frozen=True)
class Totals:
    """Sums of the event in one currency. `methods`: method -> received without refunds."""

    currency: str
    due: int
    reduced: int
    paid: int
    open: int
    methods: dict[Payment.Method, int]


def find_fee_desk(tournament: Tournament) -> FeeDesk | None:
    return FeeDesk.objects.filter(tournament=tournament).first()


def get_main_currency(tournament: Tournament) -> str:
    """Return the event's currency; before one is chosen, the usual one of the reader's language."""
    desk = find_fee_desk(tournament)
    return desk.currency if desk else USUAL.get(translation.get_language() or "", "EUR")


def list_currencies(tournament: Tournament) -> tuple[str, ...]:
    desk = find_fee_desk(tournament)
    return desk.currencies if desk else (get_main_currency(tournament),)


def build_fee_line(fee: Fee) -> FeeLine:
    category = fee.category.number if fee.category else None
    question = fee.question.number if fee.question else None
    return FeeLine(fee.label, fee.amount, category, question, fee.choice, fee.added, fee.currency)


def list_accounts(tournament: Tournament, entries: Iterable[Entry] | None = None) -> list[Account]:
    """Return the accounts of players who owe or paid, by number; `entries`: of all players by default."""
    currencies = dict.fromkeys(list_currencies(tournament))
    lines = [build_fee_line(fee) for fee in tournament.fees.select_related("category", "question")]
    payments: dict[int, list[Payment]] = {}
    for payment in Payment.objects.filter(tournament=tournament, voided_at=None).order_by("number"):
        payments.setdefault(payment.entry_id, []).append(payment)
        currencies.setdefault(payment.currency)
    currencies |= dict.fromkeys(line.currency for line in lines)
    chosen = tournament.entries.select_related("application").order_by("number") if entries is None else entries
    listed = [
        Account(
            entry, choose_owed_lines(lines, entry.categories, entry.answers), payments.get(entry.pk, []), [*currencies]
        )
        for entry in chosen
    ]
    if entries is not None:
        return listed
    return [
        account for account in listed if account.payments or (account.entry.status in OWING and not account.entry.house)
    ]


def list_open_accounts(tournament: Tournament) -> list[Account]:
    return [account for account in list_accounts(tournament) if account.open]


def get_account(entry: Entry) -> Account:
    return list_accounts(entry.tournament, [entry])[0]


def sum_by_currency(listed: Sequence[Account]) -> list[Totals]:
    used = {subtotal.currency for account in listed for subtotal in account.subtotals}
    ordered = listed[0].currencies if listed else []
    return [_sum_in_currency(currency, listed) for currency in ordered if currency in used]


def _sum_in_currency(currency: str, listed: Sequence[Account]) -> Totals:
    methods = dict.fromkeys(Payment.Method, 0)
    for payment in (row for account in listed for row in account.payments if row.method):
        if payment.currency == currency:
            methods[Payment.Method(payment.method)] += payment.signed
    sums = [account.get_subtotal(currency) for account in listed]
    return Totals(
        currency,
        sum(subtotal.due for subtotal in sums),
        sum(subtotal.reduced for subtotal in sums),
        sum(subtotal.paid for subtotal in sums),
        sum(max(subtotal.balance, 0) for subtotal in sums),
        {method: amount for method, amount in methods.items() if amount},
    )


def format_money(amount: int, currency: str) -> str:
    """Format an amount in the active language, with the currency."""
    number = number_format(
        convert_to_decimal(amount, currency), get_currency_digits(currency), use_l10n=True, force_grouping=True
    )
    return f"{number} {currency}"


def get_payer_name(entry: Entry) -> str:
    """Return the full name of the registration; without one, the player's."""
    application = getattr(entry, "application", None)
    return application.whole_name if application is not None else entry.name


def list_payments_recorded_by(user: User | None, payments: Iterable[Payment]) -> set[int]:
    """Return the keys of payments that this account recorded; none for a command or a table's code."""
    if user is None:
        return set()
    keys = [str(payment.pk) for payment in payments]
    entries = AuditEntry.objects.filter(object_type="payment", object_id__in=keys, actor=user, before={})
    return {int(key) for key in entries.exclude(action="fees.void").values_list("object_id", flat=True)}
