"""Rulings as a mirror stores them: what their public digest shows, without names, places and the order of cases."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Exists, OuterRef, Q, QuerySet

from judging.cases.models import Case, ClaimRecord, Ruling
from judging.cases.queries.casebook import PUBLIC_LOG_FIELDS, publish_ruling
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.events.models import Tournament
from tournaments.exchange.document.visitor import VisitorSection


def list_visible_rulings(event: Tournament) -> QuerySet[Ruling]:
    """Return rulings in force, a board's once everybody has played it."""
    closed = BoardPlay.objects.filter(table=OuterRef("case__table"), board__released_at=None)
    return Ruling.objects.filter(case__tournament=event, in_force=True).exclude(Exists(closed))


def _filter_cases(event: Tournament, _through: int) -> Q:
    return Q(pk__in=list_visible_rulings(event).values("case"))


def _filter_claims(event: Tournament, _through: int) -> Q:
    return Q(pk__in=list_visible_rulings(event).values("claim"))


def _filter_rulings(event: Tournament, _through: int) -> Q:
    return Q(pk__in=list_visible_rulings(event).values("pk"))


def _filter_sanctions(event: Tournament, _through: int) -> Q:
    return Q(ruling__in=list_visible_rulings(event).values("pk"))


def _number_cases(event: Tournament, rows: list[Case]) -> list[Case]:
    """Number the cases by round and digest of the ruling: their own numbers tell when they were opened."""
    rulings = list_visible_rulings(event).select_related("case__round", "claim").prefetch_related("sanctions")
    places = {}
    for ruling in rulings:
        public = publish_ruling(ruling)
        places[ruling.case_id] = (public["round"] or 0, public["digest"])
    rows.sort(key=lambda case: places[case.pk])
    for number, case in enumerate(rows, 1):
        case.number, case.state = number, Case.State.RULED
    return rows


def _show_facts(_event: Tournament, rows: list[ClaimRecord]) -> list[ClaimRecord]:
    for row in rows:
        row.claim = _show_claim(row.claim)
        row.further = [_show_claim(claim) for claim in row.further]
        row.clauses = ""
    return rows


def _show_claim(stored: Any) -> Any:
    claim = {name: stored[name] for name in ("kind", "seat", "facts", "event") if name in stored}
    if "log" in stored:
        claim["log"] = {name: stored["log"][name] for name in PUBLIC_LOG_FIELDS if name in stored["log"]}
    return claim


ROWS: Final = {
    "cases": VisitorSection(("number", "kind", "round", "state"), _filter_cases, _number_cases),
    "claims": VisitorSection(
        (
            "case", "number", "kind", "claim", "further", "findings", "proposals", "verdict", "ruleset",
            "ruleset_name", "parameters", "engine_version",
        ),
        _filter_claims,
        _show_facts,
    ),
    "rulings": VisitorSection(
        ("case", "number", "claim", "in_force", "as_proposed", "hand_effect"), _filter_rulings
    ),
    "sanctions": VisitorSection(
        ("ruling", "order", "infraction", "clause", "title", "penalty", "repeat", "as_proposed", "proposal"),
        _filter_sanctions,
    ),
}  # fmt: skip
