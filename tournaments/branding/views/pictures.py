"""Pictures of an event for everybody who sees it, their uploads, and the style sheets of colours."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.branding import services
from tournaments.branding.forms import PICTURE_FORMS, SponsorLogoForm
from tournaments.branding.queries import find_picture
from tournaments.core import pictures
from tournaments.core.audit import Actor
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.views.manage import try_change
from tournaments.core.views.public import get_visible_tournament
from tournaments.events import colours
from tournaments.events.models import Tournament

THEMES = {"light": colours.make_light_tones, "dark": colours.make_dark_tones}
SHEET_SECONDS = 24 * 3600
PICTURE_SECONDS = 365 * 24 * 3600


@require_safe
def picture(request: HttpRequest, slug: str, digest: str) -> HttpResponse:
    row = find_picture(get_visible_tournament(request, slug), digest)
    if row is None:
        raise Http404
    content = bytes(row.picture)
    response = HttpResponse(content, content_type=pictures.find_content_type(content))
    patch_cache_control(response, private=True, max_age=PICTURE_SECONDS, immutable=True)
    return response


@require_safe
def style_sheet(request: HttpRequest, colour: str, theme: str) -> HttpResponse:
    """Return the tones of a colour for light or dark pages. Raises Http404 for one that cannot be read there."""
    written = f"#{colour}"
    if theme not in THEMES or not colours.is_colour(written) or colours.find_least_contrast(written) < colours.AA:
        raise Http404
    response = HttpResponse(colours.write_style_sheet(THEMES[theme](written)), content_type="text/css; charset=utf-8")
    patch_cache_control(response, public=True, max_age=SHEET_SECONDS)
    return response


@takes(pictures.MAX_BYTES + FORM)
@requires("tournament.edit")
@require_POST
def keep(request: HttpRequest, tournament: Tournament, use: str) -> HttpResponse:
    if use not in PICTURE_FORMS:
        raise Http404
    form = PICTURE_FORMS[use](request.POST, request.FILES)
    return _keep(
        request, tournament, form, lambda by, small: services.keep_picture(by, tournament, use=use, small=small)
    )


@takes(pictures.MAX_BYTES + FORM)
@requires("tournament.edit")
@require_POST
def keep_sponsor_logo(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    sponsor = get_object_or_404(tournament.sponsors, number=number)
    form = SponsorLogoForm(request.POST, request.FILES)
    return _keep(request, tournament, form, lambda by, small: services.keep_sponsor_logo(by, sponsor, small=small))


def _keep(request: HttpRequest, tournament: Tournament, form: forms.Form, store: Any) -> HttpResponse:
    if form.is_valid():
        small = form.cleaned_data["photo"]
        try_change(request, lambda: store(Actor.of(request), small), _("The picture is saved."))
    else:
        messages.error(request, " ".join(map(str, form.errors["photo"])))
    return redirect("manage_look", tournament.slug)


_LOOK = "t/<slug:slug>/manage/look/"
urlpatterns = [
    path("colours/<slug:theme>/<slug:colour>.css", style_sheet, name="colours"),
    path("t/<slug:slug>/pictures/<slug:digest>/", picture, name="event_picture"),
    path(_LOOK + "pictures/<str:use>/keep/", keep, name="manage_picture_keep"),
    path(_LOOK + "sponsors/<int:number>/logo/keep/", keep_sponsor_logo, name="manage_sponsor_logo_keep"),
]
