"""Page of an event that travels: take it to the hall, bring it back; in the hall, its file for the site."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.views.manage import submit
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.exchange.actions.loans import TakeBackEvent
from tournaments.exchange.document.archive import unpack
from tournaments.exchange.files.loans import make_file_name, make_loan_file
from tournaments.exchange.forms import MAX_EVENT_BYTES, BringBackForm
from tournaments.exchange.pages import show_loan
from tournaments.exchange.services import loans


@takes(MAX_EVENT_BYTES + FORM)
@requires("events.import")
def loan(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    take_back_form = TakeBackEvent.make_blank_form(tournament)
    if request.method != "POST":
        return show_loan(request, tournament, take_back_form=take_back_form)
    form = BringBackForm(request.POST, request.FILES)
    problems: list[RowProblem] = []
    if form.is_valid():
        event, problems = unpack(form.cleaned_data["file"].read())
        if event is None:
            form.add_error("file", _("The file was not imported. Its problems are listed below."))
        else:
            by, read = Actor.of(request), event
            done = _("The event is brought back. Changes are made here again.")
            if submit(request, form, lambda: loans.bring_back(by, tournament, event=read), done) is not None:
                return redirect("manage_loan", tournament.slug)
    forms = {"form": form, "take_back_form": take_back_form}
    return show_loan(request, tournament, status=422, problems=problems, **forms)


@requires("events.export")
@require_safe
def download(request: HttpRequest, tournament: Tournament) -> HttpResponseBase:
    try:
        content = make_loan_file(tournament, hall_address.find_hall_address(request).address)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_loan", tournament.slug)
    disposition = f'attachment; filename="{make_file_name(tournament)}"'
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": disposition})


urlpatterns = [
    path("t/<slug:slug>/manage/loan/", loan, name="manage_loan"),
    path("t/<slug:slug>/manage/loan/file.zip", download, name="manage_loan_file"),
]
