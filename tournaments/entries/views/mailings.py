from __future__ import annotations

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.datastructures import MultiValueDict
from django.views.decorators.http import require_safe

from tournaments.core.permissions import requires
from tournaments.core.views.manage import page
from tournaments.entries.forms.mailings import MailingForm
from tournaments.entries.models.mailings import Mailing
from tournaments.entries.models.registration import Email
from tournaments.entries.queries import list_recipients
from tournaments.entries.services import mail
from tournaments.events.models import Tournament


@requires("entries.edit")
def mailings(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = MailingForm(request.POST) if request.method == "POST" else MailingForm()
    return show_mailings(request, tournament, form=form, status=422 if form.errors else 200)


def show_mailings(
    request: HttpRequest, tournament: Tournament, *, form: MailingForm, status: int = 200
) -> HttpResponse:
    values: dict[str, Any] = {"form": form, "mailings": tournament.mailings.all()}
    values["needs_address"] = mail.needs_address()
    values["sends"] = mail.can_send() and not tournament.rehearsal
    if form.is_bound and not form.errors:
        values |= _preview(request, tournament, form, sends=values["sends"])
    return page(request, tournament, "entries/manage/mailings.html", "entries", status=status, **values)


def _preview(request: HttpRequest, tournament: Tournament, form: MailingForm, *, sends: bool) -> dict[str, Any]:
    data = form.cleaned_data
    listed = list_recipients(tournament, data["groups"], data["language"], confirmed_only=sends)
    reached = [person for person in listed if person.address]
    sent: MultiValueDict[str, Any] = QueryDict(mutable=True)
    sent.update(request.POST)
    sent["key"], sent["expected"] = secrets.token_urlsafe(16), len(reached)
    first = next((person.application for person in reached if person.application), None)
    written = Mailing(subject=data["subject"], text=data["text"])
    return {
        "previewed": True,
        "reached": reached,
        "without": [person for person in listed if not person.address],
        "addresses": ", ".join(dict.fromkeys(person.address for person in reached)),
        # A text to copy goes to everybody, so it never has the link to somebody's own page.
        "first_email": first and (mail.compose(written, first) if sends else (written.subject, written.text)),
        "send_form": MailingForm(sent, auto_id=False),
    }


@requires("entries.edit")
@require_safe
def mailing(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    mailing = get_object_or_404(tournament.mailings.select_related("created_by"), number=number)
    rows = list(mailing.emails.select_related("application__entry", "entry"))
    by_state = {state: [row for row in rows if row.state == state] for state in Email.State}
    under_way = len(by_state[Email.State.WAITING]) + len(by_state[Email.State.SENDING])
    groups = [str(Mailing.Group(group).label) for group in mailing.groups]
    return page(
        request,
        tournament,
        "entries/manage/mailing.html",
        "entries",
        mailing=mailing,
        groups=groups,
        sent=len(by_state[Email.State.SENT]),
        under_way=under_way,
        failed=by_state[Email.State.FAILED],
        without=by_state[Email.State.NO_ADDRESS],
    )


BASE = "t/<slug:slug>/manage/mailings"
urlpatterns = [
    path(f"{BASE}/", mailings, name="manage_mailings"),
    path(f"{BASE}/<number:number>/", mailing, name="manage_mailing"),
]
