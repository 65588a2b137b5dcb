"""Checklist of an event: each task with its state, the roles responsible for it, and the time it is due.

Nothing is stored: a task is done when the event shows it, whoever did it. A task about players or rounds is not done
while there are none.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.accounts.models import Role
from tournaments.core.permissions import ACTIONS, requires
from tournaments.core.views.manage import page
from tournaments.entries.models.entries import Entry
from tournaments.entries.queries import IN_FIELD, TO_APPROVE, present, stand_ins
from tournaments.events.models import Tournament
from tournaments.events.presets import preset
from tournaments.events.text import checklist as words
from tournaments.fees.queries import owing
from tournaments.rounds.models import Round, Seating
from tournaments.seating.queries.outdated import outdated
from tournaments.standings.models import InputRecord

CHECK_IN_BEFORE: Final = datetime.timedelta(hours=1)
"""Time from the opening of the check-in to the start of the first round."""


@dataclass(frozen=True)
class Task:
    """A task by its key in `text.checklist.TASKS`, with the URL name of its page and the permission it needs."""

    key: str
    page: str
    permission: str
    done: bool
    due: str = ""
    count: str = ""

    def __str__(self) -> str:
        return words.task(self.key)

    @property
    def roles(self) -> list[str]:
        """Roles that may do it; the director alone where no other may."""
        held = [role for role in Role if self.permission in ACTIONS.get(role, ())]
        return [str(role.label) for role in held or [Role.DIRECTOR]]


def tasks(tournament: Tournament, now: datetime.datetime) -> list[Task]:
    """Return the tasks of the event in their usual order; optional features add theirs."""
    rounds = list(tournament.rounds.order_by("number"))
    begun = [one for one in rounds if one.state in (Round.State.PLAYING, Round.State.FINISHED)]
    ended = sum(one.state == Round.State.FINISHED for one in rounds)
    start = rounds[0].starts_at if rounds else None
    entries, feature = tournament.entries.all(), Tournament.Feature
    statuses = set(entries.values_list("status", flat=True))
    roles = set(tournament.memberships.values_list("role", flat=True))
    applied = tournament.applications.filter(state__in=TO_APPROVE)
    seated = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE).exists()
    opens = start - CHECK_IN_BEFORE if start else None
    here = bool(begun) or (Entry.Status.CHECKED_IN in statuses and Entry.Status.REGISTERED not in statuses)
    enabled, cuts = tournament.enabled, tournament.stages.filter(number__gt=1, cut_at=None)
    again = {found.kind for found in outdated(tournament)}
    is_cut = bool(statuses) and InputRecord.Kind.CUT not in again and not cuts.exists()
    is_printed = InputRecord.Kind.PAPER not in again and bool(begun)
    is_seated = (seated or bool(ended)) and InputRecord.Kind.DRAW not in again
    preset_tasks, spare = _preset_tasks(tournament), present(tournament).count() % 4
    priced, peopled = tournament.fees.exists(), bool(statuses)
    unknown = entries.filter(status__in=IN_FIELD, ema_number=None, house=False)
    rows = [
        (True, Task("about", "manage_edit", "tournament.edit", bool(tournament.starts_on and tournament.place))),
        (True, Task("people", "manage_roles", "roles.edit", {Role.SCORER, Role.REFEREE} <= roles)),
        (
            tournament.applications.exists(),
            Task("registrations", "manage_registrations", "entries.edit", not applied.exists()),
        ),
        (True, Task("players", "manage_entries", "entries.edit", entries.count() >= 4)),
        (
            "ema_numbers" in preset_tasks,
            Task("ema_numbers", "manage_entries", "entries.edit", peopled and not unknown.exists()),
        ),
        (
            feature.EVENINGS not in enabled,
            Task("full_tables", "manage_entries", "entries.edit", peopled and spare == 0, words.due(start, now)),
        ),
        (
            "substitutes" in preset_tasks,
            Task(
                "substitutes", "manage_entries", "entries.edit", stand_ins(tournament).exists(), words.due(start, now)
            ),
        ),
        (
            priced,
            Task(
                "fees",
                "manage_fees",
                "entries.edit",
                peopled and not (priced and owing(tournament)),
                words.due(start, now),
            ),
        ),
        (
            feature.TEAMS in enabled,
            Task("teams", "manage_teams", "teams.edit", peopled and not entries.filter(team=None).exists()),
        ),
        (
            feature.DUPLICATE in enabled,
            Task("deals", "manage_deals", "deals.manage", tournament.board_sets.exists()),
        ),
        (
            "promise" in preset_tasks,
            Task("promise", "manage_draws", "seating.draft", tournament.seed_commitments.exists()),
        ),
        (
            feature.HALL_PLAN in enabled,
            Task("hall_plan", "manage_hall_plan", "tournament.edit", tournament.table_places.exists()),
        ),
        (True, Task("schedule", "manage_rounds", "rounds.edit", bool(rounds) and all(one.starts_at for one in rounds))),
        (True, Task("open", "manage_edit", "tournament.publish", tournament.published)),
        (True, Task("check_in", "manage_check_in", "entries.check_in", here, words.due(opens, now))),
        (True, Task("seat", "manage_rounds", "seating.publish", is_seated, words.due(start, now))),
        (True, Task("print", "manage_print", "print", is_printed, words.due(start, now))),
        (
            True,
            Task("play", "manage_rounds", "clock.control", 0 < ended == len(rounds), count=f"{ended} / {len(rounds)}"),
        ),
        (feature.STAGES in enabled, Task("cut", "manage_stages", "stages.edit", is_cut)),
        (tournament.standings_hidden, Task("reveal", "manage_standings", "results.release", done=False)),
        (True, Task("close", "manage_edit", "tournament.edit", tournament.state == Tournament.State.FINISHED)),
        (
            feature.FEDERATION in enabled or "federation" in preset_tasks,
            Task("federation", "manage_federation", "events.export", done=False),
        ),
    ]
    return [task for wanted, task in rows if wanted]


def _preset_tasks(tournament: Tournament) -> tuple[str, ...]:
    """Return the tasks that the edition of the event's rules names."""
    try:
        return preset(tournament.ruleset.preset).tasks
    except KeyError:
        return ()


def summary(tournament: Tournament) -> dict[str, Any]:
    """Return how many tasks are done, of how many, and the next open one; None where all are done."""
    found = tasks(tournament, timezone.now())
    return {
        "done": sum(task.done for task in found),
        "count": len(found),
        "next": next((task for task in found if not task.done), None),
    }


@requires("manage.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the checklist."""
    found = tasks(tournament, timezone.now())
    done = sum(task.done for task in found)
    return page(request, tournament, "events/manage/checklist.html", "checklist", tasks=found, done=done)


urlpatterns = [path("t/<slug:slug>/manage/checklist/", show, name="manage_checklist")]
