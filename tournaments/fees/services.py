"""Fees: the price list, payments, refunds, reductions. A payment is voided, never changed or deleted."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change, next_number
from tournaments.core.errors import UserError, clean_fields
from tournaments.core.text.names import leading
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import EntryQuestion
from tournaments.entries.models.registration import Application
from tournaments.events.models import Tournament
from tournaments.events.services import enable
from tournaments.fees.logic import MAX_AMOUNT, digits_of
from tournaments.fees.models import MAX_FEES, Fee, FeeDesk, Payment
from tournaments.fees.queries import Account, account_of, accounts, fee_desk, money, recorded_by


@change("fees.desk", gettext_noop("Fees set up"))
def set_up(change: Change, tournament: Tournament, *, currency: str, issuer: str = "") -> FeeDesk:
    """Set currency and issuer. Raises `UserError` for a currency that does not fit the amounts so far."""
    desk = fee_desk(tournament)
    used = tournament.fees.exists() or tournament.payments.exists()
    if desk is not None and used and digits_of(desk.currency) != digits_of(currency):
        raise UserError(
            _("The price list is in %(currency)s, which has other decimal places. Remove its fees first.")
            % {"currency": desk.currency},
            field="currency",
        )
    if desk is not None and tournament.payments.exists() and desk.currency != currency:
        raise UserError(
            _("Payments are recorded in %(currency)s. Keep this currency.") % {"currency": desk.currency},
            field="currency",
        )
    if desk is None:
        desk = FeeDesk(tournament=tournament, currency=currency, issuer=issuer)
        clean_fields(desk, "tournament")
        change.create(desk)
    else:
        with change.edit(desk):
            desk.currency, desk.issuer = currency, issuer
            clean_fields(desk, "tournament")
    enable(change, tournament, Tournament.Feature.FEES)
    return desk


@change("fees.add", gettext_noop("Fee added"))
def add(change: Change, tournament: Tournament, **values: Any) -> Fee:
    """Add a line to the price list. With the first, those whose fee was marked as paid have paid it."""
    if _desk(tournament) and tournament.fees.count() >= MAX_FEES:
        raise UserError(_("An event has at most %(most)s fees.") % {"most": MAX_FEES})
    first = not tournament.fees.exists() and not tournament.payments.exists()
    fee = Fee(tournament=tournament, number=next_number(tournament.fees.all()), **values)
    _check_fee(fee)
    change.create(fee)
    enable(change, tournament, Tournament.Feature.FEES)
    if first:
        marked = tournament.entries.exclude(application=None).exclude(application__fee_paid_at=None)
        for account in accounts(tournament, marked.select_related("application").order_by("number")):
            if account.left > 0:
                made_at = account.entry.application.fee_paid_at
                _store(change, account.entry, amount=account.left, method=Payment.Method.OTHER, made_at=made_at)
    return fee


@change("fees.edit", gettext_noop("Fee changed"))
def edit(change: Change, fee: Fee, **values: Any) -> Fee:
    """Change a line of the price list; what is due changes with it."""
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
    amount: int | None = None,
    made_at: datetime.datetime | None = None,
    reason: str = "",
) -> Payment:
    """Record a payment, of all that is open by default. Raises `UserError` for more than that."""
    account = _account(entry)
    amount = _within(account, amount, account.left)
    payment = _store(change, entry, amount=amount, method=method, made_at=made_at, reason=reason)
    _mark(change, entry)
    return payment


@change("fees.refund", gettext_noop("Refund recorded"))
def refund(change: Change, entry: Entry, *, method: str, amount: int | None = None, reason: str) -> Payment:
    """Record a refund, of all that was paid by default. Raises `UserError` for more than that."""
    account = _account(entry)
    if account.paid <= 0:
        raise UserError(_("%(name)s has no payment to refund.") % {"name": leading(entry)})
    amount = _within(account, amount, account.paid)
    made = _store(change, entry, kind=Payment.Kind.REFUND, amount=amount, method=method, reason=reason)
    _mark(change, entry)
    return made


@change("fees.reduce", gettext_noop("Fee reduced"))
def reduce(change: Change, entry: Entry, *, amount: int | None = None, reason: str) -> Payment:
    """Reduce what is due, by all that is open by default. Raises `UserError` for more than that."""
    account = _account(entry)
    amount = _within(account, amount, account.left)
    made = _store(change, entry, kind=Payment.Kind.REDUCTION, amount=amount, reason=reason)
    _mark(change, entry)
    return made


@change("fees.void", gettext_noop("Payment voided"))
def void(change: Change, payment: Payment, *, reason: str = "") -> Payment:
    """Void a payment, refund or reduction; what somebody else recorded needs a reason.

    Raises `UserError` without that reason, and where a refund of the payment would be left over.
    """
    if payment.voided_at is not None:
        change.nothing()
        return payment
    if not reason.strip() and payment.pk not in recorded_by(change.user, [payment]):
        raise UserError(_("Give a reason to void what somebody else recorded."), field="reason")
    account = account_of(payment.entry)
    if payment.kind == Payment.Kind.PAYMENT and account.paid < payment.amount:
        raise UserError(_("This payment was refunded. Void the refund first."))
    with change.edit(payment):
        payment.voided_at = timezone.now()
    _mark(change, payment.entry)
    return payment


def _desk(tournament: Tournament) -> FeeDesk:
    desk = fee_desk(tournament)
    if desk is None:
        raise UserError(_("Choose the currency first."))
    return desk


def _account(entry: Entry) -> Account:
    _desk(entry.tournament)
    return account_of(entry)


def _within(account: Account, amount: int | None, most: int) -> int:
    """Return the amount, or the most where none is given. Raises `UserError`."""
    if most <= 0:
        raise UserError(_("%(name)s owes nothing.") % {"name": leading(account.entry)})
    if amount is not None and not 0 < amount <= most:
        currency = _desk(account.entry.tournament).currency
        raise UserError(_("Enter at most %(amount)s.") % {"amount": money(most, currency)}, field="amount")
    return most if amount is None else amount


def _store(
    change: Change,
    entry: Entry,
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
        made_at=made_at or timezone.now(),
        **values,
    )
    clean_fields(payment, "tournament")
    return change.create(payment)


def _mark(change: Change, entry: Entry) -> None:
    """Keep the mark of the registration, which files and programs read, in step with the account."""
    application = Application.objects.filter(entry=entry).first()
    if application is not None:
        account = account_of(entry)
        settled = account.listed > 0 and account.left <= 0
        with change.edit(application):
            application.fee_paid_at = (application.fee_paid_at or timezone.now()) if settled else None


def _check_fee(fee: Fee) -> None:
    fee.label = fee.label.strip()
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
