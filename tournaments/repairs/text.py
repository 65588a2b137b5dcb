"""Repairs in words: their problem, tables and people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from tournaments.core.models.log import AuditEntry, describe_value
from tournaments.core.text.places import format_enumeration

TITLES: Final[dict[str, str | Promise]] = {}


def describe_kind(kind: str) -> str:
    """Return the title of a kind of problem; for a former kind a general title."""
    return str(TITLES[kind]) if kind in TITLES else _("Problem fixed")


def describe_subjects(entry: AuditEntry, names: Mapping[int, str]) -> str:
    """Return the tables and people of a repair: ``Round 1, table 4: 13 Chen, 14 Dubois``; `names` by number."""
    words = {**_map_removed_names(entry), **names}
    places: dict[int, set[int]] = {}
    people: dict[int, None] = {}
    for step in entry.after.get("steps", ()):
        for round_, table in _iterate_places(step):
            places.setdefault(round_, set()).update([table] if table else [])
        people |= dict.fromkeys(_iterate_player_numbers(step))
    where = [_format_place(round_, sorted(tables)) for round_, tables in sorted(places.items())]
    who = ", ".join(words.get(number, str(number)) for number in people)
    return ": ".join(part for part in ("; ".join(where), who) if part)


def _format_place(round_: int, tables: list[int]) -> str:
    if not tables:
        return _("Round %(number)s") % {"number": round_}
    if len(tables) == 1:
        return _("Round %(round)s, table %(table)s") % {"round": round_, "table": tables[0]}
    return _("Round %(round)s, tables %(tables)s") % {"round": round_, "tables": format_enumeration(tables)}


def _iterate_places(step: Mapping[str, Any]) -> Iterable[tuple[int, int]]:
    """Yield the rounds with their tables; 0 for a whole round."""
    if "tables" in step:
        changed = [int(table) for table, people in step["tables"].items() if people != step["was"][table]]
        yield from ((step["round"], table) for table in changed)
    elif "round" in step:
        yield step["round"], 0
    yield from ((int(round_), 0) for round_ in step.get("rounds", ()))
    yield from ((round_, table) for round_, table in (step[name] for name in ("one", "other", "at") if name in step))


def _iterate_player_numbers(step: Mapping[str, Any]) -> Iterable[int]:
    for table, people in step.get("tables", {}).items():
        before = step["was"][table]
        yield from (number for number in people if number not in before or people.index(number) != before.index(number))
    yield from (step[name] for name in ("number", "stays", "goes", "leaves", "comes") if name in step)


def _map_removed_names(entry: AuditEntry) -> dict[int, str]:
    rows = (step["entry"] for step in entry.after.get("undo", ()) if "entry" in step)
    return {row["number"]: _format_name(row) for row in rows}


def _format_name(row: Mapping[str, Any]) -> str:
    given_name, family_name, native_name = (
        describe_value(row.get(name, "")) for name in ("given_name", "family_name", "native_name")
    )
    # Erased names are said once.
    western = " ".join(dict.fromkeys([given_name, family_name])).strip()
    return f"{row['number']} {western or native_name}".strip()
