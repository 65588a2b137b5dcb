"""Repairs of an event: lists of steps, and their undo.

A step is a mapping of plain values that name rows by their numbers; `do` is its kind. It returns the step that undoes
it; the log's entry keeps those, with the facts that the repair changed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from engine.sentences import gettext_noop
from tournaments.core.audit import Change, change
from tournaments.core.audit.decorators import require_not_archived
from tournaments.core.audit.undoing import require_values
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.repairs.queries.facts import Facts, map_changed_facts, map_fact_digests
from tournaments.repairs.queries.later import build_later_change_refusal, find_later_change_refusal
from tournaments.repairs.queries.rows import MAKE, find_undo
from tournaments.repairs.services import people, publishing, sheets, tables
from tournaments.repairs.services import rounds as round_steps
from tournaments.repairs.services.sheets import Step
from tournaments.repairs.services.undo_checks import PresentState, list_obstacles_to_undo


@change("repairs.make", gettext_noop("Problem fixed"), on_archived=True)
def make(change: Change, tournament: Tournament, *, kind: str, steps: Sequence[Step], reason: str) -> AuditEntry:
    """Carry out all steps or none; return the log's entry, with the steps that undo them.

    Raises `UserError` for a missing reason, and if the event has changed since the steps were made.
    """
    if not reason.strip():
        raise UserError(_("Give the reason. It appears in the log."), field="reason")
    before = map_fact_digests(tournament)
    undo = [_perform(change, tournament, step, reason) for step in steps]
    changed = map_changed_facts(before, map_fact_digests(tournament))
    change.note(tournament, after={"repair": kind, "steps": list(steps), "undo": undo[::-1], "changed": changed})
    return change.notes[-1]


@change("repairs.undo", gettext_noop("Repair undone"))
def undo(change: Change, tournament: Tournament, *, entry: AuditEntry, reason: str) -> None:
    """Undo a repair and nothing else. Raises `UserError` if it is undone already or a later change prevents it."""
    if find_undo(entry) is not None:
        raise UserError(_("This repair is undone already."))
    present = PresentState(tournament)
    check_undo(entry, present)
    # It may have been read before an erasure that ended meanwhile.
    require_values(AuditEntry.objects.get(pk=entry.pk).after["undo"])
    reason = reason.strip() or _("Repair undone")
    for step in entry.after["undo"]:
        _perform(change, tournament, step, reason)
    if "changed" in entry.after:
        _check_undone(tournament, entry, present.facts)
    change.note(tournament, after={"undoes": entry.sequence, "repair": entry.after["repair"]})


def check_undo(entry: AuditEntry, present: PresentState) -> None:
    tournament = present.tournament
    require_not_archived(tournament)
    if entry.action != MAKE or "undo" not in entry.after or entry.elsewhere is not None:
        raise UserError(_("This log entry is not a repair that can be undone here."))
    require_values(entry.after["undo"])
    if (obstacle := find_later_change_refusal(tournament, entry, present.facts)) is not None:
        raise obstacle
    if "changed" in entry.after:
        facts = list_obstacles_to_undo(present, entry.after["undo"], entry.after["changed"])
        if facts:
            raise build_later_change_refusal(tournament, entry, facts)


def _check_undone(tournament: Tournament, entry: AuditEntry, now: Facts) -> None:
    """Raise `UserError` unless all facts that the repair changed are as before it, and the others unchanged."""
    wanted = now | {key: before for key, (before, _after) in entry.after["changed"].items()}
    after = map_fact_digests(tournament)
    if wrong := [key for key in {**after, **wanted} if wanted.get(key) != after.get(key)]:
        raise build_later_change_refusal(tournament, entry, wrong)


def _perform(change: Change, tournament: Tournament, step: Step, reason: str) -> Step:
    if tournament.archived_at is not None and step["do"] != "state":
        raise UserError(_("This event is archived; reopen it first, then fix the problem."))
    return STEPS[step["do"]](change, tournament, step, reason)


STEPS: dict[str, Callable[[Change, Tournament, Step, str], Step]] = {
    "reseat": sheets.reseat,
    "move_sheet": sheets.move_sheet,
    "take_out": sheets.take_out,
    "put_back": sheets.put_back,
    "rules": sheets.apply_rules,
    "open_table": tables.open_table,
    "close_table": tables.close_table,
    "merge": people.merge,
    "split": people.split,
    "entry": people.set_entry,
    "qualify": people.qualify,
    "stand_in": people.stand_in,
    "redraw": publishing.redraw,
    "seat_again": publishing.seat_again,
    "release": publishing.release,
    "hide": publishing.hide,
    "unpublish": publishing.unpublish,
    "publish": publishing.publish,
    "state": publishing.state,
    "unstart": round_steps.unstart,
    "start_again": round_steps.start_again,
    "annul": round_steps.annul,
    "count_again": round_steps.count_again,
}
