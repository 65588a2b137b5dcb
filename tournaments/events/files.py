"""Audit log as a file, oldest entry first, with the page's filters."""

from __future__ import annotations

import datetime
import json
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournaments.core.downloads import export
from tournaments.core.tabular.writing import SheetCell, as_csv
from tournaments.events.models import Tournament
from tournaments.events.views.log_entries import describe_entries, filter_entries

COLUMNS = (
    "sequence",
    "at",
    "actor_name",
    "action",
    "object_type",
    "object_id",
    "object_name",
    "about",
    "before",
    "after",
    "changes",
    "reason",
    "origin",
    "ip_address",
    "user_agent",
    "previous_digest",
    "digest",
)


def _build_rows(tournament: Tournament, query: QueryDict) -> list[dict[str, Any]]:
    rows = []
    for entry, about, changes in describe_entries(filter_entries(tournament, query.dict()).order_by("sequence")):
        sentences = [f"{change.field}: {change.before or '–'} → {change.after or '–'}" for change in changes]
        words = {"about": about, "changes": "; ".join(sentences)}
        rows.append({name: words[name] if name in words else getattr(entry, name) for name in COLUMNS})
    return rows


@export("log.csv", name="manage_audit_csv", title=_("Audit log"), action="audit.view")
def log_csv(tournament: Tournament, query: QueryDict) -> bytes:
    return as_csv(
        [COLUMNS, *([_format_cell(value) for value in row.values()] for row in _build_rows(tournament, query))]
    )


@export("log.json", name="manage_audit_json", title=_("Audit log"), action="audit.view")
def log_json(tournament: Tournament, query: QueryDict) -> bytes:
    rows = [{**row, "at": row["at"].isoformat()} for row in _build_rows(tournament, query)]
    return json.dumps(rows, ensure_ascii=False, indent=1).encode()


def _format_cell(value: Any) -> SheetCell:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return json.dumps(value, ensure_ascii=False, sort_keys=True) if isinstance(value, dict) else value
