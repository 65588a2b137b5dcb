"""Rounds in time, their clock, and the stages with their cut."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterable
from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.open_items import OpenItemStep
from tournaments.forms.reasons import ReasonForm
from tournaments.forms.rounds import CutForm, ExtraTimeForm, NewStageForm, RoundForm, StageForm, TableNameForm
from tournaments.models import Entry, GameTable, Round, RoundClock, Stage, Tournament
from tournaments.permissions import requires
from tournaments.selectors import next_steps
from tournaments.selectors import standings as ranking
from tournaments.services import clock, rounds, stages
from tournaments.services.audit import Actor
from tournaments.services.clock import extra as extra_time
from tournaments.services.errors import UserError
from tournaments.services.open_items import OpenItemsError, unaccepted
from tournaments.views.manage_support import ask_to_continue, button, page, reason_to_continue, submit

JUST_MISSED: Final = 8
"""Players below the line of a cut whom the page shows."""


@requires("seating.view")
@require_safe
def round_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """All rounds by stage, each with its next step."""
    return page(
        request,
        tournament,
        "manage/rounds.html",
        "rounds",
        rounds=next_steps.of_rounds(tournament),
        stages=tournament.stages.all(),
        zone=zoneinfo.ZoneInfo(tournament.time_zone),
    )


@requires("rounds.edit")
@require_POST
def add(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """One more round at the end."""
    last = tournament.stages.order_by("number").last()
    if last is None:
        messages.error(request, _("Add a stage first."))
        return redirect("manage_stages", tournament.slug)
    return button(
        request, lambda: rounds.add(Actor.of(request), last), _("A round is added."), "manage_rounds", tournament.slug
    )


@requires("rounds.edit")
@require_POST
def remove(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take the last round away."""
    round_ = _round(tournament, number)
    return button(
        request,
        lambda: rounds.remove(Actor.of(request), round_),
        _("The round is removed."),
        "manage_rounds",
        tournament.slug,
    )


