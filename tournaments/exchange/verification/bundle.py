"""The bundle's format, digest and parts, apart from the checks, which load the library of seatings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.bounded_json import digest
from tournaments.exchange.verification.lines import CheckLine

FORMAT: Final = "mahjong-public/1"
CheckPart = Callable[[Mapping[str, Any]], Iterator[CheckLine]]
"""The whole bundle -> lines for the part that another app has put into it."""


def bundle_digest(bundle: Mapping[str, Any]) -> str:
    """SHA-256 of the bundle without its own digest, in canonical form (keys sorted, no spaces)."""
    return digest({name: value for name, value in bundle.items() if name != "digest"})
