"""What the hand's number, the table's records and earlier rulings say, so that nobody is asked for it at the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from django.utils.translation import gettext_lazy as _

from engine.family import Ruleset
from engine.rules.mcr.procedure import McrProcedure
from engine.tiles.seats import Wind
from judging.models import Case, Sanction
from judging.selectors.dealers import Course, at_hand

WINDS = (_("East"), _("South"), _("West"), _("North"))

Who = TypeVar("Who")

DEAD = ("dead_hand", "hidden_dead_hand")
"""What a proposal says of a hand that may not win any more."""


def prevalent_wind(rules: Ruleset, hand: int | None) -> Wind | None:
    """The prevalent wind of a hand by its number: four hands a wind in MCR (MCR-2.6); elsewhere only of the first."""
    if hand is None or rules.family.name == "sichuan":
        return None
    if rules.family.name == "mcr":
        return Wind((hand - 1) // 4 % 4)
    return Wind.EAST if hand == 1 else None


def dealer(rules: Ruleset, hand: int | None) -> int | None:
    """The dealer's seat: the deal passes after every hand in MCR (MCR-2.6); elsewhere only the first hand tells."""
    if hand is None:
        return None
    if rules.family.name == "mcr":
        return (hand - 1) % 4
    return 0 if hand == 1 else None


def in_turn(rules: Ruleset, players: Sequence[Who], hand: int | None) -> list[Who]:
    """The players, given in turn order of the first hand, in the turn order of this one: in MCR the players change
    seats between rounds (MCR-2.7), and with the seats it changes who may chow from whom.
    """
    wind = prevalent_wind(rules, hand)
    procedure = rules.procedure
    if wind is None or len(players) != 4 or not isinstance(procedure, McrProcedure):
        return list(players)
    return [players[place] for place in procedure.seat_change(wind)]


def facts(case: Case, rules: Ruleset, names: Sequence[str], seat: int | None) -> dict[str, Any]:
    """Values of the facts form that follow from the case itself: winds, dealer, hands ruled dead before.

    Only facts among ``names``; those of a player only once it is known who (``seat``).
    """
    found: dict[str, Any] = {}
    if _in_boards(case):
        return found
    wind, deals = prevalent_wind(rules, case.hand), dealer(rules, case.hand)
    course = _course(case, rules)
    if course is not None:
        wind, deals = course.wind, course.dealer
        if course.counters and "circumstances" in names:
            counted = "honba" if rules.family.name == "riichi" else "dealer_repeats"
            found[f"circumstances_{counted}"] = str(course.counters)
    if wind is not None:
        found["prevalent_wind"] = wind.letter
    if deals is not None:
        if rules.family.name != "mcr":
            found["dealer"] = str(deals)
        if seat is not None:
            found["seat_wind"] = Wind((seat - deals) % 4).letter
    if case.table_id is not None and case.hand is not None:
        dead = ruled_dead(case)
        if seat is not None:
            found["dead"] = "yes" if seat in dead else "no"
        if dead:
            found["dead_seats"] = [str(each) for each in dead]
    return {name: value for name, value in found.items() if name in names or name.startswith("circumstances_")}


def _course(case: Case, rules: Ruleset) -> Course | None:
    """Where the table's own records have this hand; of the first hand its number says everything."""
    if case.table is None or case.hand is None or case.hand == 1:
        return None
    return at_hand(case.table, case.hand)


def seats(case: Case, rules: Ruleset, names: Mapping[int, str]) -> list[tuple[int, str]]:
    """Seats with the names of their players, and with their winds where the hand's number tells them."""
    deals = None if _in_boards(case) else dealer(rules, case.hand)
    course = None if deals is not None or _in_boards(case) else _course(case, rules)
    deals = course.dealer if course is not None else deals
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
