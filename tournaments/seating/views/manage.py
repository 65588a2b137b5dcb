"""The seating of a round: drafts with their measures, versions, swaps, publishing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.html import escape
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine.exact import integer_or
from tournaments.core.actions import blank_form
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.encodings import kept_file
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES, has_errors
from tournaments.core.views.manage import page, round_numbered
from tournaments.entries.models.entries import Entry
from tournaments.events.models import Tournament
from tournaments.exchange.reading.api_uploads import sentence
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries import participants
from tournaments.seating.forms.draws import earlier_events, earlier_pairs
from tournaments.seating.forms.schedules import ScheduleForm
from tournaments.seating.queries import quality as seating_quality
from tournaments.seating.queries.draws import of_the_same_draw
from tournaments.seating.queries.fixtures import fixtures_of
from tournaments.seating.queries.line_ups import exchanges, line_ups_in, seating_to_follow
from tournaments.seating.queries.outdated import of_seating
from tournaments.seating.queries.started import obstacle_to_swaps
from tournaments.seating.queries.unknown import in_doubt
from tournaments.seating.reading import schedule as schedules
from tournaments.seating.reading.fixtures import FixtureFile, parse_fixtures
from tournaments.seating.services import drafts as seating_drafts
from tournaments.seating.services import fixtures, seating
from tournaments.seating.services.promises import promised
from tournaments.seating.text import seatings as words
from tournaments.seating.views.figures import broken_in, met_before_in, quality_of
from tournaments.seating.views.heat_map import heat_map


def _version(round_: Round, version: int) -> Seating:
    return get_object_or_404(Seating.objects.select_related("round__tournament"), round=round_, version=version)


def _shown(round_: Round, wanted: str) -> Seating | None:
    """The version asked for, else the one in force, else the newest draft."""
    if wanted.isdecimal():
        return _version(round_, integer_or(wanted))
    return round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version").first()


@requires("seating.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """One version with its measures, all other versions, and every way to a new draft."""
    return seating_page(request, tournament, round_numbered(tournament, number))


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
    hand_form = blank_form("manage_seating_hand", tournament, round_)
    hand_form.initial["text"] = text
    context: dict[str, object] = {
        "round": round_,
        "shown": shown,
        "plan": plan,
        **(_worth(round_, shown, plan) if shown else {}),
        "in_force": round_.current_seating,
        "newer_draft": _newer_draft(round_, shown),
        "versions": round_.seatings.select_related("created_by").order_by("-version"),
        **_inputs(round_, shown),
        "absent": participants.absent_from(shown) if shown else [],
        "left_out": participants.left_out(shown) if shown else [],
        "playing": participants.who_plays(round_),
        "line_ups": line_ups_in(round_),
        "exchanges": exchanges(shown) if shown and shown == seating_to_follow(round_) else [],
        "field": participants.of_round(round_),
        "may_change": shown is not None and obstacle_to_swaps(shown, round_) is None,
        "sheets_in": seating.tables_with_sheet(round_),
        "draw_form": blank_form("manage_seating_draw", tournament, round_),
        "standings_form": blank_form("manage_seating_standings", tournament, round_),
        "swiss_form": blank_form("manage_seating_swiss", tournament, round_),
        "wishes": seating_quality.asked_of(tournament),
        "missing": participants.unconfirmed_before(round_),
        "unplayed": participants.unplayed_before(round_),
        "schedule_form": ScheduleForm(prefix="schedule", tournament=tournament),
        "fixtures_form": blank_form("manage_seating_fixtures", tournament, round_) if tournament.has_teams else None,
        "fixtures": fixtures_of(shown) if shown else None,
        "hand_form": hand_form,
        "swap_form": blank_form("manage_seating_swap", tournament, shown),
        "publish_form": blank_form("manage_seating_publish", tournament, shown),
        "promise": promised(round_),
        "same_draw": of_the_same_draw(shown) if shown else [],
        "reason_form": blank_form("manage_seating_withdraw", tournament, shown),
    }
    return page(request, tournament, "seating/manage/seating.html", "rounds", status=status, **(context | forms))


def _inputs(round_: Round, shown: Seating | None) -> dict[str, object]:
    """Return the difference of the standings that this version was drawn from, and where to draw it again."""
    found = of_seating(shown) if shown else None
    fix = reverse("manage_fix", args=[round_.tournament.slug]) + f"?problem=redraw&round={round_.number}"
    unknown = in_doubt(shown) if shown else None
    return {"outdated": found, "redraw": fix if found and found.open else "", "unknown": unknown}


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
    figures, seated, drawn = quality_of(round_, plan, entries, met_before=met_before)
    broken = broken_in(shown.breaks, entries, plan, met_before)
    repeats = next(figure for figure in figures if figure.key == "repeats")
    unmet = sum(len(pairs) for _asked, _group, pairs in broken)
    return {
        "sentence": words.quality(repeats.before, repeats.bound_before, unmet),
        "figures": figures,
        "seated_rounds": len(seated),
        "more_rounds": seated[-1] > round_.number,
        "broken": broken,
        "map": heat_map(drawn, entries),
    }


def address_of(round_: Round, version: int | None = None) -> str:
    """The page with this version of the seating, without one with that in force."""
    address = reverse("manage_seating", args=[round_.tournament.slug, round_.number])
    return f"{address}?version={version}" if version else address


def address_of_draft(round_: Round, made: Sequence[Seating]) -> str:
    """The page with this round's draft of those just made; of the round where none of them is its own."""
    return address_of(round_, next((draft.version for draft in made if draft.round_id == round_.pk), None))


