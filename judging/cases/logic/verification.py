"""Verify that a ruling follows from its facts: the law examines them again, and its proposals are compared.

A ruling of the bundle names no player, table or case. It has ``round`` (None: of no round), ``number`` (1; more if
earlier ones were superseded), ``claim`` as read by ``read_claim``, the version of the ``engine``, ``findings``
(`pack_finding`; those of ``further`` claims last), ``measures`` (`pack_measure`), ``as_proposed``, and the
``digest`` of all this, by which the event's page of rulings finds it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from judging.law import Claim, Finding, examine, read_claim
from judging.law.competition_sanctions import SESSION_LOST
from judging.law.findings import Verdict, combine_verdicts
from judging.law.rulings import decide_each
from judging.law.stored import StoredFinding, StoredProposal
from tournaments.exchange.verification.lines import CHECKED, FAILED, UNKNOWN, CheckLine, compare_stated, guard_check

FINDING_FIELDS: Final = ("verdict", "clause", "message", "seat", "infraction")
MEASURE_FIELDS: Final = ("infraction", "seat", "clause", "penalty", "repeat", "hand", "refund_kongs")
TRANSFER_FIELDS: Final = ("from", "to", "amount")
LEDGER_FIELDS: Final = ("seat", "column", "unit", "amount")

SESSIONS_LOST: Final = (0, 1)
"""Try both: the bundle names no player, and the law asks whether one was lost before, not how many."""


def pack_finding(finding: StoredFinding) -> dict[str, Any]:
    """Return a finding in the bundle, without its evidence, which follows from the facts."""
    return {name: finding.get(name) for name in FINDING_FIELDS}


def pack_measure(proposal: StoredProposal) -> dict[str, Any]:
    """Return the effects of a measure in the bundle, without words or extra minutes, which may be the referee's own."""
    return {name: proposal.get(name) for name in MEASURE_FIELDS} | {
        "transfers": [_pick_fields(row, TRANSFER_FIELDS) for row in proposal.get("transfers") or ()],
        "ledger": [_pick_fields(row, LEDGER_FIELDS) for row in proposal.get("ledger") or ()],
        "place_in_event": [dict(place) for place in proposal.get("place_in_event") or ()],
    }


def _pick_fields(stored: Mapping[str, Any], names: Sequence[str]) -> dict[str, Any]:
    return {name: stored.get(name) for name in names}


def compute_ruling_digest(ruling: Mapping[str, Any]) -> str:
    """Return SHA-256 of a ruling of the bundle without its digest, in canonical form (keys sorted, no spaces)."""
    content = {name: value for name, value in ruling.items() if name != "digest"}
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def check(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    for ruling in bundle["rulings"]:
        place = f"ruling {str(ruling['digest'])[:12]}"
        yield from guard_check(place, lambda r=ruling, p=place: _check_ruling(r, p))  # type: ignore[misc]
    digests = [ruling["digest"] for ruling in bundle["rulings"]]
    yield from compare_stated(
        "rulings", len(set(digests)), len(digests), f"{len(digests)}, each with a digest of its own"
    )
    rounds = {seating["round"] for seating in bundle["seatings"]} | {None}
    if wrong := [str(ruling["digest"])[:12] for ruling in bundle["rulings"] if ruling["round"] not in rounds]:
        yield CheckLine(FAILED, "rulings", f"of a round that there is not: {', '.join(wrong[:5])}")
    if digests:
        text = "whether the facts were as the referee was told, and whom a ruling concerns: the bundle names nobody"
        yield CheckLine(UNKNOWN, "rulings", text)


def _check_ruling(ruling: Mapping[str, Any], place: str) -> Iterator[CheckLine]:
    digest = compare_stated(place, ruling["digest"], compute_ruling_digest(ruling), "it has its digest")
    yield from (line for line in digest if line.outcome != CHECKED)
    claims = [read_claim(stored) for stored in (ruling["claim"], *ruling.get("further", ()))]
    examined = [(claim, examine(claim)) for claim in claims]
    computed = [pack_finding(finding.to_dict()) for _claim, findings in examined for finding in findings]
    version = compute_engine_version()
    # Another release may say the same in other words.
    names = [name for name in FINDING_FIELDS if name != "message" or ruling["engine"] == version]
    stated, derived = (
        [_pick_fields(finding, names) for finding in findings] for findings in (ruling["findings"], computed)
    )
    if stated != derived:
        if ruling["engine"] == version:
            yield from compare_stated(f"{place}, findings", ruling["findings"], computed, "")
        else:
            text = f"this engine ({version}) finds otherwise than the one that examined the facts ({ruling['engine']}):"
            yield CheckLine(UNKNOWN, place, f"{text} {_describe_first_difference(stated, derived)}")
        return
    yield CheckLine(CHECKED, place, f"{len(computed)} findings follow from the facts")
    yield from _check_measures(ruling, examined, place)


def _describe_first_difference(stated: Sequence[Any], computed: Sequence[Any]) -> str:
    pairs = zip([*stated, None], [*computed, None], strict=False)
    was, now = next((pair for pair in pairs if pair[0] != pair[1]), (None, None))
    then, today = (
        "nothing" if finding is None else f"{finding['clause']} {finding['verdict']}" for finding in (was, now)
    )
    return f"{then} then, {today} now"


def _check_measures(
    ruling: Mapping[str, Any], examined: Sequence[tuple[Claim, Sequence[Finding]]], place: str
) -> Iterator[CheckLine]:
    if combine_verdicts([finding for _claim, findings in examined for finding in findings]) is Verdict.UNDECIDED:
        text = "why the referee ruled on facts that the law does not decide: the reason stands in the case book"
        yield CheckLine(UNKNOWN, place, text)
        return
    stated = list(ruling["measures"])
    for sessions in SESSIONS_LOST:
        before = {
            measure["seat"]: {measure["infraction"]: measure["repeat"] or 0, SESSION_LOST: sessions}
            for measure in stated
            if measure["infraction"]
        }
        proposed = [
            proposal.to_dict()
            for claim, findings in examined
            for proposal in decide_each(claim, findings, lambda seat, b=before: b.get(seat, {}))  # type: ignore[misc]
        ]
        if stated == [pack_measure(proposal) for proposal in proposed]:
            yield CheckLine(CHECKED, place, "it is what the law proposes for these findings")
            return
        if not any(measure["infraction"] for measure in stated):
            break
    if ruling["as_proposed"]:
        yield CheckLine(FAILED, place, "it is said to be what the law proposes, which it is not")
    else:
        text = "why the referee decided otherwise than the law proposes: the reason stands in the case book"
        yield CheckLine(UNKNOWN, place, text)


ROOT: Final = Path(__file__).parents[3]


@cache
def compute_engine_version() -> str:
    """Return twelve hexadecimal digits of the digest over the sources and tables of `engine` and `judging/law`."""
    digest = hashlib.sha256()
    for folder in (ROOT / "engine", ROOT / "judging" / "law"):
        for path in sorted(folder.rglob("*")):
            if path.suffix in (".py", ".toml") and "examples" not in path.parts:
                digest.update(str(path.relative_to(ROOT)).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]
