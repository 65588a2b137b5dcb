"""Violations of the void suit, by discards, melds or the final hand (SC-6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.sichuan.parameters import Parameters
from engine.sentences import gettext_noop
from engine.tiles.seats import SEATS
from engine.tiles.tile import Suit, format_tile, format_tiles, suit_of
from judging.law.facts import declare_flag, declare_seats, declare_tiles
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kind import NO_FAULT, ClaimKind
from judging.law.shared_facts import HAND, OWN_DISCARDS, VOID_SUIT, WON_SEATS
from judging.law.statements import find_fault, report_failing, report_holding

KIND = ClaimKind(
    code="void_suit", situation="discard", title=gettext_noop("Void suit violated"), order=50, holds=NO_FAULT
)

WON_BEFORE = declare_seats(
    "won_before",
    gettext_noop("Who had won already when the player first discarded another suit than the void one?"),
)
CARDED = declare_flag("carded", gettext_noop("Did the player use the card instead of a face-down tile?"))
JUST_DRAWN = declare_flag(
    "just_drawn",
    gettext_noop("Was the first such void tile the one just drawn, or did nobody see it come from the hand?"),
)
LATER_JUST_DRAWN = declare_tiles(
    "later_just_drawn",
    gettext_noop(
        "Which of the void tiles that followed were just drawn, or did nobody see come from the hand?"
        " Leave empty for none."
    ),
)
VOID_MELD = declare_flag("void_meld", gettext_noop("Is a pung or kong of the player of the void suit?"))
WALL_ENDED = declare_flag("wall_ended", gettext_noop("Has the wall ended, with the hands shown?"))


def get_void_suit(facts: Facts) -> Suit:
    return Suit("mps".index(facts(VOID_SUIT)))


def check_discard_order(facts: Facts) -> Iterator[Finding]:
    """Void tiles after a tile of another suit, each by itself; one just drawn is no evidence."""
    void = get_void_suit(facts)
    discards = facts(OWN_DISCARDS)
    evidence = Evidence("tiles", gettext_noop("discards in order"), format_tiles(discards) if discards else "")
    other_suits = [index for index, tile in enumerate(discards) if suit_of(tile) is not void]
    first = 0 if facts(CARDED) else min(other_suits, default=len(discards))
    late = [
        index for index, tile in enumerate(discards) if _is_strict(facts) and index >= first and suit_of(tile) is void
    ]
    for number, index in enumerate(late):
        tile = discards[index]
        places = {"first other suit": first + 1, "void tile": index + 1}
        numbers = Evidence("numbers", gettext_noop("place in the discards"), places)
        # Of equal tiles the first named is the first discarded.
        same = [discards[place] for place in late[1 : number + 1]].count(tile)
        if facts(JUST_DRAWN) if not number else facts(LATER_JUST_DRAWN).count(tile) >= same:
            template = gettext_noop(
                "The void tile %(tile)s was discarded after another suit, but counts as just drawn."
            )
            yield report_holding(facts, template, evidence, numbers, tile=format_tile(tile))
            continue
        template = gettext_noop("The void tile %(tile)s was discarded from the hand after a tile of another suit.")
        yield report_failing(
            facts,
            template,
            evidence,
            numbers,
            clause="SC-3.21",
            infraction=lambda: price_violation(facts),
            tile=format_tile(tile),
        )
        return
    yield report_holding(facts, gettext_noop("The order of the discards shows no violation."), evidence)


def check_no_void_meld(facts: Facts) -> Iterator[Finding]:
    if facts(VOID_MELD):
        template = gettext_noop("The player has a meld of the void suit.")
        yield report_failing(facts, template, infraction=lambda: price_violation(facts, "void_suit_claim"))
    else:
        yield report_holding(facts, gettext_noop("The player has no meld of the void suit."))


def check_final_hand(facts: Facts) -> Iterator[Finding]:
    """Void tiles in the shown hand: a late violation, or flower pig only."""
    if not facts(WALL_ENDED) or not _is_strict(facts):
        return
    void, hand = get_void_suit(facts), facts(HAND)
    held = tuple(tile for tile in hand.concealed if suit_of(tile) is void)
    if not held:
        yield report_holding(facts, gettext_noop("The hand holds no tile of the void suit."))
        return
    evidence = Evidence("tiles", gettext_noop("void tiles"), format_tiles(held))
    clean = facts(CARDED) or any(suit_of(tile) is not void for tile in facts(OWN_DISCARDS))
    if clean:
        template = gettext_noop("The hand holds void tiles although the player has discarded another suit.")
        yield report_failing(facts, template, evidence, clause="SC-6.2", infraction=lambda: price_violation(facts))
    elif facts.rules.options(Parameters).huazhu_pay == "as_not_ready":
        template = gettext_noop(
            "The hand holds void tiles, and every discard was of the void suit, so it only counts as "
            "not ready. The inspection of all hands gives the payments."
        )
        yield report_failing(facts, template, evidence, clause="SC-E10", infraction=find_fault(facts, "not_ready"))
    else:
        template = gettext_noop(
            "The hand holds void tiles, and every discard was of the void suit: it is a flower pig. "
            "The inspection of all hands gives the payments."
        )
        yield report_failing(facts, template, evidence, infraction=find_fault(facts, "flower_pig"))


def _is_strict(facts: Facts) -> bool:
    """True if void tiles go before all others; else only the first discard is bound (SC-3.3)."""
    return facts.rules.options(Parameters).void_rule == "strict"


def price_violation(facts: Facts, name: str = "void_violation") -> str | None:
    """Return the infraction of a violation. Asks for earlier winners if it is paid to those who have not won (SC-7.1).
    After three wins those are paid who were still in the hand when it was committed (SC-6.2).
    """
    if facts.rules.options(Parameters).void_violation_redistributed and len(facts(WON_SEATS)) == 3:
        list_earlier_winners(facts)
    return find_fault(facts, name)


def list_earlier_winners(facts: Facts) -> tuple[int, ...]:
    """Return seats that had won at the violation; all three others if only those still in the hand are paid."""
    if facts.rules.options(Parameters).late_violation_payees == "unwon_at_first_evidence":
        return tuple(facts(WON_BEFORE))
    return tuple(seat for seat in SEATS if seat != facts.seat)
