"""Log entries for pages and files, filtered."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_date

from tournaments.core.audit.changes import keys_in, model_of
from tournaments.core.models.log import AuditEntry
from tournaments.core.text.folding import name_key
from tournaments.events.models import Tournament
from tournaments.events.text.changes import ShownChange, changes

ABOVE = {"round": "round", "table": "table__round", "board": "board", "case": "case"}
"""Field of a row -> what its name says besides the row itself."""


ShownEntry = tuple[AuditEntry, str, list[ShownChange]]
"""An entry of the log, what it is about, by today's name where it still is, and what it changed."""


def filtered(tournament: Tournament, asked: Mapping[str, Any]) -> QuerySet[AuditEntry]:
    """Return the entries, newest first; `asked` may hold who, action, what (part of the name), since and until (dates).

    An action is a code (`entries.drop`) or its prefix (`entries`).
    """
    found = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence")
    if who := asked.get("who", "").strip():
        same = [name for name in names_in(tournament) if name.casefold() == who.casefold()]
        found = found.filter(actor_name__in=same)
    if action := asked.get("action", "").strip():
        found = found.filter(Q(action=action) | Q(action__startswith=f"{action.rstrip('.')}."))
    if what := asked.get("what", "").strip():
        found = found.filter(object_name__in=_names_with(found, what))
    if since := _day(asked.get("since", "")):
        found = found.filter(at__date__gte=since)
    if until := _day(asked.get("until", "")):
        found = found.filter(at__date__lte=until)
    return found


def _names_with(entries: QuerySet[AuditEntry], words: str) -> list[str]:
    """Return the names of rows in the log that contain the words, whatever their case and accents."""
    folded = name_key(words)
    names = entries.order_by().values_list("object_name", flat=True).distinct()
    return [name for name in names if folded in name_key(name)]


def names_in(tournament: Tournament) -> list[str]:
    """Return the names of all actors in the log, in English or as typed; a table's code is a sentence."""
    names = AuditEntry.objects.filter(tournament=tournament).order_by().values_list("actor_name", flat=True)
    return sorted(set(names))


def _day(text: str) -> datetime.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


def shown(entries: Iterable[AuditEntry]) -> list[ShownEntry]:
    """Return entries with subjects and changes as text; the rows they name are loaded at once.

    Imported entries name rows by the keys of their site.
    """
    listed = list(entries)
    origins: list[dict[str, Any]] = listed[0].tournament.origins if listed and listed[0].tournament else []
    by_site: dict[int, list[AuditEntry]] = {}
    for entry in listed:
        site = next((at for at, one in enumerate(origins) if entry.sequence <= one["through"]), len(origins))
        by_site.setdefault(site, []).append(entry)
    found = {
        row[0].sequence: row
        for site, own in by_site.items()
        for row in _shown(own, origins[site]["keys"] if site < len(origins) else None)
    }
    return [found[entry.sequence] for entry in listed]


def about(row: Model, tournament: Tournament) -> QuerySet[AuditEntry]:
    """Return the entries about a row, including imported ones from a site where it had another key."""
    model, last, asked = row._meta.model_name or "", 0, Q(pk=None)
    for one in tournament.origins:
        there = [key for key, here in one["keys"].get(model, {}).items() if here == row.pk]
        asked |= Q(object_id__in=there, sequence__gt=last, sequence__lte=one["through"])
        last = one["through"]
    asked |= Q(object_id=str(row.pk), sequence__gt=last)
    return tournament.audit_entries.filter(asked, object_type=model)


def _shown(listed: list[AuditEntry], keys: Mapping[str, Mapping[str, int]] | None) -> list[ShownEntry]:
    """Return entries of one site; `keys` maps its keys to those here, None for this site."""
    wanted: dict[type[Model], set[str]] = {}
    for entry in listed:
        own = model_of(entry.object_type)
        rows = [*keys_in(entry.object_type, entry.before), *keys_in(entry.object_type, entry.after)]
        for model, key in [*rows, *([(own, entry.object_id)] if own is not None else [])]:
            wanted.setdefault(model, set()).add(key)
    names: dict[tuple[str, str], str] = {}
    for model, named in wanted.items():
        kind = model._meta.model_name or ""
        here = {key: key for key in named if _is_key(model, key)}
        if keys is not None:
            here = {key: str(keys[kind][key]) for key in named if key in keys.get(kind, {})}
        above = [ABOVE[each.name] for each in model._meta.concrete_fields if each.name in ABOVE]
        rows_here = model._default_manager.select_related(*above).in_bulk(list(here.values()))
        told = {str(key): str(row) for key, row in rows_here.items()}
        names |= {(kind, key): told[own_key] for key, own_key in here.items() if own_key in told}
    return [
        (
            entry,
            names.get((entry.object_type, entry.object_id)) or entry.object_name,
            changes(entry.object_type, entry.before, entry.after, names),
        )
        for entry in listed
    ]


def _is_key(model: type[Model], key: str) -> bool:
    """Return whether the text can be a key of the model: deleted rows keep their number, a foreign log may hold
    anything.
    """
    try:
        model._meta.pk.to_python(key)
    except ValidationError:
        return False
    return True
