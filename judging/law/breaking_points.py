"""Facts that nobody has answered, with the answers that would change hand, money or penalty of a proposal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from engine.tiles.seats import SEATS, Wind, next_seat
from engine.tiles.tile import Tile, kind_of
from judging.law.claim import Claim
from judging.law.examination import CONTRADICTION, IMPOSSIBLE, examine
from judging.law.fact_values import ClaimError, write_fact
from judging.law.facts import DECLARED, Fact, FactType, Kong
from judging.law.families import get_law
from judging.law.findings import Finding
from judging.law.hands import find_form_waits
from judging.law.kinds import get_declared, get_facts_of_claim
from judging.law.kinds.win import KIND as WIN
from judging.law.rulings import BreakingPoint, Proposal, decide
from judging.law.shared_facts import (
    CALLED_TILE,
    DISCARDED_SINCE,
    GO_AROUND_DISCARDS,
    HAND,
    LAST_DISCARD,
    OWN_DISCARDS,
    OWN_TILES,
    PASSED_TILES,
    SOURCE,
    VISIBLE,
)
from judging.law.witnesses import list_values_named

Rule = Callable[[Claim, tuple[Finding, ...]], Sequence[Proposal]]

NUMBERS_TRIED = (0, 1, 2, 3, 5, 8, 13, 20, 40, 100)


def add_breaking_points(claim: Claim, ruled: Sequence[Proposal], rule: Rule = decide) -> tuple[Proposal, ...]:
    points = find_breaking_points(claim, ruled, rule) if ruled else []
    return tuple(
        proposal._replace(
            breaking_points=tuple(
                point for point in points if _get_effects_on(point.then, proposal.seat) != [_get_effect(proposal)]
            )
        )
        for proposal in ruled
    )


def find_breaking_points(claim: Claim, ruled: Sequence[Proposal], rule: Rule = decide) -> list[BreakingPoint]:
    """Return the facts that checks have read without an answer, with the values that lead to other proposals."""
    read: dict[str, None] = {}
    examine(claim, read)
    facts, names = get_facts_of_claim(claim), _list_facts_of_edition(claim)
    candidates = [DECLARED[name] for name in read if claim.log is not None or name in names]
    waiting = [fact for fact in candidates if facts.peek(fact) is None]
    return list(chain.from_iterable(find_changes(claim, fact, ruled, rule) for fact in waiting))


def _list_facts_of_edition(claim: Claim) -> set[str]:
    rows = get_declared(claim.kind, claim.ruleset.family)
    return {name for name, row in rows.items() if row.in_edition(claim.ruleset.parameters)}


def find_changes(
    claim: Claim, fact: Fact[Any], ruled: Sequence[Proposal], rule: Rule = decide
) -> Iterator[BreakingPoint]:
    """Yield the values of a fact that lead to other proposals, one outcome at a time; of numbers only the least. Where
    witnesses name two or more values, it is those.
    """
    row = get_declared(claim.kind, claim.ruleset.family).get(fact.name)
    unasked = row is not None and row.role == "assumes" and not get_facts_of_claim(claim).is_unknown(fact)
    assumed = row.assumed[0] if row is not None and unasked else None
    named = list_values_named(claim.witnesses.get(fact.name, ()))
    usual = [value for value in list_values_to_try(claim, fact) if value not in named] if len(named) < 2 else []
    yield from _find_outcomes(
        claim, fact, ruled, rule, [*named, *(value for value in usual if value != assumed)], named
    )


def _find_outcomes(
    claim: Claim, fact: Fact[Any], ruled: Sequence[Proposal], rule: Rule, values: Iterable[Any], named: Sequence[Any]
) -> Iterator[BreakingPoint]:
    outcomes: dict[str, BreakingPoint] = {}
    before = [_get_effect(proposal) for proposal in ruled]
    for value in values:
        changed = claim._replace(facts={**claim.facts, fact.name: value})
        findings = examine(changed)
        then = tuple(proposal._replace(options=()) for proposal in rule(changed, findings))
        after = [_get_effect(proposal) for proposal in then]
        if after == before or any(finding.message.template in (CONTRADICTION, IMPOSSIBLE) for finding in findings):
            continue
        same = outcomes.get(str(after), BreakingPoint(fact.name, (), then))
        outcomes[str(after)] = same._replace(values=(*same.values, write_fact(fact.name, value)))
        if fact.type is FactType.NUMBER and value not in named:
            break
    yield from outcomes.values()


def examine_by_witnesses(claim: Claim, rule: Rule = decide) -> list[BreakingPoint]:
    """Return consequences of the answers of witnesses where they leave the claim without a proposal."""
    if not claim.witnesses or rule(claim, examine(claim)):
        return []
    answers = {
        name: list_values_named(statements) for name, statements in claim.witnesses.items() if claim.facts[name] is None
    }
    points = (_find_outcomes(claim, DECLARED[name], (), rule, values, values) for name, values in answers.items())
    return list(chain.from_iterable(points))


def _get_effect(proposal: Proposal) -> tuple[Any, ...]:
    """Return everything of a proposal that reaches hand, money or penalty; the title tells a lock from none."""
    return proposal.seat, proposal.infraction, proposal.title, proposal.penalty, proposal.effects


def _get_effects_on(proposals: Iterable[Proposal], seat: int) -> list[tuple[Any, ...]]:
    return [_get_effect(proposal) for proposal in proposals if proposal.seat == seat]


def list_values_to_try(claim: Claim, fact: Fact[Any]) -> Iterable[Any]:
    """Return the answers that can make a difference; of tiles those that the rules of the fact name."""
    values: Mapping[FactType, Iterable[Any]] = {
        FactType.FLAG: (True, False),
        FactType.CHOICE: [value for value, _words in fact.choices],
        FactType.CHOICES: [(value,) for value, _words in fact.choices],
        FactType.WIND: Wind,
        FactType.SEAT: (*SEATS, *dict(fact.choices)),
        FactType.SEATS: ((), *((seat,) for seat in SEATS)),
        FactType.NUMBER: NUMBERS_TRIED,
        FactType.TILE: _list_tiles_of_set(claim) if fact is CALLED_TILE else (),
        FactType.TILES: _list_tiles_to_try(claim, fact) if fact.type is FactType.TILES else (),
        FactType.KONGS: _list_kongs_of_player(claim) if fact.type is FactType.KONGS else (),
    }
    return values.get(fact.type, ())


def _list_tiles_to_try(claim: Claim, fact: Fact[Any]) -> Iterator[tuple[Tile, ...]]:
    """Yield no tile, then the called one, all own discards, or one that completes the hand, as the fact needs."""
    facts, hand = claim.facts, claim.facts.get(HAND.name)
    tile = facts.get(CALLED_TILE.name) if fact is GO_AROUND_DISCARDS else None
    if fact in COMPLETING and hand is not None:
        waits = find_form_waits(get_facts_of_claim(claim), hand._replace(winning=None)).tiles
        tile = hand.winning if hand.winning is not None else next(iter(waits), None)
    yield ()
    yield from get_law(claim.ruleset.family).tiles_to_try(get_facts_of_claim(claim), fact)
    if fact is VISIBLE and hand is not None and hand.winning is not None:
        # All other copies of the tile won on.
        copies = sum(kind_of(hand_tile) == kind_of(hand.winning) for hand_tile in hand.tiles)
        yield (hand.winning,) * (claim.ruleset.tile_set.copies_of_kind(kind_of(hand.winning)) - copies)
    elif tile is not None:
        yield (tile,)
    elif fact.name == "later_just_drawn" and facts.get(OWN_DISCARDS.name):
        yield facts[OWN_DISCARDS.name]


def _list_tiles_of_set(claim: Claim) -> list[Tile]:
    near = {tile + step for tile in claim.facts.get(OWN_TILES.name) or () for step in (-1, 0, 1)}
    return sorted(near & {*claim.ruleset.tile_set.tiles})


COMPLETING = (OWN_DISCARDS, LAST_DISCARD, PASSED_TILES, DISCARDED_SINCE)
"""Facts of tiles that matter if they complete the player's hand."""


def _list_kongs_of_player(claim: Claim) -> Iterator[tuple[Kong, ...]]:
    """Yield no kong, then one of each kind that the discarder's hand (of a paid win) or the offender's allows."""
    seat = claim.facts.get(SOURCE.name) if claim.kind == WIN.code else claim.seat
    yield ()
    if seat is None:
        return
    for kind in ("concealed", "direct", "fresh", "late"):
        kongs = ((seat, kind, next_seat(seat) if kind == "direct" else None, ()),)
        try:
            get_law(claim.ruleset.family).check_facts({**claim.facts, "kongs": kongs}, claim.seat)
        except ClaimError:
            continue
        yield kongs
