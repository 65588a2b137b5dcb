"""Hands for the checks: counted, scored, and their distance to a win."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.parameters import to_plain
from engine.play.procedure import procedure_of
from engine.play.table import Breach
from engine.reading.waits import Waits
from engine.records.hand_cases import read_score_case, read_waits_case
from engine.scoring.patterns import Reason
from engine.scoring.score import ScoredHand, score
from engine.sentences import Sentence, gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.selection import remove_tiles
from engine.tiles.tile import Tile, format_tile, format_tiles, is_flower, kind_of
from judging.law.fact_values import write_fact
from judging.law.facts import MEMBER_OF, MEMBERS, NONE
from judging.law.families import Facts
from judging.law.findings import Evidence
from judging.law.shared_facts import BY, CIRCUMSTANCES, HAND, WINNING_TILE


def _make_case(facts: Facts, hand: Hand) -> dict[str, Any]:
    return {
        "ruleset": facts.rules.name,
        "parameters": {name: to_plain(value) for name, value in facts.rules.changed.items()},
        "hand": format_tiles(hand.concealed),
        "melds": [str(meld) for meld in hand.melds],
        "flowers": format_tiles(hand.flowers) if hand.flowers else "",
    }


def score_hand_as(facts: Facts, hand: Hand, by: str, circumstances: Mapping[str, Any]) -> ScoredHand:
    """Return the hand scored as won ``by`` a value of the fact BY. Raises EngineError for impossible tiles."""
    tile = format_tile(hand.winning) if hand.winning is not None else None
    case = read_score_case(
        {**_make_case(facts, hand), "win": tile, "by": by, **facts.law.win_case(facts, by, circumstances)}
    )
    return score(case.hand, case.win, case.ruleset)


def score_hand(facts: Facts, hand: Hand) -> ScoredHand:
    """Return the hand scored as won by the facts. Raises EngineError for impossible tiles."""
    return score_hand_as(facts, hand, facts(BY), collect_circumstances(facts))


def collect_circumstances(facts: Facts, of: str = CIRCUMSTANCES.name) -> dict[str, Any]:
    """Return the ``context`` of a score case by the object ``of`` and the facts; unanswered ones are left out."""
    circumstances, members = facts.values.get(of) or {}, MEMBERS[of]
    context = dict(write_fact(of, circumstances))
    answers = {name: row.assumed[0] for name, row in facts.declared.items() if row.assumed}
    answers |= {**facts.values} | {members[key].name: value for key, value in circumstances.items() if key in members}
    for name, row in facts.declared.items():
        held, key = MEMBER_OF.get(name, ("", ""))
        if held != of or not row.in_edition(facts.rules.parameters):
            continue
        if row.may_matter(facts.values if name in facts.values else answers):
            # A fact that only prices a win leaves no doubt about it; its payments ask for it.
            value = facts.peek(row.fact) if row.role == "prices" else facts.get_answer(row.fact)
            context[key] = write_fact(name, value)
    return {key: value for key, value in context.items() if value not in (None, NONE)}


def find_waits(facts: Facts, hand: Hand) -> Waits:
    case = read_waits_case({**_make_case(facts, hand), **facts.law.ready_case(facts)})
    return case.ruleset.waits(case.hand, case.special)


def find_form_waits(facts: Facts, hand: Hand) -> Waits:
    """Return waits by form alone, whatever else bars a win; the winning tile left out."""
    case = read_waits_case(_make_case(facts, hand))
    return case.ruleset.waits(case.hand, case.special)


def get_winning_hand(facts: Facts) -> Hand:
    """Return the claimed hand with its winning tile, which is asked for if the hand was entered without it."""
    hand = facts(HAND)
    if hand.winning is not None:
        return hand
    won = facts(WINNING_TILE)
    if count_tiles(hand) == get_complete_tile_count(facts) and won in hand.concealed:
        return hand._replace(concealed=remove_tiles(hand.concealed, (won,), last=True), winning=won)
    return hand._replace(winning=won)


def count_tiles(hand: Hand) -> int:
    """Return tiles of a hand, each meld counted as three, the winning tile included (MCR-6.3, RI-6.13)."""
    return len(hand.concealed) + 3 * len(hand.melds) + (hand.winning is not None)


def get_complete_tile_count(facts: Facts) -> int:
    """Return tiles of a complete hand: 14, or 17 with five sets."""
    return 3 * facts.rules.family.sets + 2


def measure_distance_to_win(facts: Facts, hand: Hand) -> str:
    """Return how far a losing hand with all its tiles is from a win (MCR-6.8). ``ready``: without its winning tile.
    ``near``: by one exchange of a tile. Else ``far``.
    """
    if _is_ready(facts, hand):
        return "ready"
    if hand.winning is None:
        return "far"
    for index in range(len(hand.concealed)):
        concealed = (*hand.concealed[:index], *hand.concealed[index + 1 :], hand.winning)
        if _is_ready(facts, hand._replace(concealed=concealed)):
            return "near"
    return "far"


def _is_ready(facts: Facts, hand: Hand) -> bool:
    """True if the tiles are ready by form; a concealed flower belongs to no set (MCR-6.1)."""
    return not any(map(is_flower, hand.concealed)) and find_form_waits(facts, hand).ready


def select_completing_tiles(facts: Facts, hand: Hand, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Return the tiles that complete the hand by its form, in their order."""
    waits = set(find_waits(facts, hand).tiles)
    return tuple(tile for tile in tiles if kind_of(tile) in waits)


def make_hand_evidence(hand: Hand) -> Evidence:
    return Evidence("tiles", gettext_noop("hand"), str(hand))


def make_waits_evidence(waits: Waits) -> Evidence:
    return Evidence("tiles", gettext_noop("waits"), format_tiles(waits.tiles) if waits.tiles else "")


def make_score_evidence(scored: ScoredHand) -> tuple[Evidence, ...]:
    return (
        Evidence("reading", gettext_noop("reading"), str(scored.reading) if scored.reading else ""),
        Evidence("awards", gettext_noop("patterns"), [award.to_list() for award in scored.awards]),
        Evidence("numbers", gettext_noop("value"), dict(scored.value)),
        Evidence("numbers", gettext_noop("payments"), dict(scored.payments)),
    )


READ_ALOUD = {"min_points": gettext_noop("the hand has %(basic)s of the %(least)s points needed, flowers not counted")}
"""Code of a reason -> words for one point too; the engine's own are part of its recorded answers."""


def describe_reason(reason: Reason | Breach) -> Sentence:
    template = READ_ALOUD.get(reason.code)
    return reason.message if template is None else Sentence(template, reason.message.values)


def find_clause_of_play(facts: Facts, code: str) -> str | None:
    """Return the clause that the family's rules of play cite for a shared breach, or None."""
    if facts.rules.family.make_procedure is None:
        return None
    return procedure_of(facts.rules).hooks.clauses.get(code)
