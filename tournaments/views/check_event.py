"""Checking a whole event: what is checked, in plain words, the public bundle, and the program that checks it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.exports.public_bundle import bundle_file
from tournaments.selectors import chain
from tournaments.verification.single_file import single_file
from tournaments.views.public_page import public_page, visible_tournament


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponseBase:
    """What anybody can check of the event, how, and the head of its log."""
    tournament = visible_tournament(request, slug)

    def context() -> Mapping[str, Any]:
        return {"page_title": _("Check this event"), "head": chain.head(tournament)}

    return public_page(request, tournament, "public/check.html", context, section="")


@require_safe
def bundle(request: HttpRequest, slug: str) -> HttpResponse:
    """The public bundle as a file."""
    tournament = visible_tournament(request, slug)
    response = HttpResponse(bundle_file(tournament), content_type="application/json; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}-public.json"'
    return response


@require_safe
def program(request: HttpRequest) -> HttpResponse:
    """The verifier as one Python file."""
    response = HttpResponse(single_file(), content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="mahjong-verify.py"'
    return response


urlpatterns = [
    path("t/<slug:slug>/check/", show, name="event_check"),
    path("t/<slug:slug>/check/bundle.json", bundle, name="event_bundle"),
    path("check/mahjong-verify.py", program, name="verifier"),
]
