"""Rulings on the table's phone: players read them in their own language, and accept or appeal without an account."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from judging.cases.models import Party, Ruling
from judging.cases.queries.appeals import get_deadline
from judging.cases.queries.on_phone import list_in_force_at, list_rulings_on_phone
from judging.cases.services import appeals
from tournaments.core.actions import describe_first_error
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.forms.fields import set_choices
from tournaments.core.http.idempotency import sent_once
from tournaments.core.text.names import choose_leading_name, format_person, map_marks
from tournaments.rounds.models import GameTable
from tournaments.rounds.phone import Phone, get_table_by_code


class AnswerForm(forms.Form):
    player = forms.TypedChoiceField(label=gettext_lazy("Your name"), coerce=int, widget=forms.RadioSelect)
    grounds = forms.CharField(
        label=gettext_lazy("Grounds"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3})
    )

    def __init__(self, *args: object, parties: list[Party], **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        namesakes = map_marks(party.entry for party in parties)
        set_choices(self, "player", [(party.entry_id, format_person(party.entry, namesakes)) for party in parties])


@require_safe
@never_cache
def rulings(request: HttpRequest, token: str) -> HttpResponse:
    return _render_page(request, get_table_by_code(token))


def _render_page(
    request: HttpRequest, table: GameTable, refused: tuple[int, AnswerForm] | None = None, *, status: int = 200
) -> HttpResponse:
    owner = Phone.of(request).find_player(table.round.tournament_id)
    listed = []
    for view in list_rulings_on_phone(table, owner):
        pk = view.details.ruling.pk
        blank = AnswerForm(parties=view.parties, initial={"player": owner}, auto_id=f"id_{pk}_%s")
        listed.append((view, refused[1] if refused is not None and refused[0] == pk else blank))
    values = {"table": table, "round": table.round, "tournament": table.round.tournament, "rulings": listed}
    return render(request, "cases/on_phone.html", values, status=status)


@sent_once
@require_POST
@never_cache
def answer(request: HttpRequest, token: str, number: int, step: str) -> HttpResponseBase:
    table = get_table_by_code(token)
    in_force = [ruling.pk for ruling in list_in_force_at(table)]
    ruling = get_object_or_404(Ruling, pk=number, case__table=table)
    parties = list(ruling.case.parties.select_related("entry").order_by("seat"))
    form = AnswerForm(request.POST, parties=parties, auto_id=f"id_{number}_%s")
    if form.is_valid():
        try:
            if ruling.pk not in in_force:
                raise UserError(_("This ruling was superseded. Look at the one in force."))
            message = _answer(request, table, ruling, form, parties, step)
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, message)
            return redirect("table_rulings", token)
    if ruling.pk not in in_force:
        messages.error(request, describe_first_error(form))
        return redirect("table_rulings", token)
    return _render_page(request, table, (number, form), status=422)


def _answer(
    request: HttpRequest, table: GameTable, ruling: Ruling, form: AnswerForm, parties: list[Party], step: str
) -> str:
    chosen = form.cleaned_data["player"]
    player = next(party.entry for party in parties if party.entry_id == chosen)
    owner = Phone.of(request).find_player(table.round.tournament_id)
    others = {party.entry_id: choose_leading_name(party.entry) for party in parties if party.entry_id != chosen}
    if owner in others and not table.round.tournament.one_phone:
        raise UserError(_("This phone belongs to %(name)s. Use your own.") % {"name": others[owner]}, field="player")
    by = Actor.of_table(table, request)
    if step == "accept":
        appeals.accept(by, ruling, by_entry=player)
        return _("You have accepted the ruling.")
    if get_deadline(ruling).over:
        raise UserError(_("The time for an appeal is over. Speak to the head referee."))
    appeals.file_appeal(by, ruling, by_entry=player, grounds=form.cleaned_data["grounds"])
    return _("Your appeal is with the head referee.")
