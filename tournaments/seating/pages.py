from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone

from engine.exact import integer_or
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import page, render_piece
from tournaments.core.views.renewal import build_renewal
from tournaments.core.visibility import build_name_marks
from tournaments.entries.models.entries import Entry
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.results.queries import board
from tournaments.rounds.models import Round, Seating
from tournaments.rounds.queries import participants
from tournaments.rounds.queries.line_ups import STARTED, find_deadline
from tournaments.seating.forms.schedules import ScheduleForm
from tournaments.seating.queries import quality as seating_quality
from tournaments.seating.queries.draws import list_drafts_of_same_draw
from tournaments.seating.queries.fixtures import find_fixtures
from tournaments.seating.queries.hall_code import is_hall_open, make_hall_code
from tournaments.seating.queries.line_ups import (
    find_seating_to_follow,
    list_exchanges,
    list_line_ups,
    list_rounds_with_line_ups,
)
from tournaments.seating.queries.outdated import find_difference_of_seating
from tournaments.seating.queries.started import find_obstacle_to_swaps
from tournaments.seating.queries.unknown import in_doubt
from tournaments.seating.services import seating
from tournaments.seating.services.promises import find_promise
from tournaments.seating.text import seatings as words
from tournaments.seating.views.figures import collect_pairs_met_before, compute_quality, describe_breaks
from tournaments.seating.views.heat_map import build_heat_map
from tournaments.seating.views.ratings_used import count_changed_ratings_of_draft


def _get_version(round_: Round, version: int) -> Seating:
    return get_object_or_404(Seating.objects.select_related("round__tournament"), round=round_, version=version)


def _find_version_to_show(round_: Round, wanted: str) -> Seating | None:
    if wanted.isdecimal():
        return _get_version(round_, integer_or(wanted))
    return round_.current_seating or round_.seatings.filter(state=Seating.State.DRAFT).order_by("-version").first()


def render_seating_page(
    request: HttpRequest,
    tournament: Tournament,
    round_: Round,
    *,
    version: Seating | None = None,
    status: int = 200,
    **forms: Any,
) -> HttpResponse:
    version = version or _find_version_to_show(round_, request.GET.get("version", ""))
    plan = seating.read_plan(version) if version else {}
    text = "\n".join(f"{table} {' '.join(str(e.number) for e in entries)}" for table, entries in plan.items())
    forms["hand_form"].initial["text"] = text
    context: dict[str, object] = {
        "round": round_,
        "shown": version,
        "plan": plan,
        **(_build_quality_context(round_, version, plan) if version else {}),
        "in_force": round_.current_seating,
        "newer_draft": _find_newer_draft(round_, version),
        "versions": round_.seatings.select_related("created_by").order_by("-version"),
        **_build_input_context(round_, version),
        "changed_ratings": count_changed_ratings_of_draft(version) if version else 0,
        "absent": participants.list_absent_players(version) if version else [],
        "left_out": participants.list_players_without_seat(version) if version else [],
        "playing": participants.list_round_players(round_),
        "line_ups": list_line_ups(round_),
        "exchanges": list_exchanges(version) if version and version == find_seating_to_follow(round_) else [],
        "field": participants.compute_table_fill(round_),
        "may_change": version is not None and find_obstacle_to_swaps(version, round_) is None,
        "sheets_in": seating.collect_tables_with_sheet(round_),
        "wishes": seating_quality.count_requests_by_kind(tournament),
        "missing": participants.list_unconfirmed_tables_before(round_),
        "unplayed": participants.list_unstarted_rounds_before(round_),
        "schedule_form": ScheduleForm(prefix="schedule", tournament=tournament),
        "fixtures": find_fixtures(version) if version else None,
        "promise": find_promise(round_),
        "same_draw": list_drafts_of_same_draw(version) if version else [],
    }
    return page(request, tournament, "seating/manage/seating.html", "rounds", status=status, **(context | forms))


def _build_input_context(round_: Round, seating: Seating | None) -> dict[str, object]:
    used = find_difference_of_seating(seating) if seating else None
    fix = reverse("manage_fix", args=[round_.tournament.slug]) + f"?problem=redraw&round={round_.number}"
    unknown = in_doubt(seating) if seating else None
    return {"outdated": used, "redraw": fix if used and used.open else "", "unknown": unknown}


def _find_newer_draft(round_: Round, seating: Seating | None) -> Seating | None:
    if seating is None:
        return None
    drafts = round_.seatings.filter(state=Seating.State.DRAFT, version__gt=seating.version)
    return drafts.order_by("-version").first()


