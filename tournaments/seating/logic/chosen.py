"""Swiss rounds of release 0.3.0 that were chosen by a proof instead of drawn by their seed."""

from __future__ import annotations

from itertools import combinations

from engine.sentences import Sentence, gettext_noop
from tournaments.seating.logic.draws.by_standings import SwissInputs
from tournaments.seating.logic.draws.draw import Draw
from tournaments.seating.logic.schedule import RoundTables
from tournaments.seating.logic.swiss.rounds import Prices


def check_choice(chosen: Draw) -> tuple[bool, Sentence]:
    """Weigh a chosen seating and the one that its seed draws: both cost what is stated, and the chosen one less.

    Raises LookupError, TypeError or SeatingError where the certificate cannot be read.
    """
    if not isinstance(chosen.inputs, SwissInputs):
        raise TypeError(chosen.kind)
    drawn = chosen.inputs.again(chosen.seed, {})
    prices = chosen.inputs.prices()
    costs = _cost(prices, drawn.rounds[0]), _cost(prices, chosen.rounds[0])
    stated = chosen.details["proof"]["drawn"], chosen.details["proof"]["best"]
    values = {"drawn": f"{sum(costs[0].values()):.10g}", "chosen": f"{sum(costs[1].values()):.10g}"}
    if drawn.byes != chosen.byes or costs != stated:
        text = gettext_noop(
            "The seed's own draw costs %(drawn)s and this seating %(chosen)s; that is not what is stated."
        )
        return False, Sentence(text, values)
    if sum(costs[1].values()) >= sum(costs[0].values()):
        text = gettext_noop("The seed's own draw costs %(drawn)s; this seating is not cheaper, it costs %(chosen)s.")
        return False, Sentence(text, values)
    text = gettext_noop(
        "Chosen, not drawn: the seed's own draw costs %(drawn)s, and this seating was taken because it costs "
        "%(chosen)s. Both are weighed again from the tables."
    )
    return True, Sentence(text, values)


def _cost(prices: Prices, round_: RoundTables) -> dict[str, float]:
    """Cost of the round as it is seated, by what is paid for; its order of winds counts."""
    index = {player: i for i, player in enumerate(prices.people)}
    tables = [[index[player] for player in table] for table in round_]
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    one, two = [a for a, _ in pairs], [b for _, b in pairs]
    return {
        "closeness": float(prices.closeness[one, two].sum()),
        "repeats": float(prices.repeats[one, two].sum()),
        "wishes": float(prices.wishes[one, two].sum()),
        "winds": float(sum(prices.uneven[i, wind] for table in tables for wind, i in enumerate(table))),
    }
