"""Changed numbers of players: certificates and changes by hand keep those of their time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tournaments.exchange.verification.lines import UNKNOWN, CheckLine, holds
from tournaments.seating.logic.amendments import Move

Today = Callable[[int], int]
"""Function from a former number of a player to the number of today."""


def make_renumbering(bundle: Mapping[str, Any], draw: Mapping[str, Any], link: int = 0) -> Today:
    """Return the function from numbers at a link of the draw's chain to those of today."""
    later = [renumbering for renumbering in bundle.get("renumberings", ()) if renumbering["log"] > draw["log"][link]]

    def today(number: int) -> int:
        for renumbering in later:
            number = renumbering["now"] if number == renumbering["was"] else number
        return number

    return today


def renumber_moves(moves: tuple[Move, ...], today: Today) -> tuple[Move, ...]:
    def renumbered(player: int | None) -> int | None:
        return None if player is None else today(player)

    return tuple(move._replace(was=renumbered(move.was), now=renumbered(move.now)) for move in moves)


def check_numbers(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    """Check that changes of numbers lead to those of today; log order places them between draws and changes by hand."""
    if "renumberings" not in bundle:
        return
    renumberings, live, place = bundle["renumberings"], set(bundle["numbers"]), "numbers of players"
    leads = True
    for renumbering in reversed(renumberings):
        leads = leads and renumbering["now"] in live and renumbering["was"] != renumbering["now"]
        live = (live if renumbering["merged"] else live - {renumbering["now"]}) | {renumbering["was"]}
    good = f"{len(renumberings)} changes of numbers lead to those of today"
    yield from holds(place, leads, good, "a change of a number leads to none of today")
    drawn = [draw["log"] for draw in bundle["draws"]]
    orders = [
        *drawn,
        [entries[0] for entries in drawn if entries],
        [renumbering["log"] for renumbering in renumberings],
    ]
    entry_numbers = range(len(bundle["log"]) + 1)
    ordered = all(order == sorted(order) and all(number in entry_numbers for number in order) for order in orders)
    ordered = ordered and [len(entries) for entries in drawn] == [len(draw["links"]) for draw in bundle["draws"]]
    good = "draws, their changes and new numbers stand in the order of the log"
    yield from holds(place, ordered, good, "draws, their changes and new numbers are not in the order of the log")
    for renumbering in renumberings:
        before = f"had number {renumbering['was']} before entry {renumbering['log']} of the log"
        text = f"whether player {renumbering['now']} {before}"
        yield CheckLine(UNKNOWN, place, f"{text}: compare a list of players that you kept, or the event file")
