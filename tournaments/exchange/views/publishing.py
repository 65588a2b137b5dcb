"""Page of an event that is published to another site, or that another computer publishes here."""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.accounts.models import User
from tournaments.core import jobs
from tournaments.core.audit import Actor
from tournaments.core.http.request_limits import takes
from tournaments.core.permissions import requires
from tournaments.core.tabular.reading import MAX_SPREADSHEET_BYTES
from tournaments.core.views import previews
from tournaments.core.views.manage import page, submit, try_change
from tournaments.entries.known_people import register_of
from tournaments.entries.reading import roster
from tournaments.entries.reading.roster_rows import RosterRow
from tournaments.events.models import Tournament
from tournaments.exchange.actions.publishing import KeepSealedBackup, StartPublishing
from tournaments.exchange.forms import PublishForm, SiteCopyForm
from tournaments.exchange.jobs import SITE_COPY
from tournaments.exchange.pages import show_publishing
from tournaments.exchange.services import fetched_registrations as fetched

PREVIEW: Final = "fetched-registrations"


@requires("events.export")
@require_safe
def publishing(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_publishing(
        request,
        tournament,
        form=StartPublishing.make_blank_form(tournament),
        passphrase_form=KeepSealedBackup.make_blank_form(tournament),
    )


@requires("events.export")
@require_POST
def save_as_web_pages(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Start the job that makes the static copy; it belongs to no change of the event."""
    form = SiteCopyForm(request.POST)
    if not form.is_valid():
        forms = {
            "form": StartPublishing.make_blank_form(tournament),
            "passphrase_form": KeepSealedBackup.make_blank_form(tournament),
        }
        return show_publishing(request, tournament, status=422, **forms, copy_form=form)
    job = jobs.create_once(
        SITE_COPY,
        created_by=Actor.of(request).user,
        tournament=tournament,
        params={"languages": form.cleaned_data["languages"]},
    )
    return redirect(job)


@takes(MAX_SPREADSHEET_BYTES)
@requires("entries.import")
@require_POST
def fetch(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Fetch the registrations of the other site, and show the preview of the import; a second post saves it."""
    if "confirmed" in request.POST:
        return _confirm(request, tournament)
    form = PublishForm(request.POST)
    registrations = submit(request, form, lambda: fetched.fetch(tournament, **form.cleaned_data), "")
    if registrations is not None:
        place = form.cleaned_data | {"registrations": registrations}
        submit(request, form, lambda: fetched.note_fetched(Actor.of(request), tournament, **place), "")
    if registrations is None or form.errors:
        passphrase_form = KeepSealedBackup.make_blank_form(tournament)
        return show_publishing(request, tournament, status=422, form=form, passphrase_form=passphrase_form)
    offer = fetched.compare(tournament, registrations, again="again" in request.POST)
    register = partial(register_of, cast(User, request.user), tournament)
    table = fetched.make_table(offer)
    preview = roster.compare(tournament, table, register=register) if offer.lines else roster.Preview()
    rows = [[row.line, row.action, row.number, row.values, row.status] for row in preview.rows]
    token = previews.seal_preview(tournament, PREVIEW, rows, preview.left_out, fetched.seal_offer(tournament, offer))
    return page(
        request,
        tournament,
        "exchange/manage/fetched.html",
        "publishing",
        form=form,
        offer=offer,
        again="again" in request.POST,
        preview=preview,
        token=token,
    )


def _confirm(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    preview = previews.open_preview(request, tournament, PREVIEW)
    if preview is None:
        return redirect("manage_publishing", tournament.slug)
    rows, left_out, sealed = preview
    if left_out and "leave_out" not in request.POST:
        refusal = _("Confirm that the columns %(names)s are ignored.")
        messages.error(request, refusal % {"names": ", ".join(left_out)})
        return redirect("manage_publishing", tournament.slug)
    chosen = {"make_teams": "without_teams" not in request.POST, "withdraw": "withdraw" in request.POST}
    saved = [RosterRow(*row) for row in rows]
    done = try_change(
        request,
        lambda: fetched.take(Actor.of(request), tournament, rows=saved, sealed=sealed, **chosen),
        _("The registrations are imported."),
    )
    return redirect("manage_entries" if done else "manage_publishing", tournament.slug)


BASE = "t/<slug:slug>/manage/publishing"
urlpatterns = [
    path(f"{BASE}/", publishing, name="manage_publishing"),
    path(f"{BASE}/copy/", save_as_web_pages, name="manage_site_copy"),
    path(f"{BASE}/registrations/", fetch, name="manage_fetch_registrations"),
]
