"""People of the site, for its administrators: accounts, rights, limits, requests for accounts."""

from __future__ import annotations

from typing import Any, Final

from django.contrib import messages
from django.core.paginator import Paginator
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.accounts import letters
from tournaments.accounts.forms import (
    AccountForm,
    AccountRulesForm,
    ApprovalForm,
    LimitsForm,
    RightsForm,
    select_limits,
)
from tournaments.accounts.models import AccountRequest, AccountRules, User
from tournaments.accounts.queries import ADMINISTRATORS, INACTIVE, ORGANISERS, query_people, use_of
from tournaments.accounts.services import people as services
from tournaments.core.api import request_parts as request_parts
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires_site
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import respond_to_button, submit, try_change
from tournaments.events import hall_address
from tournaments.exchange.services import privacy

PER_PAGE: Final = 50
RIGHTS: Final = [
    ("", gettext_lazy("everybody")),
    (ADMINISTRATORS, gettext_lazy("administrators")),
    (ORGANISERS, gettext_lazy("organisers")),
    (INACTIVE, gettext_lazy("deactivated")),
]


def get_account_or_404(name: str) -> User:
    return get_object_or_404(User, username=name, acted_at=None)


@requires_site("site.accounts")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: HttpRequest) -> HttpResponse:
    form = AccountForm(request.POST or None)
    account = submit(request, form, lambda: services.invite(Actor.of(request), **form.cleaned_data), "")
    if account is not None:
        return _show_invitation(request, *account)
    return _list(request, form=form, status=422 if form.is_bound else 200)


def _list(request: HttpRequest, *, status: int = 200, **context: Any) -> HttpResponse:
    words, right = request.GET.get("q", ""), request.GET.get("right", "")
    listed = query_people(words, right)
    values = {
        "page": Paginator(listed, PER_PAGE).get_page(request.GET.get("page")),
        "words": words,
        "right": right,
        "rights": RIGHTS,
        "form": AccountForm(),
        "requests": AccountRequest.objects.all(),
        "rules": AccountRules.current(),
    }
    return render(request, "accounts/people.html", values | context, status=status)


def _show_invitation(request: HttpRequest, user: User, secret: str) -> HttpResponse:
    """Show the link in this response only, so that the secret is stored nowhere; send it to a known address."""
    link = reverse("sign_in_link", args=[secret])
    address = hall_address.make_absolute(request, link)
    sent = letters.send_link(user, secret)
    if sent:
        messages.success(request, _("The link has been sent to %(address)s.") % {"address": user.email})
    elif user.email and letters.can_send():
        messages.warning(request, _("The e-mail could not be sent. Pass the link on yourself."))
    invitation = {"name": user.get_username(), "path": link, "address": address, "picture": make_qr_code(address)}
    return render(request, "accounts/person_invited.html", {"invitation": invitation, "account": user})


@requires_site("site.accounts")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person(request: HttpRequest, account: str) -> HttpResponse:
    user = get_account_or_404(account)
    form = RightsForm(request.POST or None, initial=_build_rights(user))
    done = _("Saved.")
    if submit(request, form, lambda: services.set_rights(Actor.of(request), user=user, **form.cleaned_data), done):
        return redirect("person", user.username)
    return _show_person(request, user, form=form, status=422 if form.is_bound else 200)


def _build_rights(user: User) -> dict[str, Any]:
    return {"email": user.email, "organiser": user.is_staff, "administrator": user.is_superuser}


def _show_person(request: HttpRequest, user: User, *, status: int = 200, **bound: BaseForm) -> HttpResponse:
    limits = {name: getattr(user, name) for name in services.LIMITS}
    context = {
        "account": user,
        "form": RightsForm(initial=_build_rights(user)),
        "limits_form": LimitsForm(initial=limits),
        "memberships": user.memberships.select_related("tournament").order_by("-tournament__starts_on", "role")[:100],
        "tokens": user.api_tokens.select_related("tournament"),
        "use": use_of(user),
        "is_own": user.pk == request.user.pk,
    }
    return render(request, "accounts/person.html", context | bound, status=status)


