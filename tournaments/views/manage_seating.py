"""The seating of a round: drafts with their measures, versions, swaps, publishing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.exact import whole_or
from tournaments.forms.reasons import ReasonForm
from tournaments.forms.rounds import (
    DrawForm,
    PublishForm,
    ScheduleForm,
    SettingForm,
    StandingsForm,
    SwapForm,
    TypedSeatingForm,
    earlier_events,
    told_of,
)
from tournaments.imports import schedule as schedules
from tournaments.imports.sent import sentence
from tournaments.imports.tables import MOST_SPREADSHEET_BYTES, read_text
from tournaments.imports.typed_seating import parse_typed
from tournaments.models import Entry, Round, Seating, Tournament
from tournaments.permissions import can, requires
from tournaments.selectors import field as fields
from tournaments.selectors import next_steps, seating_quality
from tournaments.selectors.heat_map import heat_map
from tournaments.selectors.same_draw import of_the_same_draw
from tournaments.selectors.seating_figures import broken_in, met_before_in, quality_of
from tournaments.services import seating, seating_drafts, tournaments
from tournaments.services.audit import Actor
from tournaments.services.draw_commitments import promised
from tournaments.services.errors import UserError
from tournaments.site.request_limits import FORM, takes
from tournaments.views.manage_support import attempt, page, submit


def _round(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("stage", "tournament"), tournament=tournament, number=number)


def _version(round_: Round, version: int) -> Seating:
    return get_object_or_404(Seating.objects.select_related("round__tournament"), round=round_, version=version)


def _shown(round_: Round, wanted: str) -> Seating | None:
    """The version asked for, else the one in force, else the newest draft."""
    if wanted.isdecimal():
        return _version(round_, whole_or(wanted))
    return round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version").first()


@requires("seating.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One version with its measures, all other versions, and every way to a new draft."""
    return seating_page(request, tournament, _round(tournament, number))


def seating_page(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    *,
    shown: Seating | None = None,
    status: int = 200,
    **forms: object,
) -> HttpResponse:
    """The seating page of the round, with forms that were refused in place of fresh ones."""
    shown = shown or _shown(round_, request.GET.get("version", ""))
    plan = seating.plan_of(shown) if shown else {}
    text = "\n".join(f"{table} {' '.join(str(e.number) for e in entries)}" for table, entries in plan.items())
    # A later stage has its own field, and often its own way of drawing.
    open_rounds = round_.stage.rounds.filter(state=Round.State.PLANNED, number__gte=round_.number)
    context: dict[str, object] = {
        "round": round_,
        "shown": shown,
        "plan": plan,
        **(_worth(round_, shown, plan) if shown else {}),
        "in_force": round_.current_seating,
        "newer_draft": _newer_draft(round_, shown),
        "versions": round_.seatings.select_related("created_by").order_by("-version"),
        "absent": fields.absent_from(shown) if shown else [],
        "left_out": fields.left_out(shown) if shown else [],
        "playing": fields.who_plays(round_),
        "field": fields.of_round(round_),
        "sheets_in": seating.tables_with_sheet(round_),
        "step": next_steps.of_round(round_),
        "draw_form": DrawForm(initial={"rounds": list(open_rounds) or [round_]}, tournament=tournament, prefix="draw"),
        "standings_form": StandingsForm(tournament=tournament, prefix="standings"),
        "swiss_form": SettingForm(tournament=tournament),
        "wishes": seating_quality.asked_of(tournament),
        "missing": fields.unconfirmed_before(round_),
        "unplayed": fields.unplayed_before(round_),
        "schedule_form": ScheduleForm(prefix="schedule"),
        "hand_form": TypedSeatingForm(initial={"text": text}, prefix="hand"),
        "swap_form": SwapForm(tournament=tournament, prefix="swap"),
        "publish_form": PublishForm(prefix="publish"),
        "promise": promised(round_),
        "same_draw": of_the_same_draw(shown) if shown else [],
        "reason_form": ReasonForm(prefix="withdraw", required=False),
    }
    return page(request, tournament, "manage/seating.html", "rounds", status=status, **(context | forms))


def _newer_draft(round_: Round, shown: Seating | None) -> Seating | None:
    """The newest draft where an older version is shown."""
    if shown is None:
        return None
    drafts = round_.seatings.filter(state=Seating.State.DRAFT, version__gt=shown.version)
    return drafts.order_by("-version").first()


