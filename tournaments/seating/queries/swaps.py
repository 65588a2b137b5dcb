from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from tournaments.entries.models.entries import Entry
from tournaments.rounds.models import Round
from tournaments.seating.queries.quality import TablePlan, list_broken_wishes
from tournaments.seating.text import seatings as words

Swap = tuple[int, int]
"""Numbers of two players who change chairs."""
MAX_SWAPS = 200


def read_swaps(text: str) -> list[Swap]:
    """Parse swaps: "12-7.3-4" -> [(12, 7), (3, 4)]. Raises ValueError."""
    if not text:
        return []
    parts = text.split(".")
    if len(parts) > MAX_SWAPS:
        raise ValueError(text[:40])
    swaps = []
    for part in parts:
        if not re.fullmatch(r"[0-9]{1,6}-[0-9]{1,6}", part):
            raise ValueError(text[:40])
        first, second = part.split("-")
        swaps.append((int(first), int(second)))
    return swaps


def write_swaps(swaps: Sequence[Swap]) -> str:
    """Return the text that `read_swaps` parses.

    >>> write_swaps([(12, 7), (3, 4)])
    '12-7.3-4'
    """
    return ".".join(f"{first}-{second}" for first, second in swaps)


def apply_swaps(plan: TablePlan, swaps: Sequence[Swap], entries: Mapping[int, Entry]) -> dict[int, tuple[Entry, ...]]:
    """Return the tables after the swaps; a player without a chair takes the other's."""
    tables = {number: list(seated) for number, seated in plan.items()}
    chairs = {entry.number: (table, seat) for table, seated in tables.items() for seat, entry in enumerate(seated)}
    for first, second in swaps:
        first_chair, two = chairs.pop(first, None), chairs.pop(second, None)
        for player, chair in ((first, two), (second, first_chair)):
            if chair is not None:
                tables[chair[0]][chair[1]] = entries[player]
                chairs[player] = chair
    return {number: tuple(seated) for number, seated in tables.items()}


def describe_problem(swap: Swap, plan: TablePlan, entries: Mapping[int, Entry], playing: Collection[int]) -> str:
    """Return the reason why this swap is impossible; empty if it is possible."""
    first, second = swap
    for number in swap:
        if number not in entries:
            return words.describe_swap_problem("no player", number=number)
    if first == second:
        return words.describe_swap_problem("one player")
    seated = {entry.number for table in plan.values() for entry in table}
    if first not in seated and second not in seated:
        return words.describe_swap_problem("no seat", first=entries[first], second=entries[second])
    for number in swap:
        if number not in seated and number not in playing:
            return words.describe_swap_problem("not playing", name=entries[number])
    return ""


def list_new_hard_breaks(round_: Round, before: TablePlan, after: TablePlan) -> list[str]:
    """Return a phrase for each hard constraint that the swap newly breaks."""
    held = {
        (line["kind"], line["name"], tuple(pair))
        for line in list_broken_wishes(round_, before)
        if line["hard"]
        for pair in line["pairs"]
    }
    names = {entry.number: str(entry) for plan in (before, after) for table in plan.values() for entry in table}
    return [
        words.describe_hard_break(line["kind"], names[pair[0]], names[pair[1]])
        for line in list_broken_wishes(round_, after)
        if line["hard"]
        for pair in line["pairs"]
        if (line["kind"], line["name"], tuple(pair)) not in held
    ]
