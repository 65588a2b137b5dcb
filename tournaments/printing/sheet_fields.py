"""The fields of a score sheet in the order in which they are written, printed and typed.

One list for the printed sheet and for the entry form: a clerk's eyes go down the paper while the fingers go down the
form, so the two must never differ (a test compares them).
"""

from dataclasses import dataclass

SEATS = (0, 1, 2, 3)


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field of the sheet. `name` is its name in forms; `seat` the line it belongs to, None for the whole table."""

    name: str
    kind: str
    seat: int | None = None


POINTS = tuple(SheetField(f"points_{seat}", "points", seat) for seat in SEATS)
LEFTOVER = SheetField("leftover", "leftover")


def result_fields(family: str, seats: int = 4) -> tuple[SheetField, ...]:
    """Final points from East to North, then what belongs to the table (riichi: sticks left).

    >>> [field.name for field in result_fields("riichi")]
    ['points_0', 'points_1', 'points_2', 'points_3', 'leftover']
    """
    return POINTS[:seats] + ((LEFTOVER,) if family == "riichi" else ())


_WIN = (SheetField("winner", "seat"), SheetField("discarder", "seat"))
_PENALTIES = tuple(SheetField(f"penalty_{seat}", "penalty", seat) for seat in SEATS)


def hand_fields(family: str) -> tuple[SheetField, ...]:
    """The fields of one hand's line: who won, from whom (nobody: self-drawn), how much, fines.

    Sichuan has three wins, and the kongs in one field; riichi has han and fu, and who had a stick out or was ready.
    """
    if family == "riichi":
        sticks = tuple(SheetField(f"riichi_{seat}", "riichi", seat) for seat in SEATS)
        ready = tuple(SheetField(f"ready_{seat}", "ready", seat) for seat in SEATS)
        second = (SheetField("winner_2", "seat"), SheetField("han_2", "value"), SheetField("fu_2", "value"))
        return (*_WIN, SheetField("han", "value"), SheetField("fu", "value"), *second, *sticks, *ready)
    if family == "sichuan":
        wins = []
        for number in (1, 2, 3):
            wins += [
                SheetField(f"winner_{number}", "seat"),
                SheetField(f"discarder_{number}", "seat"),
                SheetField(f"value_{number}", "value"),
            ]
        return (*wins, SheetField("kongs", "kongs"), *_PENALTIES)
    return (*_WIN, SheetField("value", "value"), *_PENALTIES)


def hands_on_sheet(family: str) -> int:
    """How many hand lines a sheet has: MCR's match, a riichi half with repeats, Taiwan's four winds, SC-2.9."""
    return {"mcr": 16, "riichi": 16, "taiwan": 20, "sichuan": 8}.get(family, 16)
