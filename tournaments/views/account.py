"""Sign in, sign out, the one-time link, and one's own account."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from tournaments.models import User
from tournaments.services import accounts
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError

BACKEND = "django.contrib.auth.backends.ModelBackend"


class SignInForm(AuthenticationForm):
    """Django's, with the words of this site."""

    error_messages = {
        "invalid_login": _("Name and password do not belong together. Both distinguish capitals and small letters."),
        "inactive": _("This account is closed; ask the organiser."),
    }


class SignIn(LoginView):
    """Name and password; five wrong ones lock the pair of name and address for a while (django-axes)."""

    authentication_form = SignInForm
    template_name = "account/sign_in.html"
    redirect_authenticated_user = True


class PasswordForm(forms.Form):
    """The session proves who is there; a link let them in without a password, so none is asked for."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten characters; several words are easy to keep in mind."),
    )
    again = forms.CharField(
        label=_("The same once more"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("password") and values.get("again") and values["password"] != values["again"]:
            self.add_error("again", _("This is not the password above."))
        return values


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign in by a link that works once. Without a password one lands where one can be set.

    Only the button of the page uses the link up: chats and mail programs open what they show a preview of.
    """
    try:
        if request.method != "POST":
            return render(request, "account/link.html", {"owner": accounts.owner_of_link(secret)})
        user = accounts.use_sign_in_link(Actor.of_visitor(request), secret=secret)
    except UserError as error:
        return render(request, "account/link_refused.html", {"error": error}, status=410)
    login(request, user, backend=BACKEND)
    return redirect("/" if user.has_usable_password() else "account")


@sensitive_post_parameters("password", "again")
@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
    """One's own account: a new password."""
    user = cast(User, request.user)
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            accounts.set_password(Actor.of(request), user=user, password=form.cleaned_data["password"])
        except UserError as error:
            form.add_error("password", str(error))
        else:
            # Other browsers of this account are signed out; this one stays.
            update_session_auth_hash(request, user)
            messages.success(request, _("Your password is set."))
            return redirect("/")
    return render(request, "account/account.html", {"form": form})


urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="login"),
    path("sign-in/<str:secret>/", sign_in_link, name="sign_in_link"),
    path("sign-out/", LogoutView.as_view(), name="logout"),
    path("account/", account, name="account"),
]
