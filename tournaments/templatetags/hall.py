"""Tiles of the hall plan, made by a function: a hall has hundreds of them, on pages that renew themselves."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.results.queries.board import BoardTable
from tournaments.rounds.models import Round

register = template.Library()

NONE = SafeString("")
RENEWED = SafeString(' hx-swap-oob="true"')
TILE = (
    '<li id="hall-place-{place}"{renewed}><a class="hall-table {state}"{link} id="hall-{place}" data-tile="{number}"'
    ' data-mark="{mark}"><b><span class="visually-hidden">{word} </span>{called}</b>{piece}'
    '<span class="hall-state hall-mark {kind}"><span>{label}</span></span>{minutes}{doubtful}</a></li>'
)
MINUTES = '<span class="hall-minutes num" data-since="{}"{} data-minutes="{}′{}"><span>{}{}</span></span>'


@register.simple_tag(takes_context=True)
def hall_tile(context: template.Context, table: BoardTable, piece: str) -> SafeString:
    round_: Round = context["round"]
    link = NONE
    if context.get("may_open"):
        parts = [context["tournament"].slug, round_.number, table.number]
        link = format_html(' href="{}"', reverse("manage_table", args=parts))
    texts: dict[str, Any] = {
        "place": f"{round_.number}-{table.number}",
        "renewed": RENEWED if context.get("renewed") else NONE,
        "state": f"{table.state} doubtful" if table.doubtful else table.state,
        "link": link,
        "number": table.number,
        "mark": table.mark,
        "word": gettext("Table"),
        "called": table.called,
        "piece": piece,
        "kind": table.state,
        "label": table.label,
        "minutes": _render_minutes(table),
        "doubtful": NONE,
    }
    if table.doubtful:
        texts["doubtful"] = format_html('<span class="visually-hidden">{}</span>', gettext("needs checking"))
    return format_html(TILE, **texts)


def _render_minutes(table: BoardTable) -> SafeString:
    if table.minutes is None:
        return NONE
    words = gettext("%(number)s min") % {"number": table.minutes}
    if not table.longer:
        return format_html(MINUTES, table.began, NONE, table.minutes, NONE, words, NONE)
    longer = format_html(' data-longer="{}"', table.longer)
    more = gettext("+%(number)s min") % {"number": table.longer}
    return format_html(MINUTES, table.began, longer, table.minutes, f" +{table.longer}", words, f" {more}")
