"""Sign in, sign out, one-time links, and the account page."""

from typing import Any, cast

from django import forms
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.accounts import letters
from tournaments.accounts.forms import SignInForm
from tournaments.accounts.models import AccountRules, ApiToken, User
from tournaments.accounts.services import accounts, tokens
from tournaments.accounts.text import SCOPE_NAMES
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.events import EventChoiceField, offer_events
from tournaments.core.http.lockout import check_sign_in_rate
from tournaments.core.permissions import can, list_workplaces
from tournaments.core.this_machine import is_from_this_machine
from tournaments.core.views.manage import respond_to_button, submit


def choose_first_page(user: User) -> str:
    """Return the account's tournaments, or the list of events if it has none and may not create one."""
    return reverse("manage") if list_workplaces(user).exists() or can(user, "tournaments.create") else "/"


class SignIn(LoginView):
    """Sign-in page; failures lock the name for the client's address and slow the address down (core.http.lockout)."""

    authentication_form = SignInForm
    template_name = "accounts/sign_in.html"
    redirect_authenticated_user = True

    def get_default_redirect_url(self) -> str:
        return choose_first_page(cast(User, self.request.user))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {
            "takes_requests": AccountRules.current().sign_up,
            "sends_letters": letters.can_send(),
        }

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        check_sign_in_rate(request)
        return super().post(request, *args, **kwargs)


class PasswordForm(forms.Form):
    """New password. The session is proof enough: a link signs in without a password."""

    password = forms.CharField(
        label=_("New password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=_("At least ten characters, such as several words."),
    )
    again = forms.CharField(
        label=_("Repeat password"), strip=False, widget=forms.PasswordInput(attrs={"autocomplete": "new-password"})
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if values.get("password") and values.get("again") and values["password"] != values["again"]:
            self.add_error("again", _("The passwords do not match."))
        return values


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_link(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign in by a one-time link; the first time it leads to the ways to begin, or to the account without a password.

    Only the page's button uses the link: chats and mail programs fetch links for previews. The page presses it by
    itself for the browser that a start of the program opened on this machine, unless somebody is signed in there; else
    a foreign page could sign its visitors in with an account of its own.
    """
    try:
        if request.method != "POST":
            link = accounts.sign_in_link_of(secret)
            if link.opens_browser and request.user == link.user:
                return redirect(choose_first_page(link.user))
            presses = link.opens_browser and request.user.is_anonymous and is_from_this_machine(request)
            return render(request, "accounts/link.html", {"owner": link.user, "presses": presses})
        user = accounts.use_sign_in_link(Actor.of_visitor(request), secret=secret)
        has_signed_in = user.has_usable_password() or user.last_login is not None
    except UserError as error:
        return render(request, "accounts/link_refused.html", {"error": error}, status=410)
    login(request, user, backend=accounts.BACKEND)
    if has_signed_in:
        return redirect(choose_first_page(user))
    return redirect("welcome") if can(user, "tournaments.create") else redirect("account")


@login_required
@never_cache
@require_safe
def welcome(request: HttpRequest) -> HttpResponse:
    """Show the ways to begin, after the first sign-in of somebody who may create events."""
    return render(request, "accounts/welcome.html")


class TokenForm(forms.Form):
    name = forms.CharField(
        label=_("Program"), max_length=80, help_text=_("Name of the program, such as “score board”.")
    )
    tournament = EventChoiceField(
        label=_("Event"),
        required=False,
        empty_label=_("all my events"),
        help_text=_("Leave empty for all your events."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Permissions"), choices=SCOPE_NAMES.items(), widget=forms.CheckboxSelectMultiple, initial=["read"]
    )
    days = forms.TypedChoiceField(
        label=_("Expires"),
        choices=[("1", _("in a day")), ("7", _("in a week")), ("30", _("in 30 days")), ("366", _("in a year")),
                 ("", _("when I revoke it"))],
        coerce=int,
        empty_value=None,
        required=False,
        initial="7",
    )  # fmt: skip

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer_events(self, "tournament", list_workplaces(user))


@sensitive_post_parameters("password", "again")
@login_required
@never_cache
def account(request: HttpRequest) -> HttpResponse:
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
            return redirect(choose_first_page(user))
    return _render_account_page(request, form=form)


def _render_account_page(request: HttpRequest, *, status: int = 200, **values: Any) -> HttpResponse:
    user = cast(User, request.user)
    listed = [
        (token, [SCOPE_NAMES[scope] for scope in token.scopes if scope in SCOPE_NAMES])
        for token in user.api_tokens.select_related("tournament")
    ]
    context = {"form": PasswordForm(), "token_form": TokenForm(user=user), "tokens": listed, "now": timezone.now()}
    context["first_page"] = choose_first_page(user)
    return render(request, "accounts/account.html", context | values, status=status)


@login_required
@never_cache
@require_POST
def make_token(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    form = TokenForm(request.POST, user=user)
    token = submit(
        request,
        form,
        lambda: tokens.make(
            Actor.of(request),
            user=user,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            tournament=form.cleaned_data["tournament"],
            days=form.cleaned_data["days"],
        ),
        "",
    )
    if token is None:
        return _render_account_page(request, token_form=form, status=422)
    return _render_account_page(request, key=token[0], made=token[1])


@login_required
@require_POST
def revoke_token(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, pk=pk, user=cast(User, request.user))
    done = _("“%(name)s” is revoked.") % {"name": token.name}
    return respond_to_button(request, lambda: tokens.revoke(Actor.of(request), token), done, "account")


urlpatterns = [
    path("sign-in/", SignIn.as_view(), name="login"),
    path("sign-in/<str:secret>/", sign_in_link, name="sign_in_link"),
    path("welcome/", welcome, name="welcome"),
    path("sign-out/", LogoutView.as_view(), name="logout"),
    path("account/", account, name="account"),
    path("account/tokens/", make_token, name="account_token_make"),
    path("account/tokens/<int:pk>/revoke/", revoke_token, name="account_token_revoke"),
]