@requires_site("site.accounts")
@require_POST
def limits(request: HttpRequest, account: str) -> HttpResponse:
    user = get_account_or_404(account)
    form = LimitsForm(request.POST)
    done = _("Saved.")
    if submit(request, form, lambda: services.set_limits(Actor.of(request), user=user, **form.cleaned_data), done):
        return redirect("person", user.username)
    return _show_person(request, user, limits_form=form, status=422)


@requires_site("site.accounts")
@require_POST
def deactivate(request: HttpRequest, account: str) -> HttpResponse:
    user, done = get_account_or_404(account), _("The account is deactivated: nobody can sign in with it.")
    return respond_to_button(
        request, lambda: services.deactivate(Actor.of(request), user=user), done, "person", user.username
    )


@requires_site("site.accounts")
@require_POST
def activate(request: HttpRequest, account: str) -> HttpResponse:
    user, done = get_account_or_404(account), _("The account is active again.")
    return respond_to_button(
        request, lambda: services.activate(Actor.of(request), user=user), done, "person", user.username
    )


@requires_site("site.accounts")
@require_POST
def erase(request: HttpRequest, account: str) -> HttpResponse:
    user = get_account_or_404(account)
    done = _("The account is erased; what it did stays under its number.")
    if try_change(request, lambda: privacy.erase_account(Actor.of(request), user), done):
        return redirect("people")
    return redirect("person", user.username)


@requires_site("site.accounts")
@never_cache
@require_POST
def reset(request: HttpRequest, account: str) -> HttpResponse:
    user = get_account_or_404(account)
    try:
        secret = services.reset(Actor.of(request), user=user)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("person", user.username)
    return _show_invitation(request, user, secret)


@requires_site("site.accounts")
@require_POST
def revoke_tokens(request: HttpRequest, account: str) -> HttpResponse:
    user = get_account_or_404(account)
    count = services.revoke_tokens(Actor.of(request), user=user)
    done = ngettext("%(count)d token is revoked.", "%(count)d tokens are revoked.", count) % {"count": count}
    messages.success(request, done)
    return redirect("person", user.username)


@requires_site("site.accounts")
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest) -> HttpResponse:
    current = AccountRules.current()
    initial = {name: getattr(current, name) for name in ("sign_up", *services.LIMITS)}
    form = AccountRulesForm(request.POST or None, initial=initial)
    call = lambda: services.set_rules(  # noqa: E731
        Actor.of(request), sign_up=form.cleaned_data["sign_up"], **select_limits(form.cleaned_data)
    )
    if submit(request, form, call, _("Saved.")):
        return redirect("people_rules")
    return render(request, "accounts/people_rules.html", {"form": form}, status=422 if form.is_bound else 200)


@requires_site("site.accounts")
@never_cache
@require_POST
def approve(request: HttpRequest, number: int) -> HttpResponse:
    row = get_object_or_404(AccountRequest, pk=number)
    form = ApprovalForm(request.POST)
    link = submit(
        request,
        form,
        lambda: services.approve(Actor.of(request), request=row, username=form.cleaned_data["username"]),
        "",
    )
    if link is None:
        messages.error(request, str(next(iter(form.errors.values()))[0]))
        return redirect("people")
    return _show_invitation(request, *link)


@requires_site("site.accounts")
@require_POST
def refuse(request: HttpRequest, number: int) -> HttpResponse:
    row = get_object_or_404(AccountRequest, pk=number)
    return respond_to_button(request, lambda: services.refuse(Actor.of(request), request=row), _("Refused."), "people")


urlpatterns = [
    path("accounts/", people, name="people"),
    path("accounts/rules/", rules, name="people_rules"),
    path("accounts/requests/<number:number>/approve/", approve, name="people_request_approve"),
    path("accounts/requests/<number:number>/refuse/", refuse, name="people_request_refuse"),
    path("accounts/account/<str:account>/", person, name="person"),
    path("accounts/account/<str:account>/limits/", limits, name="person_limits"),
    path("accounts/account/<str:account>/deactivate/", deactivate, name="person_deactivate"),
    path("accounts/account/<str:account>/activate/", activate, name="person_activate"),
    path("accounts/account/<str:account>/erase/", erase, name="person_erase"),
    path("accounts/account/<str:account>/reset/", reset, name="person_reset"),
    path("accounts/account/<str:account>/revoke-tokens/", revoke_tokens, name="person_revoke_tokens"),
]
