"""Import of whole events with a preview, and copies."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.accounts.models import User
from tournaments.accounts.services.last_seen import remember_columns
from tournaments.core.audit import Actor
from tournaments.core.forms.columns import read_posted_table
from tournaments.core.forms.encodings import reopen_uploaded_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires_site
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.views import previews
from tournaments.core.views.manage import submit
from tournaments.events.models import Tournament
from tournaments.exchange.forms import MAX_EVENT_BYTES, EventUploadForm
from tournaments.exchange.reading import pending_files as event_shelf
from tournaments.exchange.reading.event_uploads import UploadedEvent, read_upload
from tournaments.exchange.services import event_files
from tournaments.exchange.services.event_files import ImportPreview
from tournaments.exchange.text import format_leading_line, list_counts, list_scoring_lines
from tournaments.people.queries import describe_suggestions
from tournaments.results.reading.result_columns import RESULTS

LEARNED: Final = "learned-columns"
MAX_WARNINGS = 20


@takes(MAX_EVENT_BYTES + FORM)
@requires_site("site.events.import")
def upload(request: HttpRequest) -> HttpResponse:
    user = cast(User, request.user)
    table = read_posted_table(RESULTS, request, None) if request.POST.get("columns") else None
    file = reopen_uploaded_file(request, None) if "kept_file" in request.POST else None
    form = EventUploadForm(request.POST or None, request.FILES or None, user=user, table=table, upload=file)
    problems: list[RowProblem] = []
    preview: ImportPreview | None = None
    asks = False
    if request.method == "POST" and form.is_valid():
        content, look = form.cleaned_data["content"], "look" in request.POST
        problems += form.doubts
        brought: Tournament | ImportPreview | None = None
        if content:
            options = {name: form.cleaned_data[name] for name in ("name", "slug", "published", "hall", "signs")}
            event = read_upload(Actor.of(request), content, **options)
            problems += event.problems
            asks = bool(event.asks_signs)
            brought = _bring(request, form, event, look=look)
        else:
            form.add_error("file", _("The table was not imported. Its problems are listed below."))
        if isinstance(brought, Tournament):
            _remember(request, form)
            if suggestions := describe_suggestions(user, brought):
                messages.info(request, suggestions)
            return redirect("manage_home", brought.slug)
        preview = brought
    context = {
        "form": form,
        "mapping": form.table.shown(None, **_list_carried_fields(form)) if form.table and form.is_bound else None,
        "encodings": form.encodings(_list_carried_fields(form)) if form.is_bound else None,
        "learned": previews.seal_preview(None, LEARNED, form.table.learned) if form.table else "",
        "problems": problems,
        "seen": preview,
        "counts": list_counts(preview) if preview else [],
        "scored": list_scoring_lines(preview.scoring) if preview else [],
        "first": [format_leading_line(row) for row in preview.first] if preview else [],
        "asks": asks,
        "kept": event_shelf.put(_get_account_key(request), form.cleaned_data["content"]) if preview or asks else "",
    }
    status = 422 if form.is_bound and preview is None else 200
    return render(request, "exchange/manage/event_upload.html", context, status=status)


def _list_carried_fields(form: EventUploadForm) -> dict[str, str]:
    fields = {name: form.data.get(name) for name in ("game", "slug", "signs", "published", "hall")}
    # Without a typed name, the name is the file's.
    fields["name"] = form.cleaned_data.get("name")
    return {"look": "yes"} | {name: str(value) for name, value in fields.items() if value}


def _remember(request: HttpRequest, form: EventUploadForm) -> None:
    learned = form.table.learned if form.table else {}
    if "learned" in request.POST:
        (learned,) = previews.open_preview(request, None, LEARNED, field="learned") or ({},)
    remember_columns(cast(User, request.user), RESULTS.name, learned)


def _bring(
    request: HttpRequest, form: EventUploadForm, event: UploadedEvent, *, look: bool
) -> ImportPreview | Tournament | None:
    """Return the preview or the tournament; None if the form has errors."""
    make = event.make
    if event.asks_signs:
        form.add_error("signs", event.asks_signs)
        return None
    if make is None:
        form.add_error("file", _("The file was not imported. Its problems are listed below."))
        return None
    if look:
        return submit(request, form, lambda: event_files.preview_import(make), "")
    tournament = submit(request, form, make, _("“%(name)s” is imported.") % {"name": event.name})
    if tournament is not None:
        _warn(request, event.problems)
        if event.differences:
            message = _("The standings differ from those in the file: %(rows)s")
            messages.warning(request, message % {"rows": "; ".join(event.differences[:5])})
    return tournament


def _get_account_key(request: HttpRequest) -> int:
    return int(request.user.pk or 0)


def _warn(request: HttpRequest, problems: Iterable[RowProblem]) -> None:
    listed = list(problems)
    for problem in listed[:MAX_WARNINGS]:
        messages.warning(request, f"{problem.column}: {problem.message}" if problem.column else problem.message)
    if len(listed) > MAX_WARNINGS:
        messages.warning(request, _("And %(count)s warnings more.") % {"count": len(listed) - MAX_WARNINGS})


urlpatterns = [
    path("events/import/", upload, name="event_import"),
]
