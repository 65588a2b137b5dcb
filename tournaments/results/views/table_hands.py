from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from engine.match.declared import HandStart, final_points
from engine.match.scoring import places
from engine.match.sheet_rules import NEUTRAL
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.text.names import format_persons
from tournaments.entries.models.entries import Entry
from tournaments.results.forms.results import WhoForm, describe_seats, format_chair
from tournaments.results.forms.tapped_hands import TappedHandForm
from tournaments.results.logic import hand_lines
from tournaments.results.queries import confirming, last_hand, sheets
from tournaments.results.queries import last_hand_texts as words
from tournaments.results.services import results, table_phone
from tournaments.results.services.typists import Typist
from tournaments.results.text import describe_payment, describe_start
from tournaments.results.views.phone_rows import PhoneRow
from tournaments.rounds.models import GameTable
from tournaments.rounds.phone import Phone, get_table_by_code


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def hands(request: HttpRequest, token: str) -> HttpResponse:
    table = get_table_by_code(token)
    if table.plays.exists():
        raise Http404
    entered = sheets.find_latest_result(table) is not None
    if entered or not confirming.may_players_write(table):
        if entered and request.POST.get("step") == "add":
            late = _("The sheet of this table is entered already, so this hand is not on it. Go to the desk.")
            messages.error(request, late)
        return redirect("table_code", token)
    state = _TableHands(table)
    step = request.POST.get("step", "")
    form = TappedHandForm(
        request.POST if step == "add" else None,
        rules=state.rules,
        seats=state.seats,
        number=len(state.paid) + 1,
        patterns=state.patterns,
        limits=sheets.list_limits(state.version),
    )
    phone = Phone.of(request)
    who = WhoForm(
        request.POST if step == "save" else None,
        seats=state.seats,
        owner=phone.find_player(table.round.tournament_id),
        prefix="who",
    )
    problems: list[str] = []
    if request.method == "POST":
        try:
            answer = _perform_step(request, table, state, step, form, who, phone)
        except UserError as error:
            answer, problems = None, [str(error), *error.problems]
        if answer is not None:
            return phone.remember(answer)
    values: dict[str, Any] = {
        "tournament": table.round.tournament,
        "table": table,
        "round": table.round,
        "state": state,
        "form": form,
        "main": form.main,
        "more": form.more,
        "who": who,
        "problems": problems,
        "end": state.end(phone.find_player(table.round.tournament_id)),
    }
    return phone.remember(render(request, "results/table_hands.html", values, status=422 if request.POST else 200))


def _perform_step(
    request: HttpRequest,
    table: GameTable,
    state: _TableHands,
    step: str,
    form: TappedHandForm,
    who: WhoForm,
    phone: Phone,
) -> HttpResponse | None:
    by = Actor.of_table(table, request)
    back = redirect("table_hands", table.token)
    if step == "undo":
        table_phone.undo_hand(by, table)
        return back
    if step == "add" and form.is_valid():
        try:
            hand_lines.settle_hands(state.rules, [*state.declared, form.hand])
        except hand_lines.ImpossibleHandError as error:
            form.refuse(error.reason)
            return None
        table_phone.add_hand(by, table, hand=form.record())
        return back
    if step == "save" and who.is_valid():
        player = who.cleaned_data["player"]
        entry = Entry.objects.get(tournament=table.round.tournament_id, pk=player)
        results.submit_sheet(
            by,
            table,
            points=state.points,
            players=[seat.entry.pk for seat in state.seats],
            leftover=state.leftover,
            hands=state.hands,
            from_hands=state.points,
            reason=request.POST.get("reason", ""),
            typist=Typist.on(phone, entry),
        )
        phone.assign_player(table.round.tournament_id, player)
        messages.success(request, _("Thank you. The other players confirm next."))
        return redirect("table_code", table.token)
    return None


class _TableHands:
    def __init__(self, table: GameTable) -> None:
        self.table, self.version = table, sheets.get_round_ruleset(table.round)
        version = self.version
        self.rules, self.seats = sheets.get_sheet_rules(version), sheets.list_seats(table)
        self.patterns = sheets.list_pattern_values(version)
        lines = sheets.build_hand_lines(table, self.seats, self.rules)
        self.declared = [hand_lines.declare_hand(self.rules, line) for line in lines]
        self.paid = hand_lines.settle_hands(self.rules, self.declared)
        self.scoring = version.scoring
        self.points = final_points(self.paid, [self.scoring.start_points] * len(self.seats))
        self.leftover = self.paid[-1].after.deposits if self.paid else 0
        self.hands = list(table.hands.filter(result=None).order_by("number"))

    def end(self, player: int | None) -> Mapping[str, Any] | None:
        chances = last_hand.find_state_at_the_end(
            self.table, self.rules, self.scoring, self.seats, self.paid, self.points, player=player
        )
        if chances is None:
            return None
        return {
            "certain": chances.certain,
            "players": words.last_hand_lines(chances, self.version.rules, self.heads),
        }

    @property
    def heads(self) -> list[str]:
        return [format_chair(seat) for seat in self.seats]

    @property
    def standing(self) -> list[PhoneRow]:
        ranked = zip(self.seats, self.points, places(self.points), strict=True)
        return [PhoneRow(seat, points=points, place=place) for seat, points, (place, _tied) in ranked]

    @property
    def start(self) -> str:
        return self._describe_start(self.paid[-1].after if self.paid else HandStart())

    @property
    def lines(self) -> list[HandLine]:
        names = dict(
            zip((seat.order for seat in self.seats), format_persons([seat.entry for seat in self.seats]), strict=True)
        )
        return [
            HandLine(
                number,
                self._describe_start(hand.before),
                tuple(hand.deltas),
                [describe_payment(transfer, names) for transfer in hand.transfers],
            )
            for number, hand in reversed(list(enumerate(self.paid, 1)))
        ]

    def _describe_start(self, start: HandStart) -> str:
        if self.rules is NEUTRAL:
            return ""
        return describe_start(start, describe_seats(self.seats)[start.dealer], stick=self.rules.stick)


class HandLine(NamedTuple):
    number: int
    start: str
    gains: tuple[int, ...]
    payments: list[str]


urlpatterns = [path("e/<str:token>/hands/", hands, name="table_hands")]
