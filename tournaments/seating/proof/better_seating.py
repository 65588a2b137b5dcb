"""A seating that a proof found, taken instead of the one drawn, and what of it anybody can check.

No seed leads to such a seating, so the certificate does not pretend it. It keeps the inputs and the seed of the draw
that was bettered: both seatings are weighed again from them, and the charges that show how cheap any seating could be
are held against every table again. None of this needs the solver.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.draws.by_standings import SwissInputs
from tournaments.seating.draws.draw import Draw
from tournaments.seating.errors import SeatingError
from tournaments.seating.proof.cost import Cost
from tournaments.seating.proof.odd_sets import GRAIN, Charges, bound_by
from tournaments.seating.proof.prove import Proof, cost_of
from tournaments.seating.schedule import freeze
from tournaments.seating.swiss.rounds import Prices, wind_excess
from tournaments.seating.swiss.table_costs import TableCosts

_NEAR = 1e-6


def swiss_inputs(draw: Draw) -> SwissInputs:
    """What a Swiss round was drawn from. Raises TypeError for another kind of draw."""
    if not isinstance(draw.inputs, SwissInputs):
        raise TypeError(f"a {draw.kind} draw is not proven")
    return draw.inputs


def proof_as_dict(proof: Proof) -> dict[str, Any]:
    """The proof as a JSON value: both costs by their parts, the bounds, the better seating, the charges."""
    return {
        "drawn": cost_as_dict(proof.drawn),
        "best": cost_as_dict(proof.best),
        "status": proof.status,
        "bound": proof.bound,
        "shown": proof.shown,
        "better": None if proof.better is None else [list(table) for table in proof.better],
        "charges": [
            {
                "players": [round(GRAIN * charge) for charge in link.players.tolist()],
                "sets": [list(members) for members in link.sets],
                "fees": [round(GRAIN * fee) for fee in link.fees.tolist()],
            }
            for link in proof.charges
        ],
    }


def cost_as_dict(cost: Cost) -> dict[str, float]:
    """The four parts of a cost by name."""
    return {"closeness": cost.closeness, "repeats": cost.repeats, "wishes": cost.wishes, "winds": cost.winds}


def better_draw(draw: Draw, proof: Mapping[str, Any]) -> Draw:
    """The draw with the better seating of its proof (`proof_as_dict`) in place of its own. Raises SeatingError."""
    if proof["better"] is None:
        raise SeatingError(gettext_noop("The proof has no better seating."))
    round_ = freeze([proof["better"]])[0]
    inputs = swiss_inputs(draw)
    prices = inputs.prices()
    place = {player: i for i, player in enumerate(prices.people)}
    seats = [sorted(place[player] for player in table) for table in round_]
    price = {
        "repeats": sum(int(prices.met[pair] > 0) for table in seats for pair in combinations(table, 2)),
        "spread": round(sum(table[3] - table[0] for table in seats) / len(seats), 2),
        "wind_excess": wind_excess((*inputs.played, round_)),
    }
    shown = {name: part for name, part in proof.items() if name != "better"}
    return replace(draw, rounds=(round_,), details={**draw.details, "price": price, "proof": shown})


def check_better(better: Draw, drawn: Draw) -> list[tuple[str, bool, Sentence]]:
    """(name, passed, sentence) of what a better seating states: that the one its seed draws (`drawn`) costs more, and
    that no seating costs less than the charges show. Raises KeyError, TypeError, ValueError where it cannot be read.
    """
    proof = better.details["proof"]
    prices = swiss_inputs(better).prices()
    return [_check_choice(better, drawn, prices), _check_bound(proof, prices)]


def _check_choice(better: Draw, drawn: Draw, prices: Prices) -> tuple[str, bool, Sentence]:
    proof = better.details["proof"]
    costs = cost_of(prices, drawn.rounds[0]), cost_of(prices, better.rounds[0])
    stated = Cost(**proof["drawn"]), Cost(**proof["best"])
    values = {"drawn": _number(costs[0].total), "chosen": _number(costs[1].total)}
    if drawn.byes != better.byes or costs != stated:
        text = gettext_noop(
            "The seed's own draw costs %(drawn)s and this seating %(chosen)s; that is not what is stated."
        )
        return "draw", False, Sentence(text, values)
    if costs[1].total >= costs[0].total:
        text = gettext_noop("The seed's own draw costs %(drawn)s; this seating is not cheaper, it costs %(chosen)s.")
        return "draw", False, Sentence(text, values)
    text = gettext_noop(
        "Chosen, not drawn: the seed's own draw costs %(drawn)s, and this seating was taken because it costs "
        "%(chosen)s. Both are weighed again from the tables."
    )
    return "draw", True, Sentence(text, values)


def _check_bound(proof: Mapping[str, Any], prices: Prices) -> tuple[str, bool, Sentence]:
    links = [
        Charges(
            np.array(link["players"], dtype=np.float64) / GRAIN,
            tuple(tuple(int(player) for player in members) for members in link["sets"]),
            np.array(link["fees"], dtype=np.float64) / GRAIN,
        )
        for link in proof["charges"]
    ]
    stated, searched = float(proof["shown"]), float(proof["bound"])
    fair = links and all(
        len(link.players) == len(prices.people)
        and all(len(members) % 2 and len(members) == len(set(members)) for members in link.sets)
        and not (link.fees < 0).any()
        and len(link.fees) == len(link.sets)
        and len(links[0].sets) == 0
        for link in links
    )
    shown = bound_by(TableCosts(prices), links, Cost(**proof["best"]).total) if fair else None
    if shown is None or shown < stated - _NEAR:
        text = gettext_noop("The charges do not show that no seating costs less than %(stated)s.")
        return "bound", False, Sentence(text, {"stated": _number(stated)})
    if searched > stated + _NEAR:
        text = gettext_noop(
            "Held against every possible table, the charges show that no seating costs less than %(stated)s; that none "
            "costs less than %(searched)s is what the search found, which this check does not repeat."
        )
        return "bound", True, Sentence(text, {"stated": _number(stated), "searched": _number(searched)})
    text = gettext_noop(
        "Held against every possible table, the charges show that no seating costs less than %(stated)s."
    )
    return "bound", True, Sentence(text, {"stated": _number(stated)})


def _number(cost: float) -> str:
    """A cost without digits behind the point where there are none; bounds are rounded down."""
    return f"{math.floor(cost * 10 + _NEAR) / 10:.10g}"
