"""Announcements: the organiser's page, and the current ones for phones at tables."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.core.actions import blank_form
from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.events.models import Announcement, Tournament
from tournaments.rounds.phone import table_of_code


@requires("tournament.edit")
@require_safe
def announcements(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """List the announcements with their forms, and a form for a new one."""
    return show_announcements(request, tournament)


def show_announcements(
    request: HttpRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    edit_form: forms.BaseModelForm[Announcement] | None = None,
    **bound: forms.BaseForm,
) -> HttpResponse:
    """Show the page; `edit_form`, `bound`: forms with their errors."""
    changing = edit_form.instance.pk if edit_form else None
    current = set(Announcement.current(tournament.pk).values_list("pk", flat=True))
    rows = [
        (
            row,
            edit_form if row.pk == changing else blank_form("manage_announcement_edit", tournament, row),
            row.pk in current,
        )
        for row in tournament.announcements.all()
    ]
    context: dict[str, object] = {"form": blank_form("manage_announcement_add", tournament), "rows": rows}
    # The context has the names of the actions' forms, which tests of actions read.
    shown = context | bound | ({"edit_form": edit_form} if edit_form else {})
    return page(request, tournament, "events/manage/announcements.html", "announcements", status=status, **shown)


@require_safe
def at_table(request: HttpRequest, token: str) -> HttpResponse:
    """Return the current announcements as a fragment of the table's page."""
    event = table_of_code(token).round.tournament
    values = {"announcements": Announcement.current(event.pk)}
    return render(request, "events/public/_announcements.html", values)


urlpatterns = [
    path("t/<slug:slug>/manage/announcements/", announcements, name="manage_announcements"),
    path("e/<str:token>/announcements/", at_table, name="table_announcements"),
]
