from __future__ import annotations

from collections.abc import Sequence

from django.forms import BaseForm, HiddenInput
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournaments.core.permissions import can
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import page
from tournaments.core.visibility import Visitor, is_hidden, list_hidden_sheets
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.repairs.queries.effects import RepairEffects
from tournaments.results.forms.results import SheetForm
from tournaments.results.forms.table_code import PhotoForm
from tournaments.results.models.results import TableResult
from tournaments.results.queries import confirming, sheets
from tournaments.rounds.models import GameTable, Round


def may_write(user: Visitor, tournament: Tournament) -> bool:
    return can(user, "results.enter", tournament) or can(user, "results.correct", tournament)


def show_table(
    request: HttpRequest,
    game_table: GameTable,
    form: SheetForm,
    *,
    confirm_form: BaseForm,
    reject_form: BaseForm,
    postpone_form: BaseForm,
    status: int = 200,
    problems: Sequence[str] = (),
    stale: TableResult | None = None,
    again: SheetForm | None = None,
    start: bool = False,
    effects: RepairEffects | None = None,
) -> HttpResponse:
    """Show the table's page; `stale`: the version that blocks the form's, `start`: offer to start the round."""
    tournament = game_table.round.tournament
    versions = sheets.read_table_sheets(game_table)
    current, seats = versions.current, versions.seats
    hidden = current is not None and is_hidden(request.user, current)
    user = request.user
    typed = {name: form.data[name] for name in form.fields if name in form.data} if stale is not None else {}
    barred = current is not None and confirming.may_not_confirm(user, current)
    waits = current is not None and current.state == TableResult.State.ENTERED
    confirmable = waits and not barred and can(user, "results.confirm", tournament)
    comparison = []
    if stale is not None and not is_hidden(user, stale):
        theirs = {seat.entry_id: seat.points for seat in stale.seats.all()}
        comparison = [(seat.entry, theirs.get(seat.entry.pk), form.data.get(f"points_{seat.order}")) for seat in seats]
    out_of_sight = list_hidden_sheets(user, versions.versions)
    return page(
        request,
        tournament,
        "results/table.html",
        "results",
        status=status,
        round=game_table.round,
        table=game_table,
        seats=seats,
        form=form,
        fields=form.sheet_fields,
        sums=sheets.build_sum_parameters(versions.ruleset),
        current=current,
        hidden=hidden,
        own=barred,
        confirmable=confirmable,
        confirmers=confirming.get_confirmers(current) if waits and current is not None and not confirmable else None,
        code=_build_code_for_players(request, game_table)
        if waits and confirming.may_players_write(game_table)
        else None,
        again=again
        or (
            SheetForm.of_table(game_table, prefix="again", initial=typed)
            if hidden or (confirmable and tournament.blind_reentry and current is not None and not current.twice_alike)
            else None
        ),
        confirm_form=confirm_form,
        reject_form=reject_form,
        postpone_form=_find_postpone_form(postpone_form, game_table, versions.confirmed is not None),
        versions=[
            (version, None if version.pk in out_of_sight else list(version.seats.all()))
            for version in versions.versions
        ],
        problems=problems,
        stale=stale,
        comparison=comparison,
        newest=versions.newest,
        photos=sheets.list_photos(game_table),
        photo_form=PhotoForm(),
        may_bring_photos=can(user, "results.enter", tournament),
        may_enter=may_write(user, tournament),
        start=start,
        effects=effects,
        may_preview=current is not None and can(user, "results.correct", tournament),
    )


def _find_postpone_form(form: BaseForm, game_table: GameTable, played: bool) -> BaseForm | None:
    round_ = game_table.round
    if played or round_.annulled_at is not None or round_.alone or round_.state == Round.State.PLANNED:
        return None
    form.fields["table"].widget, form.initial["table"] = HiddenInput(), game_table.number
    return form


def _build_code_for_players(request: HttpRequest, game_table: GameTable) -> dict[str, str]:
    address = hall_address.make_absolute(request, reverse("table_code", args=[game_table.token]))
    return {"address": address, "picture": make_qr_code(address)}
