"""Pieces of the referee's desk for other pages of the tournament."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from judging.cases.models import Case, Ruling, RulingForfeit, RulingLine
from judging.cases.queries.on_phone import list_in_force_at
from tournaments.core.extensions import extends
from tournaments.core.shared_answers import share_answer


@extends("event_tabs")
def render_digest_tab(page: Mapping[str, Any]) -> str:
    tournament = page.get("tournament")
    rulings = Ruling.objects.filter(case__tournament=tournament, in_force=True)
    if tournament is None or not share_answer(("rulings", tournament.pk), rulings.exists):
        return ""
    return render_to_string("cases/_digest_tab.html", {"tournament": tournament, "section": page.get("section")})


@extends("table_code")
def render_rulings_link(page: Mapping[str, Any]) -> str:
    number = len(list_in_force_at(page["table"]))
    return render_to_string("cases/_of_table.html", {"table": page["table"], "found": number}) if number else ""


@extends("try")
def render_disputed_case(page: Mapping[str, Any]) -> str:
    """Return the first case of the demonstration event, an open one if there is any, for its referee's card."""
    cases = Case.objects.filter(tournament=page["trial"].event, table__isnull=False)
    cases = cases.select_related("table", "tournament").order_by("number")
    case = cases.filter(state=Case.State.OPEN).first() or cases.first()
    return render_to_string("cases/_try.html", {"case": case}, request=page["request"]) if case else ""


@extends("ledger_line")
def render_ruling_of_line(page: Mapping[str, Any]) -> str:
    """Link a ledger line to its ruling's case for referees alone: the line would put a name to the digest's entry."""
    return _render_case_link(page, RulingLine, "line")


@extends("forfeit")
def render_ruling_of_forfeit(page: Mapping[str, Any]) -> str:
    return _render_case_link(page, RulingForfeit, "forfeit")


def _render_case_link(page: Mapping[str, Any], model: type[RulingLine | RulingForfeit], name: str) -> str:
    tournament = page["tournament"]
    if not page.get("may_judge"):
        return ""
    # A page asks once for all its rows.
    numbers = vars(tournament).setdefault("_cases_by_row", {})
    if name not in numbers:
        rows = model.objects.filter(ruling__case__tournament=tournament)
        numbers[name] = dict(rows.values_list(f"{name}_id", "ruling__case__number"))
    number = numbers[name].get(page[name])
    return render_to_string("cases/_of_line.html", {"tournament": tournament, "number": number}) if number else ""
