"""Shares of the seed of boards that were committed to with release 0.3.0.

Up to that release people outside the site could draw a part of the seed each. Boards of these events are dealt from the
site's seed and their shares; later events have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

Rows = Iterable[Mapping[str, Any]] | None
"""Values of `BoardSet.seed_shares`; None: nobody had a share."""


class SeedShare(NamedTuple):
    """A share: `sealed_share` is encrypted, empty until it was handed in; `share` is empty until the seed is published.

    Times are in ISO 8601. One that was left out has the time and the reason.
    """

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
"""Facts that everybody may see once the seed is published."""


def read_shares(rows: Rows) -> list[SeedShare]:
    """Return the shares in their order. Raises TypeError for rows of another form."""
    return sorted((SeedShare(**row) for row in rows or ()), key=lambda share: share.number)


def are_shares(rows: Any) -> bool:
    """Return whether the value is a list of shares, each with its own number, times and hexadecimal digits."""
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


def counting_shares(rows: Rows) -> list[SeedShare]:
    """Return the shares that are part of the seed, in their order: all but those left out."""
    return [share for share in read_shares(rows) if not share.dropped_reason]


def public_shares(rows: Rows) -> list[dict[str, Any]]:
    """Return what everybody may see of the shares once the seed is published."""
    return [{name: getattr(share, name) for name in PUBLIC} for share in read_shares(rows)]
