"""Shared helpers of the organiser's pages: the frame, posting buttons, posting forms."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString

from tournaments.core.errors import UserError
from tournaments.core.open_items import ACCEPTED_FIRST, OpenItemsError
from tournaments.core.permissions import list_allowed_actions
from tournaments.core.visibility import build_name_marks
from tournaments.events.models import Tournament
from tournaments.rounds.models import Round

R = TypeVar("R")


def round_numbered(tournament: Tournament, number: int) -> Round:
    return get_object_or_404(Round.objects.select_related("stage", "tournament"), tournament=tournament, number=number)


def page(
    request: HttpRequest, tournament: Tournament, template: str, section: str, *, status: int = 200, **context: Any
) -> HttpResponse:
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        values = build_frame(request, tournament) | {"section": section} | context
        return render(request, template, values, status=status)


def render_piece(request: HttpRequest, tournament: Tournament, template: str, **context: Any) -> SafeString:
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        return render_to_string(template, build_frame(request, tournament) | context, request)


def build_frame(request: HttpRequest, tournament: Tournament) -> dict[str, Any]:
    return {
        "tournament": tournament,
        "allowed": list_allowed_actions(request.user, tournament),
        "marks": SimpleLazyObject(lambda: build_name_marks(tournament)),
    }


def try_change(request: HttpRequest, call: Callable[[], object], done: str) -> bool:
    try:
        call()
    except OpenItemsError:
        raise
    except UserError as error:
        messages.error(request, str(error))
        return False
    messages.success(request, done)
    return True


def respond_to_button(
    request: HttpRequest, call: Callable[[], object], done: str, to: str, *args: object
) -> HttpResponse:
    try:
        try_change(request, call, done)
    except OpenItemsError as error:
        return ask_to_continue(request, error)
    return redirect(to, *args)


def ask_to_continue(request: HttpRequest, error: OpenItemsError) -> HttpResponse:
    sent = [(name, value) for name, values in request.POST.lists() for value in values]
    hidden = [(name, value) for name, value in sent if name not in ("csrfmiddlewaretoken", "continue_anyway")]
    context: dict[str, Any] = {"items": error.items, "step": error.step, "sent": hidden, "action": request.path}
    if error.step in ACCEPTED_FIRST:
        address = reverse("manage_open_items_accept", args=[error.tournament.slug])
        context |= {"sent": [("step", error.step.value)], "action": address}
    return page(request, error.tournament, "events/manage/open_items.html", "home", status=409, **context)


def submit(request: HttpRequest, form: forms.BaseForm, call: Callable[[], R], done: str) -> R | None:
    """Call a service with a form's values; its `UserError` becomes the form's. Raises `OpenItemsError`."""
    if not form.is_valid():
        return None
    try:
        result = call()
    except OpenItemsError:
        raise
    except UserError as error:
        form.add_error(error.field if error.field in form.fields else None, str(error))
        return None
    if done:
        messages.success(request, done)
    return result
