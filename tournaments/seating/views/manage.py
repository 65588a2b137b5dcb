from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.encodings import reopen_uploaded_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES, has_errors
from tournaments.core.views.manage import round_numbered
from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import describe_problem
from tournaments.rounds.models import Seating
from tournaments.seating.actions.seating import build_seating_forms, seat_as_written
from tournaments.seating.forms.draws import describe_earlier_pairs, query_earlier_events
from tournaments.seating.forms.schedules import ScheduleForm
from tournaments.seating.pages import get_address_of_draft, render_seating_page
from tournaments.seating.reading import schedule as schedules
from tournaments.seating.reading.fixtures import FixtureFile, parse_fixtures
from tournaments.seating.services import fixtures


@requires("seating.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_numbered(tournament, number)
    return render_seating_page(request, tournament, round_, **build_seating_forms(round_))


@requires("seating.draft")
@require_safe
def earlier(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    wanted = request.GET.get("draw-earlier", request.GET.get("earlier", ""))
    chosen = query_earlier_events(tournament).filter(slug=wanted).first()
    return HttpResponse(escape(describe_earlier_pairs(tournament, chosen)))


@takes(MAX_SPREADSHEET_BYTES + FORM)
@requires("seating.draft")
@require_POST
def from_schedule(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_numbered(tournament, number)
    stored = reopen_uploaded_file(request, tournament) if "kept_file" in request.POST else None
    form = ScheduleForm(request.POST, request.FILES, prefix="schedule", kept=stored, tournament=tournament)
    if form.is_valid():
        content, problems = form.source()
        leave_out, kind, by = form.cleaned_data["leave_out"], Seating.Source.SCHEDULE, Actor.of(request)
        try:
            if form.cleaned_data.get("teams"):
                listed = parse_fixtures(tournament, content, problems=problems, first=round_.number)
                seatings, doubtful = seat_as_listed(by, tournament, listed)
            else:
                parsed = schedules.parse(tournament, content, problems=problems, round_number=round_.number)
                seatings, doubtful = seat_as_written(by, round_, parsed, leave_out=leave_out, source=kind)
        except UserError as error:
            form.add_error(None, error.problems or [str(error)])
        else:
            messages.success(request, _("The seating is saved. Check it, then publish."))
            for warning in doubtful:
                messages.warning(request, warning)
            return redirect(get_address_of_draft(round_, seatings))
    more = build_seating_forms(round_) | {"encodings": form.encodings(tournament)}
    return render_seating_page(request, tournament, round_, status=422, schedule_form=form, **more)


def seat_as_listed(by: Actor, tournament: Tournament, listed: FixtureFile) -> tuple[list[Seating], list[str]]:
    """Draft the fixtures; return the drafts and warnings. Raises `UserError` with every problem."""
    sentences = [describe_problem(problem) for problem in listed.problems]
    if has_errors(listed.problems):
        raise UserError(sentences[0], problems=sentences)
    return fixtures.draft_listed_fixtures(by, tournament, meetings=listed.meetings, starts=listed.starts), sentences


BASE = "t/<slug:slug>/manage/rounds/<int:number>/seating"
urlpatterns = [
    path("t/<slug:slug>/manage/seating/earlier/", earlier, name="manage_seating_earlier"),
    path(f"{BASE}/", show, name="manage_seating"),
    path(f"{BASE}/schedule/", from_schedule, name="manage_seating_schedule"),
]
