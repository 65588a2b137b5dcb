from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournaments.accounts.models import Role
from tournaments.accounts.services import roles
from tournaments.core import extensions
from tournaments.core import open_items as registry
from tournaments.core.audit import Actor
from tournaments.core.errors import UserError
from tournaments.core.periodic import list_stopped_work
from tournaments.core.permissions import can, list_workplaces, requires, requires_site
from tournaments.core.printing.documents import make_qr_code
from tournaments.core.views.manage import page, render_piece, submit
from tournaments.core.views.renewal import Renewal, build_renewal
from tournaments.core.visibility import may_open_job
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import count_entries_by_status
from tournaments.events import hall_address, services
from tournaments.events.filters import EventFilter
from tournaments.events.forms import InviteForm, NewTournamentForm
from tournaments.events.models import Tournament
from tournaments.events.presets import list_presets, preset
from tournaments.events.queries import ARCHIVED, filter_by_phase
from tournaments.events.views import checklist, next_steps
from tournaments.exchange.queries import describe_publication, find_latest_pack
from tournaments.results.queries import hall
from tournaments.rounds.models import Round
from tournaments.webhooks.queries import list_failing


@require_safe
@login_required
def my_tournaments(request: HttpRequest) -> HttpResponse:
    """List the account's tournaments, for an administrator all, by page and filters."""
    event_filter = EventFilter(request.GET, list_workplaces(request.user), request=request)
    context = {
        "filter": event_filter,
        "page": event_filter.page,
        "archived": filter_by_phase(list_workplaces(request.user), ARCHIVED).count(),
        "may_create": can(request.user, "tournaments.create"),
    }
    return render(request, "events/manage/list.html", context)


@requires_site("tournaments.create")
def new(request: HttpRequest) -> HttpResponse:
    earlier = list_workplaces(request.user).exclude(place="").order_by("-created_at").first()
    initial = {"starts_on": timezone.localdate(), "place": earlier.place if earlier else ""}
    form = NewTournamentForm(request.POST or None, initial=initial)

    def create() -> Tournament:
        values = form.cleaned_data
        row = preset(values["preset"])
        return services.create(
            Actor.of(request),
            preset_key=row.key,
            name=values["name"],
            slug=values["slug"],
            rounds=values["rounds"],
            facts=form.facts,
            rules=form.rules(row.match_scoring),
        )

    tournament = submit(request, form, create, _("The tournament is created. Enter the players next."))
    if tournament is not None:
        return redirect("manage_home", tournament.slug)
    values = {"form": form, "presets": list_presets()}
    return render(request, "events/manage/new.html", values, status=422 if form.is_bound else 200)


