"""Promises of draws: the public list with all that was drawn under each, and the organiser's page that makes them."""

from __future__ import annotations

import zoneinfo
from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.deals import WhyForm
from tournaments.forms.promises import PromiseForm
from tournaments.forms.public_values import CorrectionForm, PublicValueForm
from tournaments.models import SeedCommitment, Tournament
from tournaments.permissions import requires
from tournaments.selectors import draws
from tournaments.services import draw_commitments
from tournaments.services.audit import Actor
from tournaments.views.manage_support import page, submit
from tournaments.views.public_page import public_page, visible_tournament


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Every promise with its hash and time, every draw under it, and the draws that nobody promised."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        return {
            "page_title": _("Draws"),
            "promises": draws.promises(tournament),
            "without": draws.without_promise(tournament),
        }

    return public_page(request, tournament, "public/draws.html", context, section="seating")


@requires("seating.draft")
@require_safe
def manage(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What is promised, what each promise waits for, and a form for another one."""
    return _page(request, tournament)


def _page(request: HttpRequest, tournament: Tournament, *, status: int = 200, **bound: forms.BaseForm) -> HttpResponse:
    refused = {name: form for name, form in bound.items() if name != "promise_form"}
    promises = []
    for found in draws.promises(tournament):
        key = found.commitment.pk
        promises.append(
            {
                "found": found,
                "value_form": refused.get(f"value-{key}") or PublicValueForm(prefix=f"value-{key}"),
                "correction_form": refused.get(f"correct-{key}") or CorrectionForm(prefix=f"correct-{key}"),
                "withdraw_form": refused.get(f"withdraw-{key}") or WhyForm(prefix=f"withdraw-{key}"),
                "due": found.commitment.value_known_at is not None
                and found.commitment.value_known_at <= timezone.now(),
            }
        )
    context = {
        "promises": promises,
        "promise_form": bound.get("promise_form") or PromiseForm(tournament=tournament),
        "zone": tournament.time_zone,
    }
    return page(request, tournament, "manage/draws.html", "rounds", status=status, **context)


@requires("seating.draft")
@require_POST
def seal(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Promise a draw; its hash is public at once."""
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        form = PromiseForm(request.POST, tournament=tournament)
        form.is_valid()
    made = submit(
        request,
        form,
        lambda: draw_commitments.seal(
            Actor.of(request),
            tournament,
            rounds=list(form.cleaned_data["rounds"].order_by("number")),
            way=form.cleaned_data["way"],
            options=form.options,
            value=form.named,
            value_known_at=form.cleaned_data["value_known_at"] if form.named else None,
            inputs_close_at=form.cleaned_data["inputs_close_at"],
        ),
        _("Promised. The hash stands on the public page of draws; print it or send it to the players, too."),
    )
    if made is None:
        return _page(request, tournament, status=422, promise_form=form)
    return redirect("manage_draws", tournament.slug)


def _step(
    request: HttpRequest,
    tournament: Tournament,
    pk: int,
    name: str,
    form_class: type[forms.Form],
    call: Callable[[Actor, SeedCommitment, Mapping[str, Any]], object],
    done: str,
) -> HttpResponse:
    commitment = get_object_or_404(SeedCommitment, pk=pk, tournament=tournament)
    form = form_class(request.POST, prefix=f"{name}-{pk}")
    if submit(request, form, lambda: call(Actor.of(request), commitment, form.cleaned_data), done) is None:
        return _page(request, tournament, status=422, **{f"{name}-{pk}": form})
    return redirect("manage_draws", tournament.slug)


@requires("seating.draft")
@require_POST
def value(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Add the public value of a promise."""
    return _step(
        request,
        tournament,
        pk,
        "value",
        PublicValueForm,
        lambda by, commitment, data: draw_commitments.add_value(by, commitment, **data),
        _("The public value stands. Compare it with its source before you draw: a slip can still be put right."),
    )


@requires("seating.draft")
@require_POST
def correct(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Put a slip of the value right."""
    return _step(
        request,
        tournament,
        pk,
        "correct",
        CorrectionForm,
        lambda by, commitment, data: draw_commitments.correct_value(by, commitment, **data),
        _("Corrected; the public page shows what stood there before."),
    )


@requires("seating.draft")
@require_POST
def withdraw(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """Give a promise up in public."""
    return _step(
        request,
        tournament,
        pk,
        "withdraw",
        WhyForm,
        lambda by, commitment, data: draw_commitments.withdraw(by, commitment, **data),
        _("Withdrawn; promise, draws and reason stay on the public page."),
    )


OF = "t/<slug:slug>/manage/draws"
urlpatterns = [
    path("t/<slug:slug>/draws/", show, name="event_draws"),
    path(f"{OF}/", manage, name="manage_draws"),
    path(f"{OF}/seal/", seal, name="manage_draw_seal"),
    path(f"{OF}/<int:pk>/value/", value, name="manage_draw_value"),
    path(f"{OF}/<int:pk>/correct/", correct, name="manage_draw_correct"),
    path(f"{OF}/<int:pk>/withdraw/", withdraw, name="manage_draw_withdraw"),
]
