from __future__ import annotations

import zoneinfo

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round, RoundClock
from tournaments.rounds.queries.postponed import list_tables_to_come
from tournaments.rounds.services import rounds


def show_rounds(
    request: HttpRequest, tournament: Tournament, *, dates_form: BaseForm, status: int = 200
) -> HttpResponse:
    context: dict[str, object] = {
        "stages": tournament.stages.all(),
        "zone": zoneinfo.ZoneInfo(tournament.time_zone),
        "to_come": list_tables_to_come(tournament),
        "dates_form": dates_form,
    }
    return page(request, tournament, "rounds/manage/rounds.html", "rounds", status=status, **context)


def show_round(
    request: HttpRequest, tournament: Tournament, round_: Round, *, status: int = 200, **forms: BaseForm
) -> HttpResponse:
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        context: dict[str, object] = {
            "round": round_,
            "zone": tournament.time_zone,
            "clock": RoundClock.objects.filter(round=round_).first(),
            "unconfirmed": rounds.list_unconfirmed_tables(round_),
            "tables": round_.tables.order_by("number"),
            "last": not tournament.rounds.filter(number__gt=round_.number).exists(),
        }
        return page(request, tournament, "rounds/manage/round.html", "rounds", status=status, **(context | forms))
