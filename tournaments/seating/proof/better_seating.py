"""A seating chosen by a proof instead of the one drawn: its certificate, and what of it anybody can check.

No seed leads to such a seating, so the certificate does not pretend it. It keeps the inputs and the seed of the draw
that was bettered: both seatings are weighed again from them, and the charges that show how cheap any seating could be
are held against every table again. None of this needs the solver.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import numpy as np

from tournaments.seating.constraints import Constraints
from tournaments.seating.measures import measures
from tournaments.seating.proof.odd_sets import GRAIN, Charges, bound_by
from tournaments.seating.proof.prove import Cost, Proof, cost_of
from tournaments.seating.schedule import Round, freeze
from tournaments.seating.sentences import SeatingError, Sentence, gettext_noop
from tournaments.seating.swiss.rounds import Prices, prices_of, wind_excess
from tournaments.seating.swiss.table_costs import TableCosts

KIND = "chosen"
_NEAR = 1e-6


def prices_in(value: Mapping[str, Any]) -> Prices:
    """What pairs and winds cost in the Swiss round of a certificate, from its inputs."""
    inputs = value["inputs"]
    return prices_of(
        [int(player) for player in inputs["order"]],
        freeze(inputs["played"]),
        setting=str(inputs["setting"]),
        constraints=Constraints.from_dict(inputs["constraints"]),
        brackets=inputs["brackets"],
        byes={int(player): int(count) for player, count in inputs["byes"].items()},
        rounds=inputs.get("rounds"),
    )


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


def chosen_certificate(draw: Mapping[str, Any], proof: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate of the better seating of a proof (`proof_as_dict`) of the Swiss round certified by `draw`."""
    if proof["better"] is None:
        raise SeatingError(gettext_noop("The proof has no better seating."))
    round_ = freeze([proof["better"]])[0]
    prices = prices_in(draw)
    place = {player: i for i, player in enumerate(prices.people)}
    seats = [sorted(place[player] for player in table) for table in round_]
    constraints = Constraints.from_dict(draw["inputs"]["constraints"])
    return {
        **draw,
        "kind": KIND,
        "rounds": [[list(table) for table in round_]],
        "measures": measures((round_,), constraints).as_dict(),
        "price": {
            "repeats": sum(int(prices.met[pair] > 0) for table in seats for pair in combinations(table, 2)),
            "spread": round(sum(table[3] - table[0] for table in seats) / len(seats), 2),
            "wind_excess": wind_excess((*freeze(draw["inputs"]["played"]), round_)),
        },
        "proof": {name: part for name, part in proof.items() if name != "better"},
    }


def check_chosen(value: Mapping[str, Any], drawn: Mapping[str, Any]) -> list[tuple[str, bool, Sentence]]:
    """(name, passed, sentence) of what a certificate of this kind states: that the draw made again from its seed (the
    certificate `drawn`) costs more, and that no seating costs less than the charges show. Raises KeyError, TypeError,
    ValueError where it cannot be read.
    """
    proof = value["proof"]
    prices = prices_in(value)
    round_ = freeze(value["rounds"])[0]
    return [_check_choice(value, drawn, prices, round_), _check_bound(proof, prices)]


def _check_choice(
    value: Mapping[str, Any], drawn: Mapping[str, Any], prices: Prices, round_: Round
) -> tuple[str, bool, Sentence]:
    proof = value["proof"]
    costs = cost_of(prices, freeze(drawn["rounds"])[0]), cost_of(prices, round_)
    stated = Cost(**proof["drawn"]), Cost(**proof["best"])
    values = {"drawn": _number(costs[0].total), "chosen": _number(costs[1].total)}
    if drawn["byes"] != value["byes"] or costs != stated:
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
