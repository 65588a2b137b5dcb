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
from tournaments.people import own
from tournaments.people.forms import OwnConsentForm


@login_required
@never_cache
@require_safe
def my_page(request: HttpRequest) -> HttpResponse:
    page = own.build_own_page(cast(User, request.user))
    form = OwnConsentForm(initial={"shows_photo": page.shows_photo})
    return render(request, "people/own.html", {"own": page, "consent_form": form})


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


urlpatterns = [
    path("my/", my_page, name="my_page"),
    path("my/consent/", give_consent, name="my_consent"),
    path("my/consent/withdraw/", withdraw_consent, name="my_consent_withdraw"),
    path("my/initials/", show_initials, name="my_initials"),
]
