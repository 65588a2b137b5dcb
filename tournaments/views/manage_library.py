"""The library of schedules: what is stored, storing one more, drawing from one, taking one out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from engine.exact import whole_or
from tournaments.imports.schedule import content_of
from tournaments.imports.sent import sentence
from tournaments.imports.tables import MOST_SPREADSHEET_BYTES, SourceRow, has_errors
from tournaments.models import Round, StoredSchedule, Tournament
from tournaments.permissions import requires
from tournaments.selectors.field import who_plays
from tournaments.selectors.schedule import usable_seatings
from tournaments.services import library
from tournaments.services.audit import Actor
from tournaments.services.errors import UserError
from tournaments.site.request_limits import FORM, takes
from tournaments.views.manage_support import button, page, submit


class StoreForm(forms.Form):
    """A schedule pasted or as a file."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    text = forms.CharField(
        label=gettext_lazy("Schedule"),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
        required=False,
        # Problems are named by the lines as they stand in the field, blank ones before the first as well.
        strip=False,
        help_text=gettext_lazy(
            "Four numbers a line with an empty line between rounds, a table with headings, or JSON; the guide shows "
            "each format."
        ),
    )
    file = forms.FileField(label=gettext_lazy("or a file (CSV, XLSX, JSON)"), required=False)
    sheet = forms.CharField(label=gettext_lazy("Sheet of the XLSX file"), required=False, max_length=80)
    block = forms.CharField(
        label=gettext_lazy("Block of cells"),
        required=False,
        max_length=20,
        help_text=gettext_lazy("For example B3:M40; empty for all."),
    )
    leave_out = forms.BooleanField(label=gettext_lazy("Players who are not named sit out"), required=False)

    def content(self) -> tuple[str | list[SourceRow], list[str]]:
        """What the file holds, else the pasted text; and what is doubtful. Raises `UserError`."""
        values = self.cleaned_data
        if not values["file"]:
            return str(values["text"]), []
        found, problems = content_of(
            values["file"].read(), sheet=values["sheet"].strip(), block=values["block"].strip()
        )
        told = [sentence(problem) for problem in problems]
        if has_errors(problems):
            raise UserError(told[0], field="file", problems=told)
        return found, told


@dataclass(frozen=True)
class Offer:
    """A stored schedule as this event can use it: its open rounds, the first of them first, or why it cannot."""

    schedule: StoredSchedule
    rounds: list[Round]
    players: int

    @property
    def fits(self) -> bool:
        """Whether rounds are open and the players are as many as the schedule's."""
        return bool(self.rounds) and self.players == self.schedule.players

    @property
    def only_first(self) -> bool:
        """Whether the schedule has more rounds than are open."""
        return len(self.rounds) < self.schedule.rounds_count


def _offer(tournament: Tournament, stored: StoredSchedule) -> Offer:
    """The open rounds, as many as the schedule has."""
    rounds = list(tournament.rounds.filter(state=Round.State.PLANNED).order_by("number")[: stored.rounds_count])
    return Offer(stored, rounds, len(who_plays(rounds[0])) if rounds else 0)


def _page(
    request: HttpRequest, tournament: Tournament, form: StoreForm, *, status: int = 200, failed: Sequence[str] = ()
) -> HttpResponse:
    return page(
        request,
        tournament,
        "manage/schedules.html",
        "rounds",
        status=status,
        form=form,
        failed=failed,
        seated=usable_seatings(tournament).exists(),
        offers=[_offer(tournament, stored) for stored in StoredSchedule.objects.all()],
    )


def _stored(request: HttpRequest) -> StoredSchedule:
    return get_object_or_404(StoredSchedule, pk=whole_or(request.POST.get("schedule", "")))


@takes(MOST_SPREADSHEET_BYTES + FORM)
@requires("seating.draft")
@require_http_methods(["GET", "HEAD", "POST"])
def schedules(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """The list with measures; a post stores one more, or names everything that is wrong with it."""
    form = StoreForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            content, told = form.content()
            values = form.cleaned_data
            library.store(
                Actor.of(request), tournament, name=values["name"], text=content, leave_out=values["leave_out"]
            )
        except UserError as error:
            form.add_error(error.field, error.problems or [str(error)])
        else:
            messages.success(request, _("Stored in the library."))
            for warning in told:
                messages.warning(request, warning)
            return redirect("manage_schedules", tournament.slug)
    return _page(request, tournament, form, status=422 if form.errors else 200)


@requires("seating.draft")
@require_POST
def use(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Draw the open rounds, as many as the schedule has, from a stored schedule."""
    stored = _stored(request)
    form = forms.Form(request.POST)
    draw = submit(
        request,
        form,
        lambda: library.use(
            Actor.of(request),
            tournament,
            stored=stored,
            rounds=_offer(tournament, stored).rounds,
            first_rounds="first_rounds" in request.POST,
        ),
        _("Drawn from the library. Look at the measures, then publish."),
    )
    if draw is not None:
        return redirect(draw)
    return _page(request, tournament, StoreForm(), status=422, failed=[str(line) for line in form.non_field_errors()])


@requires("seating.draft")
@require_POST
def remove(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Take out a schedule that this event stored."""
    stored = _stored(request)
    if stored.tournament_id != tournament.pk:
        raise Http404
    return button(
        request,
        lambda: library.remove(Actor.of(request), stored),
        _("Removed from the library."),
        "manage_schedules",
        tournament.slug,
    )


urlpatterns = [
    path("t/<slug:slug>/manage/schedules/", schedules, name="manage_schedules"),
    path("t/<slug:slug>/manage/schedules/use/", use, name="manage_schedules_use"),
    path("t/<slug:slug>/manage/schedules/remove/", remove, name="manage_schedules_remove"),
]
