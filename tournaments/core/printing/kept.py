"""What papers bear so that whoever keeps one can tell later whether the log or a promise was changed."""

from __future__ import annotations

from typing import TypedDict

from tournaments.core.audit.anchors import anchors
from tournaments.core.printing.documents import code
from tournaments.events.models import Tournament


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
