from __future__ import annotations

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.audit import broken_at
from tournaments.core.audit import log_head as chain
from tournaments.core.models.log import AuditEntry
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Tournament
from tournaments.events.text.changes import describe_action
from tournaments.events.views.log_entries import describe_entries, filter_entries, list_actor_names
from tournaments.seating.queries import history

PER_PAGE = 50


@requires("audit.view")
@require_safe
def audit(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    everything = AuditEntry.objects.filter(tournament=tournament).order_by()
    listed = Paginator(filter_entries(tournament, request.GET.dict()), PER_PAGE).get_page(request.GET.get("page"))
    return page(
        request,
        tournament,
        "events/manage/audit.html",
        "audit",
        page=listed,
        lines=describe_entries(listed.object_list),
        asked=request.GET.dict(),
        people=list_actor_names(tournament),
        actions=sorted(set(everything.values_list("action", flat=True)), key=describe_action),
        broken=broken_at(tournament),
        query=request.GET.urlencode(),
        head=chain.head(tournament),
    )


@requires("audit.view")
@require_safe
def audit_at_entry(request: HttpRequest, tournament: Tournament, sequence: int) -> HttpResponse:
    """Show standings and seatings as they were after an entry of the log."""
    entry = get_object_or_404(AuditEntry, tournament=tournament, sequence=sequence)
    standings, seatings = history.get_event_then(tournament, entry)
    return page(
        request,
        tournament,
        "events/manage/audit_moment.html",
        "audit",
        entry=entry,
        before=history.find_entry_before(entry),
        standings=standings,
        seatings=seatings,
    )


urlpatterns = [
    path("t/<slug:slug>/manage/log/", audit, name="manage_audit"),
    path("t/<slug:slug>/manage/log/<number:sequence>/", audit_at_entry, name="manage_audit_moment"),
]
