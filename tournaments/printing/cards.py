"""Cards and slips: table cards, name badges, personal schedules, penalty slips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.printing.papers import Heading, Leaf, chunks
from tournaments.printing.scoresheet import WINDS

BADGES_A_PAGE = 8
SLIPS_A_PAGE = 3
SCHEDULES_A_PAGE = 4
ROUNDS_OF_A_QUARTER = 9


@dataclass(frozen=True, slots=True)
class Badge:
    """A name badge."""

    number: int
    name: str
    native: str
    country: str
    team: str
    code: str = ""
    """The QR code of the player's own page, empty for none."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A round of a player's schedule; ``table`` None when sitting out."""

    round: int
    starts: str
    table: int | None
    wind: int | None
    with_names: Sequence[str]

    @property
    def letter(self) -> str:
        """E, S, W or N, empty where unknown."""
        return "" if self.wind is None else WINDS[self.wind]


@dataclass(frozen=True, slots=True)
class Slip:
    """A penalty slip; the numbers are empty on a blank one."""

    round: str = ""
    table: str = ""
    hand: str = ""
    player: str = ""
    amount: str = ""
    reason: str = ""
    clause: str = ""
    case: str = ""
    ruled: tuple[str, ...] = ()
    """What follows from the penalty, line by line."""


def table_cards(heading: Heading, numbers: Sequence[int]) -> list[Leaf]:
    """A card a table, folded in the middle: its number for both sides."""
    return [Leaf("table_card", {"heading": heading, "number": number}) for number in numbers]


def badges(heading: Heading, people: Sequence[Badge]) -> list[Leaf]:
    """Eight badges a page."""
    return [Leaf("badges", {"heading": heading, "people": part}) for part in chunks(people, BADGES_A_PAGE)]


def schedules(heading: Heading, plans: Sequence[tuple[Badge, Sequence[Appointment]]]) -> list[Leaf]:
    """The rounds of players, four to a page to be cut apart; of a long event one a page."""
    longest = max((len(appointments) for _badge, appointments in plans), default=0)
    each = SCHEDULES_A_PAGE if longest <= ROUNDS_OF_A_QUARTER else 1
    values = {"heading": heading, "quarters": each > 1}
    return [Leaf("schedule", {**values, "plans": part}) for part in chunks(plans, each)]


def penalty_slips(heading: Heading, slips: Sequence[Slip]) -> list[Leaf]:
    """Three slips a page; a page of blank ones where none is given."""
    filled = list(slips) or [Slip()] * SLIPS_A_PAGE
    return [Leaf("penalty_slips", {"heading": heading, "slips": part}) for part in chunks(filled, SLIPS_A_PAGE)]