def _build_quality_context(round_: Round, seating: Seating, plan: Mapping[int, Sequence[Entry]]) -> dict[str, object]:
    entries = {entry.number: entry for entry in round_.tournament.entries.select_related("team")}
    met_before = collect_pairs_met_before(seating)
    figures, seated, drawn = compute_quality(round_, plan, entries, met_before=met_before)
    broken = describe_breaks(seating.breaks, entries, plan, met_before)
    repeats = next(figure for figure in figures if figure.key == "repeats")
    unmet = sum(len(pairs) for _asked, _group, pairs in broken)
    return {
        "sentence": words.describe_quality(repeats.before, repeats.bound_before, unmet),
        "figures": figures,
        "seated_rounds": len(seated),
        "more_rounds": seated[-1] > round_.number,
        "broken": broken,
        "map": build_heat_map(drawn, entries),
    }


def get_address(round_: Round, version: int | None = None) -> str:
    """Return the address of this version of the seating, or of the one in force."""
    address = reverse("manage_seating", args=[round_.tournament.slug, round_.number])
    return f"{address}?version={version}" if version else address


def get_address_of_draft(round_: Round, drafts: Sequence[Seating]) -> str:
    """Return the address of this round's draft among those just made, else of the round."""
    return get_address(round_, next((draft.version for draft in drafts if draft.round_id == round_.pk), None))


def show_promises(
    request: HttpRequest, tournament: Tournament, *, rows: Iterable[Any], status: int = 200, **forms: BaseForm
) -> HttpResponse:
    now = timezone.now()
    promises = [
        {"found": row, "due": row.promise.value_known_at is not None and row.promise.value_known_at <= now, **steps}
        for row, steps in rows
    ]
    context: dict[str, Any] = {"promises": promises, "zone": tournament.time_zone, **forms}
    return page(request, tournament, "seating/manage/draws.html", "rounds", status=status, **context)


def show_line_ups(
    request: HttpRequest,
    round_: Round,
    *,
    lines: Iterable[Any],
    status: int = 200,
    line_up_form: BaseForm | None = None,
) -> HttpResponse:
    tournament = round_.tournament
    return page(
        request,
        tournament,
        "seating/manage/line_ups.html",
        "teams",
        status=status,
        round=round_,
        lines=lines,
        started=round_.state in STARTED,
        deadline=find_deadline(round_),
        rounds=list_rounds_with_line_ups(tournament),
        line_up_form=line_up_form,
        sets_size=tournament.line_up_size is None,
    )


def show_tables(
    request: HttpRequest, tournament: Tournament, *, status: int = 200, players_form: BaseForm
) -> HttpResponse:
    round_ = find_round_in_play(tournament)
    context: dict[str, Any] = {"round": round_, "marks": build_name_marks(tournament)}
    if round_ is not None:
        round_tables = board.list_board_tables(round_)
        context |= {
            "tables": round_tables,
            "missing": sum(table.state != "confirmed" for table in round_tables),
            "following": round_.number + 1,
            "sits_out": list_players_sitting_out(round_),
        }
        list_of_tables = render_piece(request, tournament, "seating/manage/_play_tables.html", **context)
        renewal = build_renewal(request, frame=list_of_tables, remainder=None, rows={})
        if renewal.is_nothing:
            return HttpResponse(status=204)
        context |= renewal.context | {"list_of_tables": list_of_tables}
    if request.headers.get("HX-Request"):
        return page(request, tournament, "seating/manage/_play_part.html", "play", **context)
    if is_hall_open(tournament):
        address = hall_address.make_absolute(request, reverse("hall", args=[make_hall_code(tournament)]))
        context |= {"has_code": True, "address": address, "qr": make_qr_code(address)}
    template = "seating/manage/play.html"
    return page(request, tournament, template, "play", status=status, players_form=players_form, **context)


def list_players_sitting_out(round_: Round | None) -> list[Entry]:
    in_force = round_.current_seating if round_ is not None else None
    return participants.list_players_without_seat(in_force) if in_force is not None else []


def find_round_in_play(tournament: Tournament) -> Round | None:
    """Return the round of the whole field in play, else the last one played."""
    field = tournament.rounds.filter(alone=False).select_related("stage", "tournament", "clock")
    begun = field.filter(state__in=[Round.State.PLAYING, Round.State.FINISHED]).order_by("number")
    return begun.filter(state=Round.State.PLAYING).first() or begun.last()
