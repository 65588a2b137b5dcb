from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.core.forms.buttons import YesNoField
from tournaments.core.forms.fields import CountrySelect, PlayerField, ReasonField, choose_from, make_time_input
from tournaments.core.text.names import choose_name_order
from tournaments.entries.fields import OPTIONAL, SENT
from tournaments.entries.forms.categories import CategoriesField
from tournaments.entries.forms.questions import make_question_fields, with_answers
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.events.models import Tournament
from tournaments.events.settings import DESK, list_editable_columns

ASKS: Final = [("", _("not asked")), ("asked", _("asked")), ("required", _("required"))]


class RegistrationDeskForm(forms.ModelForm):
    first_fields = ("is_open", "closes_at", "capacity", "fee")
    more_help = _("Players give their name, country and e-mail address.")

    class Meta:
        model = RegistrationDesk
        fields = list_editable_columns(DESK)
        widgets = {
            "closes_at": make_time_input(),
            "notice": forms.Textarea(attrs={"rows": 4}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        stored = self.instance.asks if self.instance.pk else {"country": "asked", "email": "asked"}
        for name in OPTIONAL:
            label = Application._meta.get_field(name).verbose_name  # type: ignore[union-attr]
            self.fields[f"ask_{name}"] = forms.ChoiceField(
                label=_("Field: %(name)s") % {"name": label}, choices=ASKS, required=False, initial=stored.get(name, "")
            )

    @property
    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = {name: self.cleaned_data[name] for name in self.Meta.fields}
        chosen = {name: self.cleaned_data[f"ask_{name}"] for name in OPTIONAL}
        return facts | {"asks": {name: how for name, how in chosen.items() if how}}


class ApplicationForm(forms.ModelForm):
    class Meta:
        model = Application
        fields = SENT
        widgets = {"message": forms.Textarea(attrs={"rows": 3}), "shown": forms.RadioSelect, "country": CountrySelect}

    consent = forms.BooleanField(
        label=_("I agree that my name, as chosen above, and my results are published and kept with the event."),
        error_messages={"required": _("We need your consent to register you.")},
    )

    def __init__(self, *args: Any, desk: RegistrationDesk, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.order_fields((*choose_name_order(), *OPTIONAL))
        for name in OPTIONAL:
            how = desk.asks.get(name)
            if how is None:
                del self.fields[name]
            else:
                self.fields[name].required = how == "required"
        for name, hint in (("given_name", "given-name"), ("family_name", "family-name"), ("email", "email")):
            if name in self.fields:
                self.fields[name].widget.attrs["autocomplete"] = hint
        consent = self.fields.pop("consent")
        self.fields |= make_question_fields(desk.tournament, self.instance.current_answers, binding=True)
        offered = list(desk.tournament.categories.filter(asked=True))
        self.kept = set(self.instance.current_categories) - {category.number for category in offered}
        if offered:
            field = self.fields["categories"] = CategoriesField(initial=self.instance.current_categories)
            field.offer(offered)
        if not self.instance.pk:
            self.fields["consent"] = consent

    @property
    def facts(self) -> dict[str, Any]:
        data = with_answers({name: value for name, value in self.cleaned_data.items() if name != "consent"})
        return data | {"categories": sorted({*data.get("categories", []), *self.kept})}


class RefuseForm(forms.Form):
    reason = ReasonField(help_text=_("Shown to the player."))


class WithdrawForm(forms.Form):
    reason = ReasonField(required=False)


class TakeBackRegistrationForm(forms.Form):
    numbers = forms.RegexField(r"^\d{1,9}( \d{1,9})*$", label=_("Registrations"), max_length=50_000)
    keep_players = forms.BooleanField(label=_("Keep players"), required=False)


class JoinForm(forms.Form):
    join = PlayerField(
        label=_("Player"),
        required=False,
        error_messages={"invalid_choice": _("Choose a player of this tournament who has not registered.")},
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "join", tournament.entries.filter(application=None))


class PaidForm(forms.Form):
    paid = YesNoField(label=_("Fee paid"), initial=True)
