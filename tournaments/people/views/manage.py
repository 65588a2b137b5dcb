"""Pages of persons: of an event's players for its organisers, and merges for administrators."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from tournaments.core.audit import Actor
from tournaments.core.permissions import requires, requires_site
from tournaments.core.views.manage import respond_to_button, submit
from tournaments.events.models import Tournament
from tournaments.people import services
from tournaments.people.forms import PersonMergeForm
from tournaments.people.models import PersonMerge
from tournaments.people.pages import show_persons
from tournaments.people.queries import describe_merge, find_by_code

LATEST = 50


@requires("entries.edit")
@require_safe
def persons(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    return show_persons(request, tournament)


@requires_site("site.accounts")
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def person_merges(request: HttpRequest) -> HttpResponse:
    """Show what a merge does first, for two players in the address; POST merges them."""
    sent = request.POST or (request.GET if "stays" in request.GET else None)
    form = PersonMergeForm(sent)
    chosen = {}
    if form.is_bound and form.is_valid():
        chosen = {field: find_by_code(form.cleaned_data[field]) for field in ("stays", "goes")}
        for field, entry in chosen.items():
            if entry is None:
                form.add_error(field, _("Write the event and the number: spring-open/12."))
    stays, goes = chosen.get("stays"), chosen.get("goes")
    effects = None
    if stays is not None and goes is not None:
        if request.method == "POST":
            reason = form.cleaned_data["reason"]
            merged = submit(
                request,
                form,
                lambda: services.merge(Actor.of(request), stays=stays, goes=goes, reason=reason),
                _("Merged into one person."),
            )
            if merged is not None:
                return redirect("person_merges")
        effects = describe_merge(stays, goes)
    rows = PersonMerge.objects.order_by("-pk")[:LATEST]
    merges = [(merge, services.list_codes(merge.stays), merge.moved.count()) for merge in rows]
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "effects": effects, "merges": merges}
    return render(request, "people/merges.html", context, status=status)


@requires_site("site.accounts")
@require_POST
def person_part(request: HttpRequest, pk: int) -> HttpResponse:
    merge = get_object_or_404(PersonMerge, pk=pk)
    by = Actor.of(request)
    return respond_to_button(
        request, lambda: services.part(by, merge=merge), _("The former links are back."), "person_merges"
    )


urlpatterns = [
    path("t/<slug:slug>/manage/entries/persons/", persons, name="manage_persons"),
    path("accounts/merges/", person_merges, name="person_merges"),
    path("accounts/merges/<int:pk>/undo/", person_part, name="person_part"),
]