@requires("manage.view")
@require_safe
def home(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    statuses = count_entries_by_status(tournament)
    members = list(tournament.memberships.order_by("user__username").values_list("role", "user__username"))
    people = _count_players(statuses, members)
    if request.headers.get("HX-Request"):
        now, renewal = _build_renewed_part(request, tournament, next_steps.find_event_step(tournament), people)
        if renewal.is_nothing:
            return HttpResponse(status=204)
        return renewal.answer(page(request, tournament, "events/manage/_now.html", "home", **now))
    items = registry.list_open_items(tournament)
    rounds = next_steps.list_round_steps(tournament, items)
    steps = {round_.number: step for round_, step in rounds}
    playing = {round_.number for round_, _step in rounds if round_.state == Round.State.PLAYING}
    step = next_steps.find_event_step(tournament, steps, items, [round_ for round_, _step in rounds])
    pack = find_latest_pack(tournament)
    now, _renewal = _build_renewed_part(request, tournament, step, people)
    return page(
        request,
        tournament,
        "events/manage/home.html",
        "home",
        **now,
        rounds=rounds,
        items=_list_further_items(items, step, playing),
        checklist=checklist.summarize_tasks(
            tournament, [round_ for round_, _step in rounds], statuses, {role for role, _name in members}
        ),
        pack=pack if pack and may_open_job(request.user, pack) else None,
    )


def _build_renewed_part(
    request: HttpRequest, tournament: Tournament, step: next_steps.NextStep, people: dict[str, Any]
) -> tuple[dict[str, Any], Renewal]:
    """Return the values of the overview's renewed part, and its changes since the page's version."""
    halls = hall.list_halls(tournament, piece=extensions.make_tile_renderer(request, tournament))
    calls = extensions.render_pieces("board", {"request": request, "tournament": tournament}) if halls else ""
    next_step = render_piece(request, tournament, "events/manage/_next_step.html", step=step)
    stopped = list_stopped_work()
    state, webhooks = describe_publication(tournament), list_failing(tournament)
    remainder = [
        next_step,
        stopped,
        calls,
        people,
        state and (state.ago, state.problem),
        webhooks,
        [hall.facts for hall in halls],
    ]
    rows = {key: facts for hall in halls for key, facts in hall.tiles.facts().items()}
    frame = [tournament.time_zone, *(hall.tiles.frame for hall in halls)]
    renewal = build_renewal(request, frame=frame, remainder=remainder, rows=rows)
    halls_with_tiles = [(hall, hall.tiles.context(renewal.changed)) for hall in halls]
    now = {
        "halls": halls_with_tiles,
        "next_step": next_step,
        "not_running": stopped,
        "calls": calls,
        "state": state,
    } | {"webhooks": webhooks}
    return now | people | renewal.context, renewal


def _count_players(counts: Mapping[str, int], members: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Return the players by status, in the order of `Entry.Status`, and the staff's names by role."""
    staff: dict[str, list[str]] = {}
    for role, name in members:
        staff.setdefault(role, []).append(name)
    return {
        "counts": [(status, label, counts[status]) for status, label in Entry.Status.choices if status in counts],
        # Before the first arrival everybody is missing, so that the number would tell nothing.
        "check_in_began": Entry.Status.CHECKED_IN in counts,
        "staff": [(label, staff[role]) for role, label in Role.choices if role in staff],
    }


def _list_further_items(
    items: list[registry.OpenItem], step: next_steps.NextStep, playing: Collection[int]
) -> list[registry.OpenItem]:
    """Return open items besides those of the next step, and of rounds being played, which the hall shows."""
    sheets = (registry.ItemKind.SHEET, registry.ItemKind.CHECK)
    elsewhere = {item.key for item in step.open}
    listed = (item for item in items if item.key not in elsewhere)
    return [item for item in listed if item.kind not in sheets or item.round not in playing]


@requires("manage.view")
@require_safe
def open_items(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Walk through the event's open items, the most urgent first."""
    items = registry.list_open_items(tournament)
    return page(request, tournament, "events/manage/open_items.html", "home", items=items)


@requires("roles.edit")
def people(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show and assign roles; a name without an account gets one, and a link to sign in once."""
    form = InviteForm(request.POST or None, initial={"role": request.GET.get("role")})
    invitation = None
    if form.is_valid():
        try:
            user, secret = roles.invite(Actor.of(request), tournament, **form.cleaned_data)
        except UserError as error:
            form.add_error("username", str(error))
        else:
            if not secret:
                messages.success(
                    request, _("%(name)s has the role and signs in as usual.") % {"name": user.get_username()}
                )
                return redirect("manage_roles", tournament.slug)
            # Shown in this answer alone, so that the secret is stored nowhere.
            link = reverse("sign_in_link", args=[secret])
            address = hall_address.make_absolute(request, link)
            invitation = {
                "name": user.get_username(),
                "path": link,
                "address": address,
                "picture": make_qr_code(address),
            }
            form = InviteForm()
    return page(
        request,
        tournament,
        "events/manage/people.html",
        "roles",
        status=422 if form.is_bound else 200,
        form=form,
        invitation=invitation,
        memberships=tournament.memberships.select_related("user").prefetch_related(
            Prefetch("user__plays_as", queryset=tournament.entries.all(), to_attr="plays_here")
        ),
        roles=Role.choices,
    )


urlpatterns = [
    path("manage/", my_tournaments, name="manage"),
    path("manage/new/", new, name="manage_new"),
    path("t/<slug:slug>/manage/", home, name="manage_home"),
    path("t/<slug:slug>/manage/open-items/", open_items, name="manage_open_items"),
    path("t/<slug:slug>/manage/people/", people, name="manage_roles"),
]
