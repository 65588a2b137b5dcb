"""Hashes of promises, in files and columns called `commitment`, published before anybody can know the outcome.

A promise is a JSON object in canonical form, public at once: event, rounds or boards, method of drawing or dealing,
public value to wait for, and when the list of players closes. Its hash is
``SHA-256(promise "|" seed in hexadecimal)``. Seed and public value together decide the draw or the deals: nobody knows
the value while the seed can still be chosen, and nobody can change the seed once the value is known.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Sequence
from typing import Any, Final

from engine.bounded_json import canonical_json
from engine.errors import EngineError
from engine.sentences import sentence as _
from engine.walls.wall import FORMAT as SHEET_FORMAT
from engine.walls.wall import check_name

DRAW_FORMAT: Final = "mjdraw/1"
DEAL_FORMAT: Final = "mjdeal/2"
SHARE_FORMAT: Final = "mjshare/1"


class PromiseError(EngineError):
    kind = "promise"


def read_promise(text: str) -> dict[str, Any]:
    """Parse a promise. Raises PromiseError if the text is not a JSON object in canonical form."""
    try:
        promise = json.loads(text)
    except (ValueError, RecursionError):
        raise PromiseError(_("the promise is not valid JSON"), at="promise") from None
    if not isinstance(promise, dict) or promise.get("format") not in (DRAW_FORMAT, DEAL_FORMAT):
        raise PromiseError(_("the promise has an unknown format"), at="promise")
    if canonical_json(promise) != text:
        raise PromiseError(_("the promise is not in canonical form; copy it exactly as published"), at="promise")
    return promise


def promise_commitment(promise: str, seed: bytes) -> str:
    return hashlib.sha256(f"{promise}|{seed.hex()}".encode()).hexdigest()


def deals_commitment(promise: str, seed: bytes, event: str, sessions: int, boards: int) -> str:
    """Return the hash of the promise of an event's deals, without one in the early format. Raises BoardNameError."""
    return promise_commitment(promise, seed) if promise else sheets_commitment(seed, event, sessions, boards)


def sheets_commitment(seed: bytes, event: str, sessions: int, boards: int) -> str:
    """Return a hash of the early format (``mjdeal/1``) over event, sessions and boards. Raises BoardNameError."""
    text = f"{SHEET_FORMAT}|{check_name(event, 'event')}|{sessions}|{boards}|".encode()
    return hashlib.sha256(text + seed).hexdigest()


def seed_commitment(seed: str) -> str:
    """Return a hash of the early format for a draw, over its seed alone (``mjseat/1``).

    >>> seed_commitment("olga")[:16]
    'c436c6cfd3479682'
    """
    return hashlib.sha256(f"mjseat/1|commit|{seed}".encode()).hexdigest()


def draw_seed(seed: bytes, value: str) -> str:
    """Return the seed of the draw: the committed seed mixed with the public value, 64 hexadecimal digits."""
    return hmac.new(seed, f"{DRAW_FORMAT}|{value}".encode(), hashlib.sha256).hexdigest()


def replan_seed(drawn_by: str, played: int) -> str:
    """Return the seed for redrawing the remaining rounds after ``played`` rounds have started.

    It is derived from the seed of the promised draw, so nobody chooses it and the same redraw gives the same plan.

    >>> replan_seed("00" * 32, 2)[:16]
    '889e9654ce009b78'
    """
    return hmac.new(bytes.fromhex(drawn_by), f"{DRAW_FORMAT}|replan|{played}".encode(), hashlib.sha256).hexdigest()


def share_commitment(event: str, holder: str, share: bytes) -> str:
    """Return the hash of a share of a seed, 64 hexadecimal digits. Used by events up to release 0.3.0."""
    return hashlib.sha256(f"{SHARE_FORMAT}|{event}|{holder}|{share.hex()}".encode()).hexdigest()


def combine_shares(seed: bytes, shares: Sequence[bytes]) -> bytes:
    """Return the seed of the deals: the site's own, mixed with the shares, if any, in the order of their numbers."""
    if not shares:
        return seed
    text = "|".join([SHARE_FORMAT, *(share.hex() for share in shares)])
    return hmac.new(seed, text.encode(), hashlib.sha256).digest()
