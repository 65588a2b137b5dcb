"""Ready hands: riichi, concealed kongs after it, ready declarations, and who is ready at the end of the wall."""

from __future__ import annotations

from collections.abc import Iterator

from engine.play.table import Player
from engine.rules.riichi.locks import riichi_kong_problem
from engine.rules.riichi.settlement import settle_exhaustive_draw
from engine.sentences import gettext_noop
from engine.tiles.hand import Hand
from engine.tiles.tile import format_tile, kind_of
from judging.law.facts import Facts
from judging.law.findings import Evidence, Finding, Verdict
from judging.law.hands import hand_shown, waits_of, waits_shown
from judging.law.infractions import first_in_force, priced
from judging.law.kinds import check, fails, holds
from judging.law.payments import transfers_shown


@check("riichi", "hand", riichi="RI-3.23")
def closed_hand(f: Facts) -> Iterator[Finding]:
    """Riichi needs a closed hand; concealed kongs keep it closed."""
    hand: Hand = f("hand")
    if hand.is_closed:
        yield holds(f, "RI-3.23", gettext_noop("The hand is closed."), hand_shown(hand))
    else:
        code = first_in_force(f.rules, "riichi_open", "rcr_dead_hand_claim")
        yield fails(f, "RI-6.9", gettext_noop("Riichi on an open hand."), hand_shown(hand), infraction=code)


@check("riichi", "hand", "hand_end", "dealer", riichi="RI-6.8")
def hand_ready(f: Facts) -> Iterator[Finding]:
    """Riichi needs a ready hand; a hand that is not ready is punished only when it is shown at a draw."""
    hand: Hand = f("hand")
    waits = waits_of(f, hand)
    evidence = (hand_shown(hand), waits_shown(waits))
    if waits.ready:
        yield holds(f, "RI-6.1", gettext_noop("The hand is ready."), *evidence)
        return
    if f("hand_end") in ("other_wins", "going_on"):
        template = gettext_noop("The hand is not ready; it is punished only when the hands are shown at a draw.")
        yield fails(f, "RI-6.8", template, *evidence)
        return
    code = priced(f, first_in_force(f.rules, "riichi_not_ready", "rcr_riichi_not_ready"))
    yield fails(f, "RI-6.8", gettext_noop("Riichi with a hand that is not ready."), *evidence, infraction=code)


@check("riichi", "wall_left", riichi="RI-3.23")
def wall_enough(f: Facts) -> Iterator[Finding]:
    """Enough live tiles must be left."""
    left, least = f("wall_left"), f.parameters.riichi_min_wall
    numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": left, "needed": least})
    if left >= least:
        yield holds(f, "RI-3.23", gettext_noop("%(left)s live tiles are enough."), numbers, left=left)
    else:
        template = gettext_noop("%(left)s live tiles are left, %(least)s are needed; the riichi is refused.")
        yield fails(f, "RI-3.23", template, numbers, left=left, least=least)


@check("riichi", "points", riichi="RI-3.23")
def points_enough(f: Facts) -> Iterator[Finding]:
    """By option a player without 1,000 points declares no riichi."""
    if not f.parameters.riichi_needs_points:
        return
    points = f("points")
    if points >= 1000:
        yield holds(f, "RI-3.23", gettext_noop("The player has the points for the stick."))
    else:
        yield fails(f, "RI-3.23", gettext_noop("Riichi takes 1,000 points; it is refused."))


@check("riichi", "wall_left", "word", "turned", "stick", "corrected", riichi="RI-6.12")
def form_of_riichi(f: Facts) -> Iterator[Finding]:
    """Word, turned tile, stick: which of them are there and what that makes of it; a riichi refused needs none."""
    if f.known("wall_left") and f("wall_left") < f.parameters.riichi_min_wall:
        return
    word, turned, stick = f("word"), f("turned"), f("stick")
    if word and turned and stick:
        yield holds(f, "RI-3.23", gettext_noop("Word, turned tile and stick were given."))
        return
    if word and turned:
        template = gettext_noop("The riichi is valid; the stick is laid now.")
        yield fails(f, "RI-6.12", template, infraction=first_in_force(f.rules, "riichi_stick_forgotten"))
        return
    rcr = first_in_force(f.rules, "rcr_riichi_word")
    if rcr and turned and stick:
        template = gettext_noop("The riichi is valid without the word; it is a fault.")
        yield fails(f, "RI-E11", template, infraction=rcr)
        return
    if not word and not turned and not stick:
        yield fails(f, "RI-6.12", gettext_noop("Without the word and the turned tile there is no riichi."))
        return
    if f.parameters.riichi_correction and f("corrected"):
        yield holds(f, "RI-6.9", gettext_noop("It was put right before the next discard: the riichi is valid."))
        return
    code = first_in_force(f.rules, "riichi_incomplete")
    template = gettext_noop("The word without the turned tile, or the reverse, was not put right in time.")
    if not f.parameters.riichi_correction:
        # The booklet knows no time to put it right, and the stick of a riichi that is none goes back (editions 5, 5.3).
        template = gettext_noop(
            "The word or the turned tile is missing: there is no riichi, and a stick laid goes back."
        )
    yield fails(f, "RI-6.9", template, infraction=code)


