"""Forms of fees: currency, price list, payments, refunds and reductions."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.core.forms.fields import choose_from, time_input
from tournaments.core.models.columns import MomentFormField
from tournaments.entries.models.categories import Category
from tournaments.entries.models.questions import EntryQuestion
from tournaments.events.models import Tournament
from tournaments.fees.logic import decimal_of, read_amount
from tournaments.fees.models import Fee, FeeDesk, Payment
from tournaments.fees.queries import currency_of


class MoneyField(forms.CharField):
    """An amount in whole units of the currency, such as 40 or 12.50; the value is in its smallest unit."""

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
            shown = {"currency": self.currency, "example": decimal_of(1250, self.currency)}
            raise forms.ValidationError(self.error_messages["invalid"] % shown, code="invalid") from None

    def prepare_value(self, value: Any) -> Any:
        return str(decimal_of(value, self.currency)) if isinstance(value, int) else value


def with_currency(form: forms.BaseForm, tournament: Tournament) -> None:
    """Read and show the amount of the form in the event's currency."""
    field = form.fields["amount"]
    if isinstance(field, MoneyField):
        field.currency = currency_of(tournament)
        field.label = f"{field.label} ({field.currency})"


class FeeDeskForm(forms.ModelForm):
    """Currency and issuer."""

    class Meta:
        model = FeeDesk
        fields = ("currency", "issuer")
        widgets = {"issuer": forms.Textarea(attrs={"rows": 3})}

    def clean_currency(self) -> str:
        return str(self.cleaned_data["currency"]).upper()


class FeeForm(forms.ModelForm):
    """A line of the price list."""

    first_fields = ("label", "amount")
    more_help = _("For a category only, or an extra that players choose in a question.")

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
        fields = ("label", "amount", "category", "added", "question", "choice")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        with_currency(self, tournament)
        kinds = (EntryQuestion.Kind.CHECKBOX, EntryQuestion.Kind.CHOICE)
        choose_from(self, "category", tournament.categories.all())
        choose_from(self, "question", tournament.questions.filter(kind__in=kinds))
        for name in ("category", "question"):
            row = getattr(self.instance, name)
            self.initial[name] = row.number if row else None

    def _post_clean(self) -> None:
        """Skip the model's validation: the service explains an invalid fee in one sentence."""


class AccountForm(forms.Form):
    """Base of forms on a player's account."""

    amount = MoneyField(required=False, help_text=_("Leave empty for the whole open amount."))

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        with_currency(self, tournament)


class PaymentForm(AccountForm):
    """Payment by a player."""

    method = forms.ChoiceField(label=_("Method"), choices=Payment.Method.choices, initial=Payment.Method.CASH)
    made_at = MomentFormField(
        label=_("Date"),
        required=False,
        widget=time_input(),
        help_text=_("Leave empty for the current time."),
    )
    reason = forms.CharField(label=_("Note"), required=False, max_length=300)

    field_order = ("amount", "method", "made_at", "reason")


class RefundForm(AccountForm):
    """Refund to a player."""

    amount = MoneyField(required=False, help_text=_("Leave empty for the whole paid amount."))
    method = forms.ChoiceField(label=_("Method"), choices=Payment.Method.choices, initial=Payment.Method.CASH)
    reason = forms.CharField(label=_("Reason"), max_length=300)


class ReductionForm(AccountForm):
    """Reduction or waiver of a fee."""

    reason = forms.CharField(label=_("Reason"), max_length=300)
