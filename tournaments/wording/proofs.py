"""What a proof of a Swiss round says, in words and figures."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import number_format

from engine.sentences import Sentence
from engine.sentences import sentence as _
from tournaments.seating.draws import Draw
from tournaments.seating.proof.cost import Cost
from tournaments.wording.sentences import in_words

PARTS = ("closeness", "repeats", "wishes", "winds")


@dataclass(frozen=True, slots=True)
class CostLine:
    """One part of the costs: of the draw, and of the better seating (None where none was found)."""

    name: str
    drawn: str
    better: str | None


def verdict(proof: Mapping[str, Any]) -> list[Sentence]:
    """How far the draw is from the best, a sentence each.

    Shares are rounded so that no sentence says more than is proven.
    """
    drawn, best = Cost(**proof["drawn"]).total, Cost(**proof["best"]).total
    status = proof["status"]
    said = []
    if status == "optimal":
        return [_("No seating of this round under these wishes is cheaper; proven for all tables.")]
    if status == "better":
        said.append(_("A seating was found that is %(much)s cheaper.", much=_less(drawn, best, up=False)))
        if best <= proof["bound"] + 1e-6:
            return [*said, _("None is cheaper than that; proven for all tables.")]
    return [
        *said,
        _(
            "No seating of this round under these wishes is more than %(much)s cheaper; proven for all tables.",
            much=_less(drawn, proof["bound"], up=True),
        ),
    ]


def verdict_on(draw: Draw, proof: Mapping[str, Any] | None) -> list[Sentence]:
    """The verdict on a draw and its `proof`; nothing where none was made.

    A seating that a proof chose is held against the bound of that proof.
    """
    choice = draw.details.get("proof")
    if choice is None:
        return [] if proof is None else verdict(proof)
    optimal = Cost(**choice["best"]).total <= choice["bound"] + 1e-6
    return verdict({**choice, "drawn": choice["best"], "status": "optimal" if optimal else "bounded"})


def cost_lines(proof: Mapping[str, Any]) -> list[CostLine]:
    """Both costs by what is paid for, and in sum; parts that cost nothing in either are left out."""
    names = {
        "closeness": _("Places apart, squared"),
        "repeats": _("Earlier meetings"),
        "wishes": _("Wishes"),
        "winds": _("Uneven winds"),
    }
    found = proof["better"] is not None
    lines = [
        CostLine(in_words(names[part]), number(proof["drawn"][part]), number(proof["best"][part]) if found else None)
        for part in PARTS
        if proof["drawn"][part] or proof["best"][part]
    ]
    drawn, best = Cost(**proof["drawn"]).total, Cost(**proof["best"]).total
    return [*lines, CostLine(in_words(_("In all")), number(drawn), number(best) if found else None)]


def grounds(proof: Mapping[str, Any]) -> Sentence:
    """What the bound rests on: charges that anybody can check, and the solver's search."""
    shown, bound = proof["shown"], proof["bound"]
    if shown >= bound - 1e-6:
        return _(
            "No seating costs less than %(bound)s: charges for the players show it, held against every possible table.",
            bound=number(bound),
        )
    return _(
        "No seating costs less than %(bound)s. Charges for the players, held against every possible table, show "
        "%(shown)s of it; the rest is what the solver's search among the tables that matter found.",
        bound=number(bound),
        shown=number(shown),
    )


def number(cost: float) -> str:
    """A cost in the reader's notation, rounded down, whole where it is whole."""
    rounded = math.floor(cost * 10 + 1e-6) / 10
    whole = rounded == int(rounded)
    return str(number_format(int(rounded) if whole else rounded, None if whole else 1, use_l10n=True))


def _less(cost: float, other: float, *, up: bool) -> Sentence:
    """How much less the other is: a share of the cost where that has a meaning (wished pairs can make costs negative),
    else in squared places.
    """
    turn = math.ceil if up else math.floor
    if cost <= 0:
        return _("%(points)s squared places", points=number(cost - other))
    share = 100 * (cost - other) / cost
    slack = -1e-9 if up else 1e-9
    return _("%(share)s %%", share=number_format(turn(10 * share + slack) / 10, 1, use_l10n=True))
