"""Registrations as the organiser sees them: set up, looked at, taken, refused, paid."""

from __future__ import annotations

import zoneinfo

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.entries import choose_from
from tournaments.forms.registration import JoinForm, RefuseForm, RegistrationDeskForm
from tournaments.models import Application, Entry, RegistrationDesk, Tournament
from tournaments.permissions import requires
from tournaments.selectors import registration as selectors
from tournaments.selectors import site_address
from tournaments.services import applications, mail
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import button, page, submit


@requires("entries.edit")
@require_safe
def registrations(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Everybody who registered: who waits for the desk, who waits for a place, who is in, who is out."""
    desk = selectors.desk_of(tournament)
    if desk is None:
        return redirect("manage_registration_desk", tournament.slug)
    everybody = list(tournament.applications.select_related("entry").order_by("number"))
    line = list(selectors.waiting_line(tournament))
    waiting = {application.pk for application in line}
    return page(
        request,
        tournament,
        "manage/registrations.html",
        "entries",
        desk=desk,
        open=selectors.is_open(desk),
        places=selectors.places(desk),
        address=site_address.absolute(request, reverse("register", args=[tournament.slug])),
        new=[
            (application, selectors.same_person(application), RefuseForm(auto_id=f"id_{application.number}_%s"))
            for application in everybody
            if application.state in (Application.State.UNCONFIRMED, Application.State.PENDING)
        ],
        line=line,
        entered=[one for one in everybody if one.state == Application.State.ENTERED and one.pk not in waiting],
        gone=[one for one in everybody if one.state in (Application.State.REFUSED, Application.State.WITHDRAWN)],
    )


@requires("entries.edit")
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is asked, how many places there are, until when."""
    stored = selectors.desk_of(tournament) or RegistrationDesk(tournament=tournament)
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        form = RegistrationDeskForm(request.POST or None, instance=stored)
        made = submit(
            request,
            form,
            lambda: applications.set_desk(Actor.of(request), tournament, facts=form.facts),
            _("Saved."),
        )
    if made is not None:
        return redirect("manage_registrations", tournament.slug)
    status = 422 if form.is_bound else 200
    values = {"form": form, "mails": mail.can_send()}
    return page(request, tournament, "manage/registration_desk.html", "entries", status=status, **values)


@requires("entries.edit")
@require_POST
def admit(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Take a registration: as a new player, or as one who is entered already."""
    application = _of(tournament, number)
    join = None
    if request.POST.get("join"):
        form = JoinForm(request.POST)
        choose_from(form, "join", Entry.objects.filter(tournament=tournament, application=None))
        if not form.is_valid():
            return _refused(request, tournament, form)
        join = form.cleaned_data["join"]
    try:
        taken = applications.admit(Actor.of(request), application, join=join)
    except UserError as error:
        messages.error(request, str(error))
    else:
        waits = taken.entry is not None and taken.entry.status == Entry.Status.WAITING
        done = _("All places are taken: %(name)s is on the waiting list.") if waits else _("%(name)s is entered.")
        messages.success(request, done % {"name": taken.whole_name})
    return redirect("manage_registrations", tournament.slug)


@requires("entries.edit")
@require_POST
def refuse(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Do not take a registration; the person reads why."""
    application = _of(tournament, number)
    form = RefuseForm(request.POST)
    if not form.is_valid():
        return _refused(request, tournament, form)
    return button(
        request,
        lambda: applications.refuse(Actor.of(request), application, reason=form.cleaned_data["reason"]),
        _("The registration is refused."),
        "manage_registrations",
        tournament.slug,
    )


@requires("entries.edit")
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Somebody has called and does not come."""
    application = _of(tournament, number)
    return button(
        request,
        lambda: applications.withdraw(Actor.of(request), application),
        _("The registration is withdrawn."),
        "manage_registrations",
        tournament.slug,
    )


@requires("entries.check_in")
@require_POST
def paid(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    """The fee has come, or not after all; back to the list or to the check-in desk."""
    application = _of(tournament, number)
    wanted = request.POST.get("paid") == "yes"
    back = "manage_check_in" if request.POST.get("back") == "check-in" else "manage_registrations"
    return button(
        request,
        lambda: applications.mark_paid(Actor.of(request), application, paid=wanted),
        _("Saved."),
        back,
        tournament.slug,
    )


def _refused(request: HttpRequest, tournament: Tournament, form: forms.Form) -> HttpResponse:
    messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))
    return redirect("manage_registrations", tournament.slug)


def _of(tournament: Tournament, number: int) -> Application:
    found = Application.objects.select_related("tournament", "entry")
    return get_object_or_404(found, tournament=tournament, number=number)


BASE = "t/<slug:slug>/manage/registrations"
urlpatterns = [
    path(f"{BASE}/", registrations, name="manage_registrations"),
    path(f"{BASE}/desk/", desk, name="manage_registration_desk"),
    path(f"{BASE}/<int:number>/admit/", admit, name="manage_registration_admit"),
    path(f"{BASE}/<int:number>/refuse/", refuse, name="manage_registration_refuse"),
    path(f"{BASE}/<int:number>/withdraw/", withdraw, name="manage_registration_withdraw"),
    path(f"{BASE}/<int:number>/paid/", paid, name="manage_registration_paid"),
]
