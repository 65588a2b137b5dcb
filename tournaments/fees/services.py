"""Fees: the price list, payments, refunds, reductions. A payment is voided, never changed or deleted."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.text.names import choose_leading_name
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.events.services import enable
from tournaments.fees.logic import MAX_AMOUNT, get_currency_digits
from tournaments.fees.models import MAX_FEES, Fee, FeeDesk, Payment
from tournaments.fees.queries import (
    Account,
    Subtotal,
    find_fee_desk,
    format_money,
    get_account,
    list_accounts,
    list_payments_recorded_by,
)


@change("fees.desk", gettext_noop("Fees set up"))
def set_up(
    change: Change, tournament: Tournament, *, currency: str, other_currency: str = "", issuer: str = ""
) -> FeeDesk:
    """Set currencies and issuer; fees follow a replaced currency. Raises `UserError` if it does not fit the amounts."""
    desk = find_fee_desk(tournament)
    new = {"currency": currency, "other_currency": other_currency}
    first = FeeDesk(tournament=tournament, issuer=issuer, **new)
    clean_fields(first, "tournament")
    old = {field: getattr(desk, field, "") for field in new}
    for field, stored in old.items():
        if stored and stored not in new.values():
            added = [value for value in (new[field], *new.values()) if value and value not in old.values()]
            _replace(change, tournament, field, stored, added[0] if added else "")
    if desk is None:
        desk = first
        change.create(desk)
    else:
        with change.edit(desk):
            desk.currency, desk.other_currency, desk.issuer = currency, other_currency, issuer
    enable(change, tournament, Tournament.Feature.FEES)
    return desk


def _replace(change: Change, tournament: Tournament, field: str, stored: str, value: str) -> None:
    """Move the fees of a currency that the event gives up to the new one, if there is any. Raises `UserError`."""
    if tournament.payments.filter(currency=stored).exists():
        raise UserError(
            _("Payments are recorded in %(currency)s. Keep this currency.") % {"currency": stored}, field=field
        )
    fees = list(tournament.fees.filter(currency=stored))
    if fees and not value:
        raise UserError(_("Fees are in %(currency)s. Change or remove them first.") % {"currency": stored}, field=field)
    if fees and get_currency_digits(stored) != get_currency_digits(value):
        raise UserError(
            _("The price list is in %(currency)s, which has other decimal places. Remove its fees first.")
            % {"currency": stored},
            field=field,
        )
    for fee in fees:
        with change.edit(fee):
            fee.currency = value


@change("fees.add", gettext_noop("Fee added"))
def add(change: Change, tournament: Tournament, **values: Any) -> Fee:
    """Add a line to the price list. With the first, players whose fee was marked as paid have paid it."""
    values["currency"] = values.get("currency") or _require_desk(tournament).currency
    if tournament.fees.count() >= MAX_FEES:
        raise UserError(_("An event has at most %(most)s fees.") % {"most": MAX_FEES})
    first = not tournament.fees.exists() and not tournament.payments.exists()
    fee = Fee(tournament=tournament, number=next_number(tournament.fees.all()), **values)
    _check_fee(fee)
    change.create(fee)
    enable(change, tournament, Tournament.Feature.FEES)
    if first:
        marked = tournament.entries.exclude(application=None).exclude(application__fee_paid_at=None)
        for account in list_accounts(tournament, marked.select_related("application").order_by("number")):
            subtotal, made_at = account.get_subtotal(fee.currency), account.entry.application.fee_paid_at
            if subtotal.left > 0:
                _store(change, account.entry, subtotal, subtotal.left, method=Payment.Method.OTHER, made_at=made_at)
    return fee


@change("fees.edit", gettext_noop("Fee changed"))
def edit(change: Change, fee: Fee, **values: Any) -> Fee:
    """Change a line of the price list; what is due changes with it."""
    values["currency"] = values.get("currency") or fee.currency
    with change.edit(fee):
        for name, value in values.items():
            setattr(fee, name, value)
        _check_fee(fee)
    return fee


@change("fees.remove", gettext_noop("Fee removed"))
def remove(change: Change, fee: Fee) -> None:
    """Remove a line of the price list; payments stay."""
    change.delete(fee)


@change("fees.pay", gettext_noop("Payment recorded"))
def pay(
    change: Change,
    entry: Entry,
    *,
    method: str,
    currency: str = "",
    amount: int | None = None,
    made_at: datetime.datetime | None = None,
    reason: str = "",
) -> Payment:
    """Record a payment, of all that is open by default. Raises `UserError` for more than that.

    Without `currency` it is the one in which something is open; where there are two it is required.
    """
    subtotal, amount = _choose_amount(entry, currency, amount, lambda sums: sums.left)
    payment = _store(change, entry, subtotal, amount, method=method, made_at=made_at, reason=reason)
    _update_paid_mark(change, entry)
    return payment


@change("fees.refund", gettext_noop("Refund recorded"))
def refund(
    change: Change, entry: Entry, *, method: str, currency: str = "", amount: int | None = None, reason: str
) -> Payment:
    """Record a refund, of all that was paid by default. Raises `UserError` for more than that."""
    if not _require_account(entry).is_paid:
        raise UserError(_("%(name)s has no payment to refund.") % {"name": choose_leading_name(entry)})
    subtotal, amount = _choose_amount(entry, currency, amount, lambda sums: sums.paid)
    refund = _store(change, entry, subtotal, amount, kind=Payment.Kind.REFUND, method=method, reason=reason)
    _update_paid_mark(change, entry)
    return refund


@change("fees.reduce", gettext_noop("Fee reduced"))
def reduce(change: Change, entry: Entry, *, currency: str = "", amount: int | None = None, reason: str) -> Payment:
    """Reduce what is due, by all that is open by default. Raises `UserError` for more than that."""
    subtotal, amount = _choose_amount(entry, currency, amount, lambda sums: sums.left)
    reduction = _store(change, entry, subtotal, amount, kind=Payment.Kind.REDUCTION, reason=reason)
    _update_paid_mark(change, entry)
    return reduction


@change("fees.void", gettext_noop("Payment voided"))
def void(change: Change, payment: Payment, *, reason: str = "") -> Payment:
    """Void a row. Raises `UserError` for a refunded payment, and without a reason if somebody else recorded it."""
    if payment.voided_at is not None:
        change.nothing()
        return payment
    if not reason.strip() and payment.pk not in list_payments_recorded_by(change.user, [payment]):
        raise UserError(_("Give a reason to void what somebody else recorded."), field="reason")
    paid = get_account(payment.entry).get_subtotal(payment.currency).paid
    if payment.kind == Payment.Kind.PAYMENT and paid < payment.amount:
        raise UserError(_("This payment was refunded. Void the refund first."))
    with change.edit(payment):
        payment.voided_at = timezone.now()
    _update_paid_mark(change, payment.entry)
    return payment


def _require_desk(tournament: Tournament) -> FeeDesk:
    desk = find_fee_desk(tournament)
    if desk is None:
        raise UserError(_("Choose the currency first."))
    return desk


def _require_account(entry: Entry) -> Account:
    _require_desk(entry.tournament)
    return get_account(entry)


def _choose_amount(
    entry: Entry, currency: str, amount: int | None, most_of: Callable[[Subtotal], int]
) -> tuple[Subtotal, int]:
    """Return the sums in the currency with the amount, by default the most of them. Raises `UserError`."""
    account = _require_account(entry)
    subtotal = _choose_subtotal(account, currency, most_of)
    most = most_of(subtotal)
    if most <= 0:
        text = _("%(name)s owes nothing in %(currency)s.") if account.is_left else _("%(name)s owes nothing.")
        raise UserError(text % {"name": choose_leading_name(entry), "currency": subtotal.currency})
    if amount is not None and not 0 < amount <= most:
        raise UserError(
            _("Enter at most %(amount)s.") % {"amount": format_money(most, subtotal.currency)}, field="amount"
        )
    return subtotal, most if amount is None else amount


def _choose_subtotal(account: Account, currency: str, most_of: Callable[[Subtotal], int]) -> Subtotal:
    if currency:
        _check_currency(account.entry.tournament, currency)
        return account.get_subtotal(currency)
    possible = [sums for sums in account.subtotals if most_of(sums) > 0]
    if len(possible) > 1:
        choices = ", ".join(sums.currency for sums in possible)
        raise UserError(_("Choose a currency: %(choices)s.") % {"choices": choices}, field="currency")
    return possible[0] if possible else account.subtotals[0]


def _check_currency(tournament: Tournament, currency: str) -> None:
    currencies = _require_desk(tournament).currencies
    if currency not in currencies:
        raise UserError(_("Choose a currency: %(choices)s.") % {"choices": ", ".join(currencies)}, field="currency")


def _store(
    change: Change,
    entry: Entry,
    subtotal: Subtotal,
    amount: int,
    *,
    kind: str = Payment.Kind.PAYMENT,
    made_at: datetime.datetime | None = None,
    **values: Any,
) -> Payment:
    rows = Payment.objects.filter(tournament=entry.tournament_id)
    payment = Payment(
        tournament=entry.tournament,
        number=next_number(rows),
        receipt=None if kind == Payment.Kind.REDUCTION else next_number(rows, "receipt"),
        entry=entry,
        kind=kind,
        amount=amount,
        currency=subtotal.currency,
        made_at=made_at or timezone.now(),
        **values,
    )
    clean_fields(payment, "tournament")
    return change.create(payment)


def _update_paid_mark(change: Change, entry: Entry) -> None:
    """Keep the mark of the registration, which files and programs read, in step with the account."""
    application = Application.objects.filter(entry=entry).first()
    if application is not None:
        account = get_account(entry)
        settled = any(sums.listed > 0 for sums in account.subtotals) and not account.is_left
        with change.edit(application):
            application.fee_paid_at = (application.fee_paid_at or timezone.now()) if settled else None


def _check_fee(fee: Fee) -> None:
    fee.label = fee.label.strip()
    _check_currency(fee.tournament, fee.currency)
    choices = fee.question.options if fee.question and fee.question.kind == EntryQuestion.Kind.CHOICE else []
    if fee.question and fee.question.kind not in (EntryQuestion.Kind.CHOICE, EntryQuestion.Kind.CHECKBOX):
        raise UserError(_("Choose a question with a checkbox or with choices."), field="question")
    if (fee.choice or choices) and fee.choice not in choices:
        raise UserError(
            _("Enter one of the choices: %(choices)s.") % {"choices": ", ".join(choices) or "–"}, field="choice"
        )
    others = Fee.objects.filter(tournament=fee.tournament_id, label=fee.label).exclude(pk=fee.pk)
    if others.filter(category=fee.category, question=fee.question, choice=fee.choice).exists():
        raise UserError(_("These players have a fee with this purpose already. Change that fee."), field="label")
    if fee.amount > MAX_AMOUNT:
        raise UserError(_("This amount is too high."), field="amount")
    clean_fields(fee, "tournament")