def _worth(round_: Round, shown: Seating, plan: Mapping[int, Sequence[Entry]]) -> dict[str, object]:
    """The measures of this version, the wishes that it breaks, and who meets whom over all seated rounds."""
    entries = {entry.number: entry for entry in round_.tournament.entries.select_related("team")}
    met_before = met_before_in(shown)
    quality = quality_of(round_, plan, entries, met_before=met_before)
    return {
        "quality": quality,
        "broken": broken_in(shown.breaks, entries, plan, met_before),
        "map": heat_map(quality.drawn, entries),
    }


def _back(round_: Round, version: int | None = None) -> HttpResponse:
    address = reverse("manage_seating", args=[round_.tournament.slug, round_.number])
    return redirect(f"{address}?version={version}" if version else address)


def to_version(seating: Seating) -> HttpResponse:
    """To the page with this version: a draft just made, where the version in force would be shown otherwise."""
    return _back(seating.round, seating.version)


def _to_draft(round_: Round, made: Sequence[Seating]) -> HttpResponse:
    """To this round's draft of those just made; to the round where none of them is its own."""
    return _back(round_, next((draft.version for draft in made if draft.round_id == round_.pk), None))


@requires("seating.draft")
@require_POST
def draw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Draw one or several rounds by a seed."""
    round_ = _round(tournament, number)
    form = DrawForm(request.POST, tournament=tournament, prefix="draw")
    made = submit(
        request,
        form,
        lambda: seating_drafts.generate(
            Actor.of(request),
            tournament,
            rounds=list(form.cleaned_data["rounds"].order_by("number")),
            seed=form.cleaned_data["seed"],
            substitutes=form.joining,
            earlier=form.cleaned_data["earlier"],
            why=form.cleaned_data["why"],
        ),
        _("Drawn. Look at the measures, then publish."),
    )
    if not made:
        return seating_page(request, tournament, round_, status=422, draw_form=form)
    if effort := form.cleaned_data["improve"]:
        return redirect(seating_drafts.search_on(Actor.of(request), made[0].draws.get(), effort))
    return _to_draft(round_, made)


@requires("seating.draft")
@require_safe
def earlier(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """How many pairs the chosen earlier event brings, as the help text of the field that asks for it."""
    wanted = request.GET.get("draw-earlier", request.GET.get("earlier", ""))
    chosen = earlier_events(tournament).filter(slug=wanted).first()
    return HttpResponse(escape(told_of(tournament, chosen)))


@requires("seating.draft")
@require_POST
def by_standings(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat the round by the places so far."""
    round_ = _round(tournament, number)
    form = StandingsForm(request.POST, tournament=tournament, prefix="standings")
    made = submit(
        request,
        form,
        lambda: seating_drafts.by_standings(
            Actor.of(request),
            round_,
            mode=form.cleaned_data["mode"],
            after=form.cleaned_data["after"],
            block=form.cleaned_data["block"],
            sit_out=form.sit_out,
            substitutes=form.joining,
        ),
        _("Seated by the standings. Look at the measures, then publish."),
    )
    return to_version(made) if made else seating_page(request, tournament, round_, status=422, standings_form=form)


