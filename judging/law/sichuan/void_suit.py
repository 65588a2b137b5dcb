"""Violations of the void suit, by discards, melds or the final hand (SC-6.2)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.sichuan.parameters import Parameters
from engine.sentences import gettext_noop
from engine.tiles.seats import SEATS
from engine.tiles.tile import Suit, format_tile, format_tiles, suit_of
from judging.law.facts import flag, seats, tiles
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kind import NO_FAULT, Kind
from judging.law.shared_facts import HAND, OWN_DISCARDS, VOID_SUIT, WON_SEATS
from judging.law.statements import fails, fault, holds

KIND = Kind(code="void_suit", situation="discard", title=gettext_noop("Void suit violated"), order=50, holds=NO_FAULT)

WON_BEFORE = seats(
    "won_before",
    gettext_noop("Who had won already when the player first discarded another suit than the void one?"),
)
CARDED = flag("carded", gettext_noop("Did the player use the card instead of a face-down tile?"))
JUST_DRAWN = flag(
    "just_drawn",
    gettext_noop("Was the first such void tile the one just drawn, or did nobody see it come from the hand?"),
)
LATER_JUST_DRAWN = tiles(
    "later_just_drawn",
    gettext_noop(
        "Which of the void tiles that followed were just drawn, or did nobody see come from the hand?"
        " Leave empty for none."
    ),
)
VOID_MELD = flag("void_meld", gettext_noop("Is a pung or kong of the player of the void suit?"))
WALL_ENDED = flag("wall_ended", gettext_noop("Has the wall ended, with the hands shown?"))


def void_suit(f: Facts) -> Suit:
    """The player's void suit."""
    return Suit("mps".index(f(VOID_SUIT)))


def discard_order(f: Facts) -> Iterator[Finding]:
    """Void tiles after a tile of another suit, each by itself; one just drawn is no evidence."""
    void = void_suit(f)
    discards = f(OWN_DISCARDS)
    shown = Evidence("tiles", gettext_noop("discards in order"), format_tiles(discards) if discards else "")
    other = [at for at, tile in enumerate(discards) if suit_of(tile) is not void]
    first = 0 if f(CARDED) else min(other, default=len(discards))
    late = [at for at, tile in enumerate(discards) if _is_strict(f) and at >= first and suit_of(tile) is void]
    for number, at in enumerate(late):
        tile = discards[at]
        places = {"first other suit": first + 1, "void tile": at + 1}
        numbers = Evidence("numbers", gettext_noop("place in the discards"), places)
        # Of equal tiles the first named is the first discarded.
        same = [discards[each] for each in late[1 : number + 1]].count(tile)
        if f(JUST_DRAWN) if not number else f(LATER_JUST_DRAWN).count(tile) >= same:
            template = gettext_noop(
                "The void tile %(tile)s was discarded after another suit, but counts as just drawn."
            )
            yield holds(f, template, shown, numbers, tile=format_tile(tile))
            continue
        template = gettext_noop("The void tile %(tile)s was discarded from the hand after a tile of another suit.")
        yield fails(
            f,
            template,
            shown,
            numbers,
            clause="SC-3.21",
            infraction=lambda: violation_fault(f),
            tile=format_tile(tile),
        )
        return
    yield holds(f, gettext_noop("The order of the discards shows no violation."), shown)


def no_void_meld(f: Facts) -> Iterator[Finding]:
    if f(VOID_MELD):
        template = gettext_noop("The player has a meld of the void suit.")
        yield fails(f, template, infraction=lambda: violation_fault(f, "void_suit_claim"))
    else:
        yield holds(f, gettext_noop("The player has no meld of the void suit."))


def final_hand(f: Facts) -> Iterator[Finding]:
    """Void tiles in the shown hand: a late violation, or flower pig only."""
    if not f(WALL_ENDED) or not _is_strict(f):
        return
    void, hand = void_suit(f), f(HAND)
    held = tuple(tile for tile in hand.concealed if suit_of(tile) is void)
    if not held:
        yield holds(f, gettext_noop("The hand holds no tile of the void suit."))
        return
    evidence = Evidence("tiles", gettext_noop("void tiles"), format_tiles(held))
    clean = f(CARDED) or any(suit_of(tile) is not void for tile in f(OWN_DISCARDS))
    if clean:
        template = gettext_noop("The hand holds void tiles although the player has discarded another suit.")
        yield fails(f, template, evidence, clause="SC-6.2", infraction=lambda: violation_fault(f))
    elif f.rules.options(Parameters).huazhu_pay == "as_not_ready":
        template = gettext_noop(
            "The hand holds void tiles, and every discard was of the void suit, so it only counts as "
            "not ready. The inspection of all hands gives the payments."
        )
        yield fails(f, template, evidence, clause="SC-E10", infraction=fault(f, "not_ready"))
    else:
        template = gettext_noop(
            "The hand holds void tiles, and every discard was of the void suit: it is a flower pig. "
            "The inspection of all hands gives the payments."
        )
        yield fails(f, template, evidence, infraction=fault(f, "flower_pig"))


def _is_strict(f: Facts) -> bool:
    """True if void tiles go before all others; else only the first discard is bound (SC-3.3)."""
    return f.rules.options(Parameters).void_rule == "strict"


def violation_fault(f: Facts, name: str = "void_violation") -> str | None:
    """The infraction of a violation. Asks for earlier winners if it is paid to those who have not won (SC-7.1).

    After three wins those are paid who were still in the hand when it was committed (SC-6.2).
    """
    if f.rules.options(Parameters).void_violation_redistributed and len(f(WON_SEATS)) == 3:
        earlier_winners(f)
    return fault(f, name)


def earlier_winners(f: Facts) -> tuple[int, ...]:
    """Seats that had won at the violation; all three others if only those still in the hand are paid."""
    if f.rules.options(Parameters).late_violation_payees == "unwon_at_first_evidence":
        return tuple(f(WON_BEFORE))
    return tuple(seat for seat in SEATS if seat != f.seat)
