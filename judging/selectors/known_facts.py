"""What the hand's number, the table's records and earlier rulings say, so that nobody is asked for it at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from engine.family import Ruleset
from engine.match.plan import HandPlace
from engine.tiles.seats import Wind
from judging.law.families import law_of
from judging.law.vocabulary import CIRCUMSTANCES
from judging.models import Case, Sanction
from judging.selectors.dealers import HandOpening, at_hand
from tournaments.forms.hand import circumstances

WINDS = (_("East"), _("South"), _("West"), _("North"))

Who = TypeVar("Who")

COUNTERS = ("honba", "dealer_repeats")
"""Circumstances of a win that count how often the dealer has stayed; a family has one of them, or none."""

DEAD = ("dead_hand", "hidden_dead_hand")
"""What a proposal says of a hand that may not win any more."""


def place(rules: Ruleset, hand: int | None) -> HandPlace:
    """Dealer and prevalent wind of a hand, as far as its number tells."""
    return HandPlace() if hand is None else rules.match.hand_place(hand)


def in_turn(rules: Ruleset, players: Sequence[Who], hand: int | None) -> list[Who]:
    """The players, given in turn order of the first hand, in the turn order of this one: where the players change seats
    between rounds (MCR-2.7), it changes who may chow from whom.
    """
    wind = place(rules, hand).wind
    if wind is None or len(players) != 4:
        return list(players)
    return [players[seat] for seat in rules.match.seats(wind)]


def facts(case: Case, rules: Ruleset, names: Sequence[str], seat: int | None) -> dict[str, Any]:
    """Values of the facts form that follow from the case itself: winds, dealer, hands ruled dead before.

    Only facts among ``names``; those of a player only once it is known who (``seat``).
    """
    found: dict[str, Any] = {}
    if _in_boards(case):
        return found
    deals, wind = place(rules, case.hand)
    start = _start_of_hand(case, rules)
    if start is not None:
        wind, deals = start.wind, start.dealer
        if start.counters and CIRCUMSTANCES.name in names:
            counted = next(one.name for one in circumstances(rules) if one.name in COUNTERS)
            found[f"{CIRCUMSTANCES.name}_{counted}"] = str(start.counters)
    if wind is not None:
        found["prevalent_wind"] = wind.letter
    if deals is not None:
        found["dealer"] = str(deals)
        if seat is not None and law_of(rules.family).dealer_is_east(rules):
            found["seat_wind"] = Wind((seat - deals) % 4).letter
    if case.table_id is not None and case.hand is not None:
        dead = ruled_dead(case)
        if seat is not None:
            found["dead"] = "yes" if seat in dead else "no"
        if dead:
            found["dead_seats"] = [str(each) for each in dead]
    return {name: value for name, value in found.items() if name in names or name.startswith("circumstances_")}


def _start_of_hand(case: Case, rules: Ruleset) -> HandOpening | None:
    """Where the table's own records have this hand; of the first hand its number says everything."""
    if case.table is None or case.hand is None or case.hand == 1:
        return None
    return at_hand(case.table, case.hand)


def seats(case: Case, rules: Ruleset, names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Seats with the names of their players, and with their winds where the hand's number tells them."""
    if not law_of(rules.family).dealer_is_east(rules):
        return sorted(names.items())
    deals = None if _in_boards(case) else place(rules, case.hand).dealer
    start = None if deals is not None or _in_boards(case) else _start_of_hand(case, rules)
    deals = start.dealer if start is not None else deals
    if deals is None:
        return sorted(names.items())
    return [(seat, f"{name}, {WINDS[(seat - deals) % 4]}") for seat, name in sorted(names.items())]


def _in_boards(case: Case) -> bool:
    """Boards of a duplicate round are played in an order of their own, and each names its winds."""
    return case.table is not None and case.table.plays.exists()


def ruled_dead(case: Case) -> list[int]:
    """Seats whose hand rulings in force of other cases have made dead in this hand of play."""
    rulings = Sanction.objects.filter(
        ruling__in_force=True, ruling__case__table=case.table_id, ruling__case__hand=case.hand
    ).exclude(ruling__case=case)
    entries = {each.entry_id for each in rulings if each.proposal.get("hand") in DEAD}
    return [party.seat for party in case.parties.order_by("seat") if party.entry_id in entries]
