"""Forms of fees: currencies, price list, payments, refunds and reductions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from rest_framework import serializers

from tournaments.core.forms.fields import ReasonField, choose_from, make_time_input, set_choices
from tournaments.core.models.columns import MomentFormField
from tournaments.entries.models.categories import Category
from tournaments.entries.models.questions import EntryQuestion
from tournaments.events.models import Tournament
from tournaments.fees.logic import convert_to_decimal, read_amount
from tournaments.fees.models import CODE, Fee, FeeDesk, Payment
from tournaments.fees.queries import list_currencies


class MoneyField(forms.CharField):
    """Amount in whole units of the currency, such as 40 or 12.50; the value is in its smallest unit."""

    default_error_messages = {"invalid": _("Enter an amount in %(currency)s, such as %(example)s.")}

    def __init__(self, **options: Any) -> None:
        widget = forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})
        super().__init__(**{"max_length": 15, "label": pgettext_lazy("money", "Amount"), "widget": widget, **options})
        self.currency = "EUR"

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        if not text:
            return None
        try:
            return read_amount(text, self.currency)
        except ValueError:
            words = {"currency": self.currency, "example": convert_to_decimal(1250, self.currency)}
            raise forms.ValidationError(self.error_messages["invalid"] % words, code="invalid") from None

    def prepare_value(self, value: Any) -> Any:
        return str(convert_to_decimal(value, self.currency)) if isinstance(value, int) else value


class CurrencyField(forms.ChoiceField):
    """One of the event's currencies; hidden if there is only one."""

    not_optional = True
    """A program may omit it, but the label never says "optional", since the select has no empty choice."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"label": capfirst(_("currency")), "required": False, **options})
        self.api_field = serializers.RegexField(CODE, max_length=3, required=False, allow_blank=True, default="")


def offer_currencies(form: forms.BaseForm, tournament: Tournament, current: str = "") -> None:
    """Offer the event's currencies, and read and show the form's amount in the chosen one."""
    currencies = list_currencies(tournament)
    set_choices(form, "currency", [(currency, currency) for currency in currencies])
    field, amount = form.fields["currency"], form.fields["amount"]
    chosen = form.data.get(form.add_prefix("currency")) or current
    if isinstance(amount, MoneyField):
        amount.currency = chosen if chosen in currencies else currencies[0]
        if len(currencies) == 1:
            field.widget = forms.HiddenInput()
            amount.label = f"{amount.label} ({amount.currency})"


class FeeDeskForm(forms.ModelForm):
    class Meta:
        model = FeeDesk
        fields = ("currency", "other_currency", "issuer")
        widgets = {"issuer": forms.Textarea(attrs={"rows": 3})}

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()

    def clean_other_currency(self) -> str:
        currency = str(self.cleaned_data["other_currency"]).upper()
        if currency and currency == self.cleaned_data.get("currency"):
            raise forms.ValidationError(_("Enter another currency than the first, or leave the field empty."))
        return currency


class FeeForm(forms.ModelForm):
    first_fields = ("label", "currency", "amount")
    more_help = _("For a category only, or an extra that players choose in a question.")

    currency = CurrencyField()
    amount = MoneyField()
    category = forms.ModelChoiceField(
        label=_("Category"),
        queryset=Category.objects.none(),
        to_field_name="number",
        required=False,
        empty_label=_("everybody"),
        help_text=_("Replaces the entry fee, or the fee for everybody with the same purpose."),
    )
    question = forms.ModelChoiceField(
        label=_("Question"),
        queryset=EntryQuestion.objects.none(),
        to_field_name="number",
        required=False,
        empty_label=_("everybody"),
        help_text=_("Only players who choose it pay."),
    )

    class Meta:
        model = Fee
        fields = ("label", "currency", "amount", "category", "added", "question", "choice")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_currencies(self, tournament, self.instance.currency)
        kinds = (EntryQuestion.Kind.CHECKBOX, EntryQuestion.Kind.CHOICE)
        choose_from(self, "category", tournament.categories.all())
        choose_from(self, "question", tournament.questions.filter(kind__in=kinds))
        for name in ("category", "question"):
            row = getattr(self.instance, name)
            self.initial[name] = row.number if row else None

    def _post_clean(self) -> None:
        """Skip the model's validation: the service explains an invalid fee in one sentence."""


class FeeAccountForm(forms.Form):
    currency = CurrencyField()
    amount = MoneyField(required=False, help_text=_("Leave empty for the whole open amount."))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_currencies(self, tournament)

    def clean(self) -> dict[str, Any]:
        """Refuse an unknown currency: the amount was read by the decimal places of another."""
        values: dict[str, Any] = super().clean() or self.cleaned_data
        choices = [currency for currency, _label in self.fields["currency"].choices]  # type: ignore[attr-defined]
        if len(choices) > 1 and values.get("amount") is not None and not values.get("currency", "?"):
            self.add_error("currency", _("Choose a currency: %(choices)s.") % {"choices": ", ".join(choices)})
        return values


class PaymentForm(FeeAccountForm):
    method = forms.ChoiceField(label=_("Method"), choices=Payment.Method.choices, initial=Payment.Method.CASH)
    made_at = MomentFormField(
        label=_("Date"),
        required=False,
        widget=make_time_input(),
        help_text=_("Leave empty for the current time."),
    )
    reason = ReasonField(label=_("Note"), required=False)

    field_order = ("currency", "amount", "method", "made_at", "reason")


class RefundForm(FeeAccountForm):
    amount = MoneyField(required=False, help_text=_("Leave empty for the whole paid amount."))
    method = forms.ChoiceField(label=_("Method"), choices=Payment.Method.choices, initial=Payment.Method.CASH)
    reason = ReasonField()


class ReductionForm(FeeAccountForm):
    reason = ReasonField()
