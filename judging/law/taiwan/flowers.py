"""Flowers in the Taiwanese game: faults (TW-6.3), and flower wins (TW-5.6 to TW-5.9, TW-6.12)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.records.cases import read_events
from engine.rules.taiwan.parameters import Parameters
from engine.rules.taiwan.play.declaring import KEPT
from engine.rules.taiwan.settlement import win_transfers
from engine.scoring.score import ScoredHand
from engine.sentences import gettext_noop
from engine.tiles.seats import SEATS
from engine.tiles.tile import FLOWERS, format_tile
from judging.law.claim import Claim, get_replay_case, replay_log
from judging.law.facts import MissingFact, declare_choice, declare_flag, declare_number, declare_seat, declare_tile
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding, Verdict, make_transfers_evidence
from judging.law.hands import (
    collect_circumstances,
    count_tiles,
    get_complete_tile_count,
    get_winning_hand,
    make_hand_evidence,
    make_score_evidence,
    score_hand_as,
)
from judging.law.kind import ClaimKind, Outcome
from judging.law.kinds import get_facts_of_claim
from judging.law.kinds.flower import FLOWER_FAULT, KIND
from judging.law.shared_facts import DEAD, DEALER, DEALER_REPEATS, HAND
from judging.law.statements import find_fault, report_failing, report_holding
from judging.law.taiwan.locks import check_no_exposed_kong, examine_locks

WIN_KIND = ClaimKind(
    code="flower_win",
    situation="win",
    title=gettext_noop("Win with flowers"),
    order=90,
    holds=Outcome("stands", gettext_noop("The win with flowers stands"), "won"),
    fails=Outcome(
        "refused", gettext_noop("There is no win with the flowers; play goes on without a penalty"), "refused"
    ),
)

FLOWERS_HELD = declare_number(
    "flowers_held", gettext_noop("How many flowers does the player have, a robbed one counted?")
)
FLOWER_FROM = declare_choice(
    "flower_from",
    gettext_noop("How did the last flower come to the player?"),
    ("own", gettext_noop("The player drew all eight")),
    ("shown", gettext_noop("Robbed: another player showed the eighth")),
    ("seventh", gettext_noop("Robbed: the player drew the seventh, and one other had the eighth")),
)
ROBBED_SEAT = declare_seat("robbed_seat", gettext_noop("Whose flower was robbed?"))
ROBBED_FLOWER = declare_tile("robbed_flower", gettext_noop("Which flower was robbed?"))
FROM_DEAL = declare_flag(
    "from_deal",
    gettext_noop("Did the flowers come together before the first discard, when those of the deal were replaced?"),
)
REPLACED = declare_flag("replaced", gettext_noop("Has the replacement of the last flower been drawn?"))
ACTED_SINCE = declare_flag("acted_since", gettext_noop("Has the player discarded, declared a kong or drawn since?"))

FAULTS = {
    "initial_kept": (
        "TW-6.3a",
        "initial_flower_kept",
        gettext_noop(
            "The player kept a flower of the deal; the hand is dead, which is not announced until somebody notices."
        ),
    ),
    "drawn_kept": (
        "TW-6.3b",
        "drawn_flower_kept",
        gettext_noop(
            "The player kept a drawn flower; the hand is dead, which is not announced until somebody notices."
        ),
    ),
    "discarded": (
        "TW-6.3c",
        "drawn_flower_discarded",
        gettext_noop(
            "The drawn flower was discarded: it is laid out, its replacement must be discarded, and the hand is dead."
        ),
    ),
    "old_shown": (
        "TW-6.3d",
        "old_flower_shown",
        gettext_noop(
            "A flower kept from earlier was shown: it goes back, another tile is discarded without choice,"
            " and the hand is dead."
        ),
    ),
}
"""Fault with the flower -> paragraph of TW-6.3, infraction, message."""


def check_flower(facts: Facts) -> Iterator[Finding]:
    what = facts(FLOWER_FAULT)
    if what in FAULTS:
        yield _report_fault(facts, what)
    else:
        yield report_holding(facts, gettext_noop("No rule about flowers was broken."))


def _report_fault(facts: Facts, what: str) -> Finding:
    clause, code, template = FAULTS[what]
    return report_failing(facts, template, clause=clause, infraction=find_fault(facts, code))


def find_kept_on_record(claim: Claim, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the fault of a flower kept by the record; play goes on, and no event of it is refused (TW-6.3)."""
    if (
        claim.kind != KIND.code
        or claim.log is None
        or any(finding.verdict is not Verdict.HOLDS for finding in findings)
    ):
        return
    states = replay_log(claim).states
    events = read_events(get_replay_case(claim))
    if claim.event is not None:
        states = (*states, claim.ruleset.procedure.step(states[-1], claim.event))
        events = [*events, claim.event]
    dealer = states[0].setup.dealer
    for player in SEATS if claim.seat is None else (claim.seat,):
        dead = [index for index, state in enumerate(states) if state.players[player].dead == KEPT]
        if dead and dead[0]:
            before, event = states[dead[0] - 1], events[dead[0] - 1]
            of_deal = getattr(event, "seat", None) == dealer and not before.players[dealer].discards
            yield _report_fault(
                get_facts_of_claim(claim._replace(seat=player)), "initial_kept" if of_deal else "drawn_kept"
            )


