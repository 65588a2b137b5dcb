"""Backups of the site: list, download, rehearsal on a copy, restore."""

from __future__ import annotations

from pathlib import Path

from django import forms
from django.conf import settings
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
from tournaments.core.this_machine import is_from_this_machine
from tournaments.core.views.manage import respond_to_button, submit
from tournaments.exchange.backups import erasures, making, rehearsal, restoring, store
from tournaments.exchange.backups.rehearsal import Rehearsal
from tournaments.exchange.backups.store import Backup
from tournaments.exchange.text import describe_reason
from tournaments.site.listening import is_loopback


class RestoreForm(forms.Form):
    sure = forms.BooleanField(
        label=gettext_lazy("Everything since then is removed from this site. A backup of it is kept.")
    )


@requires_site("site.backup")
@require_safe
@never_cache
def backups(request: HttpRequest) -> HttpResponse:
    erased = erasures.listed()
    listed = [(backup, describe_reason(backup.about), erasures.holding(backup, erased)) for backup in store.known()]
    copy = rehearsal.running()
    context = {
        "backups": listed,
        "total": sum(backup.size for backup, _why, _holding in listed),
        "place": store.place_sentence(),
        "on_this_disk": store.folder() == Path(settings.DATA_DIR) / "backups",
        "second": store.second_folder(),
        "problem": making.problem(),
        "out_of_sight": store.warning(),
        "restoring": restoring.in_progress(),
        "copy": copy,
        **(_build_way(request, copy) if copy else {}),
    }
    return render(request, "exchange/backups/list.html", context)


@requires_site("site.backup")
@require_POST
def make(request: HttpRequest) -> HttpResponse:
    return respond_to_button(
        request, lambda: making.make(making.HAND), _("The backup is created and checked."), "backups"
    )


@requires_site("site.backup")
@require_safe
@never_cache
def download(request: HttpRequest, backup: str) -> FileResponse:
    """Return the file, which contains everybody's data and the site's secret key."""
    stored_backup = _named(backup)
    content = stored_backup.storage.open(stored_backup.name)
    return FileResponse(content, as_attachment=True, filename=stored_backup.name, content_type="application/zip")


@requires_site("site.backup")
@require_POST
def rehearse(request: HttpRequest, backup: str) -> HttpResponse:
    stored_backup = _named(backup)
    try:
        copy, sign_in = rehearsal.start(stored_backup, request.user.get_username())
    except UserError as error:
        messages.error(request, str(error))
        return redirect("backups")
    way = _build_way(request, copy, sign_in)
    return render(request, "exchange/backups/rehearsal.html", {"copy": copy, "backup": stored_backup, **way})


@requires_site("site.backup")
@require_POST
def end_rehearsal(request: HttpRequest) -> HttpResponse:
    return respond_to_button(request, rehearsal.close, _("The rehearsal has ended and its copy is deleted."), "backups")


@requires_site("site.backup")
def restore(request: HttpRequest, backup: str) -> HttpResponse:
    stored_backup = _named(backup)
    form = RestoreForm(request.POST if request.method == "POST" else None)
    done = submit(
        request,
        form,
        lambda: restoring.in_place(Actor.of(request), stored_backup),
        _("The site is restored. A backup of its previous state is first in the list."),
    )
    if done is not None:
        return redirect("backups")
    context = {"form": form, "backup": stored_backup, "why": describe_reason(stored_backup.about)}
    return render(request, "exchange/backups/restore.html", context, status=422 if form.is_bound else 200)


def _build_way(request: HttpRequest, copy: Rehearsal, path: str = "/") -> dict[str, str]:
    """Return the address of a page of the copy, and the command of the tunnel that a browser elsewhere needs."""
    if not copy.is_elsewhere and (is_from_this_machine(request) or not is_loopback(copy.host)):
        return {"address": f"http://{_get_host(request)}:{copy.port}{path}", "tunnel": ""}
    tunnel = f"ssh -L {copy.port}:127.0.0.1:{copy.port} {copy.machine}"
    return {"address": f"http://localhost:{copy.port}{path}", "tunnel": tunnel}


def _get_host(request: HttpRequest) -> str:
    host = request.get_host()
    return host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host


def _named(name: str) -> Backup:
    try:
        return store.named(name)
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
