"""The rulings in force as everybody may check them: facts, findings and measures, nobody's name or table."""

from __future__ import annotations

from typing import Any, Final

from django.db.models import Exists, OuterRef, Q

from judging.models import Ruling
from judging.verification.rulings import found_of, measure_of, ruling_digest
from tournaments.duplicate.models.board_plays import BoardPlay
from tournaments.events.models import Tournament

OF_A_LOG: Final = (
    "prevalent_wind", "dealer", "seat_winds", "honba", "deposits", "dealer_repeats", "start_scores", "deal",
    "dora_indicators", "wall", "wall_model", "common", "position", "events",
)  # fmt: skip
"""What of a record of play tells the law something; anything else, names for one, stays here."""


def public_rulings(tournament: Tournament, *, through: int | None = None) -> list[dict[str, Any]]:
    """By round and digest, which is no order of cases; those of rounds up to `through` (None: of every round).

    A ruling at a board waits until everybody has played it: its facts show tiles.
    """
    found = Ruling.objects.filter(case__tournament=tournament, in_force=True)
    if through is not None:
        found = found.filter(Q(case__round=None) | Q(case__round__number__lte=through))
    closed = BoardPlay.objects.filter(table=OuterRef("case__table"), board__released_at=None)
    found = found.exclude(Exists(closed)).select_related("case__round", "claim").prefetch_related("sanctions")
    rulings = [public_ruling(ruling) for ruling in found]
    return sorted(rulings, key=lambda each: (each["round"] or 0, each["digest"]))


def public_ruling(ruling: Ruling) -> dict[str, Any]:
    """One ruling with its digest; see `judging.verification.rulings` for its parts."""
    record = ruling.claim
    claim = {name: record.claim[name] for name in ("kind", "seat", "facts", "event") if name in record.claim}
    if "log" in record.claim:
        claim["log"] = {name: record.claim["log"][name] for name in OF_A_LOG if name in record.claim["log"]}
    shown = {
        "round": ruling.case.round.number if ruling.case.round else None,
        "number": ruling.number,
        "claim": {**claim, "ruleset": record.ruleset_name, "parameters": record.parameters},
        "engine": record.engine_version,
        "findings": [found_of(each) for each in record.findings],
        "measures": [measure_of(sanction.proposal) for sanction in ruling.sanctions.all()],
        "as_proposed": ruling.as_proposed,
    }
    return {**shown, "digest": ruling_digest(shown)}
