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


def _case_of(f: Facts, hand: Hand) -> dict[str, Any]:
    return {
        "ruleset": f.rules.name,
        "parameters": {name: to_plain(value) for name, value in f.rules.changed.items()},
        "hand": format_tiles(hand.concealed),
        "melds": [str(meld) for meld in hand.melds],
        "flowers": format_tiles(hand.flowers) if hand.flowers else "",
    }


def score_hand_as(f: Facts, hand: Hand, by: str, circumstances: Mapping[str, Any]) -> ScoredHand:
    """The hand scored as won ``by`` a value of the fact BY. Raises EngineError for impossible tiles."""
    tile = format_tile(hand.winning) if hand.winning is not None else None
    asked = read_score_case({**_case_of(f, hand), "win": tile, "by": by, **f.law.win_case(f, by, circumstances)})
    return score(asked.hand, asked.win, asked.ruleset)


def score_hand(f: Facts, hand: Hand) -> ScoredHand:
    """The hand scored as won by the facts. Raises EngineError for impossible tiles."""
    return score_hand_as(f, hand, f(BY), circumstances_of(f))


def circumstances_of(f: Facts, of: str = CIRCUMSTANCES.name) -> dict[str, Any]:
    """The ``context`` of a score case: the object ``of``, and the facts that may answer it, each with what they say.

    Those that nobody has told are left to the engine, whose defaults the kinds of claims assume.
    """
    given, members = f.values.get(of) or {}, MEMBERS[of]
    context = dict(write_fact(of, given))
    answers = {name: row.assumed[0] for name, row in f.declared.items() if row.assumed}
    answers |= {**f.values} | {members[key].name: value for key, value in given.items() if key in members}
    for name, row in f.declared.items():
        held, key = MEMBER_OF.get(name, ("", ""))
        if held != of or not row.in_edition(f.rules.parameters):
            continue
        if row.may_matter(f.values if name in f.values else answers):
            # What only prices a win is no doubt about it; its payments ask for it.
            value = f.peek(row.fact) if row.role == "prices" else f.told(row.fact)
            context[key] = write_fact(name, value)
    return {key: value for key, value in context.items() if value not in (None, NONE)}


def waits_of(f: Facts, hand: Hand) -> Waits:
    """Waits of a hand without its winning tile."""
    asked = read_waits_case({**_case_of(f, hand), **f.law.ready_case(f)})
    return asked.ruleset.waits(asked.hand, asked.special)


def form_waits(f: Facts, hand: Hand) -> Waits:
    """Waits by form alone, whatever else bars a win; the winning tile left out."""
    asked = read_waits_case(_case_of(f, hand))
    return asked.ruleset.waits(asked.hand, asked.special)


def winning_hand(f: Facts) -> Hand:
    """The claimed hand with its winning tile, which is asked for if the hand was entered without it."""
    hand = f(HAND)
    if hand.winning is not None:
        return hand
    won = f(WINNING_TILE)
    if count_tiles(hand) == complete_tile_count(f) and won in hand.concealed:
        return hand._replace(concealed=remove_tiles(hand.concealed, (won,), last=True), winning=won)
    return hand._replace(winning=won)


def count_tiles(hand: Hand) -> int:
    """Tiles of a hand, each meld counted as three, the winning tile included (MCR-6.3, RI-6.13)."""
    return len(hand.concealed) + 3 * len(hand.melds) + (hand.winning is not None)


def complete_tile_count(f: Facts) -> int:
    """Tiles of a complete hand: 14, or 17 with five sets."""
    return 3 * f.rules.family.sets + 2


def distance_to_win(f: Facts, hand: Hand) -> str:
    """Distance of a losing hand with a complete number of tiles: ``ready`` without its winning tile, ``near`` by one
    exchange of a tile, else ``far`` (MCR-6.8).
    """
    if _ready(f, hand):
        return "ready"
    if hand.winning is None:
        return "far"
    for index in range(len(hand.concealed)):
        rest = (*hand.concealed[:index], *hand.concealed[index + 1 :], hand.winning)
        if _ready(f, hand._replace(concealed=rest)):
            return "near"
    return "far"


def _ready(f: Facts, hand: Hand) -> bool:
    """True if the tiles are ready by form; a concealed flower belongs to no set (MCR-6.1)."""
    return not any(map(is_flower, hand.concealed)) and form_waits(f, hand).ready


def completing_tiles(f: Facts, hand: Hand, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """The tiles that complete the hand by its form, in their order."""
    waits = set(waits_of(f, hand).tiles)
    return tuple(tile for tile in tiles if kind_of(tile) in waits)


def hand_evidence(hand: Hand) -> Evidence:
    return Evidence("tiles", gettext_noop("hand"), str(hand))


def waits_evidence(waits: Waits) -> Evidence:
    return Evidence("tiles", gettext_noop("waits"), format_tiles(waits.tiles) if waits.tiles else "")


def score_evidence(scored: ScoredHand) -> tuple[Evidence, ...]:
    """Reading, counted patterns, value and payments."""
    return (
        Evidence("reading", gettext_noop("reading"), str(scored.reading) if scored.reading else ""),
        Evidence("awards", gettext_noop("patterns"), [award.to_list() for award in scored.awards]),
        Evidence("numbers", gettext_noop("value"), dict(scored.value)),
        Evidence("numbers", gettext_noop("payments"), dict(scored.payments)),
    )


READ_ALOUD = {"min_points": gettext_noop("the hand has %(basic)s of the %(least)s points needed, flowers not counted")}
"""Code of a reason -> words for one point too; the engine's own are part of its recorded answers."""


def reason_in_words(reason: Reason | Breach) -> Sentence:
    template = READ_ALOUD.get(reason.code)
    return reason.message if template is None else Sentence(template, reason.message.values)


def clause_of_play(f: Facts, code: str) -> str | None:
    """The clause that the family's rules of play cite for a shared breach, or None."""
    if f.rules.family.make_procedure is None:
        return None
    return procedure_of(f.rules).hooks.clauses.get(code)