@requires("seating.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A round: start, clock, extra time, finish."""
    return _page(request, tournament, _round(tournament, number))


def _page(
    request: HttpRequest, tournament: Tournament, round_: Round, *, status: int = 200, **forms: object
) -> HttpResponse:
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        context: dict[str, object] = {
            "round": round_,
            "zone": tournament.time_zone,
            "step": next_steps.of_round_with_items(round_),
            "clock": RoundClock.objects.filter(round=round_).first(),
            "unconfirmed": rounds.unconfirmed_tables(round_),
            "tables": round_.tables.order_by("number"),
            "form": RoundForm(instance=round_),
            "finish_form": ReasonForm(prefix="finish", required=False),
            "reopen_form": ReasonForm(prefix="reopen", required=False),
            "name_form": TableNameForm(prefix="name"),
            "extra_form": ExtraTimeForm(prefix="extra"),
            "last": not tournament.rounds.filter(number__gt=round_.number).exists(),
        }
        return page(request, tournament, "manage/round.html", "rounds", status=status, **(context | forms))


@requires("rounds.edit")
@require_POST
def edit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Length and planned start, typed in the tournament's time zone."""
    round_ = _round(tournament, number)
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        form = RoundForm(request.POST, instance=round_)
        done = submit(request, form, lambda: rounds.edit(Actor.of(request), round_, **form.cleaned_data), _("Saved."))
    if done is None:
        return _page(request, tournament, _round(tournament, number), status=422, form=form)
    return redirect("manage_round", tournament.slug, number)


@requires("rounds.edit")
@require_POST
def name_table(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Call a table something other than its number."""
    round_ = _round(tournament, number)
    form = TableNameForm(request.POST, prefix="name")

    def name() -> object:
        table = round_.tables.filter(number=form.cleaned_data["table"]).first()
        if table is None:
            raise UserError(_("There is no such table in this round."), field="table")
        return rounds.name_table(Actor.of(request), table, name=form.cleaned_data["name"])

    if submit(request, form, name, _("Saved.")) is None:
        return _page(request, tournament, round_, status=422, name_form=form)
    return redirect("manage_round", tournament.slug, number)


@requires("clock.control")
@require_POST
def start(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Play begins."""
    round_ = _round(tournament, number)
    return button(
        request,
        lambda: rounds.start(Actor.of(request), round_),
        _("Round %(number)s is being played.") % {"number": number},
        "manage_round",
        tournament.slug,
        number,
    )


@requires("clock.control")
@require_POST
def finish(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The round is over."""
    round_ = _round(tournament, number)
    form = ReasonForm(request.POST, prefix="finish", required=False)
    done = submit(
        request,
        form,
        lambda: rounds.finish(Actor.of(request), round_, **form.cleaned_data),
        _("The round is finished."),
    )
    if done is None:
        return _page(request, tournament, _round(tournament, number), status=422, finish_form=form)
    return redirect("manage_round", tournament.slug, number)


@requires("clock.control")
@require_POST
def reopen(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The round is played again."""
    round_ = _round(tournament, number)
    form = ReasonForm(request.POST, prefix="reopen", required=False)
    done = submit(
        request,
        form,
        lambda: rounds.reopen(Actor.of(request), round_, **form.cleaned_data),
        _("The round is open again."),
    )
    if done is None:
        return _page(request, tournament, _round(tournament, number), status=422, reopen_form=form)
    return redirect("manage_round", tournament.slug, number)


@requires("clock.control")
@require_POST
def clock_action(request: HttpRequest, tournament: Tournament, number: int, action: str) -> HttpResponse:
    """Pause, resume, restart or end the clock."""
    round_ = _round(tournament, number)
    actions = {
        "pause": (clock.pause, _("The clock is paused.")),
        "resume": (clock.resume, _("The clock runs.")),
        "restart": (clock.restart, _("The clock starts again with the full time.")),
        "end": (clock.end, _("The clock has been ended.")),
    }
    service, done = actions[action]
    return button(request, lambda: service(Actor.of(request), round_), done, "manage_round", tournament.slug, number)


@requires("clock.control")
@require_POST
def adjust(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """More or less time for everybody."""
    return _extra(request, tournament, number, everybody=True)


@requires("clock.extra")
@require_POST
def extra(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Extra time for one table."""
    return _extra(request, tournament, number, everybody=False)


def _extra(request: HttpRequest, tournament: Tournament, number: int, *, everybody: bool) -> HttpResponse:
    round_ = _round(tournament, number)
    form = ExtraTimeForm(request.POST, prefix="extra")

    def give() -> object:
        by, values = Actor.of(request), form.cleaned_data
        if everybody:
            return clock.adjust(by, round_, seconds=60 * values["minutes"], reason=values["reason"])
        table = GameTable.objects.filter(round=round_, number=values["table"]).first()
        if table is None:
            raise UserError(_("There is no such table in this round."), field="table")
        return extra_time(by, table, seconds=60 * values["minutes"], reason=values["reason"])

    if submit(request, form, give, _("The time is given.")) is None:
        return _page(request, tournament, round_, status=422, extra_form=form)
    return redirect("manage_round", tournament.slug, number)


@requires("stages.edit")
def stage_list(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Stages, their cuts, and a new one."""
    form = NewStageForm(request.POST or None)
    made = submit(
        request, form, lambda: stages.add(Actor.of(request), tournament, **form.cleaned_data), _("The stage is added.")
    )
    if made is not None:
        return redirect("manage_stages", tournament.slug)
    return _stages_page(request, tournament, status=422 if form.is_bound else 200, form=form)


def _stages_page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **more: object) -> HttpResponse:
    context: dict[str, object] = {
        "stages": tournament.stages.prefetch_related("rounds", "stage_entries__entry"),
        "form": NewStageForm(),
    }
    return page(request, tournament, "manage/stages.html", "stages", status=status, **(context | more))


@requires("stages.edit")
def stage(request: HttpRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Change a stage."""
    found = get_object_or_404(Stage, tournament=tournament, number=stage)
    start = {"name": str(found), "cut_to": found.cut_to, "carry": str(found.carry)}
    form = StageForm(request.POST or None, initial=start)
    done = submit(request, form, lambda: stages.edit(Actor.of(request), found, **form.cleaned_data), _("Saved."))
    if done is not None:
        return redirect("manage_stages", tournament.slug)
    return page(
        request,
        tournament,
        "manage/stage.html",
        "stages",
        status=422 if form.is_bound else 200,
        form=form,
        stage=found,
    )


@requires("stages.edit")
@require_POST
def remove_stage(request: HttpRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Take the last stage away."""
    found = get_object_or_404(Stage, tournament=tournament, number=stage)
    return button(
        request,
        lambda: stages.remove(Actor.of(request), found),
        _("The stage is removed."),
        "manage_stages",
        tournament.slug,
    )


@requires("stages.edit")
def cut(request: HttpRequest, tournament: Tournament, stage: int) -> HttpResponse:
    """Show who goes through and who just misses; the post confirms it, with a choice where a place is shared."""
    found = get_object_or_404(Stage, tournament=tournament, number=stage)
    form = CutForm(request.POST if request.method == "POST" else None, tournament=tournament)
    if not form.is_valid():
        return _cut_page(request, tournament, found, status=422 if form.is_bound else 200)
    try:
        through = stages.cut(
            Actor.of(request),
            found,
            chosen=list(form.cleaned_data["chosen"]),
            shown=[entry.pk for entry in form.cleaned_data["shown"]],
            continue_anyway=reason_to_continue(request),
        )
    except OpenItemsError as error:
        return ask_to_continue(request, error)
    except UserError as error:
        messages.error(request, str(error))
        return _cut_page(request, tournament, found, status=422, chosen=form.cleaned_data["chosen"])
    messages.success(request, _("%(count)s players go through.") % {"count": len(through)})
    return redirect("manage_stages", tournament.slug)


def _cut_page(
    request: HttpRequest, tournament: Tournament, stage: Stage, *, status: int = 200, chosen: Iterable[Entry] = ()
) -> HttpResponse:
    try:
        line = stages.line_of(stage)
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_stages", tournament.slug)
    last = tournament.rounds.filter(stage__number__lt=stage.number).order_by("number").last()
    table = ranking.table(tournament, ranking.standings(tournament, last.number if last else None))
    lines = {int(one.row.key): one for one in table.individual}
    through, tied, missed = (
        [lines[entry.pk] for _place, entry in rows] for rows in (line.clear, line.tied, line.missed[:JUST_MISSED])
    )
    return page(
        request,
        tournament,
        "manage/cut.html",
        "stages",
        status=status,
        stage=stage,
        columns=table.columns,
        through=through,
        tied=tied,
        missed=missed,
        free=line.free,
        shown=[entry.number for _place, entry in (*line.clear, *line.tied)],
        chosen={entry.number for entry in chosen},
        items=unaccepted(tournament, OpenItemStep.CUT, last),
    )


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("stage", "tournament"), tournament=tournament, number=number)


BASE = "t/<slug:slug>/manage/rounds"
STAGES = "t/<slug:slug>/manage/stages"
urlpatterns = [
    path(f"{BASE}/", round_list, name="manage_rounds"),
    path(f"{BASE}/add/", add, name="manage_round_add"),
    path(f"{BASE}/<int:number>/", show, name="manage_round"),
    path(f"{BASE}/<int:number>/edit/", edit, name="manage_round_edit"),
    path(f"{BASE}/<int:number>/name-table/", name_table, name="manage_table_name"),
    path(f"{BASE}/<int:number>/remove/", remove, name="manage_round_remove"),
    path(f"{BASE}/<int:number>/start/", start, name="manage_round_start"),
    path(f"{BASE}/<int:number>/finish/", finish, name="manage_round_finish"),
    path(f"{BASE}/<int:number>/reopen/", reopen, name="manage_round_reopen"),
    path(f"{BASE}/<int:number>/clock/adjust/", adjust, name="manage_clock_adjust"),
    path(f"{BASE}/<int:number>/clock/extra/", extra, name="manage_clock_extra"),
    *(
        path(f"{BASE}/<int:number>/clock/{action}/", clock_action, {"action": action}, name=f"manage_clock_{action}")
        for action in ("pause", "resume", "restart", "end")
    ),
    path(f"{STAGES}/", stage_list, name="manage_stages"),
    path(f"{STAGES}/<int:stage>/", stage, name="manage_stage"),
    path(f"{STAGES}/<int:stage>/remove/", remove_stage, name="manage_stage_remove"),
    path(f"{STAGES}/<int:stage>/cut/", cut, name="manage_stage_cut"),
]
