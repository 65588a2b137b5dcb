"""Import of results into a running event: preview first, saved by a second post."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.accounts.models import User
from tournaments.accounts.services.last_seen import remember_columns
from tournaments.core.audit import Actor
from tournaments.core.forms.columns import map_uploaded_table, read_posted_table
from tournaments.core.forms.encodings import build_encoding_choice, reopen_uploaded_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.models.columns import MAX_REASON_LENGTH
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES, SourceFile, read, read_text, upload_too_large
from tournaments.core.views import previews
from tournaments.core.views.manage import page, try_change
from tournaments.events.models import Tournament
from tournaments.results.reading import into_running_event
from tournaments.results.reading.result_columns import RESULTS
from tournaments.results.reading.results_layouts import arrange_blocks
from tournaments.results.reading.results_table import read_results


class ResultsTableForm(forms.Form):
    text = forms.CharField(
        label=gettext_lazy("Table"),
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false"}),
        required=False,
        help_text=gettext_lazy(
            "The first line names the columns: round, table, player, points; or player and a column for each round."
        ),
    )
    file = forms.FileField(label=gettext_lazy("or a file (CSV, XLSX)"), required=False)
    sheet = forms.CharField(label=gettext_lazy("Sheet of the XLSX file"), required=False, max_length=80)
    block = forms.CharField(
        label=gettext_lazy("Cell range"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("For example B3:M40. Leave empty for the whole sheet."),
    )

    def clean(self) -> dict[str, Any]:
        values = super().clean() or {}
        if not values.get("text", "").strip() and not values.get("file"):
            raise ValidationError(_("Paste the lines, or choose a file."))
        if values.get("file") and (why := upload_too_large(values["file"])):
            raise ValidationError(why)
        return values

    def source(self) -> SourceFile:
        values = self.cleaned_data
        if values["file"]:
            return read(values["file"].read(), sheet=values["sheet"].strip(), block=values["block"].strip())
        return read_text(values["text"])


@takes(MAX_SPREADSHEET_BYTES + FORM)
@requires("results.enter")
def import_results(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    if "confirmed" in request.POST:
        return _confirm(request, tournament)
    user, chosen = cast(User, request.user), "columns" in request.POST
    again = "kept_file" in request.POST
    form = ResultsTableForm(None if chosen or again else request.POST or None, request.FILES or None)
    preview, token, mapping, encodings, table = None, "", None, None, None
    if chosen:
        table = read_posted_table(RESULTS, request, tournament)
    elif again:
        if (stored := reopen_uploaded_file(request, tournament)) is not None:
            source = read(stored[0], encoding=stored[1])
            table = map_uploaded_table(RESULTS, user, arrange_blocks(source))
            encodings = build_encoding_choice(tournament, stored[0], source.encoding)
    else:
        sent = request.method == "POST" and form.is_valid()
        table = map_uploaded_table(RESULTS, user, arrange_blocks(form.source())) if sent else None
        if table is not None and (file := form.cleaned_data["file"]):
            file.seek(0)
            encodings = build_encoding_choice(tournament, file.read(), table.source.encoding)
    if table is not None:
        preview = into_running_event.preview(tournament, read_results(table.read))
        tables = [[t.round, t.table, t.action, t.points, t.names, t.doubtful, t.line] for t in preview.tables]
        token = previews.seal_preview(tournament, "results-table", tables, table.learned)
        mapping = table.shown(tournament)
    return page(
        request,
        tournament,
        "results/import.html",
        "results",
        status=422 if form.is_bound and not form.is_valid() else 200,
        form=form,
        preview=preview,
        token=token,
        mapping=mapping,
        encodings=encodings,
    )


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    opened_preview = previews.open_preview(request, tournament, "results-table")
    if opened_preview is None:
        return redirect("manage_results_import", tournament.slug)
    rows, learned = opened_preview
    tables = [
        into_running_event.FoundTable(round_, table, action, tuple(points), tuple(names), doubtful, line)
        for round_, table, action, points, names, doubtful, line in rows
    ]
    reason = request.POST.get("reason", "").strip()[:MAX_REASON_LENGTH]
    done = try_change(
        request,
        lambda: into_running_event.save(Actor.of(request), tournament, tables=tables, reason=reason),
        _("The results are saved and count when confirmed."),
    )
    if done:
        remember_columns(cast(User, request.user), RESULTS.name, learned)
    return redirect("manage_results_home" if done else "manage_results_import", tournament.slug)


urlpatterns = [path("t/<slug:slug>/manage/results/import/", import_results, name="manage_results_import")]
