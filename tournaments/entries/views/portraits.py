from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournaments.core import pictures
from tournaments.core.audit import Actor
from tournaments.core.http.request_limits import FORM, takes
from tournaments.core.permissions import requires
from tournaments.core.views.manage import try_change
from tournaments.entries.forms.entries import PortraitForm
from tournaments.entries.models.entries import Entry, Portrait
from tournaments.entries.services import portraits
from tournaments.events.models import Tournament


@requires("entries.view")
@require_safe
@never_cache
def picture(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    portrait = get_object_or_404(Portrait, entry__tournament=tournament, entry__number=number)
    return HttpResponse(bytes(portrait.picture), content_type="image/jpeg")


@takes(pictures.MAX_BYTES + FORM)
@requires("entries.edit")
@require_POST
def keep(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    entry = get_object_or_404(Entry, tournament=tournament, number=number)
    form = PortraitForm(request.POST, request.FILES)
    if form.is_valid():
        small = form.cleaned_data["photo"]
        try_change(request, lambda: portraits.keep(Actor.of(request), entry, small=small), _("The photo is saved."))
    else:
        messages.error(request, " ".join(map(str, form.errors["photo"])))
    return redirect("manage_entry", tournament.slug, number)


_ENTRY = "t/<slug:slug>/manage/entries/<int:number>/photo/"
urlpatterns = [
    path(_ENTRY, picture, name="manage_portrait"),
    path(_ENTRY + "keep/", keep, name="manage_portrait_keep"),
]
