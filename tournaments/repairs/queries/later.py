"""Changes that came after a repair and stand in the way of its undo."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.core.audit.undoing import came_after, later_change
from tournaments.core.errors import UserError
from tournaments.core.models.log import AuditEntry
from tournaments.events.models import Tournament
from tournaments.repairs.queries.facts import Facts, annulled_since, facts_of, touched_since
from tournaments.repairs.queries.rows import MAKE, UNDO, repairs_of
from tournaments.repairs.text import subjects_of
from tournaments.results.models.results import TableResult
from tournaments.rounds.models import Seating
from tournaments.standings.models import ScoreLine


@dataclass(frozen=True)
class MadeRepair:
    """A repair that is not undone: the tables and people that it concerns, and why it cannot be undone, if so."""

    entry: AuditEntry
    subjects: str
    obstacle: str


def listed(tournament: Tournament) -> list[MadeRepair]:
    """Return the repairs made so far that are not undone, newest first."""
    made = repairs_of(tournament)
    now = facts_of(tournament) if made else {}
    names = {entry.number: str(entry) for entry in tournament.entries.all()} if made else {}
    return [MadeRepair(entry, subjects_of(entry, names), _reason(tournament, entry, now)) for entry in made]


def _reason(tournament: Tournament, entry: AuditEntry, now: Facts) -> str:
    obstacle = obstacle_to(tournament, entry, now)
    return str(obstacle) if obstacle is not None else ""


def obstacle_to(tournament: Tournament, entry: AuditEntry, now: Facts) -> UserError | None:
    """Return the refusal of an undo that names the later change; None if nothing stands in the way.

    Repairs of older versions did not note what they changed: nobody may have written the same rows since.
    """
    if "changed" not in entry.after:
        own = AuditEntry.objects.filter(tournament=tournament, action=MAKE, sequence__lte=entry.sequence)
        before = own.filter(sequence__lt=entry.sequence, after__has_key="repair").order_by("sequence").last()
        parts = own.filter(sequence__gt=before.sequence if before else 0).exclude(object_type="tournament")
        later = later_change(tournament, list(parts))
        return _named(tournament, later) if later is not None else None
    touched = touched_since(entry.after["changed"], now) or annulled_since(entry.after["changed"], now)
    return later_than(tournament, entry, touched) if touched else None


def later_than(tournament: Tournament, entry: AuditEntry, facts: Iterable[str]) -> UserError:
    """Return the refusal that names the last change of these facts after the repair."""
    rows = Q(pk=None)
    for fact in facts:
        rows |= _rows_of(tournament, fact)
    later = AuditEntry.objects.filter(rows, tournament=tournament, sequence__gt=entry.sequence).last()
    if later is None:
        return UserError(_("What this repair changed has changed since. Correct it by hand."))
    return _named(tournament, later)


def removed(tournament: Tournament, kind: str, key: object) -> UserError:
    """Return the refusal that names the removal of a row that an undo needs."""
    about = AuditEntry.objects.filter(tournament=tournament, object_type=kind, object_id=str(key), after={})
    last = about.order_by("sequence").last()
    if last is None:
        return UserError(_("A player or team that this repair names is no longer there."))
    return _named(tournament, last)


def _named(tournament: Tournament, later: AuditEntry) -> UserError:
    """Return the refusal; a part of another repair is named by what that repair concerns."""
    whole = later
    if later.action in (MAKE, UNDO):
        heads = AuditEntry.objects.filter(tournament=tournament, action=later.action, after__has_key="repair")
        whole = heads.filter(sequence__gte=later.sequence).order_by("sequence").first() or later
    names = {row.number: str(row) for row in tournament.entries.all()}
    return came_after(whole, subjects_of(whole, names) if "steps" in whole.after else later.object_name)


def _rows_of(tournament: Tournament, fact: str) -> Q:
    """Return the condition on entries of the log about the row of a fact."""
    kind, row, *_part = fact.split("/")
    if kind in ("seats", "round"):
        rounds = tournament.rounds.filter(number=row)
        versions = Seating.objects.filter(round__in=rounds)
        return _about("seating", versions) | (_about("round", rounds) if kind == "round" else Q(pk=None))
    if kind in ("sheet", "hands", "lines"):
        at = {"table__round__tournament": tournament, "table__round__number": row, "table__number": fact.split("/")[2]}
        if kind == "lines":
            return _about("scoreline", ScoreLine.objects.filter(**at))
        return _about("tableresult", TableResult.objects.filter(**at))
    if kind == "standin":
        return Q(object_type="standin")
    names = {"event": "tournament", "line": "scoreline", "cut": "stage", "stand_in": "standin"}
    keys = Q() if kind in ("event", "cut", "stand_in") else Q(object_id=row)
    return Q(object_type=names.get(kind, kind)) & keys


def _about(kind: str, rows: object) -> Q:
    keys = [str(key) for key in rows.values_list("pk", flat=True)]  # type: ignore[attr-defined]
    return Q(object_type=kind, object_id__in=keys)
