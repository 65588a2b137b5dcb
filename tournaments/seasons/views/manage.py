"""Organiser's pages of a season: create, events, rule with preview, register, file."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires_site
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.views.manage import submit
from tournaments.exchange.document import seasons as portable
from tournaments.exchange.document.seasons import ReadSeason
from tournaments.exchange.reading import pending_files as event_shelf
from tournaments.exchange.services import season_files
from tournaments.exchange.services.season_files import SeasonPreview
from tournaments.seasons import queries as selector
from tournaments.seasons import services
from tournaments.seasons import text as words
from tournaments.seasons.forms import (
    MAX_SEASON_BYTES,
    NewSeasonForm,
    SeasonRuleForm,
    SeasonUploadForm,
    ready_rules,
)
from tournaments.seasons.logic import load_presets, read_rule
from tournaments.seasons.models import Season
from tournaments.seasons.pages import render_season_page
from tournaments.seasons.permissions import requires_in_season

PREVIEWED = 20


@requires_site("seasons.create")
def new(request: HttpRequest) -> HttpResponse:
    form = NewSeasonForm(request.POST or None, initial={"ready": next(iter(load_presets()))})
    values = form.cleaned_data if form.is_valid() else {}
    season = submit(
        request,
        form,
        lambda: services.create(
            Actor.of(request),
            name=values["name"],
            slug=values["slug"],
            published=values["published"],
            rule=load_presets()[values["ready"]].to_dict(),
        ),
        _("The season is created. Add its events next."),
    )
    if season is not None:
        return redirect("manage_season", season.slug)
    return render(request, "seasons/new.html", {"form": form}, status=422 if form.is_bound else 200)


@requires_in_season("season.edit")
def rule_page(request: HttpRequest, season: Season) -> HttpResponse:
    ready = request.GET.get("ready", "")
    rule = load_presets()[ready] if ready in load_presets() else read_rule(season.rule)
    form = SeasonRuleForm(request.POST or None, rule=rule)
    path = None
    if "save" in request.POST:
        path = submit(
            request,
            form,
            lambda: services.set_rule(Actor.of(request), season, rule=form.rule.to_dict()),
            _("The ranking rule is saved."),
        )
    if path is not None:
        return redirect("manage_season", season.slug)
    good = not form.is_bound or form.is_valid()
    table = selector.compute_ranking(season, request.user, rule=form.rule if form.is_bound else rule) if good else None
    return render_season_page(
        request,
        season,
        "rule",
        status=200 if good else 422,
        form=form,
        table=table,
        rows=table.rows[:PREVIEWED] if table else (),
        rule=words.describe_rule(table.rule) if table else [],
        ready=ready_rules(),
    )


@requires_in_season("season.edit")
@require_safe
def season_zip(request: HttpRequest, season: Season) -> HttpResponse:
    try:
        content = season_files.export(Actor.of(request), season)
    except UserError as refused:
        messages.error(request, str(refused))
        return redirect("manage_season", season.slug)
    disposition = f'attachment; filename="{season.slug}-season.zip"'
    return HttpResponse(content, content_type="application/zip", headers={"Content-Disposition": disposition})


@takes(MAX_SEASON_BYTES + FORM)
@requires_site("site.events.import")
def upload(request: HttpRequest) -> HttpResponse:
    account = int(request.user.pk or 0)
    form = SeasonUploadForm(request.POST or None, request.FILES or None, account=account)
    problems: list[RowProblem] = []
    restored: Season | SeasonPreview | None = None
    if request.method == "POST" and form.is_valid():
        read, problems = portable.unpack(form.cleaned_data["content"])
        if read is None:
            form.add_error("file", _("The file was not imported. Its problems are listed below."))
        else:
            restored = _bring(request, form, read)
    if isinstance(restored, Season):
        return redirect("manage_season", restored.slug)
    context = {
        "form": form,
        "problems": problems,
        "seen": restored,
        "kept": event_shelf.put(account, form.cleaned_data["content"]) if restored else "",
    }
    return render(request, "seasons/import.html", context, status=422 if form.is_bound and restored is None else 200)


def _bring(request: HttpRequest, form: SeasonUploadForm, read: ReadSeason) -> Season | SeasonPreview | None:
    by, slug = Actor.of(request), form.cleaned_data["slug"]
    if "look" in request.POST:
        return submit(request, form, lambda: season_files.preview(by, read=read, slug=slug), "")
    done = _("“%(name)s” is imported.") % {"name": read.name}
    return submit(request, form, lambda: season_files.restore(by, read=read, slug=slug), done)


BASE = "seasons/<slug:season>/manage"

urlpatterns = [
    path("seasons/new/", new, name="manage_season_new"),
    path("seasons/import/", upload, name="season_import"),
    path(f"{BASE}/rule/", rule_page, name="manage_season_rule"),
    path(f"{BASE}/season.zip", season_zip, name="manage_season_file"),
]
