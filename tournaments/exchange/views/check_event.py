"""Verification page of an event: explanation, public bundle, and verifier."""

from __future__ import annotations

from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.core import jobs
from tournaments.core.audit import Actor
from tournaments.core.audit import log_head as chain
from tournaments.core.http.problems import make_refusal
from tournaments.core.installation import get_program_folder
from tournaments.core.permissions import can, requires
from tournaments.core.views.public import get_visible_tournament, page_key
from tournaments.core.views.public_files import respond_with_public_file
from tournaments.events.models import Tournament
from tournaments.exchange.files.public_bundle import BUNDLE
from tournaments.exchange.queries import find_mirror_state, has_nothing_failed, last_check

VERIFIER = get_program_folder("static") / "offline" / "mahjong-verify.py"


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    tournament = get_visible_tournament(request, slug)
    ran = last_check(tournament)
    mirrored = find_mirror_state(tournament) is not None
    context = {
        "tournament": tournament,
        "section": "",
        "head": None if mirrored else chain.head(tournament),
        "mirrored": mirrored,
        "ran": ran,
        "stands": ran is not None and has_nothing_failed(ran),
        "may_run": can(request.user, "manage.view", tournament),
    }
    return render(request, "exchange/public/check.html", context)


@requires("manage.view")
@require_POST
def run(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    job = jobs.create_once(
        "event-check",
        created_by=Actor.of(request).user,
        tournament=tournament,
        params={"version": tournament.version},
    )
    return redirect(job)


@require_safe
def bundle(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the public bundle as a file, made once for each public version of the event; a mirror has none."""
    tournament = get_visible_tournament(request, slug)
    if find_mirror_state(tournament) is not None:
        return make_refusal(request, 404, _("The computer in the hall has the files for checking this event."))
    with translation.override("en"):
        # The bundle is the same in every language.
        key = page_key(tournament, BUNDLE)
    return respond_with_public_file(
        request,
        key,
        BUNDLE,
        lambda: {"event": tournament.pk},
        tournament=tournament,
        name=f"{slug}-public.json",
        content_type="application/json; charset=utf-8",
        attachment=True,
    )


@require_safe
def program(request: HttpRequest) -> FileResponse:
    """Return the verifier: one file, independent of this program."""
    return FileResponse(VERIFIER.open("rb"), as_attachment=True, content_type="text/x-python; charset=utf-8")


urlpatterns = [
    path("t/<slug:slug>/check/", show, name="event_check"),
    path("t/<slug:slug>/manage/check/", run, name="manage_check"),
    path("t/<slug:slug>/check/bundle.json", bundle, name="event_bundle"),
    path("check/mahjong-verify.py", program, name="verifier"),
]
