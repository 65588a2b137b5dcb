"""Sign-in form."""

from __future__ import annotations

from django.contrib.auth.forms import AuthenticationForm
from django.utils.translation import gettext_lazy as _


class SignInForm(AuthenticationForm):
    """Django's form with this site's texts."""

    error_messages = {
        "invalid_login": _("The name or password is wrong. Both are case-sensitive."),
        "inactive": _("This account is disabled. Ask the organiser."),
    }
