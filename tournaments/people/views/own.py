"""Page of a player with an account: next table, results, consent, name and data."""

from __future__ import annotations

from typing import cast

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.accounts.models import User
from tournaments.core.audit import Actor
from tournaments.core.views.manage import respond_to_button
from tournaments.exchange.services import privacy
from tournaments.people import own
from tournaments.people.forms import OwnConsentForm, OwnErasureForm


@login_required
@never_cache
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    page = own.build_own_page(cast(User, request.user))
    return _show(request, page, OwnErasureForm())


def _show(request: HttpRequest, page: own.OwnPage, erasure_form: OwnErasureForm, status: int = 200) -> HttpResponse:
    erasable = [entry.tournament for entry in privacy.query_erasable_entries(cast(User, request.user))]
    context = {
        "own": page,
        "consent_form": OwnConsentForm(initial={"shows_photo": page.shows_photo}),
        "erasable": erasable,
        "erasure_form": erasure_form,
        "contacts": [(event, names) for event, names in page.contacts if event not in erasable],
    }
    return render(request, "people/own.html", context, status=status)


@login_required
@require_POST
def give_consent(request: HttpRequest) -> HttpResponse:
    user, by, shows_photo = cast(User, request.user), Actor.of(request), "shows_photo" in request.POST
    return respond_to_button(
        request, lambda: own.give_consent(by, user=user, shows_photo=shows_photo), _("Saved."), "my_page"
    )


@login_required
@require_POST
def withdraw_consent(request: HttpRequest) -> HttpResponse:
    user, by = cast(User, request.user), Actor.of(request)
    done = _("Your page across events is gone.")
    return respond_to_button(request, lambda: own.withdraw_consent(by, user=user), done, "my_page")


@login_required
@require_POST
def show_initials(request: HttpRequest) -> HttpResponse:
    user, by, initials_only = cast(User, request.user), Actor.of(request), "initials_only" in request.POST
    return respond_to_button(
        request, lambda: own.show_initials(by, user=user, initials_only=initials_only), _("Saved."), "my_page"
    )


@login_required
@never_cache
@require_POST
def erase_own_data(request: HttpRequest) -> HttpResponse:
    user, by, form = cast(User, request.user), Actor.of(request), OwnErasureForm(request.POST)
    if not form.is_valid():
        return _show(request, own.build_own_page(user), form, status=422)
    done = _("Your data are erased; results stay under initials.")
    return respond_to_button(request, lambda: privacy.erase_own(by, user=user), done, "my_page")


urlpatterns = [
    path("my/", my_page, name="my_page"),
    path("my/consent/", give_consent, name="my_consent"),
    path("my/consent/withdraw/", withdraw_consent, name="my_consent_withdraw"),
    path("my/erase/", erase_own_data, name="my_erasure"),
    path("my/initials/", show_initials, name="my_initials"),
]
