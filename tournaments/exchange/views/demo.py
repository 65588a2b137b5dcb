"""Trial of the demonstration: a button signs a visitor in as director, scorer or referee of the running event.

Only on the machine itself: those accounts have no password.
"""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournaments.accounts.models import User
from tournaments.accounts.services.accounts import BACKEND
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.this_machine import is_from_this_machine
from tournaments.events.models import Tournament
from tournaments.exchange.demo.queries import ACCOUNTS, Trial, build_trial, find_running_event
from tournaments.exchange.services import demonstration


def may_try(request: HttpRequest) -> Tournament | None:
    """Return the event that this visitor may try; None on other sites and from other machines, also through proxies."""
    host = request.get_host().rpartition(":")[0] or request.get_host()
    at_home = host in ("localhost", "127.0.0.1", "[::1]") and is_from_this_machine(request)
    return None if settings.PUBLIC_ADDRESS or not at_home else find_running_event()


def find_trial(request: HttpRequest) -> Trial | None:
    event = may_try(request)
    return build_trial(event) if event is not None else None


@never_cache
@require_POST
def try_as(request: HttpRequest, account: str) -> HttpResponse:
    event = may_try(request)
    if event is None or account not in ACCOUNTS:
        raise Http404
    user = User.objects.filter(username=account, is_active=True, memberships__tournament=event).first()
    if user is None or user.has_usable_password():
        # Somebody has given this account a password and uses it.
        raise Http404
    login(request, user, backend=BACKEND)
    wanted = request.POST.get("next", "")
    inside = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None) and wanted.startswith("/")
    return redirect(wanted if inside else reverse("manage_home", args=[event.slug]))


@never_cache
@require_POST
def start_again(request: HttpRequest) -> HttpResponse:
    if may_try(request) is None:
        raise Http404
    try:
        demonstration.start_again(Actor.of_task("demo"))
    except UserError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, _("The demonstration has started again."))
    return redirect("/#try")


urlpatterns = [
    path("try/again/", start_again, name="start_demonstration_again"),
    path("try/<str:account>/", try_as, name="try_as"),
]
