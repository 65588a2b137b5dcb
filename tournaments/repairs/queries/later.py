"""Later changes that prevent the undo of a repair."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.core.audit.naming import ChangeName, label_of, namer
from tournaments.core.audit.undoing import came_after, later_change
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.entries.models.entries import StageEntry
from tournaments.events.models import Tournament
from tournaments.repairs.queries.facts import (
    Facts,
    list_annulments_since,
    list_facts_touched_since,
    list_seats_used_since,
)
from tournaments.repairs.queries.rows import MAKE, UNDO, list_standing_repairs
from tournaments.repairs.text import describe_kind, describe_subjects
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Seating
from tournaments.standings.models import ScoreLine


@dataclass(frozen=True)
class MadeRepair:
    """Repair that is not undone: its title, the tables and people that it concerns, and the refusal of its undo."""

    entry: AuditEntry
    title: str
    subjects: str
    obstacle: str


def list_made_repairs(tournament: Tournament, check: Callable[[AuditEntry], object]) -> list[MadeRepair]:
    """Return the repairs that are not undone, newest first; `check` raises the refusal of an undo now."""
    if not (repairs := list_standing_repairs(tournament)):
        return []
    names = _map_names_by_number(tournament)
    return [
        MadeRepair(
            entry,
            describe_kind(entry.after["repair"]),
            describe_subjects(entry, names),
            _describe_refusal(check, entry),
        )
        for entry in repairs
    ]


def _describe_refusal(check: Callable[[AuditEntry], object], entry: AuditEntry) -> str:
    try:
        check(entry)
    except UserError as error:
        return str(error)
    return ""


def find_later_change_refusal(tournament: Tournament, entry: AuditEntry, now: Facts) -> UserError | None:
    """Return the refusal of an undo that names the later change, or None.

    Repairs of older versions did not note their changes: nobody may have written the same rows since.
    """
    if "changed" not in entry.after:
        repairs = AuditEntry.objects.filter(tournament=tournament, action=MAKE, sequence__lte=entry.sequence)
        before = repairs.filter(sequence__lt=entry.sequence, after__has_key="repair").order_by("sequence").last()
        parts = repairs.filter(sequence__gt=before.sequence if before else 0).exclude(object_type="tournament")
        later = later_change(tournament, list(parts))
        return came_after(later) if later is not None else None
    changed = entry.after["changed"]
    touched = (
        list_facts_touched_since(changed, now)
        or list_annulments_since(changed, now)
        or list_seats_used_since(changed, now)
    )
    return build_later_change_refusal(tournament, entry, touched) if touched else None


def build_later_change_refusal(tournament: Tournament, entry: AuditEntry, facts: Iterable[str]) -> UserError:
    """Return the refusal that names the last change of these facts after the repair."""
    rows = Q(pk=None)
    for fact in facts:
        rows |= _build_fact_filter(tournament, fact)
    later = AuditEntry.objects.filter(rows, tournament=tournament, sequence__gt=entry.sequence).last()
    if later is None:
        return UserError(_("What this repair changed has changed since. Correct it by hand."))
    return came_after(later)


def build_removal_refusal(tournament: Tournament, kind: str, key: object) -> UserError:
    """Return the refusal that names the removal of a row that an undo needs."""
    about = AuditEntry.objects.filter(tournament=tournament, object_type=kind, object_id=str(key), after={})
    last = about.order_by("sequence").last()
    if last is None:
        return UserError(_("A player or team that this repair names is no longer there."))
    return came_after(last)


@namer(MAKE, UNDO)
def _name_repair(part: AuditEntry) -> ChangeName:
    """Name the repair or undo, of which this entry is a part, by its problem, tables and people."""
    repairs = AuditEntry.objects.filter(tournament=part.tournament, action=part.action, after__has_key="repair")
    entry = repairs.filter(sequence__gte=part.sequence).order_by("sequence").first()
    if entry is None or entry.tournament is None:
        return ChangeName(label_of(part.action), part.object_name)
    title, repair = describe_kind(entry.after["repair"]), entry
    if entry.action == UNDO:
        title = _("Repair undone: %(repair)s") % {"repair": title}
        repair = AuditEntry.objects.get(tournament=part.tournament, sequence=entry.after["undoes"])
    return ChangeName(title, describe_subjects(repair, _map_names_by_number(entry.tournament)) or str(entry.tournament))


def _map_names_by_number(tournament: Tournament) -> dict[int, str]:
    return {entry.number: str(entry) for entry in tournament.entries.all()}


def _build_fact_filter(tournament: Tournament, fact: str) -> Q:
    kind, row, *_part = fact.split("/")
    if kind in ("seats", "round"):
        rounds = tournament.rounds.filter(number=row)
        versions = Seating.objects.filter(round__in=rounds)
        return _build_object_filter("seating", versions) | (
            _build_object_filter("round", rounds) if kind == "round" else Q(pk=None)
        )
    if kind in ("sheet", "hands", "lines"):
        lookups = {
            "table__round__tournament": tournament,
            "table__round__number": row,
            "table__number": fact.split("/")[2],
        }
        if kind == "lines":
            return _build_object_filter("scoreline", ScoreLine.objects.filter(**lookups))
        return _build_object_filter("tableresult", TableResult.objects.filter(**lookups))
    if kind == "qualified":
        # A stage's other changes, such as of its name, leave its players alone.
        cuts = Q(object_type="stage", object_id=row, after__has_key="through")
        places = StageEntry.objects.filter(stage__in=tournament.stages.filter(pk=row))
        return cuts | _build_object_filter("stageentry", places)
    names = {"event": "tournament", "line": "scoreline", "cut": "stage"}
    keys = Q() if kind in ("event", "cut", "standin") else Q(object_id=row)
    return Q(object_type=names.get(kind, kind)) & keys


def _build_object_filter(kind: str, rows: object) -> Q:
    keys = [str(key) for key in rows.values_list("pk", flat=True)]  # type: ignore[attr-defined]
    return Q(object_type=kind, object_id__in=keys)
