from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _

from engine.exact import integer_or
from engine.match.declared import SettledHand, final_points
from engine.match.sheet_rules import SheetRules
from tournaments.core.audit import Actor, locked
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires
from tournaments.core.text.names import format_persons
from tournaments.core.views.manage import page
from tournaments.core.visibility import is_hidden
from tournaments.events.models import Tournament
from tournaments.results.forms.results import HandForm, make_hand_forms
from tournaments.results.logic import hand_lines
from tournaments.results.queries import sheets
from tournaments.results.services import results
from tournaments.results.services.typists import Typist
from tournaments.results.text import LABELS, describe_missing_shown_hands, describe_problems
from tournaments.results.views.manage import get_table_or_404, may_start_for, start_first
from tournaments.rounds.models import GameTable
from tournaments.rounds.phone import Phone

MAX_COLUMNS = 16
"""Maximum of fields in one row; longer lines are laid out in parts."""

UNITS = ("han", "tai", "fan")


@requires("results.enter")
def hands(request: HttpRequest, tournament: Tournament, number: int, table: int) -> HttpResponse:
    game_table = get_table_or_404(tournament, number, table)
    versions = sheets.read_table_sheets(game_table)
    seats, rules, current = versions.seats, versions.rules, versions.current
    hidden = current is not None and is_hidden(request.user, current)
    initial = [] if hidden else sheets.build_hand_lines(game_table, seats, rules)
    forms = make_hand_forms(request.POST or None, rules=rules, seats=seats, initial=initial)
    preview: list[int] = []
    problems: list[str] = []
    start_offered = False
    if request.method == "POST" and all(form.is_valid() for form in forms):
        written = [form for form in forms if form.written]
        paid = _settle_hands(rules, written)
        if paid is not None:
            start = versions.scoring.start_points
            preview = final_points(paid, [start] * len(seats))
            leftover = paid[-1].after.deposits if paid else 0
            names = format_persons([seat.entry for seat in seats])
            problems = [
                *describe_missing_shown_hands(
                    hand_lines.list_missing_shown_hands(rules, [form.hand for form in written]),
                    names,
                ),
                *describe_problems(versions.doubts(preview, leftover), names),
            ]
            if {"save", "start"} & request.POST.keys():
                answer = _save_hands(request, game_table, seats, preview, leftover, written)
                if not isinstance(answer, UserError):
                    return answer
                problems = [str(answer), *answer.problems]
                start_offered = may_start_for(request.user, game_table, answer)
    heads = [field.label for field in forms[0].fields.values()]
    return page(
        request,
        tournament,
        "results/hands.html",
        "results",
        status=422 if request.method == "POST" and not preview else 200,
        round=game_table.round,
        table=game_table,
        seats=seats,
        forms=forms,
        heads=heads,
        has_kongs=any(field.kind == "kongs" for field in rules.fields),
        in_parts=len(heads) > MAX_COLUMNS,
        value_word=next((LABELS[field.label] for field in rules.fields if field.label in UNITS), ""),
        preview=list(zip(seats, preview, strict=False)),
        problems=problems,
        based_on=versions.newest,
        reason=request.POST.get("reason", ""),
        start=start_offered,
    )


def _settle_hands(rules: SheetRules, written: Sequence[HandForm]) -> list[SettledHand] | None:
    """Return the hands in order; None, with an error on its line, if one is impossible after the others."""
    try:
        return hand_lines.settle_hands(rules, [form.hand for form in written])
    except hand_lines.ImpossibleHandError as error:
        written[error.hand].refuse(error.reason)
        return None


def _save_hands(
    request: HttpRequest,
    game_table: GameTable,
    seats: Sequence[sheets.SheetSeat],
    points: Sequence[int],
    leftover: int,
    written: Sequence[HandForm],
) -> HttpResponse | UserError:
    based_on = integer_or(request.POST.get("based_on"))
    phone = Phone.of(request)
    try:
        with locked(game_table.round.tournament):
            start_first(request, game_table)
            results.submit_sheet(
                Actor.of(request),
                game_table,
                points=points,
                players=[seat.entry.pk for seat in seats],
                leftover=leftover,
                hands=[form.record() for form in written],
                from_hands=points,
                reason=request.POST.get("reason", ""),
                based_on=based_on,
                typist=Typist.on(phone),
            )
    except UserError as error:
        return error
    messages.success(request, _("The sheet of table %(table)s is entered.") % {"table": game_table.number})
    return phone.remember(
        redirect("manage_table", game_table.round.tournament.slug, game_table.round.number, game_table.number)
    )


urlpatterns = [
    path(
        "t/<slug:slug>/manage/results/<int:number>/table/<int:table>/hands/",
        hands,
        name="manage_hands",
    ),
]
