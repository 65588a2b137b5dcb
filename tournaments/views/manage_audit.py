"""The log of a tournament: filtered, paged, as a file, and checked against its own chain."""

from __future__ import annotations

import csv
import datetime
import io
import json
from collections.abc import Mapping

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_safe

from tournaments.imports.tables import guard
from tournaments.models import AuditEntry, Tournament
from tournaments.permissions import requires
from tournaments.services.audit import broken_at
from tournaments.views.manage_support import page

PER_PAGE = 50
COLUMNS = (
    "sequence",
    "at",
    "actor_name",
    "action",
    "object_type",
    "object_id",
    "object_name",
    "before",
    "after",
    "reason",
    "origin",
    "ip_address",
    "user_agent",
    "previous_digest",
    "digest",
)


def filtered(tournament: Tournament, asked: Mapping[str, str]) -> QuerySet[AuditEntry]:
    """Newest first; `asked` may hold who, action (its beginning), what (part of the name), since and until (days)."""
    found = AuditEntry.objects.filter(tournament=tournament).order_by("-sequence")
    if who := asked.get("who", "").strip():
        found = found.filter(actor_name__iexact=who)
    if action := asked.get("action", "").strip():
        found = found.filter(action__startswith=action)
    if what := asked.get("what", "").strip():
        found = found.filter(object_name__icontains=what)
    if since := _day(asked.get("since", "")):
        found = found.filter(at__date__gte=since)
    if until := _day(asked.get("until", "")):
        found = found.filter(at__date__lte=until)
    return found


def _day(text: str) -> datetime.date | None:
    try:
        return parse_date(text)
    except ValueError:
        return None


@requires("audit.view")
@require_safe
def audit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The log, with what can be filtered by."""
    everything = AuditEntry.objects.filter(tournament=tournament).order_by()
    return page(
        request,
        tournament,
        "manage/audit.html",
        "audit",
        page=Paginator(filtered(tournament, request.GET.dict()), PER_PAGE).get_page(request.GET.get("page")),
        asked=request.GET.dict(),
        people=sorted(set(everything.values_list("actor_name", flat=True))),
        actions=sorted(set(everything.values_list("action", flat=True))),
        broken=broken_at(tournament),
        query=request.GET.urlencode(),
    )


@requires("audit.view")
@require_safe
def export(request: HttpRequest, tournament: Tournament, kind: str) -> HttpResponse:
    """The filtered log as a file, oldest first."""
    found = filtered(tournament, request.GET.dict()).order_by("sequence")
    rows = [{name: getattr(entry, name) for name in COLUMNS} for entry in found.iterator()]
    if kind == "json":
        for row in rows:
            row["at"] = row["at"].isoformat()
        text = json.dumps(rows, ensure_ascii=False, indent=1)
        response = HttpResponse(text, content_type="application/json")
    else:
        sheet = io.StringIO()
        writer = csv.writer(sheet)
        writer.writerow(COLUMNS)
        writer.writerows([_cell(row[name]) for name in COLUMNS] for row in rows)
        response = HttpResponse(sheet.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{tournament.slug}-log.{kind}"'
    return response


def _cell(value: object) -> str:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False, sort_keys=True)
    return guard(str(value if value is not None else ""))


urlpatterns = [
    path("t/<slug:slug>/manage/log/", audit, name="manage_audit"),
    path("t/<slug:slug>/manage/log.csv", export, {"kind": "csv"}, name="manage_audit_csv"),
    path("t/<slug:slug>/manage/log.json", export, {"kind": "json"}, name="manage_audit_json"),
]
