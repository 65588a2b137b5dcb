"""A new plan of the rest goes on from what was public: rounds that had started, and the tables it put anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tournaments.exchange.verification.lines import CHECKED, FAILED, UNKNOWN, CheckLine
from tournaments.seating.logic.certificate import loads
from tournaments.seating.logic.chain import Chairs, Move, SeatingChange, after


def changes_of(draw: Mapping[str, Any]) -> list[SeatingChange]:
    """The changes by hand of a draw of the bundle, in the order in which it has them."""
    return [
        SeatingChange(each["round"], each["version"], each["at"], tuple(Move(*move) for move in each["moves"]))
        for each in draw["changes"]
    ]


def plans_of(draw: Mapping[str, Any], value: Mapping[str, Any]) -> dict[int, Chairs]:
    """Round -> its tables as the certificate has them."""
    numbers = value.get("table_numbers") or [list(range(1, len(tables) + 1)) for tables in value["rounds"]]
    return {
        number: {label: tuple(table) for label, table in zip(labels, tables, strict=True)}
        for number, labels, tables in zip(draw["rounds"], numbers, value["rounds"], strict=True)
    }


def check_replan(
    bundle: Mapping[str, Any], draw: Mapping[str, Any], value: Mapping[str, Any], place: str
) -> Iterator[CheckLine]:
    """Whether the tables that a new plan says it started from are those of the draws before it, at some time."""
    inputs = value["inputs"]
    before = _states(bundle, draw["number"])
    started = [*range(1, len(inputs["played"]) + 1)]
    named = [
        *zip(started, inputs["played_numbers"], inputs["played"], strict=True),
        *zip(draw["rounds"], inputs["planned_numbers"], inputs["planned"], strict=True),
    ]
    other = [
        number
        for number, labels, tables in named
        if {label: tuple(table) for label, table in zip(labels, tables, strict=True)} not in before.get(number, ())
    ]
    if not other:
        yield CheckLine(CHECKED, place, "it goes on from the seatings of the draws before it")
        return
    rounds = ", ".join(map(str, other))
    if draw["under"] is None:
        yield CheckLine(UNKNOWN, place, f"whether its tables of round {rounds} were those in force: no draw has them")
    else:
        yield CheckLine(FAILED, place, f"it starts from tables of round {rounds} that no draw before it has")


def _states(bundle: Mapping[str, Any], before: int) -> dict[int, list[Chairs]]:
    """Round -> its full tables as they were drawn before this draw, and after each change since; a round that no draw
    has, as it is in force.
    """
    found: dict[int, list[Chairs]] = {}
    for draw in bundle["draws"]:
        if draw["number"] >= before or draw["certificate"] is None:
            continue
        plans = plans_of(draw, loads(draw["certificate"]))
        for number, plan in plans.items():
            found.setdefault(number, []).append(plan)
        for change in changes_of(draw):
            plans[change.round] = after(plans[change.round], change.moves)
            found[change.round].append(plans[change.round])
    for seating in bundle["seatings"]:
        if seating["draw"] is None:
            found.setdefault(seating["round"], []).append(
                {int(table): tuple(players) for table, players in seating["tables"].items()}
            )
    return {
        number: [{label: table for label, table in plan.items() if len(table) == 4} for plan in plans]
        for number, plans in found.items()
    }
