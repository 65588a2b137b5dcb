"""Actions of fees: the price list, payments, refunds and reductions."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.core.exceptions import PermissionDenied
from django.forms import BaseForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.core.actions import Action, make_blank_forms, register
from tournaments.core.forms.fields import OptionalReasonForm
from tournaments.core.permissions import can
from tournaments.core.views.undo import UNDONE, Undo
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.fees import services
from tournaments.fees.api import (
    FeeList,
    FeeSerializer,
    FeesSerializer,
    FeesView,
    PaymentSerializer,
    serialize_fees,
)
from tournaments.fees.forms import FeeDeskForm, FeeForm, PaymentForm, ReductionForm, RefundForm
from tournaments.fees.models import Fee, FeeDesk, Payment
from tournaments.fees.pages import get_registered_entry, show_account, show_prices
from tournaments.fees.queries import find_fee_desk, format_money, get_main_currency

FEE = "fees/prices/<number:number>"
ACCOUNT = "entries/<number:number>"


class OnPrices(Action):
    permission = "entries.edit"
    success_page = "manage_fee_prices"
    done = _("Saved.")

    def page(self, **context: Any) -> HttpResponse | None:
        forms = build_price_forms(self.tournament, context.get("edit_form"))
        return show_prices(self.request, self.tournament, **forms | context)


@register
class SetFees(OnPrices):
    """Set the currencies of the fees and the issuer of receipts."""

    path, page_path, name = "fees", "fees/set", "manage_fees_set"
    audit_codes = ("fees.desk",)
    form_class, prefix = FeeDeskForm, "desk"
    form_name = "desk_form"
    endpoint, endpoint_name, method = FeesView, "api-fees", "patch"
    operation_id, request_name = "tournaments_fees_partial_update", "FeesWrite"
    answer_serializer: ClassVar[Any] = FeesSerializer

    def get_target(self) -> FeeDesk:
        return find_fee_desk(self.tournament) or FeeDesk(tournament=self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target}

    def perform(self, data: dict[str, Any]) -> FeeDesk:
        return services.set_up(self.by, self.tournament, **data)

    def get_answer(self, result: Any) -> Any:
        return serialize_fees(self.tournament)


class OfPrice(OnPrices):
    answer_serializer: ClassVar[Any] = FeeSerializer

    def get_target(self) -> Fee:
        return get_object_or_404(self.tournament.fees, number=self.parts["number"])

    def get_answer(self, result: Any) -> Any:
        return dict(FeeSerializer(result).data)


@register
class AddFee(OfPrice):
    """Add a line to the price list; `category`, `question`: their numbers."""

    path, page_path, name = "fees/prices", "fees/prices/add", "manage_fee_add"
    audit_codes = ("fees.add",)
    form_class = FeeForm
    endpoint, endpoint_name, status = FeeList, "api-fee-prices", 201
    operation_id, request_name = "tournaments_fees_prices_create", "FeeWrite"

    def get_target(self) -> Fee:
        return Fee(tournament=self.tournament)

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Fee:
        return services.add(self.by, self.tournament, **data)


@register
class EditFee(OfPrice):
    """Change a line of the price list; what is due changes with it."""

    path, page_path, name = FEE, f"{FEE}/edit", "manage_fee_edit"
    audit_codes = ("fees.edit",)
    form_class = FeeForm
    form_name = "edit_form"
    method, request_name = "patch", "FeeWrite"

    def get_prefix(self) -> str | None:
        return f"f{self.target.number}"

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"instance": self.target, "tournament": self.tournament}

    def perform(self, data: dict[str, Any]) -> Fee:
        return services.edit(self.by, self.target, **data)


@register
class RemoveFee(OnPrices):
    """Remove a line of the price list; payments stay."""

    path = f"{FEE}/remove"
    name = "manage_fee_remove"
    audit_codes = ("fees.remove",)
    done = _("Removed.")

    def get_target(self) -> Fee:
        return get_object_or_404(self.tournament.fees, number=self.parts["number"])

    def perform(self, data: dict[str, Any]) -> Fee:
        services.remove(self.by, self.target)
        return self.target


class OfAccount(Action):
    tag = "fees"
    status = 201
    answer_serializer: ClassVar[Any] = PaymentSerializer

    def get_target(self) -> Any:
        return get_registered_entry(self.tournament, self.parts["number"])

    def get_form_kwargs(self) -> dict[str, Any]:
        return {"tournament": self.tournament}

    def get_answer(self, result: Any) -> Any:
        return dict(PaymentSerializer(result).data)

    def get_message(self, result: Any) -> str:
        template = {
            Payment.Kind.PAYMENT: gettext("%(name)s paid %(amount)s (%(method)s)."),
            Payment.Kind.REFUND: gettext("Refunded %(amount)s to %(name)s (%(method)s)."),
            Payment.Kind.REDUCTION: gettext("The fee of %(name)s is reduced by %(amount)s."),
        }[result.kind]
        amount = format_money(result.amount, result.currency)
        return template % {"name": result.entry, "amount": amount, "method": result.get_method_display()}

    def get_undo(self, result: Any) -> Undo | None:
        values = {"reason": UNDONE, "back": self.request.POST.get("back", "")}
        return Undo("manage_payment_void", self.permission, {"number": result.number}, values)

    def get_success_url(self) -> str:
        back = self.request.POST.get("back")
        if back in ("list", "check-in"):
            return reverse("manage_fees" if back == "list" else "manage_check_in", args=[self.tournament.slug])
        return reverse("manage_fee_account", args=[self.tournament.slug, self.get_entry().number])

    def get_entry(self) -> Entry:
        return cast(Entry, self.target)

    def page(self, **context: Any) -> HttpResponse | None:
        entry = self.get_target()
        return show_account(self.request, self.tournament, entry, **build_account_forms(entry) | context)


@register
class RecordPayment(OfAccount):
    """Record a payment; without an amount, of all that is open."""

    path, page_path, name = f"{ACCOUNT}/payments", "fees/<int:number>/pay", "manage_fee_pay"
    permission = "entries.check_in"
    audit_codes = ("fees.pay",)
    form_class = PaymentForm
    form_name = "pay_form"

    def perform(self, data: dict[str, Any]) -> Payment:
        return services.pay(self.by, self.target, **data)


@register
class RecordRefund(OfAccount):
    """Record a refund; without an amount, of all that was paid."""

    path, page_path, name = f"{ACCOUNT}/refunds", "fees/<int:number>/refund", "manage_fee_refund"
    permission = "entries.edit"
    audit_codes = ("fees.refund",)
    form_class = RefundForm
    form_name, prefix = "refund_form", "refund"

    def perform(self, data: dict[str, Any]) -> Payment:
        return services.refund(self.by, self.target, **data)


@register
class ReduceFee(OfAccount):
    """Reduce or waive what a player owes; without an amount, all that is open."""

    path, page_path, name = f"{ACCOUNT}/reductions", "fees/<int:number>/reduce", "manage_fee_reduce"
    permission = "entries.edit"
    audit_codes = ("fees.reduce",)
    form_class = ReductionForm
    form_name, prefix = "reduce_form", "reduce"

    def perform(self, data: dict[str, Any]) -> Payment:
        return services.reduce(self.by, self.target, **data)


@register
class VoidPayment(OfAccount):
    """Void a payment, refund or reduction: it stays in the list and no longer counts."""

    path = "payments/<number:number>/void"
    page_path = "fees/payments/<int:number>/void"
    name = "manage_payment_void"
    permission = "entries.check_in"
    audit_codes = ("fees.void",)
    form_class = OptionalReasonForm
    status = 200
    done = _("Voided.")

    def get_target(self) -> Payment:
        """Return the payment. Raises PermissionDenied for a refund or reduction at the check-in desk."""
        payments = self.tournament.payments.select_related("entry", "tournament")
        payment = get_object_or_404(payments, number=self.parts["number"])
        may = can(self.request.user, "entries.edit", self.tournament)
        if payment.kind != Payment.Kind.PAYMENT and not may:
            raise PermissionDenied
        return payment

    def get_form_kwargs(self) -> dict[str, Any]:
        return {}

    def perform(self, data: dict[str, Any]) -> Payment:
        return services.void(self.by, self.target, **data)

    def get_entry(self) -> Entry:
        return cast(Entry, self.target.entry)

    def get_message(self, result: Any) -> str:
        return str(self.done)

    def get_undo(self, result: Any) -> None:
        return None

    def page(self, **context: Any) -> HttpResponse | None:
        return None


def build_price_forms(tournament: Tournament, sent: BaseForm | None = None) -> dict[str, Any]:
    desk = find_fee_desk(tournament)
    fees = tournament.fees.select_related("category", "question", "tournament")
    return {
        "rows": [(fee, EditFee.choose_row_form(tournament, fee, sent)) for fee in fees],
        "desk": desk,
        "desk_form": SetFees.make_blank_form(
            tournament, desk or FeeDesk(tournament=tournament, currency=get_main_currency(tournament))
        ),
        "form": AddFee.make_blank_form(tournament, Fee(tournament=tournament)),
    }


def build_account_forms(entry: Entry) -> dict[str, Any]:
    return make_blank_forms(entry.tournament, RecordPayment, RecordRefund, ReduceFee)
