"""The check-in desk: who is here, who is missing, who of the waiting list plays."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.models import Application, Entry, RegistrationDesk, Round, Tournament
from tournaments.permissions import requires
from tournaments.selectors import field, next_steps
from tournaments.services import check_in, registration
from tournaments.services.audit import Actor
from tournaments.templatetags.manage import step_url
from tournaments.views.manage_entries import entry_numbered, searched
from tournaments.views.manage_support import attempt, button, page


@requires("entries.check_in")
@require_safe
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The check-in desk: who is missing first."""
    words = request.GET.get("q", "")
    wanted = (Entry.Status.REGISTERED, Entry.Status.CHECKED_IN)
    people = [player for player in searched(request.user, tournament, words) if player.status in wanted]
    return page(
        request,
        tournament,
        "manage/check_in.html",
        "check_in",
        fees=RegistrationDesk.objects.filter(tournament=tournament).exclude(fee="").exists(),
        expected=tournament.entries.filter(status__in=wanted).count(),
        to_come=tournament.entries.filter(status=Entry.Status.REGISTERED).count(),
        missing=[player for player in people if player.status == Entry.Status.REGISTERED],
        present=[player for player in people if player.status == Entry.Status.CHECKED_IN],
        words=words,
    )


@requires("entries.check_in")
def check_one(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Somebody is here, or not after all; without a post the page that a scanned badge opens."""
    player = entry_numbered(tournament, number)
    if request.method != "POST":
        to_come = tournament.entries.filter(status=Entry.Status.REGISTERED).count()
        values: dict[str, object] = {
            "entry": player,
            "to_come": to_come,
            "sent": Application.objects.filter(entry=player).first(),
        }
        return page(request, tournament, "manage/check_in_one.html", "check_in", status=200, **values)
    present = request.POST.get("present") == "yes"
    done = _("%(name)s is here.") if present else _("%(name)s is not here.")
    return button(
        request,
        lambda: check_in.check_in(Actor.of(request), player, present=present),
        done % {"name": player},
        "manage_check_in",
        tournament.slug,
    )


@requires("entries.check_in")
@require_POST
def check_all(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody is here."""
    return button(
        request,
        lambda: check_in.check_in_all(Actor.of(request), tournament),
        _("Everybody is checked in."),
        "manage_check_in",
        tournament.slug,
    )


@requires("entries.edit")
@require_POST
def close_check_in(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Who has not come is out; the way leads on to the draw with those who are here."""
    gone: list[Entry] = []
    done = _("Check-in is closed. Draw with those who are here.")
    if not attempt(request, lambda: gone.extend(check_in.close(Actor.of(request), tournament)), done):
        return redirect("manage_check_in", tournament.slug)
    if gone:
        messages.info(request, _("Out: %(names)s.") % {"names": ", ".join(map(str, gone))})
    step = next_steps.of_tournament(tournament)
    return redirect(step_url(tournament, step) or reverse("manage_home", args=[tournament.slug]))


@requires("entries.edit")
@require_POST
def let_in(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """As many of the waiting list as fill the tables of the round play; back to its seating."""
    round_ = get_object_or_404(Round.objects.select_related("stage"), tournament=tournament, number=number)
    return button(
        request,
        lambda: registration.let_in(Actor.of(request), tournament, count=field.of_round(round_).short),
        _("They play now. Draw next."),
        "manage_seating",
        tournament.slug,
        number,
    )


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/check-in/", desk, name="manage_check_in"),
    path(f"{BASE}/check-in/all/", check_all, name="manage_check_in_all"),
    path(f"{BASE}/check-in/close/", close_check_in, name="manage_check_in_close"),
    path(f"{BASE}/rounds/<int:number>/let-in/", let_in, name="manage_let_in"),
    path(f"{BASE}/check-in/<int:number>/", check_one, name="manage_check_in_one"),
]
