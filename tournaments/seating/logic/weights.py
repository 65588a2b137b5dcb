"""Weights of the seating searches, each in the unit of its search."""

from __future__ import annotations

from collections.abc import Mapping

REPEAT = 1000
"""Price of one repeat, in the unit of the constraints' weights."""

SETTINGS: Mapping[str, int] = {"fresh": 10_000, "balanced": 1_000, "close": 100}
"""The slider of a Swiss round: the price P of a repeat in squared places. "fresh" avoids repeats, "close" seats
neighbours, "balanced" is between.
"""

WIND_PRICE = 200.0
"""For each game by which a wind exceeds the player's rarest one, while the number of rounds is not known."""
END_PRICE = 120.0
"""For each game by which the player's winds will be further from even at the end (see `measures.Measures`)."""
LEAN_PRICE = 10.0
"""As `WIND_PRICE`, beside `END_PRICE`: a small lean to the rarest wind keeps later rounds free."""
