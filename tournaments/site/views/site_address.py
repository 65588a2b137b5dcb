"""Site address in the hall: propose, try with a phone, choose."""

from __future__ import annotations

from django import forms
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.permissions import requires_site
from tournaments.core.printing.documents import code
from tournaments.core.views.manage import submit
from tournaments.events import hall_address

TRIAL_LIVES = 24 * 3600
_SALT = "site-address"


class AddressForm(forms.Form):
    """One of the proposed addresses, or another one."""

    address = forms.CharField(
        label=gettext_lazy("Other address"),
        max_length=200,
        widget=forms.URLInput(attrs={"placeholder": "http://192.168.1.20:8000", "autocomplete": "off"}),
    )


@requires_site("site.address")
def choose(request: HttpRequest) -> HttpResponse:
    """Show the current address, the proposals, and a QR code to try each."""
    form = AddressForm(request.POST or None)
    done = submit(
        request,
        form,
        lambda: hall_address.choose(Actor.of(request), address=form.cleaned_data["address"]),
        _("Codes and links bear this address now. Try it with a phone."),
    )
    if done is not None:
        return redirect("site_address")
    now = hall_address.current(request)
    others = [address for address in hall_address.proposed(request) if address != now.address]
    trials = [_trial(address) for address in ([now.address] if now.chosen else []) + ([] if now.fixed else others)]
    context = {"form": form, "now": now, "trials": trials}
    return render(request, "accounts/site_address.html", context, status=422 if form.is_bound else 200)


@requires_site("site.address")
@require_safe
def state(request: HttpRequest) -> HttpResponse:
    """Return whether a phone has reached the site: a part of the page, polled."""
    return render(request, "accounts/_site_address_state.html", {"now": hall_address.current(request)})


def seen(request: HttpRequest, trial: str) -> HttpResponse:
    """Show the phone that opened the code one button, which tells the organiser."""
    try:
        address = signing.loads(trial, salt=_SALT, max_age=TRIAL_LIVES)
    except signing.BadSignature:
        return render(request, "accounts/site_address_seen.html", {"old": True}, status=404)
    if request.method == "POST":
        hall_address.record_phone(address)
        return redirect(f"{request.path}?told=1")
    return render(request, "accounts/site_address_seen.html", {"told": "told" in request.GET, "address": address})


def _trial(address: str) -> dict[str, str]:
    """Return an address with the QR code of its trial page."""
    link = address + reverse("site_address_seen", args=[signing.dumps(address, salt=_SALT)])
    return {"address": address, "link": link, "code": code(link)}


urlpatterns = [
    path("address/", choose, name="site_address"),
    path("address/state/", state, name="site_address_state"),
    path("address/seen/<str:trial>/", seen, name="site_address_seen"),
]
