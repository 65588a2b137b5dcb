"""Backups of the site: list, download, rehearsal on a copy, restore."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.permissions import requires_site
from tournaments.core.views.manage import button, submit
from tournaments.exchange.backups import archive, making, rehearsal, restoring
from tournaments.exchange.backups.archive import Backup
from tournaments.exchange.text import why


class RestoreForm(forms.Form):
    """Confirmation of a restore."""

    sure = forms.BooleanField(
        label=gettext_lazy("Everything since then is removed from this site. A backup of it is kept.")
    )


@requires_site("site.backup")
@require_safe
@never_cache
def backups(request: HttpRequest) -> HttpResponse:
    """List the backups, newest first, and the running copy."""
    found = [(backup, why(backup.about)) for backup in archive.listed()]
    copy = rehearsal.running()
    context = {
        "backups": found,
        "total": sum(backup.size for backup, _why in found),
        "folder": archive.folder(),
        "second": archive.second_folder(),
        "problem": making.problem(),
        "copy": copy,
        "copy_address": f"http://{_host(request)}:{copy.port}/" if copy else "",
    }
    return render(request, "exchange/backups/list.html", context)


@requires_site("site.backup")
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    """Make a backup now."""
    return button(request, lambda: making.make(making.HAND), _("The backup is created and checked."), "backups")


@requires_site("site.backup")
@require_safe
@never_cache
def download(request: HttpRequest, backup: str) -> FileResponse:
    """Return the file. It contains everybody's data and the site's secret key."""
    found = _named(backup)
    return FileResponse(found.path.open("rb"), as_attachment=True, filename=found.name, content_type="application/zip")


@requires_site("site.backup")
@require_POST
def rehearse(request: HttpRequest, backup: str) -> HttpResponse:
    """Start a second site on a copy, with a sign-in link."""
    found = _named(backup)
    try:
        copy, sign_in = rehearsal.start(found, request.user.get_username())
    except UserError as error:
        messages.error(request, str(error))
        return redirect("backups")
    address = f"http://{_host(request)}:{copy.port}{sign_in}"
    return render(request, "exchange/backups/rehearsal.html", {"address": address, "backup": found})


@requires_site("site.backup")
@require_POST
def end_rehearsal(request: HttpRequest) -> HttpResponse:
    return button(request, rehearsal.close, _("The rehearsal has ended and its copy is deleted."), "backups")


@requires_site("site.backup")
def restore(request: HttpRequest, backup: str) -> HttpResponse:
    """Ask for confirmation, then restore the site."""
    found = _named(backup)
    form = RestoreForm(request.POST if request.method == "POST" else None)
    done = submit(
        request,
        form,
        lambda: restoring.in_place(Actor.of(request), found),
        _("The site is restored. A backup of its previous state is first in the list."),
    )
    if done is not None:
        return redirect("backups")
    context = {"form": form, "backup": found, "why": why(found.about)}
    return render(request, "exchange/backups/restore.html", context, status=422 if form.is_bound else 200)


def _host(request: HttpRequest) -> str:
    """Return the browser's name of this machine, without the port."""
    host = request.get_host()
    return host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host


def _named(name: str) -> Backup:
    try:
        return archive.named(name)
    except UserError as error:
        raise Http404(str(error)) from error


urlpatterns = [
    path("backups/", backups, name="backups"),
    path("backups/make/", make, name="backup_make"),
    path("backups/rehearsal/end/", end_rehearsal, name="backup_rehearsal_end"),
    path("backups/<str:backup>/file/", download, name="backup_file"),
    path("backups/<str:backup>/rehearse/", rehearse, name="backup_rehearse"),
    path("backups/<str:backup>/restore/", restore, name="backup_restore"),
]
