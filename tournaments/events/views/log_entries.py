from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.dateparse import parse_date

from tournaments.core.audit.changes import keys_in, model_of
from tournaments.core.models.log import AuditEntry, PersonalValue
from tournaments.core.models.sentences import decode_sentence
from tournaments.core.text.folding import fold_to_name_key
from tournaments.events.models import Tournament
from tournaments.events.text.changes import FieldChange, list_changes

ABOVE = {"round": "round", "table": "table__round", "board": "board", "case": "case"}
"""Field of a row -> relation whose name stands before the row's own."""


ShownEntry = tuple[AuditEntry, str, list[FieldChange]]
"""Entry of the log, the current name of its row, and its changes."""


def filter_entries(tournament: Tournament, query: Mapping[str, Any]) -> QuerySet[AuditEntry]:
    """Return matching entries, newest first; an action is a code (`entries.drop`) or its prefix (`entries`)."""
    entries = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence")
    if who := query.get("who", "").strip():
        entries = entries.filter(_filter_by_name(entries, "actor_name", lambda name: name.casefold() == who.casefold()))
    if action := query.get("action", "").strip():
        entries = entries.filter(Q(action=action) | Q(action__startswith=f"{action.rstrip('.')}."))
    if what := query.get("what", "").strip():
        folded = fold_to_name_key(what)
        entries = entries.filter(_filter_by_name(entries, "object_name", lambda name: folded in fold_to_name_key(name)))
    if since := parse_day(query.get("since", "")):
        entries = entries.filter(at__date__gte=since)
    if until := parse_day(query.get("until", "")):
        entries = entries.filter(at__date__lte=until)
    return entries


def _filter_by_name(entries: QuerySet[AuditEntry], column: str, fits: Callable[[str], bool]) -> Q:
    """Return the condition on entries with a fitting name in the column, or in its personal value."""
    names = [name for name in entries.order_by().values_list(column, flat=True).distinct() if name and fits(name)]
    values = PersonalValue.objects.filter(entry__in=entries.order_by().values("pk"), place=column).order_by()
    texts = [
        text for text in values.values_list("value", flat=True).distinct() if fits(decode_sentence(json.loads(text)))
    ]
    return Q(**{f"{column}__in": names}) | Q(pk__in=values.filter(value__in=texts).values("entry"))


def list_actor_names(tournament: Tournament) -> list[str]:
    """Return the names of all actors in the log, in English or as typed, without erased ones."""
    names = AuditEntry.objects.filter(tournament=tournament).order_by().values_list("actor_name", flat=True)
    values = PersonalValue.objects.filter(entry__tournament=tournament, place="actor_name").order_by()
    texts = values.values_list("value", flat=True).distinct()
    return sorted({*names.distinct(), *(decode_sentence(json.loads(text)) for text in texts)})


def parse_day(text: str) -> datetime.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


def describe_entries(entries: Iterable[AuditEntry]) -> list[ShownEntry]:
    """Return entries with subjects and changes as text, rows loaded at once; keys of imported ones are their site's."""
    listed = list(entries)
    origins: list[dict[str, Any]] = listed[0].tournament.origins if listed and listed[0].tournament else []
    by_site: dict[int, list[AuditEntry]] = {}
    for entry in listed:
        site = next(
            (index for index, origin in enumerate(origins) if entry.sequence <= origin["through"]), len(origins)
        )
        by_site.setdefault(site, []).append(entry)
    rows = {
        row[0].sequence: row
        for site, keys in by_site.items()
        for row in _describe_entries_of_site(keys, origins[site]["keys"] if site < len(origins) else None)
    }
    return [rows[entry.sequence] for entry in listed]


def query_entries_about(row: Model, tournament: Tournament) -> QuerySet[AuditEntry]:
    """Return the entries about a row, including imported ones under another key."""
    model, last, condition = row._meta.model_name or "", 0, Q(pk=None)
    for origin in tournament.origins:
        keys = [key for key, own_key in origin["keys"].get(model, {}).items() if own_key == row.pk]
        condition |= Q(object_id__in=keys, sequence__gt=last, sequence__lte=origin["through"])
        last = origin["through"]
    condition |= Q(object_id=str(row.pk), sequence__gt=last)
    return tournament.audit_entries.filter(condition, object_type=model)


def _describe_entries_of_site(
    listed: list[AuditEntry], keys: Mapping[str, Mapping[str, int]] | None
) -> list[ShownEntry]:
    """Return entries of one site; `keys` maps its keys to local ones, None: this site's."""
    wanted: dict[type[Model], set[str]] = {}
    for entry in listed:
        own_model = model_of(entry.object_type)
        rows = [*keys_in(entry.object_type, entry.before), *keys_in(entry.object_type, entry.after)]
        for model, key in [*rows, *([(own_model, entry.object_id)] if own_model is not None else [])]:
            wanted.setdefault(model, set()).add(key)
    names: dict[tuple[str, str], str] = {}
    for model, named in wanted.items():
        kind = model._meta.model_name or ""
        own_keys = {key: key for key in named if _is_key(model, key)}
        if keys is not None:
            own_keys = {key: str(keys[kind][key]) for key in named if key in keys.get(kind, {})}
        above = [ABOVE[field.name] for field in model._meta.concrete_fields if field.name in ABOVE]
        rows_here = model._default_manager.select_related(*above).in_bulk(list(own_keys.values()))
        texts = {str(key): str(row) for key, row in rows_here.items()}
        names |= {(kind, key): texts[own_key] for key, own_key in own_keys.items() if own_key in texts}
    return [
        (
            entry,
            names.get((entry.object_type, entry.object_id)) or entry.object_name,
            list_changes(entry.object_type, entry.before, entry.after, names),
        )
        for entry in listed
    ]


def _is_key(model: type[Model], key: str) -> bool:
    """Return whether the text can be a key of the model; a foreign log may hold anything."""
    try:
        model._meta.pk.to_python(key)
    except ValidationError:
        return False
    return True
