"""Numbers of players that have changed: certificates and changes by hand keep those of their time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tournaments.exchange.verification.lines import UNKNOWN, CheckLine, holds
from tournaments.seating.logic.amendments import Move

Today = Callable[[int], int]
"""The number of a player at some time -> the number of today."""


def numbers_today(bundle: Mapping[str, Any], draw: Mapping[str, Any], link: int = 0) -> Today:
    """Return what gives the number of today for one at a link of the draw's chain."""
    later = [each for each in bundle.get("renumberings", ()) if each["log"] > draw["log"][link]]

    def today(number: int) -> int:
        for each in later:
            number = each["now"] if number == each["was"] else number
        return number

    return today


def moves_today(moves: tuple[Move, ...], today: Today) -> tuple[Move, ...]:
    """Return the moves with the numbers of today; nobody has none."""

    def renumbered(player: int | None) -> int | None:
        return None if player is None else today(player)

    return tuple(move._replace(was=renumbered(move.was), now=renumbered(move.now)) for move in moves)


def check_numbers(bundle: Mapping[str, Any]) -> Iterator[CheckLine]:
    """Yield lines for changes of numbers, which lead to those of today; draws and changes by hand stand between them by
    the order of the log.
    """
    if "renumberings" not in bundle:
        return
    made, live, place = bundle["renumberings"], set(bundle["numbers"]), "numbers of players"
    leads = True
    for each in reversed(made):
        leads = leads and each["now"] in live and each["was"] != each["now"]
        live = (live if each["merged"] else live - {each["now"]}) | {each["was"]}
    good = f"{len(made)} changes of numbers lead to those of today"
    yield from holds(place, leads, good, "a change of a number leads to none of today")
    drawn = [draw["log"] for draw in bundle["draws"]]
    orders = [*drawn, [entries[0] for entries in drawn if entries], [each["log"] for each in made]]
    known = range(len(bundle["log"]) + 1)
    ordered = all(own == sorted(own) and all(at in known for at in own) for own in orders)
    ordered = ordered and [len(own) for own in drawn] == [len(draw["links"]) for draw in bundle["draws"]]
    good = "draws, their changes and new numbers stand in the order of the log"
    yield from holds(place, ordered, good, "draws, their changes and new numbers are not in the order of the log")
    for each in made:
        text = f"whether player {each['now']} had number {each['was']} before entry {each['log']} of the log"
        yield CheckLine(UNKNOWN, place, f"{text}: compare a list of players that you kept, or the event file")
