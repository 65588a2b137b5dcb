"""Effects of penalties in riichi (RI-6.8, RI-6.9, RI-7, RI-E12), and own tiles shown."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from engine.family import Ruleset
from engine.rules.riichi.parameters import Parameters
from engine.rules.riichi.settlement import settle_chombo
from engine.sentences import gettext_noop
from judging.law.competition_sanctions import CompetitionSanction, ScoreOfPresent, disqualify, substitute_player
from judging.law.facts import DECLARED, declare_flag
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import list_infractions
from judging.law.kinds import exposed
from judging.law.kinds.exposed import TILES_SHOWN
from judging.law.penalties import (
    SUBSTITUTE_LATER,
    Effects,
    Offence,
    Row,
    choose_fine_step,
    find_hand_effect,
    find_lateness_effects,
    make_fine,
)
from judging.law.shared_facts import DEALER, LAST_HAND, REPEATED
from judging.law.statements import ask_price_facts, find_fault, report_failing, report_holding

DISQUALIFIED = disqualify("RI-7.4 row 24", order="last")
"""A disqualified player is last in the event (EMA 5.5, 5.8)."""


INVALID_RIICHI = ("riichi_open", "riichi_incomplete")
STICK_STAYS = "stick_stays"
"""The stick of a riichi that is none is not given back (RI-6.9)."""

SHOWN_ROWS = {
    "warning": "tiles_shown_warning",
    "dead_hand": "tiles_shown_dead_hand",
    "chombo": "tiles_shown_chombo",
}

KNEW_DEAD = declare_flag("knew_dead", gettext_noop("Did the player know that the hand was dead?"))
MIXED_IN = declare_flag("mixed_in", gettext_noop("Was the tile mixed into the hand?"))
SHOWN_OR_MISLED = declare_flag("shown_or_misled", gettext_noop("Was the hand shown, or another player misled?"))
DURING_DEAL = declare_flag("during_deal", gettext_noop("Was it during the deal?"))


def require_price_facts(facts: Facts, row: Row) -> None:
    """Ask for the dealer of a reverse mangan (RI-6.8); by edition for the last hand, which a chombo ends (RI-E16)."""
    rules = facts.rules.options(Parameters)
    if row["penalty"] == "chombo" and rules.chombo == "reverse_mangan":
        facts(DEALER)
    if row["penalty"] == "chombo" and rules.last_hand_chombo_ends:
        facts(LAST_HAND)
    if row.get("repeated"):
        facts.peek(REPEATED)


def adapt_row(ruleset: Ruleset, row: Row) -> Row:
    """Return the row as the edition's list of penalties has it (RI-E20)."""
    rules = ruleset.options(Parameters)
    listed = row.get("lists", {}).get(rules.penalty_list, {})
    row = {**row, **listed, "clause": ruleset.cite(listed.get("clause", row["clause"]))}
    step = next((candidate for candidate in rules.exposed_steps or () if SHOWN_ROWS[candidate[1]] == row["code"]), None)
    if step is not None and row["code"] == SHOWN_ROWS["warning"]:
        return {**row, "points": step[2], "repeated": "points" if step[2] else ""}
    return row


def prove_fault(facts: Facts, row: Row) -> str:
    """Return the row that the facts of a fault lead to: a tile mixed in, a hand that was drawn (RI-E20)."""
    for code, candidate in list_infractions(facts.rules).items():
        follows = candidate.get("proved_by") == row["code"] and "facts" in candidate
        if follows and all(facts(DECLARED[name]) in values for name, values in candidate["facts"].items()):
            return code
    return str(row["code"])


def check_tiles_shown(facts: Facts) -> Iterator[Finding]:
    """Tiles shown or knocked over: by their number where the edition has steps, whoever holds them (RI-E20)."""
    steps = facts.rules.options(Parameters).exposed_steps
    if steps is None:
        yield from exposed.check_tiles_shown(facts, check_own=check_own_tiles_shown)
        return
    if facts(DURING_DEAL):
        template = gettext_noop(
            "Tiles shown during the deal are put back, and all are shuffled again if it matters; this is no fault."
        )
        yield report_holding(facts, template, clause="RI-E20")
        return
    number = facts.peek(TILES_SHOWN)
    if number is None:
        template = gettext_noop("Tiles were shown or knocked over; they are put back.")
        yield report_failing(facts, template, clause="RI-E20", infraction=lambda: str(facts(TILES_SHOWN)))
        return
    numbers = Evidence("numbers", gettext_noop("tiles"), {"shown": number})
    if number == 0:
        yield report_holding(facts, gettext_noop("No tile was shown."), numbers, clause="RI-E20")
        return
    step = next((candidate for candidate in steps if candidate[0] == "over" or number <= candidate[0]), None)
    cost = partial(ask_price_facts, facts, find_fault(facts, SHOWN_ROWS[step[1]])) if step is not None else None
    template = gettext_noop("The tiles shown or knocked over are put back: %(number)s.")
    yield report_failing(facts, template, numbers, clause="RI-E20", infraction=cost, number=number)


