from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.entries.models.registration import RegistrationDesk
from tournaments.entries.pages import search_visible_players
from tournaments.entries.queries import IN_FIELD, count_entries_by_status
from tournaments.events.models import Tournament
from tournaments.fees.models import Payment
from tournaments.fees.queries import get_account, list_accounts


@requires("entries.check_in")
@require_safe
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    words = request.GET.get("q", "")
    people = [player for player in search_visible_players(request.user, tournament, words) if player.status in IN_FIELD]
    has_fees = tournament.fees.exists()
    open_fees = {account.entry.pk: account.open for account in list_accounts(tournament, people)} if has_fees else {}
    rows = [(player, open_fees.get(player.pk, [])) for player in people]
    return page(
        request,
        tournament,
        "entries/manage/check_in.html",
        "check_in",
        **_build_desk_context(tournament, has_fees=has_fees),
        missing=[row for row in rows if row[0].status == Entry.Status.REGISTERED],
        present=[row for row in rows if row[0].status == Entry.Status.CHECKED_IN],
        words=words,
    )


def show_row(request: HttpRequest, tournament: Tournament, entry: Entry) -> HttpResponse:
    has_fees = tournament.fees.exists()
    context = {
        "tournament": tournament,
        "entry": entry,
        "open_fees": get_account(entry).open if has_fees else [],
        "renewed": True,
        **_build_desk_context(tournament, has_fees=has_fees),
    }
    return render(request, "entries/manage/_check_in_row.html", context)


def _build_desk_context(tournament: Tournament, *, has_fees: bool) -> dict[str, Any]:
    count = count_entries_by_status(tournament)
    to_come = count.get(Entry.Status.REGISTERED, 0)
    return {
        "fees": not has_fees and RegistrationDesk.objects.filter(tournament=tournament).exclude(fee="").exists(),
        "methods": Payment.Method.choices,
        "expected": to_come + count.get(Entry.Status.CHECKED_IN, 0),
        "to_come": to_come,
    }


BASE = "t/<slug:slug>/manage"
urlpatterns = [
    path(f"{BASE}/check-in/", desk, name="manage_check_in"),
]
