"""Archiving an event, and deleting it: the backup first, then the name typed."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.forms.removal import RemovalForm
from tournaments.models import Tournament
from tournaments.permissions import can, requires
from tournaments.services import removal
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import button, page, submit


@requires("tournament.edit")
@require_POST
def archive(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Put the event away, or bring it back."""
    archived = request.POST.get("archived") == "yes"
    return button(
        request,
        lambda: removal.archive(Actor.of(request), tournament, archived=archived),
        _("The event is archived.") if archived else _("The event is back in the lists."),
        "manage_home",
        tournament.slug,
    )


@requires("events.remove")
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make the backup, take it, then delete the event by its name."""
    form = RemovalForm(request.POST or None)
    backup = submit(
        request,
        form,
        lambda: removal.remove(Actor.of(request), tournament=tournament, **form.cleaned_data),
        _("The event is deleted. Its backup stays here for 14 days; take it now."),
    )
    if backup is not None:
        return redirect(backup)
    confirmed = removal.has_confirmed_results(tournament)
    return page(
        request,
        tournament,
        "manage/remove.html",
        "settings",
        status=422 if form.is_bound else 200,
        form=form,
        backup=removal.backup_of(tournament),
        confirmed=confirmed,
        may_remove=not confirmed or can(request.user, "site.events.remove"),
    )


@requires("events.remove")
@require_POST
def backup(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Make the event's file; the job's page has it, and leads back."""
    try:
        return redirect(removal.make_backup(Actor.of(request), tournament))
    except UserError as error:
        messages.error(request, str(error))
        return redirect("manage_remove", tournament.slug)


urlpatterns = [
    path("t/<slug:slug>/manage/archive/", archive, name="manage_archive"),
    path("t/<slug:slug>/manage/remove/", remove, name="manage_remove"),
    path("t/<slug:slug>/manage/remove/backup/", backup, name="manage_remove_backup"),
]