def price_dead_call(facts: Facts) -> str | None:
    """Return the infraction of a call with a dead hand; by edition a warning if the player did not know (RI-E20)."""
    if facts.rules.options(Parameters).dead_hand_claim == "points" and not facts(KNEW_DEAD):
        return find_fault(facts, "dead_claim_unaware")
    return ask_price_facts(facts, find_fault(facts, "dead_claim"))


def check_own_tiles_shown(facts: Facts) -> Iterator[Finding]:
    """Own tiles shown are counted if the edition has a limit."""
    number, limit = facts.peek(TILES_SHOWN), facts.rules.options(Parameters).exposed_limit
    few = find_fault(facts, "own_tiles_shown_few")
    if number is None:
        template = gettext_noop("The player showed own tiles.")
        few_cost = few if limit is None else lambda: str(facts(TILES_SHOWN))
        yield report_failing(facts, template, clause="RI-7.4 row 15", infraction=few_cost)
        return
    numbers = Evidence("numbers", gettext_noop("tiles"), {"shown": number, "limit": limit})
    if limit is not None and number > limit:
        template = gettext_noop("The player showed more own tiles (%(number)s) than allowed (%(limit)s).")
        cost = partial(ask_price_facts, facts, find_fault(facts, "own_tiles_shown"))
        yield report_failing(facts, template, numbers, infraction=cost, number=number, limit=limit)
        return
    template = gettext_noop("The player showed own tiles (%(number)s).")
    yield report_failing(facts, template, numbers, clause="RI-7.4 row 15", infraction=few, number=number)


def score_missed_session(ruleset: Ruleset) -> CompetitionSanction:
    """Return the score of a missed session (RI-8.8); if three play on, those present share the rest (RI-E13)."""
    rules = ruleset.options(Parameters)
    points, uma = rules.substitute_score or (0, 0)
    three = rules.short_table == "three_play"
    return CompetitionSanction(
        "",
        ruleset.cite("RI-8.8"),
        points,
        uma,
        by_referee=rules.substitute_score is None,
        chair="last" if three else "ranked",
        present=(ScoreOfPresent(2, points=10000), ScoreOfPresent(1, points=15000)) if three else (),
    )


def find_effects(ruleset: Ruleset, row: Row, word: str, repeat: int, case: Offence) -> Effects:
    """Return effects of a penalty; ``repeat`` counts earlier offences of the same kind in the row's scope."""
    hand, rules = find_hand_effect(row, word), ruleset.options(Parameters)
    if word == "late_steps":
        after_uma, missed = rules.fine_timing == "after_uma", score_missed_session(ruleset)
        if rules.penalty_list == "wrc_2025":
            # The game is forfeited without points, and its penalty stands in place of the minutes.
            missed = missed._replace(clause=str(row["clause"]), points=0, uma=0, by_referee=False)
        return find_lateness_effects(row, case, rules.late_steps, missed=missed, after_uma=after_uma)
    if word == "chombo":
        hand = "ends" if case.last_hand and rules.last_hand_chombo_ends else hand
        transfers = tuple(settle_chombo(rules, case.seat, dealer=case.dealer, open_play=case.open_play))
        if transfers:
            return Effects(hand, transfers)
        return Effects(hand, ledger=(make_fine(case, Fraction(rules.chombo_points), row, "overall", "score"),))
    if word in ("fine", "fine_dead_hand", "fine_replay", "points"):
        after = word == "points" or rules.fine_timing == "after_uma"
        column = ("overall", "score") if after else ("table", "points")
        return Effects(hand, ledger=(make_fine(case, choose_fine_step(ruleset, row, repeat), row, *column),))
    if word == "disqualification":
        out = disqualify(str(row["clause"])) if rules.penalty_list == "wrc_2025" else DISQUALIFIED
        return Effects("void", place_in_event=(out,))
    if word == "dead_hand" and row["code"] in INVALID_RIICHI and rules.dead_hand_bet == "stays":
        return Effects(hand, notes=(STICK_STAYS,))
    if word in ("substitute", SUBSTITUTE_LATER):
        return Effects(
            place_in_event=(substitute_player(score_missed_session(ruleset), later=word == SUBSTITUTE_LATER),)
        )
    return Effects(hand)
