"""Form by which players ask for a sign-in link by e-mail."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.core.http.limits import TooOftenError
from tournaments.core.http.throttles import PLAYER_LINKS, count_against_rate
from tournaments.entries.services import mail
from tournaments.people import sign_in


class PlayerLinkForm(forms.Form):
    email = forms.EmailField(label=_("E-mail address"), max_length=254)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def player_link(request: HttpRequest) -> HttpResponse:
    if not mail.can_send():
        raise Http404
    form = PlayerLinkForm(request.POST or None)
    if form.is_valid():
        if seconds := count_against_rate(request, PLAYER_LINKS):
            raise TooOftenError(seconds)
        sign_in.ask_for_link(form.cleaned_data["email"])
        return redirect(f"{request.path}?sent=1")
    context = {"form": form, "sent": "sent" in request.GET}
    return render(request, "people/player_link.html", context, status=422 if form.is_bound else 200)


urlpatterns = [path("player-link/", player_link, name="player_link")]