def check_hand_not_dead(facts: Facts) -> Iterator[Finding]:
    if facts(DEAD):
        yield report_failing(
            facts, gettext_noop("The hand is dead and may not win."), infraction=find_fault(facts, "dead_hand_win")
        )


def check_eight_flowers(facts: Facts) -> Iterator[Finding]:
    held = facts(FLOWERS_HELD)
    numbers = Evidence("numbers", gettext_noop("flowers"), {"held": held, "needed": 8})
    if held >= 8:
        yield report_holding(facts, gettext_noop("The player has all eight flowers."), numbers)
    else:
        yield report_failing(facts, gettext_noop("A flower win needs eight flowers, not %(held)s."), numbers, held=held)


def check_claimed_in_time(facts: Facts) -> Iterator[Finding]:
    """The win is claimed after the replacement is drawn and before the player acts again."""
    if not facts(REPLACED):
        template = gettext_noop("The replacement tile has not been drawn: the right to the flower win is lost.")
        yield report_failing(facts, template, clause="TW-3.31", infraction=find_fault(facts, "flower_win_early"))
    elif facts(ACTED_SINCE):
        yield report_failing(facts, gettext_noop("The player has acted since: the right to the flower win is lost."))
    else:
        yield report_holding(facts, gettext_noop("The flower win was claimed at the right moment."))


def check_not_barred(facts: Facts) -> Iterator[Finding]:
    """By option locks and the ban after an exposed kong cover flower wins."""
    rules = facts.rules.options(Parameters)
    if rules.guoshui_mode == "strict" and rules.guoshui_blocks_flower_win:
        yield from examine_locks(facts)
    if rules.open_kong_win_ban and rules.open_kong_ban_covers_flower_win:
        yield from check_no_exposed_kong(facts)


def report_payments(facts: Facts) -> Iterator[Finding]:
    """Yield payments of the flower win, with the tai of a complete hand of seventeen tiles (TW-5.6 to TW-5.9)."""
    rules = facts.rules.options(Parameters)
    if facts(FLOWERS_HELD) < 8:
        return
    origin = facts(FLOWER_FROM)
    if origin != "own" and not rules.qiqiangyi_enabled:
        yield report_failing(facts, gettext_noop("These rules do not allow robbing flowers."), clause="TW-3.10")
        return
    scored, payer = score_flower_win(facts, origin)
    if facts.seat is None or not scored.win:
        return
    clause = {"own": "TW-5.6", "shown": "TW-5.7", "seventh": "TW-5.8"}[origin]
    if facts(FROM_DEAL):
        clause = "TW-5.9"
    template = gettext_noop("These are the payments of the flower win, for the flowers alone.")
    if scored.complete and rules.flower_win_mode == "adds_hand":
        template = gettext_noop(
            "These are the payments of the flower win; the seventeen tiles are complete and count too."
        )
    if facts.get_answer(DEALER_REPEATS) is None and (payer is None or facts(DEALER) in (facts.seat, payer)):
        template = gettext_noop("These are the payments of the flower win if the dealer has not stayed.")
    paid = make_transfers_evidence(win_transfers(scored, facts.seat, facts(DEALER), payer))
    yield report_holding(
        facts, template, make_hand_evidence(scored.hand), *make_score_evidence(scored), paid, clause=clause
    )


def score_flower_win(facts: Facts, origin: str) -> tuple[ScoredHand, int | None]:
    """Return the scored win with eight flowers, and the one seat that pays its flowers (the robbed one) or None.

    ``origin``: the fact FLOWER_FROM. The winning tile is the replacement, and another's eighth flower counts as that
    player's discard (TW-5.6 to TW-5.9). Raises MissingFact unless there are seventeen tiles.
    """
    hand = get_winning_hand(facts)
    if count_tiles(hand) != get_complete_tile_count(facts):
        raise MissingFact(HAND)
    payer = None if origin == "own" else facts.ask_other_player(ROBBED_SEAT)
    by = "discard" if origin == "shown" else "self_draw"
    context = {
        **collect_circumstances(facts),
        "first_turn": facts(FROM_DEAL),
        "flower_replacement": not facts(FROM_DEAL),
    }
    if payer is not None:
        context |= {"robbed_flower": format_tile(facts(ROBBED_FLOWER)), "dealer_pays": payer == facts(DEALER)}
    return score_hand_as(facts, hand._replace(flowers=FLOWERS), by, context), payer
