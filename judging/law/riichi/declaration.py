"""Riichi, and concealed kongs after it (RI-3.23, RI-6.5, RI-6.8, RI-6.12)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.events import ConcealedKong, DeclaredRiichi
from engine.play.positions import KnownSeat
from engine.play.table import why_not
from engine.rules.riichi.parameters import Parameters
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.selection import remove_tiles, tiles_of_kind
from engine.tiles.tile import format_tile, kind_of
from judging.law.breaches import DRAW_STANDS
from judging.law.facts import Contradiction, declare_choice, declare_flag, declare_number, declare_tile
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import count_tiles, find_waits, get_complete_tile_count, make_hand_evidence, make_waits_evidence
from judging.law.kind import ClaimKind, Outcome
from judging.law.kinds import call
from judging.law.kinds.call import BREACH_SENTENCES, DISCARD_CALLS, OWN_KONGS, examine_call
from judging.law.reconstruction import make_own_turn
from judging.law.shared_facts import CALL, CALLED_TILE, DEAD, HAND, HAND_OVER, IN_RIICHI, KONGS_MADE, WALL_LEFT
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

NOT_INSPECTED = gettext_noop("The hand is not ready, but another player has won, so it is not inspected.")

KIND = ClaimKind(
    code="riichi",
    situation="discard",
    title=gettext_noop("Is the riichi valid?"),
    order=130,
    events=(DeclaredRiichi,),
    holds=Outcome("stands", gettext_noop("The riichi stands"), "continues"),
    fails=Outcome(
        "refused",
        gettext_noop("There is no riichi: the stick goes back, and play goes on without a penalty"),
        "refused",
    ),
    sentences={
        NOT_INSPECTED: Outcome(
            "none",
            gettext_noop("The hand is over and nobody is punished; the winner takes the stick with the others"),
            "over",
        )
    },
)
KONG_KIND = ClaimKind(
    code="riichi_kong",
    situation="call",
    title=gettext_noop("Concealed kong after riichi"),
    order=140,
    holds=Outcome("stands", gettext_noop("The kong stands"), "continues"),
    fails=Outcome(
        "none", gettext_noop("The kong is punished only if its player wins or the hand is drawn"), "continues"
    ),
)

POINTS = declare_number("points", gettext_noop("How many points does the player have?"))
WORD = declare_flag("word", gettext_noop("Was the word said?"))
TURNED = declare_flag("turned", gettext_noop("Was the discard turned sideways?"))
STICK = declare_flag("stick", gettext_noop("Was the stick laid?"))
NEXT_DRAWN = declare_flag("next_drawn", gettext_noop("Had the next player drawn before the call?"))
CORRECTED = declare_flag("corrected", gettext_noop("Was it put right before the next discard?"))
HAND_END = declare_choice(
    "hand_end",
    gettext_noop("How did the hand end?"),
    ("offender_wins", gettext_noop("The player won")),
    ("drawn", gettext_noop("It was drawn")),
    ("other_wins", gettext_noop("Another player won")),
    ("going_on", gettext_noop("It is still going on")),
)
KONG_BREACHES = ("riichi_kong", "not_held")
"""Breaches by the tiles of the kong; nothing else of the position is known."""

ALLOWED_KONGS = {
    "strict": gettext_noop("The kong is allowed; it changes neither the waits nor the reading of the hand."),
    "same_waits": gettext_noop("The kong is allowed; it does not change the waits of the hand."),
}
"""Value of ``ankan_after_riichi`` -> the sentence of an allowed kong."""

DRAWN = declare_tile("drawn", gettext_noop("Which tile had the player just drawn?"))


def check_closed_hand(facts: Facts) -> Iterator[Finding]:
    hand = facts(HAND)
    if hand.is_closed:
        yield report_holding(facts, gettext_noop("The hand is closed."), make_hand_evidence(hand))
    else:
        template = gettext_noop("The player declared riichi on an open hand.")
        yield report_failing(
            facts, template, make_hand_evidence(hand), clause="RI-6.9", infraction=find_fault(facts, "riichi_open")
        )


def is_declared(facts: Facts) -> bool:
    """False if the word or the turned tile is known to be missing, so that there is no riichi (RI-6.9, RI-6.12)."""
    word, turned = facts.get_answer(WORD) is not False, facts.get_answer(TURNED) is not False
    if facts.rules.options(Parameters).riichi_complete == "any":
        return word or turned or facts.get_answer(STICK) is not False
    if (word and turned) or (facts.rules.options(Parameters).riichi_correction and facts.get_answer(CORRECTED)):
        return True
    return bool(turned and facts.get_answer(STICK) is not False and find_fault(facts, "rcr_riichi_word"))


def check_hand_ready(facts: Facts) -> Iterator[Finding]:
    """Riichi needs a ready hand; one that is not is punished only when shown at a draw. Without a valid riichi nothing
    is punished but its form.
    """
    hand = facts(HAND)
    if not is_declared(facts):
        return
    waits = find_waits(facts, hand)
    evidence = (make_hand_evidence(hand), make_waits_evidence(waits))
    if waits.ready:
        yield report_holding(facts, gettext_noop("The hand is ready."), *evidence, clause="RI-6.1")
        return
    templates = {
        "other_wins": NOT_INSPECTED,
        "going_on": gettext_noop("The hand is not ready; it is punished only when the hands are shown at a draw."),
    }
    template = templates.get(
        facts.peek(HAND_END) or "", gettext_noop("The player declared riichi without a ready hand.")
    )
    yield report_failing(facts, template, *evidence, infraction=facts.find_cost)


def price_not_ready(facts: Facts) -> str | None:
    """Return the infraction of riichi without a ready hand; None unless the hands are shown at a draw (RI-6.8)."""
    if facts(HAND_END) in ("other_wins", "going_on"):
        return None
    return ask_price_facts(facts, find_fault(facts, "riichi_not_ready"))


def check_min_wall(facts: Facts) -> Iterator[Finding]:
    live_tiles, least = facts(WALL_LEFT), facts.rules.options(Parameters).riichi_min_wall
    numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": live_tiles, "needed": least})
    if live_tiles >= least:
        yield report_holding(
            facts, gettext_noop("Enough live tiles are left for riichi: %(left)s."), numbers, left=live_tiles
        )
    else:
        template = gettext_noop("Riichi needs at least %(least)s live tiles, not %(left)s; it is refused.")
        yield report_failing(facts, template, numbers, left=live_tiles, least=least)


def check_min_points(facts: Facts) -> Iterator[Finding]:
    """By option riichi needs 1,000 points."""
    if not facts.rules.options(Parameters).riichi_needs_points:
        return
    if facts(POINTS) >= 1000:
        yield report_holding(facts, gettext_noop("The player has enough points for the stick."))
    else:
        yield report_failing(facts, gettext_noop("The player has fewer than 1,000 points; the riichi is refused."))


def check_declaration_form(facts: Facts) -> Iterator[Finding]:
    """Word, turned tile and stick of a riichi; a refused one needs none."""
    rules = facts.rules.options(Parameters)
    if facts.is_known(WALL_LEFT) and facts(WALL_LEFT) < rules.riichi_min_wall:
        return
    word, turned, stick = facts(WORD), facts(TURNED), facts(STICK)
    if word and turned and stick:
        yield report_holding(
            facts, gettext_noop("The player said the word, turned the tile and laid the stick."), clause="RI-3.23"
        )
        return
    if rules.riichi_complete == "any" and (word or turned or stick):
        template = gettext_noop("The riichi stands by any one of word, turned tile and stick; the rest is done now.")
        if not turned:
            template = gettext_noop(
                "The riichi stands without the turned tile; for furiten the earliest tile that it can be counts."
            )
        yield report_failing(facts, template, clause="RI-E20", infraction=find_fault(facts, "riichi_part_missing"))
        return
    if word and turned:
        template = gettext_noop("The riichi is valid; the stick is laid now.")
        yield report_failing(facts, template, infraction=find_fault(facts, "riichi_stick_forgotten"))
        return
    wordless = find_fault(facts, "rcr_riichi_word")
    if wordless and turned and stick:
        template = gettext_noop("The riichi is valid, but leaving out the word is a fault.")
        yield report_failing(facts, template, clause="RI-E11", infraction=wordless)
        return
    if not word and not turned and not stick:
        yield report_failing(facts, gettext_noop("Without the word and the turned tile there is no riichi."))
        return
    if rules.riichi_correction and facts(CORRECTED):
        yield report_holding(
            facts, gettext_noop("It was corrected before the next discard; the riichi is valid."), clause="RI-6.9"
        )
        return
    code = find_fault(facts, "riichi_incomplete")
    template = gettext_noop("The word or the turned tile was missing, and this was not corrected in time.")
    if not rules.riichi_correction:
        # The booklet knows no time to put it right, and the stick of a riichi that is none goes back (editions 5, 5.3).
        template = gettext_noop(
            "The word or the turned tile is missing: there is no riichi, and a stick laid goes back."
        )
    yield report_failing(facts, template, clause="RI-6.9", infraction=code)


def check_kongs_left(facts: Facts) -> Iterator[Finding]:
    """A kong beyond the maximum of a hand is void, and play goes on (RI-3.17)."""
    if facts(CALL) not in ("kong", *OWN_KONGS):
        return
    kongs, limit = facts(KONGS_MADE), facts.rules.options(Parameters).max_kongs
    if kongs is not None:
        numbers = Evidence("numbers", gettext_noop("kongs"), {"held": kongs, "limit": limit})
        yield from examine_call(facts, gettext_noop("Another kong may be made."), numbers, limit=limit)


def check_not_in_riichi(facts: Facts) -> Iterator[Finding]:
    """A player in riichi claims no discard (RI-3.11), and so has no pung to add to."""
    if facts(IN_RIICHI) and facts(CALL) == "added_kong":
        yield report_failing(facts, BREACH_SENTENCES["riichi_claim"], infraction=find_fault(facts, "riichi_claim"))
    elif facts(IN_RIICHI):
        yield from examine_call(facts, "")


def check_hand_not_dead(facts: Facts) -> Iterator[Finding]:
    """A dead hand declares no riichi; asked where that has a penalty of its own (RI-E20)."""
    if facts.rules.options(Parameters).dead_hand_claim == "points" and facts(DEAD):
        yield report_failing(facts, gettext_noop("A dead hand may not declare riichi."), infraction=facts.find_cost)


def check_call_in_time(facts: Facts) -> Iterator[Finding]:
    """As in every family; by edition a draw made before the call stands (RI-E19)."""
    stands = facts.rules.options(Parameters).early_draw == "draw_stands" and facts(CALL) in DISCARD_CALLS
    if stands and not facts(HAND_OVER) and facts(NEXT_DRAWN):
        yield report_failing(facts, DRAW_STANDS, clause=facts.law.draw_stands)
        return
    yield from call.check_call_in_time(facts)


def check_kong_in_riichi(facts: Facts) -> Iterator[Finding]:
    """A concealed kong of a player in riichi has its own rule (RI-6.5)."""
    if facts(IN_RIICHI) and facts(CALL) == "concealed_kong":
        yield from check_kong_after_riichi(facts)


def check_kong_after_riichi(facts: Facts) -> Iterator[Finding]:
    """A concealed kong after riichi changes no reading of the hand, given with the drawn tile or without. Asks for the
    kind unless only one kong is possible.
    """
    hand, drawn = facts(HAND), facts(DRAWN)
    if count_tiles(hand) == get_complete_tile_count(facts):
        if drawn not in hand.concealed:
            message = _("the tile drawn, %(tile)s, is not in the hand", tile=format_tile(drawn))
            raise Contradiction((HAND, DRAWN), message)
        hand = hand._replace(concealed=remove_tiles(hand.concealed, (drawn,), last=True))
    held = (*hand.concealed, drawn)
    four = {kind_of(tile) for tile in held if len(tiles_of_kind(held, kind_of(tile))) == 4}
    tile = min(four) if len(four) == 1 and not facts.is_known(CALLED_TILE) else facts(CALLED_TILE)
    seat = facts.seat or 0
    state = make_own_turn(facts, seat, KnownSeat(held, hand.melds, hand.flowers, ready="riichi"))
    breaches = [breach for breach in why_not(state, ConcealedKong(seat, tile)) if breach.code in KONG_BREACHES]
    evidence = (
        make_hand_evidence(hand),
        make_waits_evidence(find_waits(facts, hand)),
        Evidence("tiles", gettext_noop("drawn"), format_tile(drawn)),
        Evidence("tiles", gettext_noop("konged"), format_tile(tile)),
    )
    if not breaches and facts(WALL_LEFT) == 0:
        template = gettext_noop("No tile is left as a replacement for a kong.")
        yield report_failing(facts, template, clause="RI-3.25", infraction=find_fault(facts, "no_replacement"))
        return
    if not breaches:
        yield report_holding(facts, ALLOWED_KONGS[facts.rules.options(Parameters).ankan_after_riichi], *evidence)
        return
    template = gettext_noop("The kong is not allowed: %(reason)s.")
    yield report_failing(facts, template, *evidence, infraction=facts.find_cost, reason=breaches[-1].message)


def price_kong(facts: Facts) -> str | None:
    """Return the infraction of a forbidden kong after riichi, by the end of the hand (RI-6.8)."""
    names = {"offender_wins": "riichi_kong_won", "drawn": "riichi_kong"}
    name = names.get(facts(HAND_END))
    return ask_price_facts(facts, find_fault(facts, name)) if name is not None else None
