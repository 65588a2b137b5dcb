from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from tournaments.seating.logic.constructions.templates import rebuild
from tournaments.seating.logic.draws import LIBRARY, Draw, FixedInputs, Inputs, RankedInputs
from tournaments.seating.logic.fixtures import draw_fixtures
from tournaments.seating.logic.movements import build_movement
from tournaments.seating.logic.remaining_rounds import draw_added_rounds, redraw_planned_rounds
from tournaments.seating.logic.scheduling import schedule_rounds
from tournaments.seating.logic.search import Progress
from tournaments.seating.logic.swiss.rounds import draw_swiss, seat_by_standings


def draw(
    inputs: Inputs,
    seed: str = "",
    *,
    template: Mapping[str, Any] | None = None,
    progress: Progress | None = None,
) -> Draw:
    """Draw the rounds of these inputs by a seed. Raises SeatingError where nobody can be seated. `template` (method and
    parameters in a certificate) replaces the best one of a fixed schedule. `progress` gets the share done; False stops
    the search, except in a Swiss round.
    """
    if isinstance(inputs, RankedInputs):
        return draw_swiss(inputs, seed, progress=progress) if inputs.kind == "swiss" else seat_by_standings(inputs)
    if inputs.kind == "added":
        return draw_added_rounds(inputs, seed, progress=progress)
    if inputs.kind == "replan":
        return redraw_planned_rounds(inputs, seed)
    if inputs.kind == "movement":
        return _draw_movement(inputs, seed)
    if inputs.kind == "fixtures":
        return draw_fixtures(inputs, seed)
    parameters = template["parameters"] if template is not None else {}
    searched = bool(parameters.get("seeded"))
    return schedule_rounds(
        inputs.players,
        inputs.rounds,
        seed=seed,
        constraints=inputs.constraints,
        substitutes=inputs.substitutes,
        improve=inputs.improve,
        base=None if template is None or searched else rebuild(str(template["method"]), parameters),
        stop_after=int(parameters["steps"]) if searched else None,
        progress=progress,
        seeding=inputs.seeding,
    )


def _draw_movement(inputs: FixedInputs, seed: str) -> Draw:
    """Return the sessions of a movement; places follow the SHA-256 of ``seed|number``, mates beside each other."""
    lot = sorted(inputs.players, key=lambda player: hashlib.sha256(f"{seed}|{player}".encode()).digest())
    if inputs.teams:
        order = {team: index for index, team in enumerate(dict.fromkeys(inputs.teams[player] for player in lot))}
        lot.sort(key=lambda player: order[inputs.teams[player]])
    rounds = build_movement(inputs.movement, lot, inputs.rounds, seed=seed, teams=bool(inputs.teams))[: inputs.rounds]
    return Draw(inputs, seed, rounds, tuple(() for _round in rounds), details={"mapping": lot})


LEFT_OUT: Mapping[str, Mapping[str, Any]] = {
    "team": {"teams": {}},
    "country": {"countries": {}},
    "club": {"clubs": {}},
    "forbidden": {"forbidden": frozenset()},
    "wished": {"wished": frozenset()},
    "fixed table": {"fixed_tables": {}},
    "referees": {"referees": frozenset()},
    "met before": {"met_before": frozenset()},
}
"""Kind of wish -> change of the constraints that leaves it out."""


def compute_extra_repeats(drawn: Draw, progress: Progress | None = None) -> dict[str, int]:
    """Return kind of wish -> repeats of this draw less those of a draw of the same seed without it. Repeats of added
    rounds include the played ones. The other draws are first answers. A False from `progress` ends early.
    """
    inputs, template = drawn.inputs, drawn.details.get("template")
    constraints = inputs.constraints
    listed = [kind for kind, change in LEFT_OUT.items() if replace(constraints, **change) != constraints]
    bound = template if template is not None and template["method"] == LIBRARY else None
    first = inputs if isinstance(inputs, RankedInputs) else replace(inputs, improve=0)
    effects: dict[str, int] = {}
    for kind in listed:
        without = replace(first, constraints=replace(constraints, **LEFT_OUT[kind]))
        alternative = draw(without, drawn.seed, template=bound)
        effects[kind] = _count_repeats(drawn) - _count_repeats(alternative)
        if progress is not None and not progress(len(effects) / len(listed)):
            break
    return effects


def _count_repeats(drawn: Draw) -> int:
    price = drawn.details.get("price")
    return int(price["repeats"]) if price is not None else drawn.measure().repeats
