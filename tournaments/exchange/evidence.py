"""Digests printed on papers as evidence: the log's head and the hash of every promise."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from tournaments.core.audit.log_head import ChainHead, grouped, head
from tournaments.core.printing.documents import make_qr_code
from tournaments.events.models import Tournament


@dataclass(frozen=True)
class PromiseHash:
    """Promise; `kind` is draw or deal, `commitment` its hash (SHA-256, 64 digits), `at` its time."""

    kind: str
    commitment: str
    at: datetime.datetime

    @property
    def grouped(self) -> str:
        return grouped(self.commitment)


@dataclass(frozen=True)
class EventEvidence:
    """Head of the log (None if empty) and promises, including withdrawn ones, oldest first."""

    head: ChainHead | None
    promises: Sequence[PromiseHash]

    @property
    def text(self) -> str:
        """Text for the verifier, in capitals, which make a QR code smaller."""
        parts = [f"{self.head.sequence}:{self.head.digest}"] if self.head is not None else []
        return " ".join([*parts, *(f"{promise.kind}:{promise.commitment}" for promise in self.promises)]).upper()


def build_evidence(tournament: Tournament) -> EventEvidence:
    draws = tournament.seed_commitments.values_list("commitment", "created_at")
    deals = tournament.board_sets.values_list("commitment", "committed_at")
    promises = [
        *(PromiseHash("draw", commitment, time) for commitment, time in draws),
        *(PromiseHash("deal", commitment, time) for commitment, time in deals),
    ]
    return EventEvidence(head(tournament), sorted(promises, key=lambda promise: (promise.at, promise.commitment)))


class EvidenceLines(TypedDict):
    """Lines of label, number or time, and digest; `code` is the QR code of all digests for the verifier."""

    code: str
    lines: list[tuple[str, object, str]]


def find_evidence_lines(tournament: Tournament) -> EvidenceLines | None:
    evidence = build_evidence(tournament)
    lines: list[tuple[str, object, str]] = []
    if evidence.head is not None:
        lines.append(("log_head", evidence.head.sequence, evidence.head.grouped))
    lines += [(f"promised_{promise.kind}", promise.at, promise.grouped) for promise in evidence.promises]
    return {"code": make_qr_code(evidence.text), "lines": lines} if lines else None
