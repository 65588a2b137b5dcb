from __future__ import annotations

import zoneinfo
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.core.audit import Actor
from tournaments.core.http.throttles import CONFIRMATIONS, count_against_rate
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import submit, try_change
from tournaments.core.views.public import get_visible_tournament
from tournaments.entries.forms.registration import ApplicationForm
from tournaments.entries.forms.visitors import VisitorGuard
from tournaments.entries.models.registration import Application
from tournaments.entries.queries import (
    IN_FIELD,
    count_places,
    find_registration_desk,
    is_registration_open,
    place_in_line,
)
from tournaments.entries.services import applications, confirmations, mail
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.fees.queries import Account, get_account


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_visible_tournament(request, slug)
    desk = find_registration_desk(tournament)
    if desk is None:
        raise Http404
    is_open, guard = is_registration_open(desk), VisitorGuard(request, tournament.slug)
    form = ApplicationForm(request.POST or None, desk=desk)

    def send() -> Application:
        guard.check()
        return applications.apply(
            Actor.of_visitor(request),
            tournament,
            facts=form.facts,
            language=get_language() or "",
            withhold_mail=guard.trapped or _is_beyond_budget(request, form),
        )

    if request.method == "POST" and is_open:
        application = submit(request, form, send, "")
        if application is not None:
            return redirect("registration_own", application.token)
    values = {
        "tournament": tournament,
        "section": "register",
        "desk": desk,
        "open": is_open,
        "form": form,
        "guard": guard,
        "places": count_places(desk),
        "fees": tournament.fees.select_related("category", "question"),
    }
    return _page(request, tournament, "entries/public/register.html", values, status=422 if form.is_bound else 200)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def own(request: HttpRequest, token: str) -> HttpResponse:
    """Show and change the person's registration; `?confirm=` shows the button of the e-mail's link."""
    application = _get_application(token)
    desk = find_registration_desk(application.tournament)
    if desk is None:
        raise Http404
    changeable = application.tournament.state == Tournament.State.PLANNED and application.state not in (
        Application.State.REFUSED,
        Application.State.WITHDRAWN,
    )
    form = ApplicationForm(request.POST or None, instance=application, desk=desk)
    if request.method == "POST":
        changed = submit(
            request,
            form,
            lambda: applications.change_own(
                Actor.of_visitor(request),
                _get_application(token),
                facts=form.facts,
                withhold_mail=_is_beyond_budget(request, form),
            ),
            _("Saved."),
        )
        if changed is not None:
            return redirect("registration_own", token)
        application = _get_application(token)
    values = {
        "tournament": application.tournament,
        "section": "register",
        "application": application,
        "desk": desk,
        "form": form,
        "changeable": changeable,
        "line": place_in_line(application),
        "code": _draw_check_in_code(request, application),
        "confirm": request.GET.get("confirm", ""),
        "withheld": confirmations.is_withheld(application),
        "awaits": mail.needs_confirmation(application),
        "account": _find_account(application),
        "address": hall_address.make_absolute(request, reverse("registration_own", args=[token])),
    }
    status = 422 if form.is_bound else 200
    return _page(request, application.tournament, "entries/public/registration_own.html", values, status=status)


@never_cache
@require_POST
def act(request: HttpRequest, token: str, step: str) -> HttpResponse:
    application, by = _get_application(token), Actor.of_visitor(request)
    if step == "confirm":
        secret = request.POST.get("confirm", "")
        is_new = application.state == Application.State.UNCONFIRMED
        done = _("Thank you. Your registration is confirmed.") if is_new else _("Thank you. The address is confirmed.")
        try_change(request, lambda: applications.confirm(by, application, mail_token=secret), done)
    elif step == "take":
        try_change(request, lambda: applications.take_place(by, application), _("The place is yours."))
    elif step == "withdraw":
        try_change(request, lambda: applications.withdraw(by, application), _("Your registration is withdrawn."))
    else:
        raise Http404
    return redirect("registration_own", token)


def _is_beyond_budget(request: HttpRequest, form: ApplicationForm) -> bool:
    """Count a new address for the network of the request; return True if its budget is used up."""
    return "email" in form.changed_data and mail.can_send() and count_against_rate(request, CONFIRMATIONS) > 0


def _draw_check_in_code(request: HttpRequest, application: Application) -> str:
    """Return the QR code for the check-in desk; empty outside the field, and once play has begun."""
    entry = application.entry
    if entry is None or entry.status not in IN_FIELD or application.tournament.state != "planned":
        return ""
    return make_qr_code(
        hall_address.make_absolute(request, reverse("player_code", args=[application.tournament.slug, entry.number]))
    )


def _find_account(application: Application) -> Account | None:
    entry = application.entry
    return get_account(entry) if entry is not None and application.tournament.fees.exists() else None


def _get_application(token: str) -> Application:
    applications = Application.objects.select_related("tournament", "entry")
    return get_object_or_404(applications, token=token)


def _page(
    request: HttpRequest, tournament: Tournament, template: str, values: dict[str, Any], *, status: int
) -> HttpResponse:
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        response = render(request, template, values, status=status)
    # The own link is a secret, so search engines must not store it.
    response["X-Robots-Tag"] = "noindex"
    return response


urlpatterns = [
    path("t/<slug:slug>/register/", register, name="register"),
    path("r/<str:token>/", own, name="registration_own"),
    path("r/<str:token>/<str:step>/", act, name="registration_act"),
]
