from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.utils import formats
from django.utils.translation import gettext as _

from tournaments.core.text.times import in_zone
from tournaments.seating.logic.amendments import Move

if TYPE_CHECKING:
    from tournaments.entries.models.entries import Entry
    from tournaments.seating.models.draws import SeedCommitment


def describe_state(key: str) -> str:
    return {
        "public": _("published"),
        "waits": _("waits to be published"),
        "replaced": _("drawn again"),
        "discarded": _("discarded"),
    }[key]


def list_terms(promise: SeedCommitment) -> list[tuple[str, str]]:
    """Return a promise's facts, names and values; one of the first kind names only a seed."""
    if not promise.promise:
        return [(_("Promised"), _("a seed, and nothing else"))]
    sentences = [
        (_("Rounds"), ", ".join(map(str, promise.rounds))),
        (_("Way of drawing"), _describe_way(promise)),
    ]
    if promise.inputs_close_at:
        sentences.append((_("Entries close"), _format_time(promise.inputs_close_at)))
    if promise.value_kind:
        sentences.append((_("The public value"), describe_value(promise)))
    else:
        text = _("none: the results of the round before decide, which nobody knew then")
        sentences.append((_("The public value"), text))
    return sentences


def _describe_way(promise: SeedCommitment) -> str:
    options = promise.options
    if promise.way == "swiss":
        settings = {
            "fresh": _("Swiss, new opponents first"),
            "balanced": _("Swiss, between new opponents and closeness"),
            "close": _("Swiss, close in standing first"),
        }
        text = settings.get(options.get("setting", ""), _("Swiss"))
        return _("%(way)s, groups of equal points") % {"way": text} if options.get("in_brackets") else text
    return str(promise.get_way_display())


def describe_value(promise: SeedCommitment) -> str:
    name = " ".join(part for part in (promise.value_source, promise.value_which) if part)
    if promise.value_known_at is None:
        return name
    return _("%(value)s, known from %(time)s") % {"value": name, "time": _format_time(promise.value_known_at)}


def _format_time(moment: datetime.datetime) -> str:
    return formats.date_format(in_zone(moment), "Y-m-d H:i")


def describe_move(move: Move, entries: Mapping[int, Entry]) -> str:
    values = {
        "table": move.table,
        "wind": (_("East"), _("South"), _("West"), _("North"))[move.seat % 4],
        "was": entries.get(move.was or 0, "–"),
        "now": entries.get(move.now or 0, "–"),
    }
    return _("Table %(table)s, %(wind)s: %(now)s instead of %(was)s") % values
