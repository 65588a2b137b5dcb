"""The library of schedules: what is stored, storing one more, drawing from one."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.models import Round, StoredSchedule, Tournament
from tournaments.permissions import requires
from tournaments.services import library
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.views.manage_support import page, submit

MOST_BYTES = 2_000_000


class StoreForm(forms.Form):
    """A schedule pasted or as a file."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    text = forms.CharField(
        label=gettext_lazy("Schedule"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        required=False,
        help_text=gettext_lazy(
            "Four numbers a line with an empty line between rounds; or CSV with the columns round, table, east, south, "
            "west, north; or JSON."
        ),
    )
    file = forms.FileField(label=gettext_lazy("or a file"), required=False)

    def content(self) -> str:
        """The file's text, else the pasted one. Raises `UserError`."""
        file = self.cleaned_data["file"]
        if not file:
            return str(self.cleaned_data["text"])
        if file.size > MOST_BYTES:
            raise UserError(_("The file is larger than 2 MB."), field="file")
        try:
            return str(file.read().decode("utf-8-sig"))
        except UnicodeDecodeError as error:
            raise UserError(_("The file is no text in UTF-8."), field="file") from error


@requires("seating.draft")
@require_http_methods(["GET", "HEAD", "POST"])
def schedules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list with measures; a post stores one more."""
    form = StoreForm(request.POST or None, request.FILES or None)
    if request.method == "POST":
        stored = submit(
            request,
            form,
            lambda: library.store(Actor.of(request), tournament, name=form.cleaned_data["name"], text=form.content()),
            _("Stored in the library."),
        )
        if stored is not None:
            return redirect("manage_schedules", tournament.slug)
    return page(
        request,
        tournament,
        "manage/schedules.html",
        "rounds",
        status=422 if form.errors else 200,
        form=form,
        schedules=StoredSchedule.objects.all(),
    )


@requires("seating.draft")
@require_POST
def use(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the open rounds, as many as the schedule has, from a stored schedule."""
    chosen = request.POST.get("schedule", "")
    stored = get_object_or_404(StoredSchedule, pk=int(chosen) if chosen.isdecimal() else 0)
    rounds = list(tournament.rounds.filter(state=Round.State.PLANNED).order_by("number")[: stored.rounds_count])
    form = forms.Form(request.POST)
    draw = submit(
        request,
        form,
        lambda: library.use(Actor.of(request), tournament, stored=stored, rounds=rounds),
        _("Drawn from the library. Look at the measures, then publish."),
    )
    if draw is not None:
        return redirect(draw)
    return page(
        request,
        tournament,
        "manage/schedules.html",
        "rounds",
        status=422,
        form=StoreForm(),
        failed=form.non_field_errors(),
        schedules=StoredSchedule.objects.all(),
    )


urlpatterns = [
    path("t/<slug:slug>/manage/schedules/", schedules, name="manage_schedules"),
    path("t/<slug:slug>/manage/schedules/use/", use, name="manage_schedules_use"),
]
