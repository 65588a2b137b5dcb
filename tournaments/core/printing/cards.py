"""Cards and slips: table cards, name badges, personal schedules, penalty slips."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tournaments.core.printing.documents import Heading, Leaf, chunks, code
from tournaments.core.text import names, places
from tournaments.entries.fields import NAMES, PLAYER
from tournaments.entries.models.entries import Entry

BADGES_A_PAGE = 8
SLIPS_A_PAGE = 2
SCHEDULES_A_PAGE = 4
LINES_OF_A_QUARTER, LETTERS_A_LINE = 22, 26
"""What a quarter of a page of Letter has room for, and a column of names in it."""
BLANK_LINES = ("the_hand", "digest", "payments", "ledger", "time", "appeal")
"""What a blank slip has lines for, beside the penalty."""
IN_THE_HEAD: Final = frozenset({"number", "team", *NAMES})
"""Columns with a place of their own on a badge."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A name badge."""

    number: int
    name: str
    native: str
    team: str
    facts: tuple[str, ...] = ()
    """Further facts, the team among them, in the order of print."""
    code: str = ""
    """The QR code of the player's own page, empty for none."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A round of a player's schedule; ``table`` None when sitting out."""

    round: int
    starts: str
    table: str | None
    wind: int | None
    with_names: Sequence[str]


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
    ruled: tuple[tuple[str, str], ...] = ()
    """What follows from the penalty, line by line: the key of its label and what is ruled."""


def badge_of(entry: Entry) -> Badge:
    """What a badge says of a player."""
    team = entry.team.name if entry.team else ""
    found = [_printed(entry, column.name) for column in PLAYER if column.printed and column.name not in IN_THE_HEAD]
    facts = tuple(dict.fromkeys(text for text in (team, *found) if text))
    return Badge(entry.number, names.leading(entry), names.following(entry), team, facts)


def _printed(entry: Entry, name: str) -> str:
    value = getattr(entry, name)
    return places.country(value) if name == "country" else str(value or "")


def table_cards(heading: Heading, tables: Sequence[str]) -> list[Leaf]:
    """A card a table, folded in the middle: what it is called for both sides."""
    return [Leaf("table_card", {"heading": heading, "table": table}) for table in tables]


def badges(heading: Heading, people: Sequence[Badge]) -> list[Leaf]:
    """Eight badges a page, and behind it a page with their backs, for printing on both sides along the long edge."""
    return [
        Leaf("badges", {"heading": heading, "people": part, "back": back})
        for part in chunks(people, BADGES_A_PAGE)
        for back in (False, True)
    ]


def schedules(heading: Heading, plans: Sequence[tuple[Badge, Sequence[Appointment]]]) -> list[Leaf]:
    """The rounds of players, four to a page to be cut apart; of a long event, or with long names, one a page."""
    longest = max((sum(map(_lines, appointments)) for _badge, appointments in plans), default=0)
    each = SCHEDULES_A_PAGE if longest <= LINES_OF_A_QUARTER else 1
    values = {"heading": heading, "quarters": each > 1}
    return [Leaf("schedule", {**values, "plans": part}) for part in chunks(plans, each)]


def _lines(appointment: Appointment) -> int:
    """Lines that the names of the others take at most on a quarter of a page; two for each at least."""
    return max(2, -(-sum(len(name) + 2 for name in appointment.with_names) // LETTERS_A_LINE) + 1)


def penalty_slips(heading: Heading, slips: Sequence[Slip]) -> list[Leaf]:
    """Two slips a page; a page of blank ones where none is given."""
    blank = Slip(ruled=tuple((key, "") for key in BLANK_LINES))
    filled = list(slips) or [blank] * SLIPS_A_PAGE
    return [Leaf("penalty_slips", {"heading": heading, "slips": part}) for part in chunks(filled, SLIPS_A_PAGE)]


def room_code(heading: Heading, address: str) -> list[Leaf]:
    """A leaf for the wall: what is played here, the code of the room, and what to do with it."""
    return [Leaf("room_code", {"heading": heading, "code": code(address), "address": address})]
