"""Form by which organisers ask for an account; off unless an administrator turns it on."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.accounts.forms import SignUpForm
from tournaments.accounts.models import AccountRules
from tournaments.accounts.services import people
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.limits import TooOftenError
from tournaments.core.http.throttles import SIGN_UPS, count_against_rate


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponse:
    if not AccountRules.current().sign_up:
        raise Http404
    form = SignUpForm(request.POST or None)
    if form.is_valid():
        if seconds := count_against_rate(request, SIGN_UPS):
            raise TooOftenError(seconds)
        try:
            people.ask_for_account(Actor.of_visitor(request), **form.cleaned_data)
        except UserError as error:
            form.add_error(None, str(error))
        else:
            return redirect(f"{request.path}?sent=1")
    context = {"form": form, "sent": "sent" in request.GET}
    return render(request, "accounts/sign_up.html", context, status=422 if form.is_bound else 200)


urlpatterns = [path("sign-up/", sign_up, name="sign_up")]
