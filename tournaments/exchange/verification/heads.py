"""Heads of the log and promises that somebody kept, as a paper's code has them or as they are typed from it."""

from __future__ import annotations

import re

from tournaments.exchange.verification.checks import PROMISES, KeptHead


def heads_of(text: str) -> list[KeptHead]:
    """The heads of a text. Raises ValueError.

    >>> heads_of("812: 3f09c1d2 a4b5e6f7 DRAW:00C0FFEE")
    [(812, '3f09c1d2a4b5e6f7'), ('draw', '00c0ffee')]
    """
    before, *rest = re.split(rf"\b([0-9]+|{'|'.join(PROMISES)})\s*:", text.lower())
    digests = ["".join(digest.split()) for digest in rest[1::2]]
    if before.strip() or not all(re.fullmatch("[0-9a-f]{8,64}", digest) for digest in digests):
        raise ValueError("a head is a number, draw or deal, a colon and at least eight digits")
    return [(int(what) if what.isdigit() else what, digest) for what, digest in zip(rest[::2], digests, strict=True)]
