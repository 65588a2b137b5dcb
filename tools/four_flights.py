"""`python -m tools.four_flights 64x8 52x8`: four-flights designs whose players share more opponents.

Players who never meet are compared through the opponents they share. `search_design_by_climbing` in
`seating/logic/improve.py` raises the fewest that any such two share; here it climbs longer, over each group of the size
in turn, and the best design becomes a line of `constructions/designs.txt`. Sizes are players x rounds, or ranges:
`40-172x8-10`; what is no better than the first answer is left out. The same arguments print the same lines.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from tournaments.seating.logic.arrays import IntArray
from tournaments.seating.logic.constructions import flights
from tournaments.seating.logic.constructions.fields import AbelianGroup
from tournaments.seating.logic.constructions.templates import choose_template
from tournaments.seating.logic.improve import list_groups, search_design_by_climbing
from tournaments.seating.logic.random_stream import Noise

Shared = tuple[int, int]
"""Fewest opponents shared by a pair that never meets, and minus the pairs that share no more: larger is better."""


def shared(group: AbelianGroup, rows: IntArray) -> Shared:
    """Describe the state of a design."""
    common, apart = flights.count_shared_opponents(group, rows)
    fewest = int(common[apart].min())
    return fewest, -int((common[apart] == fewest).sum()) * group.order // 2


def best(tables: int, rounds: int, *, steps: int, turns: int) -> tuple[AbelianGroup, IntArray] | None:
    """The best design after so many climbs over each group; None if no climb finds a place to start."""
    found: list[tuple[Shared, AbelianGroup, IntArray]] = []
    for group in list_groups(tables):
        for turn in range(turns):
            rows = search_design_by_climbing(
                group, rounds, Noise(f"stored {tables}x{rounds} {group.moduli} {turn}"), steps=steps
            )
            if rows is not None:
                found.append((shared(group, rows), group, rows))
    if not found:
        return None
    _, group, rows = max(found, key=lambda one: one[0])
    return group, rows


def line(group: AbelianGroup, rows: IntArray) -> str:
    """The design as the file has it; row A is 0 there, so its steps are taken from every row."""
    relative = group.subtraction[rows, rows[0][None, :]]
    text = " | ".join(" ".join(map(str, row)) for row in relative[1:].tolist())
    return f"{group.order} {rows.shape[1]} {','.join(map(str, group.moduli))}: {text}"


def sizes(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """(tables, rounds) of words such as `64x8` and `40-172x5-12`, as many rounds as a climb has room for."""
    for word in words:
        players, rounds = ([int(n) for n in part.split("-")] for part in word.split("x"))
        for count in range(rounds[0], rounds[-1] + 1):
            for field in range(players[0], players[-1] + 1, 4):
                if count <= 0.8 * (field // 4):
                    yield field // 4, count


def main(argv: Sequence[str]) -> int:
    """Prints a line for each size that was bettered."""
    parser = argparse.ArgumentParser(prog="python -m tools.four_flights", description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("sizes", nargs="+", metavar="PLAYERSxROUNDS")
    parser.add_argument("--steps", type=int, default=900)
    parser.add_argument("--turns", type=int, default=2, help="climbs over each group")
    parser.add_argument("--all", action="store_true", help="also designs that are no better than the first answer")
    options = parser.parse_args(argv)
    for tables, rounds in sizes(options.sizes):
        made = best(tables, rounds, steps=options.steps, turns=options.turns)
        if made is None:
            continue
        now = choose_template(4 * tables, rounds)
        if now.method == "four flights" and not options.all:
            group = AbelianGroup(tuple(now.parameters["group"]))
            if shared(group, np.array(now.parameters["rows"], dtype=np.int64)) >= shared(*made):
                continue
        print(line(*made), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
