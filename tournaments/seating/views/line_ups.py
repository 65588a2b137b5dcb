from __future__ import annotations

import zoneinfo

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from engine.exact import integer_or
from tournaments.core.audit import Actor
from tournaments.core.http.problems import make_refusal
from tournaments.core.permissions import requires
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import page, round_numbered, submit
from tournaments.events import hall_address
from tournaments.events.models import Tournament
from tournaments.rounds.queries.line_ups import find_deadline, is_open_to_captains
from tournaments.seating.actions.line_ups import build_line_up_forms
from tournaments.seating.forms.line_ups import LineUpForm
from tournaments.seating.pages import show_line_ups
from tournaments.seating.queries.line_ups import find_line_up, list_rounds_with_line_ups
from tournaments.seating.queries.team_link import find_team_of_key, is_in_use, make_team_key
from tournaments.seating.services import line_ups


@requires("teams.edit")
@require_safe
def manage(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    round_ = round_numbered(tournament, number)
    return show_line_ups(request, round_, **build_line_up_forms(round_))


@requires("teams.edit")
@require_safe
def link(request: HttpRequest, tournament: Tournament, team: int) -> HttpResponse:
    row = tournament.teams.filter(pk=team).first()
    if row is None or not is_in_use(tournament):
        return make_refusal(request, 404, _("This team has no link: teams name no line-ups in this event."))
    address = hall_address.make_absolute(request, reverse("team_line_ups", args=[make_team_key(row)]))
    template, path = "seating/manage/team_link.html", reverse("team_line_ups", args=[make_team_key(row)])
    return page(request, tournament, template, "teams", team=row, path=path, address=address, qr=make_qr_code(address))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def captain(request: HttpRequest, key: str) -> HttpResponse:
    """Handle the line-up of `?round=`, else of the next round whose deadline has not passed."""
    team = find_team_of_key(key)
    if team is None:
        return make_refusal(request, 404, _("This link is not in use. Ask an organiser for the present one."))
    tournament = team.tournament
    coming = list_rounds_with_line_ups(tournament)
    open_rounds = [round_ for round_ in coming if is_open_to_captains(round_)]
    wanted = integer_or(request.GET.get("round", ""), 0)
    chosen = next((round_ for round_ in coming if round_.number == wanted), None)
    round_ = chosen or next(iter(open_rounds or coming), None)
    line = find_line_up(round_, team) if round_ is not None else None
    form = LineUpForm(request.POST or None, line=line) if line is not None else None
    if round_ is not None and form is not None and request.method == "POST":
        done = _("The line-up of round %(number)s is named.") % {"number": round_.number}
        by = Actor.of_captain(team, request)
        named = submit(
            request,
            form,
            lambda: line_ups.name(by, round_, team=team, players=form.chosen, by_captain=True),
            done,
        )
        if named is not None:
            return redirect(f"{reverse('team_line_ups', args=[key])}?round={round_.number}")
    context = {
        "tournament": tournament,
        "team": team,
        "key": key,
        "round": round_,
        "line": line,
        "form": form,
        "rounds": coming,
        "deadline": find_deadline(round_) if round_ is not None else None,
        "open": round_ in open_rounds,
    }
    with timezone.override(zoneinfo.ZoneInfo(tournament.time_zone)):
        response = render(request, "seating/public/captain.html", context, status=422 if form and form.errors else 200)
    # The link is a secret, so search engines must not list it.
    response["X-Robots-Tag"] = "noindex"
    return response


urlpatterns = [
    path("t/<slug:slug>/manage/rounds/<int:number>/line-ups/", manage, name="manage_line_ups"),
    path("t/<slug:slug>/manage/teams/<int:team>/link/", link, name="manage_team_link"),
    path("captain/<str:key>/", captain, name="team_line_ups"),
]
