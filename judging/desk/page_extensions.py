from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.template.loader import render_to_string

from judging.desk import queries
from judging.desk.models import Call
from tournaments.core.extensions import extends
from tournaments.core.permissions import can


@extends("table_code")
def render_call_button(page: Mapping[str, Any]) -> str:
    values = {"table": page["table"], "call": queries.find_open_call(page["table"]), "abouts": Call.About.choices}
    return render_to_string("desk/_button.html", values, request=page["request"])


@extends("board")
def render_open_calls(page: Mapping[str, Any]) -> str:
    calls = queries.list_open_calls(page["tournament"])
    if not calls:
        return ""
    may_open = can(page["request"].user, "cases.view", page["tournament"])
    values = {"tournament": page["tournament"], "calls": calls, "may_open": may_open}
    return render_to_string("desk/_board.html", values, request=page["request"])


@extends("board_table")
def render_bell(page: Mapping[str, Any]) -> str:
    tournament = page["tournament"]
    # Asked once for all tables of the page.
    if "_calls_by_table" not in vars(tournament):
        vars(tournament)["_calls_by_table"] = {call.table_id: call for call in queries.list_open_calls(tournament)}
    call = vars(tournament)["_calls_by_table"].get(page["table"].pk)
    return render_to_string("desk/_bell.html", {"call": call}) if call else ""
