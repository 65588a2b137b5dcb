"""Hands that players of a table declare on their phones, behind the table's code."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.awards import services
from tournaments.awards.forms import DeclareForm
from tournaments.awards.pages import show_declaring
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.results.queries.confirming import may_players_write
from tournaments.rounds.phone import get_table_by_code


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def by_code(request: HttpRequest, token: str) -> HttpResponse:
    """Declare a hand as long as players may enter their sheet."""
    table = get_table_by_code(token)
    if not may_players_write(table):
        return redirect("table_code", token)
    form = DeclareForm(request.POST if request.method == "POST" else None, table=table)
    address = reverse("table_prize_hands", args=[token])
    if form.is_valid():
        try:
            services.declare(Actor.of_table(table, request), table, **form.cleaned_data, by_code=True)
        except UserError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
        else:
            messages.success(request, _("The hand is declared."))
            return redirect(address)
    return show_declaring(request, table, form, address=address, by_code=True, status=422 if form.errors else 200)


urlpatterns = [path("e/<str:token>/prize-hands/", by_code, name="table_prize_hands")]
