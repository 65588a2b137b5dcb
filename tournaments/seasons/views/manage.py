"""Organiser's pages of a season: create, events, rule with preview, register, file."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import requires_site
from tournaments.core.tabular.reading import RowProblem
from tournaments.core.views.manage import submit
from tournaments.core.visibility import events
from tournaments.events.models import Tournament
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
    SeasonMergeForm,
    SeasonRuleForm,
    SeasonTeamMergeForm,
    SeasonUploadForm,
    ready_rules,
)
from tournaments.seasons.logic import published, read_rule
from tournaments.seasons.models import Season
from tournaments.seasons.permissions import requires_in_season, season_actions

LAST_ENTRIES = 30
PREVIEWED = 20


@requires_site("seasons.create")
def new(request: HttpRequest) -> HttpResponse:
    """Show and handle the form for a new season."""
    form = NewSeasonForm(request.POST or None, initial={"ready": next(iter(published()))})
    values = form.cleaned_data if form.is_valid() else {}
    season = submit(
        request,
        form,
        lambda: services.create(
            Actor.of(request),
            name=values["name"],
            slug=values["slug"],
            published=values["published"],
            rule=published()[values["ready"]].to_dict(),
        ),
        _("The season is created. Add its events next."),
    )
    if season is not None:
        return redirect("manage_season", season.slug)
    return render(request, "seasons/new.html", {"form": form}, status=422 if form.is_bound else 200)


def _page(request: HttpRequest, season: Season, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    frame = {"season": season, "allowed": season_actions(request.user, season)}
    return render(request, f"seasons/{template}.html", frame | context, status=status)


def events_to_take(request: HttpRequest, season: Season) -> QuerySet[Tournament]:
    """Return the events that the account may add, latest first."""
    listed = season.events.values("tournament")
    return events(request.user).exclude(pk__in=listed).distinct().order_by("-starts_on", "name")


def show_events(request: HttpRequest, season: Season, *, form: BaseForm, status: int = 200) -> HttpResponse:
    """Show the events in order, a form to add one, and recent changes."""
    table = selector.ranking(season, request.user)
    logged = AuditEntry.objects.filter(tournament=None, object_type="season", object_id=str(season.pk))
    return _page(
        request,
        season,
        "manage",
        status=status,
        form=form,
        events=[(event, words.state_in_words(event.state)) for event in table.events],
        rule=words.rule_in_words(table.rule),
        log=[
            (entry, words.change_in_words(entry.action, entry.before, entry.after))
            for entry in logged.select_related("actor").order_by("-sequence")[:LAST_ENTRIES]
        ],
    )


def show_settings(request: HttpRequest, season: Season, *, status: int = 200, **forms: BaseForm) -> HttpResponse:
    """Show name, publication and roles."""
    held = season.roles.select_related("user")
    return _page(request, season, "settings", status=status, held=held, **forms)


@requires_in_season("season.edit")
def rule_page(request: HttpRequest, season: Season) -> HttpResponse:
    """Show the rule, part by part, with a preview of changes."""
    ready = request.GET.get("ready", "")
    rule = published()[ready] if ready in published() else read_rule(season.rule)
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
    table = selector.ranking(season, request.user, rule=form.rule if form.is_bound else rule) if good else None
    return _page(
        request,
        season,
        "rule",
        status=200 if good else 422,
        form=form,
        table=table,
        rows=table.rows[:PREVIEWED] if table else (),
        rule=words.rule_in_words(table.rule) if table else [],
        ready=ready_rules(),
    )


def show_register(
    request: HttpRequest,
    season: Season,
    *,
    status: int = 200,
    form: BaseForm | None = None,
    team_form: BaseForm | None = None,
) -> HttpResponse:
    """Show everybody of the events, and merged spellings; `form` and `team_form`: in place of empty ones."""
    people = selector.spellings(season, request.user)
    merges = season.merges.select_related("entry__tournament", "same_as__tournament")
    form = form or SeasonMergeForm(register=people)
    teams = selector.teams_of_season(season, request.user)
    return _page(
        request,
        season,
        "register",
        status=status,
        form=form,
        found=people,
        merges=merges,
        teams=teams,
        team_form=team_form or SeasonTeamMergeForm(teams=teams, prefix="teams"),
        team_merges=season.team_merges.select_related("team__tournament", "same_as__tournament"),
    )


@requires_in_season("season.edit")
@require_safe
def season_zip(request: HttpRequest, season: Season) -> HttpResponse:
    """Return the season with its events as one file."""
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
    """Preview or import a season's file."""
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
    """Return the preview or the new season; None if the form has errors."""
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
