"""Site address in the hall: let phones in, propose addresses, try them with a phone, choose."""

from __future__ import annotations

import hashlib
import sys
import time
from pathlib import Path
from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import can, requires_site
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import respond_to_button, submit
from tournaments.events import hall_address
from tournaments.exchange.backups import rehearsal
from tournaments.site import hall_access

TRIAL_LIVES = 24 * 3600
PATIENCE: Final = 30.0
STARTED: Final = time.time()
_SALT = "site-address"


class AddressForm(forms.Form):
    address = forms.CharField(
        label=gettext_lazy("Other address"),
        max_length=200,
        widget=forms.URLInput(attrs={"placeholder": "http://192.168.1.20:8000", "autocomplete": "off"}),
    )


@requires_site("site.address")
@never_cache
def choose(request: HttpRequest) -> HttpResponse:
    form = AddressForm(request.POST or None)
    done = submit(
        request,
        form,
        lambda: hall_address.choose(Actor.of(request), address=form.cleaned_data["address"]),
        _("Codes and links bear this address now. Try it with a phone."),
    )
    if done is not None:
        return redirect("site_address")
    context = {"form": form, **_build_state(request)}
    return render(request, "accounts/site_address.html", context, status=422 if form.is_bound else 200)


@requires_site("site.address")
@require_safe
@never_cache
def state(request: HttpRequest) -> HttpResponse:
    context = _build_state(request)
    if request.GET.get("shown") == context["shown"]:
        return HttpResponse(status=204)
    return render(request, "accounts/_site_address_state.html", context)


@requires_site("site.phones")
@require_POST
def phones(request: HttpRequest) -> HttpResponse:
    by, let = Actor.of(request), request.POST.get("let") == "in"

    def act() -> None:
        if reason := hall_address.describe_refusal(request):
            raise UserError(reason)
        if let:
            hall_address.let_in(by)
            return
        hall_address.shut_out(by)
        # The rehearsal is on the same network, and nobody else would end it.
        if rehearsal.running() is not None:
            rehearsal.close()
            messages.info(request, _("The rehearsal has ended too."))

    done = _("Phones are let in once the web server has started again.")
    if not let:
        done = _("Phones are shut out once the web server has started again.")
    return respond_to_button(request, act, done, "site_address")


def _build_state(request: HttpRequest) -> dict[str, Any]:
    served, now = hall_address.read_access(), hall_address.find_hall_address(request)
    others = (
        [] if now.fixed else [address for address in hall_address.propose_addresses(request) if address != now.address]
    )
    is_used = now.address and (now.chosen or served is not None)
    addresses = [now.address, *others] if is_used else others
    let_in = served is not None and hall_access.is_open_to_hall(Path(settings.DATA_DIR))
    context: dict[str, Any] = {
        "now": now,
        "served": served,
        "switching": served is not None and not served.fixed and let_in != served.is_open,
        "let_in": let_in,
        "refusal": hall_address.describe_refusal(request),
        "may_let_in": can(request.user, "site.phones"),
        "waits_long": served is not None and time.time() - max(served.since, STARTED) > PATIENCE,
    }
    values = repr([addresses, *context.values()]).encode()
    return context | {
        "system": sys.platform,
        "trials": [_build_trial(address) for address in addresses],
        "shown": hashlib.sha256(values).hexdigest()[:16],
    }


def seen(request: HttpRequest, trial: str) -> HttpResponse:
    try:
        address = signing.loads(trial, salt=_SALT, max_age=TRIAL_LIVES)
    except signing.BadSignature:
        return render(request, "accounts/site_address_seen.html", {"old": True}, status=404)
    if request.method == "POST":
        hall_address.record_phone(address)
        return redirect(f"{request.path}?told=1")
    return render(request, "accounts/site_address_seen.html", {"told": "told" in request.GET, "address": address})


def _build_trial(address: str) -> dict[str, str]:
    link = address + reverse("site_address_seen", args=[signing.dumps(address, salt=_SALT)])
    return {"address": address, "link": link, "code": make_qr_code(link)}


urlpatterns = [
    path("address/", choose, name="site_address"),
    path("address/phones/", phones, name="site_phones"),
    path("address/state/", state, name="site_address_state"),
    path("address/seen/<str:trial>/", seen, name="site_address_seen"),
]
