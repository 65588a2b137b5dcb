"""Check-in desk: present and missing players, waiting list."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.actions import submit_action
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import Application, RegistrationDesk
from tournaments.entries.queries import IN_FIELD, by_status
from tournaments.entries.views.players import entry_numbered, searched
from tournaments.events.models import Tournament
from tournaments.fees.models import Payment
from tournaments.fees.queries import account_of, accounts


@requires("entries.check_in")
@require_safe
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the check-in desk, missing players first."""
    words = request.GET.get("q", "")
    people = [player for player in searched(request.user, tournament, words) if player.status in IN_FIELD]
    has_fees = tournament.fees.exists()
    open_fees = {one.entry.pk: one.open for one in accounts(tournament, people)} if has_fees else {}
    rows = [(player, open_fees.get(player.pk, [])) for player in people]
    return page(
        request,
        tournament,
        "entries/manage/check_in.html",
        "check_in",
        **_desk_facts(tournament, has_fees=has_fees),
        missing=[row for row in rows if row[0].status == Entry.Status.REGISTERED],
        present=[row for row in rows if row[0].status == Entry.Status.CHECKED_IN],
        words=words,
    )


def show_row(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    """Show the row of a player whose button was pressed, in its place, and the numbers of the desk."""
    has_fees = tournament.fees.exists()
    context = {
        "tournament": tournament,
        "entry": entry,
        "open_fees": account_of(entry).open if has_fees else [],
        "renewed": True,
        **_desk_facts(tournament, has_fees=has_fees),
    }
    return render(request, "entries/manage/_check_in_row.html", context)


def _desk_facts(tournament: Tournament, *, has_fees: bool) -> dict[str, Any]:
    count = by_status(tournament)
    to_come = count.get(Entry.Status.REGISTERED, 0)
    return {
        "fees": not has_fees and RegistrationDesk.objects.filter(tournament=tournament).exclude(fee="").exists(),
        "methods": Payment.Method.choices,
        "expected": to_come + count.get(Entry.Status.CHECKED_IN, 0),
        "to_come": to_come,
    }


@requires("entries.check_in")
def check_one(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponseBase:
    """Check in one player (POST), or show the page of a scanned badge."""
    if request.method == "POST":
        return submit_action("manage_check_in_one", request, tournament, number=number)
    player = entry_numbered(tournament, number)
    to_come = tournament.entries.filter(status=Entry.Status.REGISTERED).count()
    sent = Application.objects.filter(entry=player).first()
    context: dict[str, Any] = {"entry": player, "to_come": to_come, "sent": sent, "open_fees": []}
    if tournament.fees.exists():
        context |= {"open_fees": account_of(player).open, "methods": Payment.Method.choices}
    return page(request, tournament, "entries/manage/check_in_one.html", "check_in", **context)


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/check-in/", desk, name="manage_check_in"),
    path(f"{BASE}/check-in/<int:number>/", check_one, name="manage_check_in_one"),
]
