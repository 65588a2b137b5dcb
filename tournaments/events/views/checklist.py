"""Checklist of an event: tasks with state, responsible roles and due time.

Nothing is stored: the event shows what is done. A task about players or rounds is open while there are none.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
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
from tournaments.entries.queries import ABSENT, IN_FIELD, TO_APPROVE, count_entries_by_status, query_stand_ins
from tournaments.events.models import Tournament
from tournaments.events.presets import preset
from tournaments.events.text import checklist as words
from tournaments.fees.queries import list_open_accounts
from tournaments.rounds.models import Round, Seating
from tournaments.seating.queries.outdated import list_open_differences
from tournaments.standings.models import InputRecord

CHECK_IN_BEFORE: Final = datetime.timedelta(hours=1)
"""Time between the opening of the check-in and the first round."""


@dataclass(frozen=True)
class ChecklistTask:
    """Task by its key in `text.checklist.TASKS`, with the URL name of its page and the permission it needs."""

    key: str
    page: str
    permission: str
    done: bool
    due: str = ""
    count: str = ""

    def __str__(self) -> str:
        return words.describe_task(self.key)

    @property
    def roles(self) -> list[str]:
        """Roles that may do it, or the director if no other may."""
        held = [role for role in Role if self.permission in ACTIONS.get(role, ())]
        return [str(role.label) for role in held or [Role.DIRECTOR]]


def list_tasks(
    tournament: Tournament,
    now: datetime.datetime,
    rounds: Sequence[Round] | None = None,
    statuses: Mapping[str, int] | None = None,
    roles: Collection[str] | None = None,
) -> list[ChecklistTask]:
    """Return the tasks of the event in order; pass `rounds`, players by status and assigned `roles` if loaded."""
    if rounds is None:
        rounds = list(tournament.rounds.order_by("number"))
    begun = [round_ for round_ in rounds if round_.state in (Round.State.PLAYING, Round.State.FINISHED)]
    ended = sum(round_.state == Round.State.FINISHED for round_ in rounds)
    start = rounds[0].starts_at if rounds else None
    entries, feature = tournament.entries.all(), Tournament.Feature
    statuses = count_entries_by_status(tournament) if statuses is None else statuses
    roles = set(tournament.memberships.values_list("role", flat=True)) if roles is None else set(roles)
    applied = tournament.applications.filter(state__in=TO_APPROVE)
    seated = Seating.objects.filter(round__tournament=tournament, state__in=Seating.LIVE)
    opens = start - CHECK_IN_BEFORE if start else None
    is_checked_in = bool(begun) or (Entry.Status.CHECKED_IN in statuses and Entry.Status.REGISTERED not in statuses)
    enabled, cuts = tournament.enabled, tournament.stages.filter(number__gt=1, cut_at=None)
    again = {outdated_input.kind for outdated_input in list_open_differences(tournament)}
    is_printed = InputRecord.Kind.PAPER not in again and bool(begun)
    is_seated = InputRecord.Kind.DRAW not in again and (bool(ended) or seated.exists())
    preset_tasks, spare = (
        _preset_tasks(tournament),
        sum(statuses[status] for status in statuses if status not in ABSENT) % 4,
    )
    priced, peopled = tournament.fees.exists(), bool(statuses)
    unknown = entries.filter(status__in=IN_FIELD, ema_number=None, house=False)
    # Functions, so that only listed tasks query the database.
    rows: list[tuple[bool, Callable[[], ChecklistTask]]] = [
        (
            True,
            lambda: ChecklistTask(
                "about", "manage_edit", "tournament.edit", bool(tournament.starts_on and tournament.place)
            ),
        ),
        (True, lambda: ChecklistTask("people", "manage_roles", "roles.edit", {Role.SCORER, Role.REFEREE} <= roles)),
        (
            tournament.applications.exists(),
            lambda: ChecklistTask("registrations", "manage_registrations", "entries.edit", not applied.exists()),
        ),
        (True, lambda: ChecklistTask("players", "manage_entries", "entries.edit", sum(statuses.values()) >= 4)),
        (
            "ema_numbers" in preset_tasks,
            lambda: ChecklistTask("ema_numbers", "manage_entries", "entries.edit", peopled and not unknown.exists()),
        ),
        (
            feature.EVENINGS not in enabled,
            lambda: ChecklistTask(
                "full_tables",
                "manage_entries",
                "entries.edit",
                peopled and spare == 0,
                words.format_time_left(start, now),
            ),
        ),
        (
            "substitutes" in preset_tasks,
            lambda: ChecklistTask(
                "substitutes",
                "manage_entries",
                "entries.edit",
                query_stand_ins(tournament).exists(),
                words.format_time_left(start, now),
            ),
        ),
        (
            priced,
            lambda: ChecklistTask(
                "fees",
                "manage_fees",
                "entries.edit",
                peopled and not (priced and list_open_accounts(tournament)),
                words.format_time_left(start, now),
            ),
        ),
        (
            feature.TEAMS in enabled,
            lambda: ChecklistTask(
                "teams", "manage_teams", "teams.edit", peopled and not entries.filter(team=None).exists()
            ),
        ),
        (
            feature.DUPLICATE in enabled,
            lambda: ChecklistTask("deals", "manage_deals", "deals.manage", tournament.board_sets.exists()),
        ),
        (
            "promise" in preset_tasks,
            lambda: ChecklistTask("promise", "manage_draws", "seating.draft", tournament.seed_commitments.exists()),
        ),
        (
            feature.HALL_PLAN in enabled,
            lambda: ChecklistTask("hall_plan", "manage_hall_plan", "tournament.edit", tournament.table_places.exists()),
        ),
        (
            True,
            lambda: ChecklistTask(
                "schedule", "manage_rounds", "rounds.edit", bool(rounds) and all(round_.starts_at for round_ in rounds)
            ),
        ),
        (True, lambda: ChecklistTask("open", "manage_edit", "tournament.publish", tournament.published)),
        (
            True,
            lambda: ChecklistTask(
                "check_in", "manage_check_in", "entries.check_in", is_checked_in, words.format_time_left(opens, now)
            ),
        ),
        (
            True,
            lambda: ChecklistTask(
                "seat", "manage_rounds", "seating.publish", is_seated, words.format_time_left(start, now)
            ),
        ),
        (True, lambda: ChecklistTask("print", "manage_print", "print", is_printed, words.format_time_left(start, now))),
        (
            True,
            lambda: ChecklistTask(
                "play", "manage_rounds", "clock.control", 0 < ended == len(rounds), count=f"{ended} / {len(rounds)}"
            ),
        ),
        (
            feature.STAGES in enabled,
            lambda: ChecklistTask(
                "cut",
                "manage_stages",
                "stages.edit",
                bool(statuses) and InputRecord.Kind.CUT not in again and not cuts.exists(),
            ),
        ),
        (
            tournament.standings_hidden,
            lambda: ChecklistTask("reveal", "manage_standings", "results.release", done=False),
        ),
        (
            True,
            lambda: ChecklistTask(
                "close", "manage_edit", "tournament.edit", tournament.state == Tournament.State.FINISHED
            ),
        ),
        (
            feature.FEDERATION in enabled or "federation" in preset_tasks,
            lambda: ChecklistTask("federation", "manage_federation", "events.export", done=False),
        ),
    ]
    return [task() for wanted, task in rows if wanted]


def _preset_tasks(tournament: Tournament) -> tuple[str, ...]:
    try:
        newest = tournament.rulesets.order_by("-number").values_list("preset", flat=True).first()
        return preset(newest or "").tasks
    except KeyError:
        return ()


def summarize_tasks(
    tournament: Tournament, rounds: Sequence[Round], statuses: Mapping[str, int], roles: Collection[str]
) -> dict[str, Any]:
    """Return the numbers of done and of all tasks, and the next open one, if any."""
    listed = list_tasks(tournament, timezone.now(), rounds, statuses, roles)
    return {
        "done": sum(task.done for task in listed),
        "count": len(listed),
        "next": next((task for task in listed if not task.done), None),
    }


@requires("manage.view")
@require_safe
def show(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    listed = list_tasks(tournament, timezone.now())
    done = sum(task.done for task in listed)
    return page(request, tournament, "events/manage/checklist.html", "checklist", tasks=listed, done=done)


urlpatterns = [path("t/<slug:slug>/manage/checklist/", show, name="manage_checklist")]
