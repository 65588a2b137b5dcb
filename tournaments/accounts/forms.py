"""Forms of accounts: signing in; inviting, changing and limiting people of the site; asking for an account."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _

from tournaments.accounts.models import AccountRequest, User
from tournaments.core.forms.fields import WholeField

MOST = 1_000_000


class SignInForm(AuthenticationForm):
    error_messages = {
        "invalid_login": _("The name or password is wrong. Both are case-sensitive."),
        "inactive": _("This account is disabled. Ask the organiser."),
    }


class RightsForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"), required=False, help_text=_("Sign-in links are sent to it, if the site sends mail.")
    )
    organiser = forms.BooleanField(
        label=_("Organiser"), required=False, help_text=_("Creates and imports events and seasons.")
    )
    administrator = forms.BooleanField(
        label=_("Administrator"), required=False, help_text=_("May do everything on this site, at all events too.")
    )


class AccountForm(RightsForm):
    username = forms.CharField(label=_("User name"), max_length=150, validators=[User.username_validator])
    organiser = forms.BooleanField(
        label=_("Organiser"), required=False, initial=True, help_text=_("Creates and imports events and seasons.")
    )

    field_order = ("username", "email", "organiser", "administrator")


class LimitsForm(forms.Form):
    """Limits of one organiser; empty for those of the site."""

    max_events = WholeField(label=_("Open events"), required=False, min_value=0, max_value=MOST)
    max_mails = WholeField(label=_("E-mails to players a day"), required=False, min_value=0, max_value=MOST)
    max_megabytes = WholeField(label=_("Megabytes of photos and logs"), required=False, min_value=0, max_value=MOST)


class AccountRulesForm(LimitsForm):
    sign_up = forms.BooleanField(
        label=_("Organisers ask for accounts"),
        required=False,
        help_text=_("The sign-in page then has a form; an administrator approves each request."),
    )

    field_order = ("sign_up", "max_events", "max_mails", "max_megabytes")


class SignUpForm(forms.ModelForm):
    class Meta:
        model = AccountRequest
        fields = ["username", "email", "about"]

    def validate_constraints(self) -> None:
        """Leave repeated requests to the service, which must not reveal that an address has asked before."""


class ApprovalForm(forms.Form):
    username = forms.CharField(
        label=_("User name"), max_length=150, required=False, validators=[User.username_validator]
    )


def select_limits(values: dict[str, Any]) -> dict[str, int | None]:
    return {name: values[name] for name in LimitsForm.base_fields}
