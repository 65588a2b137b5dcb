"""What a referee did while the server was out of reach: the case opened, its facts examined again, and the ruling made
where the server says what the device said.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.sentences import gettext_noop
from judging.models import Case, ClaimRecord, Ruling
from judging.services import cases, rulings
from judging.services.rulings import Measure
from tournaments.models import Tournament
from tournaments.services.audit import Actor, Change, change
from tournaments.services.errors import UserError


@dataclass(frozen=True)
class Provisional:
    """What the device said, and what the referee chose of it. `said` is its findings and proposals as JSON has them."""

    engine: str
    at: str
    said: Mapping[str, list[dict[str, Any]]]
    chosen: Sequence[Measure]
    as_proposed: bool
    reason: str = ""
    note: str = ""


@dataclass(frozen=True)
class Arrived:
    """What became of it. `ruling` is None where nothing was ruled: the server says otherwise, or `problem` says why."""

    case: Case
    record: ClaimRecord
    agrees: bool
    ruling: Ruling | None = None
    problem: str = ""


@change("cases.device", gettext_noop("Case brought in from a device"))
def bring_in(
    change: Change,
    tournament: Tournament,
    *,
    case: Callable[[Actor], Case],
    examined: Callable[[Case], Mapping[str, Any]],
    payments: Callable[[Case, ClaimRecord], str],
    told: Callable[[Case], Provisional],
    key: uuid.UUID,
    after: int = 0,
) -> Arrived:
    """Bring in a case with its facts and the provisional ruling.

    `case` opens the case or gives the one that there is; `told` is what the device said of it, `examined` what the
    server says to the facts, as `record_claim` stores it; `payments` says where payments go. `after` is the number of
    the facts that the device knew. The facts are recorded whatever happened meanwhile, beside those of others. The
    ruling is made where the server says the same, nobody has recorded other facts and nothing is ruled yet.
    """
    found = case(change.by)
    newest = found.claims.order_by("-number").first()
    record = ClaimRecord.objects.filter(key=key, case=found).first()
    moved = record is None and (newest.number if newest is not None else 0) != after
    provisional, answer = told(found), examined(found)
    agrees = same(answer, provisional.said)
    if record is None:
        kept = {
            "engine": provisional.engine,
            "at": provisional.at,
            **provisional.said,
            "chosen": [dict(measure.proposal) for measure in provisional.chosen],
            "reason": provisional.reason,
            "agrees": agrees,
        }
        record = cases.record_claim(change.by, found, key=key, device=kept, **answer)
    change.note(found, after={"device engine": provisional.engine, "engine": record.engine_version, "agrees": agrees})
    if not agrees or moved or found.rulings.filter(in_force=True).exists():
        return Arrived(found, record, agrees)
    found.refresh_from_db()
    try:
        ruling = rulings.rule(
            change.by,
            found,
            claim=record,
            measures=provisional.chosen,
            based_on=found.version,
            as_proposed=provisional.as_proposed,
            payments=payments(found, record),
            reason=provisional.reason,
            note=provisional.note,
        )
    except UserError as error:
        return Arrived(found, record, agrees, problem=str(error))
    return Arrived(found, record, agrees, ruling)


def same(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Whether two answers lead to the same ruling: each finding's verdict, clause and words, and the proposals."""
    return _says(first) == _says(second)


def _says(answer: Mapping[str, Any]) -> tuple[list[tuple[str, str, str]], list[Any]]:
    findings = [(each["verdict"], each["clause"], each["message"]) for each in answer["findings"]]
    # As JSON has them, which knows no tuples.
    return findings, json.loads(json.dumps(answer["proposals"]))
