from __future__ import annotations

import zoneinfo

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.core.audit import Actor
from tournaments.core.permissions import requires
from tournaments.core.text import places
from tournaments.core.views.manage import page, submit
from tournaments.entries.forms.registration import RefuseForm, RegistrationDeskForm
from tournaments.entries.models.registration import Application, Email, RegistrationDesk
from tournaments.entries.queries import (
    TO_APPROVE,
    count_places,
    describe_closing_by_event,
    find_registration_desk,
    is_registration_open,
    list_possible_duplicates,
    list_unknown_countries,
    query_waiting_registrations,
)
from tournaments.entries.services import applications, confirmations, mail
from tournaments.events import hall_address
from tournaments.events.models import Tournament


@requires("entries.edit")
@require_safe
def registrations(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    desk = find_registration_desk(tournament)
    if desk is None:
        return redirect("manage_registration_desk", tournament.slug)
    everybody = list(tournament.applications.select_related("entry").order_by("created_at", "number"))
    line = list(query_waiting_registrations(tournament))
    waiting = {application.pk for application in line}
    emails = Email.objects.filter(application__tournament=tournament, kind=Email.CONFIRMATION).order_by("pk")
    latest = {email.application_id: email for email in emails}
    failed = {pk: email for pk, email in latest.items() if email.state == Email.State.FAILED}
    return page(
        request,
        tournament,
        "entries/manage/registrations.html",
        "entries",
        desk=desk,
        has_fees=tournament.fees.exists(),
        open=is_registration_open(desk),
        closed_because=describe_closing_by_event(desk) if desk.is_open else "",
        places=count_places(desk),
        address=hall_address.make_absolute(request, reverse("register", args=[tournament.slug])),
        withheld=confirmations.query_withheld_applications(tournament).count() if mail.can_send() else 0,
        new=[
            (
                application,
                list_possible_duplicates(application),
                RefuseForm(auto_id=f"id_{application.number}_%s"),
                failed.get(application.pk),
            )
            for application in everybody
            if application.state in TO_APPROVE
        ],
        line=line,
        entered=[
            application
            for application in everybody
            if application.state == Application.State.ENTERED and application.pk not in waiting
        ],
        questions=tournament.questions.all(),
        unknown_countries=[
            unknown for unknown in list_unknown_countries(tournament) if unknown.count > unknown.entered
        ],
        countries=places.list_coded_countries,
        gone=[
            application
            for application in everybody
            if application.state in (Application.State.REFUSED, Application.State.WITHDRAWN)
        ],
    )


@requires("entries.edit")
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    stored = find_registration_desk(tournament) or RegistrationDesk(tournament=tournament)
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        form = RegistrationDeskForm(request.POST or None, instance=stored)
        application = submit(
            request,
            form,
            lambda: applications.set_desk(Actor.of(request), tournament, facts=form.facts),
            "",
        )
    if application is not None:
        if application.is_open and (reason := describe_closing_by_event(application)):
            messages.warning(request, reason)
        else:
            messages.success(request, _("Saved."))
        return redirect("manage_registrations", tournament.slug)
    status = 422 if form.is_bound else 200
    values = {"form": form, "mails": mail.can_send(), "needs_address": mail.needs_address()}
    return page(request, tournament, "entries/manage/registration_desk.html", "entries", status=status, **values)


BASE = "t/<slug:slug>/manage/registrations"
urlpatterns = [
    path(f"{BASE}/", registrations, name="manage_registrations"),
    path(f"{BASE}/desk/", desk, name="manage_registration_desk"),
]
