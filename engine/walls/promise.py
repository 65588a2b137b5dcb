"""Commitments: one hash over everything that was promised and a seed that nobody knows yet.

A promise is a JSON object in one canonical form, public from the first moment: which event and rounds or boards, how it
will be drawn or dealt, which public value is waited for, when the list of players closes. Its commitment is
``SHA-256(promise "|" seed in hexadecimal)``. What is drawn or dealt comes from the seed and the public value together:
whoever knew the seed did not know the value, and whoever knows the value cannot change the seed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import EngineError
from engine.sentences import sentence as _

DRAW_FORMAT: Final = "mjdraw/1"
DEAL_FORMAT: Final = "mjdeal/2"
"""Formats of a promise: of a draw, and of deals (whose sheets are those of ``mjdeal/1``)."""
SHARE_FORMAT: Final = "mjshare/1"


class PromiseError(EngineError):
    """A promise that cannot be read."""

    kind = "promise"


def written(promise: Mapping[str, Any]) -> str:
    """The promise's text: keys sorted, no spaces, letters as they are.

    >>> written({"rounds": [1], "format": "mjdraw/1"})
    '{"format":"mjdraw/1","rounds":[1]}'
    """
    return json.dumps(promise, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def read_promise(text: str) -> dict[str, Any]:
    """The promise of a text. Raises PromiseError where it is no JSON object in its canonical form."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise PromiseError(_("the promise is no JSON"), at="promise") from None
    if not isinstance(found, dict) or found.get("format") not in (DRAW_FORMAT, DEAL_FORMAT):
        raise PromiseError(_("the promise is of no known format"), at="promise")
    if written(found) != text:
        raise PromiseError(_("the promise is not written in its canonical form"), at="promise")
    return found


def promise_commitment(promise: str, seed: bytes) -> str:
    """What is published first, 64 hexadecimal digits."""
    return hashlib.sha256(f"{promise}|{seed.hex()}".encode()).hexdigest()


def draw_seed(seed: bytes, value: str) -> str:
    """The seed that draws: that of the commitment mixed with the public value, 64 hexadecimal digits."""
    return hmac.new(seed, f"{DRAW_FORMAT}|{value}".encode(), hashlib.sha256).hexdigest()


def replan_seed(drawn_by: str, played: int) -> str:
    """The seed that plans the rest anew once so many rounds have started: nobody chooses it either.

    It follows from the seed of the promised draw, so that a plan made twice is the same plan.

    >>> replan_seed("00" * 32, 2)[:16]
    '889e9654ce009b78'
    """
    return hmac.new(bytes.fromhex(drawn_by), f"{DRAW_FORMAT}|replan|{played}".encode(), hashlib.sha256).hexdigest()


def share_commitment(event: str, holder: str, share: bytes) -> str:
    """What somebody who holds a share of a seed publishes before entries close, 64 hexadecimal digits."""
    return hashlib.sha256(f"{SHARE_FORMAT}|{event}|{holder}|{share.hex()}".encode()).hexdigest()


def combined(seed: bytes, shares: Sequence[bytes]) -> bytes:
    """The seed of the deals: the site's own, and the shares in the order of their numbers; without any, the site's.

    Every share changes all of it, so one holder who kept theirs to themselves is enough.
    """
    if not shares:
        return seed
    text = "|".join([SHARE_FORMAT, *(share.hex() for share in shares)])
    return hmac.new(seed, text.encode(), hashlib.sha256).digest()