@takes(MOST_SPREADSHEET_BYTES + FORM)
@requires("seating.draft")
@require_POST
def from_schedule(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat rounds as a schedule made elsewhere says; whoever is missing or too many is named."""
    round_ = _round(tournament, number)
    form = ScheduleForm(request.POST, request.FILES, prefix="schedule")
    made = None
    problems: list[str] = []
    if form.is_valid():
        content, told = form.source()
        parsed = schedules.parse(tournament, content, told=told, round_number=round_.number)
        made, problems = _seat(request, round_, parsed, leave_out=form.cleaned_data["leave_out"])
    for problem in problems:
        form.add_error(None, problem)
    if not made:
        return seating_page(request, tournament, round_, status=422, schedule_form=form)
    return _to_draft(round_, made)


@requires("seating.draft")
@require_POST
def by_hand(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat the round as typed."""
    round_ = _round(tournament, number)
    form = TypedSeatingForm(request.POST, prefix="hand")
    made = None
    problems: list[str] = []
    if form.is_valid():
        source = read_text(form.cleaned_data["text"])
        parsed = parse_typed(tournament, source, round_number=round_.number)
        made, problems = _seat(request, round_, parsed, leave_out=form.cleaned_data["leave_out"], by_hand=True)
    for problem in problems:
        form.add_error("text", problem)
    return _to_draft(round_, made) if made else seating_page(request, tournament, round_, status=422, hand_form=form)


def _seat(
    request: HttpRequest, round_: Round, parsed: schedules.ScheduleFile, *, leave_out: bool, by_hand: bool = False
) -> tuple[list[Seating] | None, list[str]]:
    """The drafts, or every problem as a sentence. What is only doubtful is told above the drafts."""
    told = [sentence(problem) for problem in parsed.problems]
    if parsed.refused:
        return None, told
    kind = Seating.Source.MANUAL if by_hand else Seating.Source.SCHEDULE
    try:
        made = seating_drafts.from_schedule(
            Actor.of(request),
            round_.tournament,
            schedule=parsed.tables,
            byes=parsed.byes,
            leave_out=leave_out,
            source=kind,
        )
    except UserError as error:
        return None, error.problems or [str(error)]
    messages.success(request, _("Seated as written. Look at the measures, then publish."))
    for warning in told:
        messages.warning(request, warning)
    return made, []


@requires("seating.swap")
@require_POST
def swap(request: HttpRequest, tournament: Tournament, number: int, version: int) -> HttpResponse:
    """Two players change chairs; also while the round is played."""
    round_ = _round(tournament, number)
    shown = _version(round_, version)
    form = SwapForm(request.POST, tournament=tournament, prefix="swap")
    made = submit(
        request,
        form,
        lambda: seating.swap(Actor.of(request), shown, **form.cleaned_data),
        _("The two have changed chairs."),
    )
    if made is None:
        return seating_page(request, tournament, round_, shown=shown, status=422, swap_form=form)
    return _back(round_, made.version)


@requires("seating.publish")
@require_POST
def publish(request: HttpRequest, tournament: Tournament, number: int, version: int) -> HttpResponse:
    """Let everybody see this version."""
    round_ = _round(tournament, number)
    shown = _version(round_, version)
    form = PublishForm(request.POST, prefix="publish")

    def publish() -> bool:
        values = dict(form.cleaned_data)
        opens = values.pop("open_pages") and not tournament.rehearsal
        if opens and not can(request.user, "tournament.publish", tournament):
            raise PermissionDenied
        service = seating.publish_all if values.pop("all_rounds") else seating.publish
        service(Actor.of(request), shown, **values)
        if opens:
            tournaments.publish(Actor.of(request), tournament, published=True)
        return True

    made = submit(request, form, publish, _("The seating is published."))
    if not made:
        # Read again: what was published before a later round was refused is not.
        round_, shown = _round(tournament, number), _version(round_, version)
        return seating_page(request, tournament, round_, shown=shown, status=422, publish_form=form)
    if not tournament.rehearsal and not Tournament.objects.get(pk=tournament.pk).published:
        messages.warning(request, _("The public pages are closed: the players do not see the seating yet."))
    return _back(round_)


@requires("seating.publish")
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, number: int, version: int) -> HttpResponse:
    """Take a published seating back to a draft."""
    round_ = _round(tournament, number)
    shown = _version(round_, version)
    reason = request.POST.get("withdraw-reason", "")
    attempt(
        request,
        lambda: seating.withdraw(Actor.of(request), shown, reason=reason),
        _("The seating is a draft again."),
    )
    return _back(round_, version)


@requires("seating.draft")
@require_POST
def discard(request: HttpRequest, tournament: Tournament, number: int, version: int) -> HttpResponse:
    """Put a draft aside."""
    round_ = _round(tournament, number)
    shown = _version(round_, version)
    attempt(
        request,
        lambda: seating.discard(Actor.of(request), shown, reason=request.POST.get("reason", "")),
        _("The draft is discarded."),
    )
    return _back(round_)


BASE = "t/<slug:slug>/manage/rounds/<int:number>/seating"
urlpatterns = [
    path("t/<slug:slug>/manage/seating/earlier/", earlier, name="manage_seating_earlier"),
    path(f"{BASE}/", show, name="manage_seating"),
    path(f"{BASE}/draw/", draw, name="manage_seating_draw"),
    path(f"{BASE}/standings/", by_standings, name="manage_seating_standings"),
    path(f"{BASE}/schedule/", from_schedule, name="manage_seating_schedule"),
    path(f"{BASE}/hand/", by_hand, name="manage_seating_hand"),
    path(f"{BASE}/<int:version>/swap/", swap, name="manage_seating_swap"),
    path(f"{BASE}/<int:version>/publish/", publish, name="manage_seating_publish"),
    path(f"{BASE}/<int:version>/withdraw/", withdraw, name="manage_seating_withdraw"),
    path(f"{BASE}/<int:version>/discard/", discard, name="manage_seating_discard"),
]
