"""Hands as checks look at them: counted, scored, and near to a win."""

from __future__ import annotations

from typing import Any

from engine.parameters import plain
from engine.reading.waits import Waits
from engine.scoring.cases import read_score_case, read_waits_case
from engine.scoring.score import ScoredHand, score
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import FLOWERS, Tile, format_tile, format_tiles, kind_of
from judging.law.facts import Facts, MissingFact
from judging.law.findings import Evidence


def case_of(f: Facts, hand: Hand, *, by: str | None = None, circumstances: bool = True) -> dict[str, Any]:
    """The batch format's case of a hand under the claim's facts."""
    case: dict[str, Any] = {
        "ruleset": f.rules.name,
        "parameters": {name: plain(value) for name, value in f.rules.changed.items()},
        "hand": format_tiles(hand.concealed),
        "melds": [str(meld) for meld in hand.melds],
        "flowers": format_tiles(hand.flowers) if hand.flowers else "",
    }
    if hand.winning is not None:
        context = dict(f.get("circumstances", {})) if circumstances else {}
        if f.rules.family.name == "sichuan" and f.known("void_suit"):
            context["void_suit"] = f("void_suit")
        if f.rules.family.name == "riichi" and f.get("in_riichi", False):
            context.setdefault("riichi", True)
        if f.rules.family.name == "taiwan" and f.known("dealer") and f.known("source"):
            context["dealer_pays"] = (by or f("by")) != "self_draw" and f("source") == f("dealer")
        case |= {
            "win": format_tile(hand.winning),
            "by": by or f("by"),
            "prevalent_wind": f("prevalent_wind").letter if f.rules.family.name != "sichuan" else "E",
            "seat_wind": f("seat_wind").letter if f.rules.family.name != "sichuan" else "E",
            "context": context,
        }
    elif f.rules.family.name == "sichuan" and f.known("void_suit"):
        case["void_suit"] = f("void_suit")
    return case


def scored_of(f: Facts, hand: Hand, *, by: str | None = None, circumstances: bool = True) -> ScoredHand:
    """The hand scored as the facts tell its win. Raises EngineError for tiles that cannot be a hand."""
    asked = read_score_case(case_of(f, hand, by=by, circumstances=circumstances))
    return score(asked.hand, asked.win, asked.ruleset)


def flower_win_of(f: Facts, origin: str) -> tuple[ScoredHand, int | None]:
    """A win with eight flowers (Taiwan) scored, and who alone owes its flowers: whose flower was robbed, or None.

    ``origin`` is the fact ``flower_from``. The winning tile is the replacement, and the eighth flower of another counts
    as that player's discard (TW-5.6 to TW-5.9). Raises MissingFact while the tiles are not seventeen.
    """
    hand = winning_hand(f)
    if tiles_in(hand) != full_count(f):
        raise MissingFact("hand")
    payer = None if origin == "own" else f.another("robbed_seat")
    case = case_of(f, hand._replace(flowers=FLOWERS), by="discard" if origin == "shown" else "self_draw")
    context = {**case["context"], "first_turn": f("from_deal"), "flower_replacement": not f("from_deal")}
    if payer is not None:
        context |= {"robbed_flower": format_tile(f("robbed_flower")), "dealer_pays": payer == f("dealer")}
    asked = read_score_case({**case, "context": context})
    return score(asked.hand, asked.win, asked.ruleset), payer


def waits_of(f: Facts, hand: Hand) -> Waits:
    """What a hand waits for, its winning tile left out."""
    asked = read_waits_case(case_of(f, hand._replace(winning=None)))
    return asked.ruleset.waits(asked.hand, asked.special)


def winning_hand(f: Facts) -> Hand:
    """The hand of the claim, which must have its winning tile."""
    hand: Hand = f("hand")
    if hand.winning is None:
        raise MissingFact("hand")
    return hand


def tiles_in(hand: Hand) -> int:
    """Tiles of a hand with each meld counted as three, the winning tile included (MCR-6.3, RI-6.13)."""
    return len(hand.concealed) + 3 * len(hand.melds) + (hand.winning is not None)


def full_count(f: Facts) -> int:
    """Tiles of a complete hand: 14, or 17 with five sets."""
    return 3 * f.rules.family.sets + 2


def exchanges(f: Facts, hand: Hand) -> str:
    """How far a complete number of tiles is from winning: ``ready`` (without its winning tile), ``near`` (one exchange
    of a tile makes it a win), ``far``; for a hand that is not complete (MCR-6.8).
    """
    if waits_of(f, hand).ready:
        return "ready"
    if hand.winning is None:
        return "far"
    for index in range(len(hand.concealed)):
        rest = (*hand.concealed[:index], *hand.concealed[index + 1 :], hand.winning)
        if waits_of(f, hand._replace(concealed=rest)).ready:
            return "near"
    return "far"


def completed_by(f: Facts, hand: Hand, tiles: tuple[Tile, ...]) -> tuple[Tile, ...]:
    """Those of the tiles that complete the hand by its form, in their order."""
    waits = set(waits_of(f, hand).tiles)
    return tuple(tile for tile in tiles if kind_of(tile) in waits)


def hand_shown(hand: Hand) -> Evidence:
    """The hand as evidence."""
    return Evidence("tiles", gettext_noop("hand"), str(hand))


def waits_shown(waits: Waits) -> Evidence:
    """The waiting tiles as evidence."""
    return Evidence("tiles", gettext_noop("waits"), format_tiles(waits.tiles) if waits.tiles else "")


def score_shown(scored: ScoredHand) -> tuple[Evidence, ...]:
    """The reading, the patterns counted and the value as evidence."""
    return (
        Evidence("reading", gettext_noop("reading"), str(scored.reading) if scored.reading else ""),
        Evidence("awards", gettext_noop("patterns"), [award.to_list() for award in scored.awards]),
        Evidence("numbers", gettext_noop("value"), dict(scored.value)),
        Evidence("numbers", gettext_noop("payments"), dict(scored.payments)),
    )
