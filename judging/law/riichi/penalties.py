"""Effects of penalties in riichi (RI-6.8, RI-6.9, RI-7, RI-E12), and own tiles shown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from engine.family import Ruleset
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.settlement import settle_chombo
from engine.sentences import gettext_noop
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kinds.exposed import TILES_SHOWN
from judging.law.penalties import (
    SUBSTITUTE_LATER,
    Effects,
    Offence,
    Row,
    fine,
    fine_step,
    hand_effect,
    lateness_effects,
)
from judging.law.place_in_event import PlaceInEvent, Present, disqualified, substituted
from judging.law.shared_facts import DEALER, LAST_HAND
from judging.law.statements import fails, fault, priced

DISQUALIFIED = disqualified("RI-7.4 row 24", order="last")
"""A disqualified player is last in the event (EMA 5.5, 5.8)."""


INVALID_RIICHI = ("riichi_open", "riichi_incomplete")
STICK_STAYS = "stick_stays"
"""The stick of a riichi that is none is not given back (RI-6.9)."""


def require_price_facts(f: Facts, row: Row) -> None:
    """A reverse mangan depends on the dealer (RI-6.8); by edition a chombo may end the game (RI-E16)."""
    rules = f.rules.options(Parameters)
    if row["penalty"] == "chombo" and rules.chombo == "reverse_mangan":
        f(DEALER)
    if row["penalty"] == "chombo" and rules.last_hand_chombo_ends:
        f(LAST_HAND)


def own_tiles_shown(f: Facts) -> Iterator[Finding]:
    """Own tiles shown are counted if the edition has a limit."""
    number, limit = f.peek(TILES_SHOWN), f.rules.options(Parameters).exposed_limit
    few = fault(f, "own_tiles_shown_few")
    if number is None:
        template = gettext_noop("The player showed own tiles.")
        asked = few if limit is None else lambda: str(f(TILES_SHOWN))
        yield fails(f, template, clause="RI-7.4 row 15", infraction=asked)
        return
    numbers = Evidence("numbers", gettext_noop("tiles"), {"shown": number, "limit": limit})
    if limit is not None and number > limit:
        template = gettext_noop("The player showed more own tiles (%(number)s) than allowed (%(limit)s).")
        cost = partial(priced, f, fault(f, "own_tiles_shown"))
        yield fails(f, template, numbers, infraction=cost, number=number, limit=limit)
        return
    template = gettext_noop("The player showed own tiles (%(number)s).")
    yield fails(f, template, numbers, clause="RI-7.4 row 15", infraction=few, number=number)


def missed_session(ruleset: Ruleset) -> PlaceInEvent:
    """The score of a missed session (RI-8.8); if three play on, those present share the rest (RI-E13)."""
    rules = ruleset.options(Parameters)
    points, uma = rules.substitute_score or (0, 0)
    three = rules.short_table == "three_play"
    return PlaceInEvent(
        "",
        ruleset.cite("RI-8.8"),
        points,
        uma,
        by_referee=rules.substitute_score is None,
        chair="last" if three else "ranked",
        present=(Present(2, points=10000), Present(1, points=15000)) if three else (),
    )


def effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    """Effects of a penalty; ``repeat`` counts earlier offences of the same kind in the row's scope."""
    hand, rules = hand_effect(row, word), ruleset.options(Parameters)
    if word == "late_steps":
        after_uma = rules.fine_timing == "after_uma"
        return lateness_effects(row, case, rules.late_steps, missed=missed_session(ruleset), after_uma=after_uma)
    if word == "chombo":
        hand = "ends" if case.last_hand and rules.last_hand_chombo_ends else hand
        transfers = tuple(settle_chombo(rules, case.seat, dealer=case.dealer, open_play=case.open_play))
        if transfers:
            return Effects(hand, transfers)
        return Effects(hand, ledger=(fine(case, Fraction(rules.chombo_points), row, "overall", "score"),))
    if word in ("fine", "fine_dead_hand", "fine_replay", "points"):
        after = word == "points" or rules.fine_timing == "after_uma"
        column = ("overall", "score") if after else ("table", "points")
        return Effects(hand, ledger=(fine(case, fine_step(ruleset, row, repeat), row, *column),))
    if word == "disqualification":
        return Effects("void", place_in_event=(DISQUALIFIED,))
    if word == "dead_hand" and row["code"] in INVALID_RIICHI and rules.dead_hand_bet == "stays":
        return Effects(hand, notes=(STICK_STAYS,))
    if word in ("substitute", SUBSTITUTE_LATER):
        return Effects(place_in_event=(substituted(missed_session(ruleset), later=word == SUBSTITUTE_LATER),))
    return Effects(hand)
