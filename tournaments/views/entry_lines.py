"""The lines of the results entry page: one of each kind is made in a template, the others are stamped from it.

Four hundred forms of six controls take a second in templates, and differ in numbers, names and points alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString

from engine.match.sheet_rules import SheetRules
from tournaments.forms.results import SheetForm, seated
from tournaments.models import Round
from tournaments.selectors import confirming
from tournaments.selectors.board import BoardTable
from tournaments.visibility import is_hidden

NUMBER, VERSION = 918_273_645, 546_372_819
"""In addresses, where only a number can stand; no table and no version is one of these."""

_MARK: Final = re.compile("\ue000(\\w+)\ue001")
"""A place for a value, between signs that no text has."""


class LineKind(NamedTuple):
    """All that decides how a line looks besides its values."""

    chip: str
    label: str
    twice: bool
    photo: bool
    by: str
    """What whoever looks may do with a sheet that waits: confirm it, enter it once more, or nothing."""
    seats: int
    written: frozenset[str]
    """The fields that hold something."""


def entry_lines(
    request: HttpRequest,
    round_: Round,
    tables: Sequence[BoardTable],
    *,
    rules: SheetRules,
    photos: Mapping[int, int],
    may_enter: bool,
    may_confirm: bool,
) -> list[SafeString]:
    """A form a table, in the order of the tables."""
    stamps: dict[LineKind, list[str]] = {}
    lines = []
    for table in tables:
        values = _values(request, table)
        kind = LineKind(
            table.kind,
            str(table.label),
            twice=table.state == "entered" and bool(table.result and table.result.twice_alike),
            photo=table.number in photos,
            by=_by(request, round_, table) if may_confirm else "",
            seats=len(table.seats),
            written=frozenset(name for name in values if name.startswith("points_") or name == "leftover"),
        )
        if kind not in stamps:
            stamps[kind] = _MARK.split(_stamp(request, round_, table, kind, rules=rules, may_enter=may_enter))
        lines.append(SafeString("".join(_filled(stamps[kind], values))))
    return lines


def _by(request: HttpRequest, round_: Round, table: BoardTable) -> str:
    if table.state != "entered" or table.result is None or confirming.is_barred(request.user, table.result):
        return ""
    return "second" if round_.tournament.blind_reentry and not table.result.twice_alike else "confirm"


def _values(request: HttpRequest, table: BoardTable) -> dict[str, str]:
    """What stands in the places of a table's line."""
    result = table.result
    values: dict[str, Any] = {"number": table.number, "version": result.version if result else 0}
    values |= {f"seat_{at}": seated(seat) for at, seat in enumerate(table.seats)}
    if result is not None and not is_hidden(request.user, result):
        values |= {f"points_{seat.order}": seat.points for seat in result.seats.all()}
        if result.leftover_points:
            values["leftover"] = result.leftover_points
    return {name: str(value) for name, value in values.items()}


def _filled(stamp: Sequence[str], values: Mapping[str, str]) -> list[str]:
    """The parts of a line: every second one is the name of a place."""
    return [escape(values[part]) if at % 2 else part for at, part in enumerate(stamp)]


def _stamp(
    request: HttpRequest, round_: Round, table: BoardTable, kind: LineKind, *, rules: SheetRules, may_enter: bool
) -> str:
    """A line of this kind with a mark in each place."""
    form = SheetForm(
        rules=rules,
        seats=table.seats,
        auto_id=f"id_t{_mark('number')}_%s",
        initial={name: _mark(name) for name in kind.written},
    )
    for at in range(kind.seats):
        form.fields[f"points_{at}"].label = _mark(f"seat_{at}")
    form.fields["based_on"].initial = _mark("version")
    slug, number = round_.tournament.slug, round_.number
    context = {
        "form": form,
        "fields": [form[name] for name in form.sheet_order],
        "kind": kind,
        "number": _mark("number"),
        "address": _address("manage_table", slug, number, NUMBER),
        "confirm": _address("manage_confirm", slug, number, NUMBER, VERSION),
        "may_enter": may_enter,
    }
    return render_to_string("results/_entry_line.html", context, request)


def _mark(name: str) -> str:
    return f"\ue000{name}\ue001"


def _address(view: str, *arguments: str | int) -> str:
    found = reverse(view, args=arguments)
    return found.replace(str(NUMBER), _mark("number")).replace(str(VERSION), _mark("version"))
