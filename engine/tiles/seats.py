"""Seats and winds. Seats 0-3 are in turn order; winds are the rules' names of seats."""

from __future__ import annotations

from enum import IntEnum

from engine.errors import NotationError
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.tile import EAST, Tile

Seat = int
"""0-3 in turn order (counter-clockwise). The seat's wind depends on the dealer."""

SEATS = (0, 1, 2, 3)


class Wind(IntEnum):
    """Winds in turn order.

    >>> Wind.parse("S").tile == 28
    True
    """

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def tile(self) -> Tile:
        return EAST + self.value

    @property
    def letter(self) -> str:
        return "ESWN"[self.value]

    @classmethod
    def parse(cls, text: str) -> Wind:
        wind = _WINDS.get(text)
        if wind is None:
            raise NotationError(_("expected a wind E, S, W or N"), str(text))
        return wind


WIND_NAMES = (gettext_noop("East"), gettext_noop("South"), gettext_noop("West"), gettext_noop("North"))

_WINDS = {"ESWN"[wind]: wind for wind in Wind} | {f"{wind + 1}z": wind for wind in Wind}


def seat_wind(seat: Seat, dealer: Seat) -> Wind:
    """Wind of a seat when ``dealer`` is East.

    >>> seat_wind(0, dealer=3)
    <Wind.SOUTH: 1>
    """
    return Wind((seat - dealer) % 4)


def next_seat(seat: Seat, steps: int = 1) -> Seat:
    return (seat + steps) % 4


def turn_order(first: Seat) -> tuple[Seat, Seat, Seat, Seat]:
    return (first, (first + 1) % 4, (first + 2) % 4, (first + 3) % 4)
