"""Fees of an event, and payments, refunds and reductions. Amounts are integers of the currency's smallest unit."""

from __future__ import annotations

from django.core.validators import MinValueValidator, RegexValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.models import refusals
from tournaments.core.models.columns import MAX_REASON_LENGTH, MomentField, make_years_constraint
from tournaments.entries.models.categories import Category
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.questions import MAX_ANSWER, EntryQuestion
from tournaments.events.models import Tournament
from tournaments.fees.logic import convert_to_decimal

MAX_FEES = 40

CODE = r"\A[A-Z]{3}\Z"
CURRENCY = RegexValidator(CODE, _("Enter the three letters of a currency, such as EUR."))


class FeeDesk(models.Model):
    """Currencies of the event's fees, one or two, and the issuer of its receipts."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="fee_desk")
    currency = models.CharField(
        _("currency"),
        max_length=3,
        validators=[CURRENCY],
        help_text=_("Three letters, such as EUR, JPY or TWD."),
    )
    other_currency = models.CharField(
        _("second currency"),
        max_length=3,
        blank=True,
        default="",
        validators=[CURRENCY],
        help_text=_("Only if some fees are paid in another currency."),
    )
    issuer = models.TextField(
        _("issuer of receipts"),
        max_length=500,
        blank=True,
        help_text=_("Name, address and tax number. Leave empty for the event and its place."),
    )

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=~Q(other_currency=models.F("currency")),
                name="fee_currencies_differ",
                violation_error_message=refusals.CONTRADICTION,
            )
        ]

    def __str__(self) -> str:
        return str(self.tournament)

    @property
    def currencies(self) -> tuple[str, ...]:
        """Usual currency, then the second one if there is any."""
        return tuple(filter(None, (self.currency, self.other_currency)))


class Fee(models.Model):
    """Line of the price list. Lines of one label are alternatives; `fees.logic` chooses one for each player.

    A category's fee replaces the entry fee unless it is `added`. A line with a question is an extra for players who
    checked it or chose `choice`.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="fees")
    number = models.PositiveSmallIntegerField(validators=[MinValueValidator(1)])
    label = models.CharField(_("purpose"), max_length=80, help_text=_("Printed on receipts."))
    amount = models.PositiveIntegerField(_("amount in the smallest unit"))
    currency = models.CharField(_("currency"), max_length=3, validators=[CURRENCY])
    category = models.ForeignKey(
        Category, on_delete=models.PROTECT, null=True, blank=True, related_name="fees", verbose_name=_("category")
    )
    question = models.ForeignKey(
        EntryQuestion, on_delete=models.PROTECT, null=True, blank=True, related_name="fees", verbose_name=_("question")
    )
    choice = models.CharField(_("choice"), max_length=MAX_ANSWER, blank=True)
    added = models.BooleanField(
        _("in addition to the entry fee"),
        default=False,
        help_text=_("Otherwise the fee of a category replaces the entry fee, the first one for everybody."),
    )

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="fee_number_once", violation_error_message=refusals.MEANWHILE
            ),
            models.CheckConstraint(
                condition=Q(choice="") | Q(question__isnull=False),
                name="fee_choice_of_question",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        return self.label


class Payment(models.Model):
    """Money received or refunded, or a reduction of what is due; never deleted, only voided.

    `receipt` counts payments and refunds of the event without gaps; reductions have none.
    """

    class Kind(models.TextChoices):
        PAYMENT = "payment", pgettext_lazy("money", "Payment")
        REFUND = "refund", _("Refund")
        REDUCTION = "reduction", _("Reduction")

    class Method(models.TextChoices):
        CASH = "cash", _("Cash")
        CARD = "card", _("Card")
        TRANSFER = "transfer", _("Bank transfer")
        OTHER = "other", _("Other")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="payments")
    number = models.PositiveIntegerField(_("number"), validators=[MinValueValidator(1)])
    receipt = models.PositiveIntegerField(_("receipt"), null=True, blank=True)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="payments", verbose_name=_("player"))
    kind = models.CharField(_("kind"), max_length=9, choices=Kind.choices, default=Kind.PAYMENT)
    amount = models.PositiveIntegerField(_("amount in the smallest unit"), validators=[MinValueValidator(1)])
    currency = models.CharField(_("currency"), max_length=3, validators=[CURRENCY])
    method = models.CharField(_("method"), max_length=8, choices=Method.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=MAX_REASON_LENGTH, blank=True)
    made_at = MomentField(_("date"), default=timezone.now)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["tournament", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "number"], name="payment_number_once", violation_error_message=refusals.MEANWHILE
            ),
            models.UniqueConstraint(
                fields=["tournament", "receipt"],
                name="payment_receipt_once",
                violation_error_message=refusals.MEANWHILE,
            ),
            make_years_constraint("payment_within_years", moments=("made_at",)),
            models.CheckConstraint(
                condition=Q(amount__gte=1),
                name="payment_amount_positive",
                violation_error_message=_("Enter an amount above 0."),
            ),
            models.CheckConstraint(
                condition=Q(kind="reduction", receipt__isnull=True, method="")
                | (~Q(kind="reduction") & Q(receipt__isnull=False) & ~Q(method="")),
                name="payment_method_of_money",
                violation_error_message=refusals.CONTRADICTION,
            ),
        ]

    def __str__(self) -> str:
        amount = f"{convert_to_decimal(self.amount, self.currency)} {self.currency}"
        return f"{self.get_kind_display()} {self.number}: {amount}, {self.entry}"

    @property
    def signed(self) -> int:
        """Amount received: negative for a refund, 0 for a reduction and for a voided row."""
        if self.voided_at is not None or self.kind == self.Kind.REDUCTION:
            return 0
        return -self.amount if self.kind == self.Kind.REFUND else self.amount
