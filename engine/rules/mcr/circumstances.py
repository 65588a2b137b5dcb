from __future__ import annotations

from typing import NamedTuple


class Circumstances(NamedTuple):
    last_copy: bool = False
    """The other three tiles of the winning kind are visible (MCR-4/last_tile); also derived from ``Win.visible``."""
