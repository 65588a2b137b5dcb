"""Payments of a scored win as evidence, by the family's own settlement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.play.transfers import Transfer
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.shared_facts import BY, SOURCE
from judging.law.statements import holds


def transfers_evidence(transfers: Iterable[Transfer]) -> Evidence:
    rows: list[dict[str, Any]] = [transfer.to_dict() for transfer in transfers]
    return Evidence("transfers", gettext_noop("payments"), rows)


def discarder(f: Facts) -> int | None:
    """The seat whose tile is won, None for a self-draw."""
    return None if f(BY) == "self_draw" else f.other_player(SOURCE)


def payment_findings(f: Facts, scored: ScoredHand) -> Iterator[Finding]:
    """One finding with the payments of a win: counters (``circumstances.honba``) count, riichi sticks do not."""
    if f.seat is not None and scored.win:
        source = discarder(f)
        shown = transfers_evidence(f.law.win_transfers(f, scored, f.seat, source))
        yield holds(f, gettext_noop("If the win stands, these are the payments."), shown)


def transfers_of(findings: Iterable[Finding]) -> tuple[Transfer, ...]:
    """The payments in the evidence of the findings."""
    return tuple(
        Transfer.from_dict(each)
        for finding in findings
        for evidence in finding.evidence
        if evidence.kind == "transfers"
        for each in evidence.value
    )
