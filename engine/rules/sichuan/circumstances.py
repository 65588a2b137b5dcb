from __future__ import annotations

from typing import Literal, NamedTuple


class Circumstances(NamedTuple):
    """``void_suit`` of the winner; ``after_kong``: the discarder had just made a kong; ``nonwinners``: number of other
    players who have not won yet.
    """

    void_suit: Literal["m", "p", "s"] | None = None
    after_kong: bool = False
    nonwinners: int = 3