@requires("seating.draft")
@require_safe
def earlier(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Return the number of pairs of the chosen earlier event, as the field's help text."""
    wanted = request.GET.get("draw-earlier", request.GET.get("earlier", ""))
    chosen = earlier_events(tournament).filter(slug=wanted).first()
    return HttpResponse(escape(earlier_pairs(tournament, chosen)))


@takes(MAX_SPREADSHEET_BYTES + FORM)
@requires("seating.draft")
@require_POST
def from_schedule(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Seat rounds as a schedule made elsewhere says; whoever is missing or too many is named."""
    round_ = round_numbered(tournament, number)
    kept = kept_file(request, tournament) if "kept_file" in request.POST else None
    form = ScheduleForm(request.POST, request.FILES, prefix="schedule", kept=kept, tournament=tournament)
    if form.is_valid():
        content, told = form.source()
        leave_out, kind, by = form.cleaned_data["leave_out"], Seating.Source.SCHEDULE, Actor.of(request)
        try:
            if form.cleaned_data.get("teams"):
                listed = parse_fixtures(tournament, content, told=told, first=round_.number)
                made, doubtful = seat_as_listed(by, tournament, listed)
            else:
                parsed = schedules.parse(tournament, content, told=told, round_number=round_.number)
                made, doubtful = seat_as_written(by, round_, parsed, leave_out=leave_out, source=kind)
        except UserError as error:
            form.add_error(None, error.problems or [str(error)])
        else:
            messages.success(request, _("The seating is saved. Check it, then publish."))
            for warning in doubtful:
                messages.warning(request, warning)
            return redirect(address_of_draft(round_, made))
    encodings = form.encodings(tournament)
    return seating_page(request, tournament, round_, status=422, schedule_form=form, encodings=encodings)


def seat_as_written(
    by: Actor, round_: Round, parsed: schedules.ScheduleFile, *, leave_out: bool, source: str
) -> tuple[list[Seating], list[str]]:
    """Draft what was read; return what is only doubtful too. Raises `UserError` with every problem as a sentence."""
    told = [sentence(problem) for problem in parsed.problems]
    if parsed.refused:
        raise UserError(told[0], problems=told)
    made = seating_drafts.from_schedule(
        by,
        round_.tournament,
        schedule=parsed.tables,
        byes=parsed.byes,
        leave_out=leave_out,
        source=source,
    )
    return made, told


def seat_as_listed(by: Actor, tournament: Tournament, listed: FixtureFile) -> tuple[list[Seating], list[str]]:
    """The same for fixtures of teams."""
    told = [sentence(problem) for problem in listed.problems]
    if has_errors(listed.problems):
        raise UserError(told[0], problems=told)
    return fixtures.from_list(by, tournament, meetings=listed.meetings, starts=listed.starts), told


BASE = "t/<slug:slug>/manage/rounds/<int:number>/seating"
urlpatterns = [
    path("t/<slug:slug>/manage/seating/earlier/", earlier, name="manage_seating_earlier"),
    path(f"{BASE}/", show, name="manage_seating"),
    path(f"{BASE}/schedule/", from_schedule, name="manage_seating_schedule"),
]
