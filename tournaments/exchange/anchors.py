"""Anchors on papers, so that nobody can rewrite an event quietly: the log's head, and every promise's hash."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypedDict

from tournaments.core.audit.head import ChainHead, grouped, head
from tournaments.core.printing.documents import code
from tournaments.events.models import Tournament


@dataclass(frozen=True)
class Anchor:
    """A promise; `kind` is draw or deal, `commitment` its hash (SHA-256, 64 digits), `at` when it was made."""

    kind: str
    commitment: str
    at: datetime.datetime

    @property
    def grouped(self) -> str:
        """The hash in groups of eight."""
        return grouped(self.commitment)


@dataclass(frozen=True)
class Anchors:
    """The head of the log (None before its first entry) and the promises, withdrawn ones too, oldest first."""

    head: ChainHead | None
    promises: Sequence[Anchor]

    @property
    def text(self) -> str:
        """The same as the verifier reads it; in capitals, of which a code holds more."""
        kept = [f"{self.head.sequence}:{self.head.digest}"] if self.head is not None else []
        return " ".join([*kept, *(f"{each.kind}:{each.commitment}" for each in self.promises)]).upper()


def anchors(tournament: Tournament) -> Anchors:
    """All that stands for the event at this moment."""
    draws = tournament.seed_commitments.values_list("commitment", "created_at")
    deals = tournament.board_sets.values_list("commitment", "committed_at")
    promises = [
        *(Anchor("draw", commitment, at) for commitment, at in draws),
        *(Anchor("deal", commitment, at) for commitment, at in deals),
    ]
    return Anchors(head(tournament), sorted(promises, key=lambda each: (each.at, each.commitment)))


class KeptLines(TypedDict):
    """`code` is the QR code of all of it, which the verifier reads; `lines` are label, number or time, and digest."""

    code: str
    lines: list[tuple[str, object, str]]


def kept(tournament: Tournament) -> KeptLines | None:
    """The log's head and the promises as they are now; None where there is neither."""
    found = anchors(tournament)
    lines: list[tuple[str, object, str]] = []
    if found.head is not None:
        lines.append(("log_head", found.head.sequence, found.head.grouped))
    lines += [(f"promised_{each.kind}", each.at, each.grouped) for each in found.promises]
    return {"code": code(found.text), "lines": lines} if lines else None
