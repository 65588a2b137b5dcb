"""What only this family asks about a win."""

from __future__ import annotations

from typing import Literal, NamedTuple


class Circumstances(NamedTuple):
    """What only Sichuan mahjong asks about a win.

    ``void_suit`` the suit the winner gave up, ``after_kong`` the discarder had just made a kong, ``nonwinners`` how
    many other players have not won yet.
    """

    void_suit: Literal["m", "p", "s"] | None = None
    after_kong: bool = False
    nonwinners: int = 3
