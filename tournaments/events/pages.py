from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse

from tournaments.core.views.manage import page
from tournaments.events.models import Announcement, Tournament


def show_announcements(
    request: HttpRequest, tournament: Tournament, *, rows: Iterable[Any], status: int = 200, **forms: BaseForm
) -> HttpResponse:
    current = set(Announcement.current(tournament.pk).values_list("pk", flat=True))
    rows = [(row, form, row.pk in current) for row, form in rows]
    template = "events/manage/announcements.html"
    return page(request, tournament, template, "announcements", status=status, rows=rows, **forms)
