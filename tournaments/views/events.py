"""Whole events, uploaded as mahjong-event/1 files."""

from __future__ import annotations

import hashlib

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.budgets.middleware import FORM, takes
from tournaments.forms.results import LARGEST_EVENT, EventUploadForm
from tournaments.imports.event_file import read
from tournaments.imports.event_meaning import understand
from tournaments.imports.tables import RowProblem
from tournaments.models import Tournament
from tournaments.permissions import requires_site
from tournaments.services.audit import Actor
from tournaments.services.events import import_event
from tournaments.views.manage_support import submit
from tournaments.wording.sentences import in_words

MOST_WARNINGS = 20
"""More than these are only counted: nobody reads a hundred lines above a page."""


@takes(LARGEST_EVENT + FORM)
@requires_site("site.events.import")
def upload(request: HttpRequest) -> HttpResponse:
    """Take a file: its problems by place, or the tournament."""
    form = EventUploadForm(request.POST or None, request.FILES or None)
    problems: list[RowProblem] = []
    if request.method == "POST" and form.is_valid():
        made = _take(request, form, problems)
        if made is not None:
            return redirect("manage_home", made.slug)
    status = 422 if form.is_bound else 200
    return render(request, "results/event_upload.html", {"form": form, "problems": problems}, status=status)


def _take(request: HttpRequest, form: EventUploadForm, problems: list[RowProblem]) -> Tournament | None:
    upload = form.cleaned_data["file"]
    content = upload.read()
    event, found = read(content, upload.name.rpartition(".")[0])
    problems += found
    if event is None:
        form.add_error("file", _("The file was not imported; its problems are listed below."))
        return None
    meaning = understand(event)
    problems += meaning.problems
    if any(not problem.warning for problem in meaning.problems):
        form.add_error("file", _("The file was not imported; its problems are listed below."))
        return None
    made = submit(
        request,
        form,
        lambda: import_event(
            Actor.of(request),
            event=event,
            meaning=meaning,
            slug=form.cleaned_data["slug"],
            published=form.cleaned_data["published"],
            digest=hashlib.sha256(content).hexdigest(),
        ),
        _("“%(name)s” is imported.") % {"name": event.name},
    )
    if made is not None:
        for problem in problems[:MOST_WARNINGS]:
            messages.warning(request, f"{problem.column}: {problem.message}" if problem.column else problem.message)
        if len(problems) > MOST_WARNINGS:
            messages.warning(request, _("And %(count)s warnings more.") % {"count": len(problems) - MOST_WARNINGS})
    if made is not None and meaning.differences:
        messages.warning(
            request,
            _("The standings differ from those in the file: %(rows)s")
            % {"rows": "; ".join(map(in_words, meaning.differences[:5]))},
        )
    return made


urlpatterns = [
    path("events/import/", upload, name="event_import"),
]
