"""Questions of a claim: all, the open ones, and those answered by the hand's place in the match."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from engine.family import Ruleset
from engine.match.plan import HandPlace
from engine.tiles.seats import Wind
from judging.law.breaking_points import find_changes, list_values_to_try
from judging.law.claim import Claim
from judging.law.examination import examine
from judging.law.facts import DECLARED, MEMBERS, Fact
from judging.law.families import is_dealer_east
from judging.law.kinds import get_declared, list_kinds
from judging.law.rulings import Proposal, decide
from judging.law.stored import StoredFinding

Player = TypeVar("Player")


def list_questions(kind: str, rules: Ruleset) -> list[str]:
    """Return the facts that a kind of claim may ask for under these rules, in the order of its checks."""
    rows = get_declared(kind, rules.family)
    return [name for name, row in rows.items() if row.in_edition(rules.parameters)]


def list_unread_facts(claim: Claim) -> list[str]:
    """Return facts of a claim that no check reads under its rules; beside a record those of any kind count."""
    codes = [claim.kind] if claim.log is None else [kind.code for kind in list_kinds(claim.ruleset.family)]
    read = {name for kind in codes for name in list_questions(kind, claim.ruleset)}
    return [name for name in claim.facts if name not in read and not _has_members(name, read)]


def _has_members(name: str, read: Iterable[str]) -> bool:
    return any(member.name in read for member in MEMBERS.get(name, {}).values())


def list_open_questions(findings: Iterable[StoredFinding]) -> list[str]:
    """Return the facts that JSON findings wait for: first those that price a proved fault, then the most wanted."""
    listed = list(findings)
    priced = {name for finding in listed if finding["verdict"] == "fails" for name in finding["missing"]}
    waiting = Counter(name for finding in listed for name in finding["missing"])
    return sorted(waiting, key=lambda name: (name not in priced, -waiting[name]))


def select_relevant(claim: Claim, names: Iterable[str]) -> list[str]:
    """Return the names of facts of which an answer can still change the proposals; all while there are none."""
    ruled = decide(claim, examine(claim))
    candidates = [DECLARED[name] for name in names]
    return [fact.name for fact in candidates if not ruled or _can_change(claim, fact, ruled)]


def _can_change(claim: Claim, fact: Fact[Any], ruled: tuple[Proposal, ...]) -> bool:
    return not list(list_values_to_try(claim, fact)) or any(find_changes(claim, fact, ruled))


def order_questions(names: Iterable[str], wanted: Iterable[str], before: Iterable[str] = ()) -> list[str]:
    """Return the wanted of `names`: those on the page `before` first, in their order, so that no field moves."""
    listed, allowed = list(wanted), set(names)
    return [name for name in dict.fromkeys([*filter(listed.__contains__, before), *listed]) if name in allowed]


class HandPosition(NamedTuple):
    """A table at the start of a hand: dealer's seat, prevalent wind, counters or repeats."""

    dealer: int
    wind: Wind
    counters: int = 0


def get_hand_place(rules: Ruleset, hand: int | None) -> HandPlace:
    """Return dealer and prevalent wind of a hand, as far as its number tells."""
    return HandPlace() if hand is None else rules.match.hand_place(hand)


def order_players(rules: Ruleset, players: Sequence[Player], hand: int | None) -> list[Player]:
    """Return the first hand's players in the turn order of this hand: seats change between rounds (MCR-2.7)."""
    wind = get_hand_place(rules, hand).wind
    if wind is None or len(players) != 4:
        return list(players)
    return [players[seat] for seat in rules.match.seats(wind)]


def find_known_facts(
    rules: Ruleset, hand: int | None, start: HandPosition | None, seat: int | None, dead: Sequence[int] | None
) -> dict[str, Any]:
    """Return facts as JSON that need no answer: winds, dealer, counters, hands ruled dead.

    `start`: the table's own record of the hand. `seat`: the claimant, if known. `dead`: seats whose hands were ruled
    dead in it. None if unknown.
    """
    answers: dict[str, Any] = {}
    deals, wind = get_hand_place(rules, hand)
    if start is not None:
        wind, deals = start.wind, start.dealer
        answers |= dict.fromkeys(("counters", "dealer_repeats"), start.counters)
    if wind is not None:
        answers["prevalent_wind"] = wind.letter
    if deals is not None:
        answers["dealer"] = deals
        if seat is not None and is_dealer_east(rules):
            answers["seat_wind"] = Wind((seat - deals) % 4).letter
    if dead is not None and seat is not None:
        answers["dead"] = seat in dead
    if dead:
        answers["dead_seats"] = list(dead)
    return answers
