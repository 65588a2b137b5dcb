"""What the organiser's pages share: the frame, a button's post, a form's post."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from tournaments.models import Tournament
from tournaments.permissions import allowed_actions
from tournaments.services.errors import UserError

R = TypeVar("R")


def page(
    request: HttpRequest, tournament: Tournament, template: str, section: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    """An organiser's page in its frame; times are those of the event's place."""
    frame = {"tournament": tournament, "section": section, "allowed": allowed_actions(request.user, tournament)}
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        return render(request, template, frame | context, status=status)


def attempt(request: HttpRequest, call: Callable[[], object], done: str) -> bool:
    """Call a service for a button: a message says how it went. Returns whether it was done."""
    try:
        call()
    except UserError as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True


def button(request: HttpRequest, call: Callable[[], object], done: str, to: str, *args: object) -> HttpResponse:
    """The same, then back to the page called `to`."""
    attempt(request, call, done)
    return redirect(to, *args)


def submit(request: HttpRequest, form: forms.BaseForm, call: Callable[[], R], done: str) -> R | None:
    """Call a service with a form's values; a `UserError` becomes an error of the form. None where it was not done."""
    if not form.is_valid():
        return None
    try:
        result = call()
    except UserError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return None
    if done:
        messages.success(request, done)
    return result