@check("riichi_kong", "hand", "drawn", "hand_end", "dealer", riichi="RI-6.5")
def kong_after_riichi(f: Facts) -> Iterator[Finding]:
    """A concealed kong after riichi changes nothing in the readings of the hand. ``hand`` is as before the draw."""
    hand, drawn = f("hand"), f("drawn")
    kind = kind_of(drawn)
    problem = riichi_kong_problem(Player((*hand.concealed, drawn), hand.melds), kind, drawn)
    evidence = (
        hand_shown(hand),
        waits_shown(waits_of(f, hand)),
        Evidence("tiles", gettext_noop("drawn"), format_tile(drawn)),
    )
    if problem is None:
        yield holds(f, "RI-6.5", gettext_noop("The kong is allowed: it changes no wait and no reading."), *evidence)
        return
    code = None
    if f("hand_end") == "offender_wins":
        code = first_in_force(f.rules, "kong_after_riichi", "rcr_false_win")
    elif f("hand_end") == "drawn":
        code = first_in_force(f.rules, "kong_after_riichi", "rcr_riichi_not_ready")
    template = gettext_noop("The kong is not allowed: %(reason)s.")
    yield fails(f, "RI-6.5", template, *evidence, infraction=priced(f, code), reason=problem)


@check("ready", "hand", "void_suit", mcr="MCR-4.18", riichi="RI-6.1", taiwan="TW-3.11", sichuan="SC-6.4")
def is_ready(f: Facts) -> Iterator[Finding]:
    """The hand is ready as the ruleset defines it."""
    family = f.rules.family.name
    clause = {"mcr": "MCR-4.18", "riichi": "RI-6.1", "taiwan": "TW-3.11", "sichuan": "SC-6.4"}[family]
    hand: Hand = f("hand")
    if family == "sichuan":
        f("void_suit")
    waits = waits_of(f, hand)
    evidence = (
        hand_shown(hand),
        waits_shown(waits),
        Evidence("numbers", gettext_noop("distance"), dict(waits.by_form)),
    )
    if waits.ready:
        yield holds(f, clause, gettext_noop("The hand is ready."), *evidence)
    else:
        yield fails(f, clause, gettext_noop("The hand is not ready."), *evidence)


@check("ready", "declaration", "first_discard", "hand", "dealer", "interrupted", taiwan="TW-3.11")
def declaration_in_time(f: Facts) -> Iterator[Finding]:
    """天聴, 地聴 and declared readiness each have their own moment."""
    what = f("declaration")
    if what in ("none", "riichi"):
        return
    enabled = {
        "tianting": f.parameters.tianting_enabled,
        "diting": f.parameters.diting_enabled,
        "declared": f.parameters.declared_ting_enabled,
    }[what]
    hand: Hand = f("hand")
    if not enabled:
        yield fails(f, "TW-3.11", gettext_noop("These rules know no such declaration."))
    elif what == "tianting" and f.seat is not None and f("dealer") == f.seat:
        yield fails(
            f, "TW-3.11", gettext_noop("The dealer's seventeenth tile is a draw; the dealer cannot declare 天聴.")
        )
    elif what == "declared":
        yield holds(f, "TW-3.11", gettext_noop("Ready may be declared with any later discard."))
    elif what == "tianting" and f("interrupted"):
        yield fails(f, "TW-3.11", gettext_noop("The moment for 天聴 was over."))
    elif not f("first_discard"):
        yield fails(
            f, "TW-3.11", gettext_noop("The moment for the declaration was over: it belongs to the first discard.")
        )
    elif what == "diting" and not hand.is_closed:
        yield fails(f, "TW-3.11", gettext_noop("地聴 needs a concealed hand."))
    else:
        yield holds(f, "TW-3.11", gettext_noop("The declaration came at its moment."))


@check("inspection", "hands", "riichi_seats", "dead_seats", "dealer", riichi="RI-5.9")
def ready_at_the_draw(f: Facts) -> Iterator[Finding]:
    """Who is ready at an exhaustive draw, and the payments; a hand that was not shown counts as not ready.

    A riichi that turns out not to be ready voids the hand, so that nothing is paid (RI-6.8).
    """
    ready, false = [], []
    for seat, hand in enumerate(f("hands")):
        found = _at_the_draw(f, seat, hand)
        if found.verdict is Verdict.HOLDS:
            ready.append(seat)
        elif found.infraction is not None:
            false.append(seat)
        yield found
    if not false:
        transfers = settle_exhaustive_draw(ready)
        yield holds(f, "RI-5.9", gettext_noop("The payments of the draw."), transfers_shown(transfers))


def _at_the_draw(f: Facts, seat: int, hand: Hand | None) -> Finding:
    riichi = seat in f.get("riichi_seats", ())
    false_riichi = riichi and hand is not None and not waits_of(f, hand).ready
    if seat in f.get("dead_seats", ()) and not false_riichi:
        found = fails(f, "RI-6.9", gettext_noop("The hand of %(seat)s is dead and counts as not ready."), seat=seat)
    elif hand is None:
        found = fails(f, "RI-5.9", gettext_noop("%(seat)s has shown no hand and counts as not ready."), seat=seat)
    else:
        waits = waits_of(f, hand)
        evidence = (hand_shown(hand), waits_shown(waits))
        if waits.ready:
            found = holds(f, "RI-6.1", gettext_noop("%(seat)s is ready."), *evidence, seat=seat)
        else:
            code = first_in_force(f.rules, "riichi_not_ready", "rcr_riichi_not_ready") if riichi else None
            clause = "RI-6.8" if riichi else "RI-6.1"
            found = fails(
                f, clause, gettext_noop("%(seat)s is not ready."), *evidence, infraction=priced(f, code), seat=seat
            )
    return found._replace(seat=seat)
