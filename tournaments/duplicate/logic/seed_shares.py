"""Shares of the seed of boards committed to with release 0.3.0, when outsiders drew a part each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

Rows = Iterable[Mapping[str, Any]] | None
"""Values of `BoardSet.seed_shares`; None without shares."""


class SeedShare(NamedTuple):
    """Share of the seed; `sealed_share` is encrypted, `share` empty until the seed is published; times are ISO 8601."""

    number: int
    holder: str
    commitment: str
    committed_at: str | None = None
    sealed_share: str = ""
    handed_in_at: str | None = None
    share: str = ""
    dropped_at: str | None = None
    dropped_reason: str = ""


PUBLIC: Final = ("number", "holder", "commitment", "share", "dropped_reason")


def read_shares(rows: Rows) -> list[SeedShare]:
    """Return the shares in their order. Raises TypeError for rows of another form."""
    return sorted((SeedShare(**row) for row in rows or ()), key=lambda share: share.number)


def is_list_of_shares(rows: Any) -> bool:
    try:
        shares = read_shares(rows)
        texts = [text for share in shares for text in (share.holder, share.sealed_share, share.dropped_reason)]
        times = [
            moment
            for share in shares
            for moment in (share.committed_at, share.handed_in_at, share.dropped_at)
            if moment
        ]
        for digits in (share.commitment + share.share for share in shares):
            bytes.fromhex(digits)
    except (TypeError, ValueError):
        return False
    numbers = {share.number for share in shares if type(share.number) is int}
    return len(numbers) == len(shares) and all(isinstance(text, str) for text in [*texts, *times])


def list_counting_shares(rows: Rows) -> list[SeedShare]:
    return [share for share in read_shares(rows) if not share.dropped_reason]


def list_public_shares(rows: Rows) -> list[dict[str, Any]]:
    return [{name: getattr(share, name) for name in PUBLIC} for share in read_shares(rows)]
