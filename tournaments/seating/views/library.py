from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.encodings import reopen_uploaded_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.rounds.queries.participants import list_round_players
from tournaments.rounds.queries.schedule import query_usable_seatings
from tournaments.seating.forms.schedules import StoreForm
from tournaments.seating.models.draws import StoredSchedule
from tournaments.seating.services import library


def _build_offer(tournament: Tournament, stored: StoredSchedule) -> tuple[StoredSchedule, int, int]:
    rounds = library.open_rounds(tournament, stored)
    return stored, len(rounds), len(list_round_players(rounds[0])) if rounds else 0


def show_schedules(
    request: HttpRequest,
    tournament: Tournament,
    form: StoreForm | None = None,
    *,
    use_form: forms.BaseForm | None = None,
    status: int = 200,
) -> HttpResponse:
    return page(
        request,
        tournament,
        "seating/manage/schedules.html",
        "rounds",
        status=status,
        form=form or StoreForm(),
        encodings=form.encodings(tournament) if form else None,
        use_form=use_form,
        failed=[text for texts in use_form.errors.values() for text in texts] if use_form else [],
        seated=query_usable_seatings(tournament).exists(),
        offers=[_build_offer(tournament, stored) for stored in StoredSchedule.objects.all()],
    )


@takes(MAX_SPREADSHEET_BYTES + FORM)
@requires("seating.draft")
@require_http_methods(["GET", "HEAD", "POST"])
def schedules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stored = reopen_uploaded_file(request, tournament) if "kept_file" in request.POST else None
    form = StoreForm(request.POST or None, request.FILES or None, kept=stored)
    if request.method == "POST" and form.is_valid():
        try:
            content, problems = form.content()
            values = form.cleaned_data
            library.store(
                Actor.of(request), tournament, name=values["name"], text=content, leave_out=values["leave_out"]
            )
        except UserError as error:
            form.add_error(error.field, error.problems or [str(error)])
        else:
            messages.success(request, _("Stored in the library."))
            for warning in problems:
                messages.warning(request, warning)
            return redirect("manage_schedules", tournament.slug)
    return show_schedules(request, tournament, form, status=422 if form.errors else 200)


urlpatterns = [
    path("t/<slug:slug>/manage/schedules/", schedules, name="manage_schedules"),
]
