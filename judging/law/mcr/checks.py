"""Checks of MCR alone: named points, flowers, shown tiles, final results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from engine.play.transfers import Transfer
from engine.rules.mcr.parameters import Parameters
from engine.rules.mcr.settlement import payments, settle_win
from engine.scoring.score import ScoredHand
from engine.sentences import Sentence, gettext_noop
from judging.law.claim import Claim
from judging.law.examination import examine
from judging.law.facts import add_to_circumstances, declare_choice, declare_flag, declare_number
from judging.law.families import Facts
from judging.law.findings import Finding, Verdict
from judging.law.hands import get_winning_hand, score_hand
from judging.law.kind import ClaimKind, Outcome
from judging.law.kinds import get_facts_of_claim, value, win
from judging.law.kinds.call import DISCARD_CALLS
from judging.law.kinds.exposed import TILES_SHOWN
from judging.law.kinds.flower import FLOWER_FAULT
from judging.law.kinds.win import KIND as WIN
from judging.law.kinds.win import price_false_win, report_payments_of_win
from judging.law.penalties import Row
from judging.law.shared_facts import BY, CALL, IN_TIME, OTHER_VALID_WIN, SHOWN, SOURCE
from judging.law.statements import UNDECIDED, find_fault, report_failing, report_holding, report_undecided

WALL_TOUCHED = declare_flag(
    "wall_touched", gettext_noop("Had the player touched the wall after the discard, before the call?")
)
WALL_WAS_TOUCHED = gettext_noop("The player had touched the wall, which counts as drawing: the call is too late.")

NAMED_POINTS = declare_number(
    "named_points", gettext_noop("How many points do the fans make that the winner has named?")
)

LAST_COPY = add_to_circumstances(
    declare_flag("last_copy", gettext_noop("Had everybody seen the other three copies of the winning tile?"))
)
ORDER_LOST = declare_flag("order_lost", gettext_noop("Is the order of the wall lost?"))
TILE_SEEN = declare_flag("tile_seen", gettext_noop("Did the player see the tile?"))

MAX_TILES_SEEN = 2
"""Tiles seen of a broken wall that is simply restored (MCR-6.16)."""


def pay_win(facts: Facts, scored: ScoredHand, seat: int, source: int | None) -> list[Transfer]:
    """Pay the claimant's win in points (MCR-5.4)."""
    return list(settle_win(scored.payments, seat, source))


def get_min_points(facts: Facts) -> int:
    return facts.rules.options(Parameters).min_points


def check_claimed_value(facts: Facts) -> Iterator[Finding]:
    """The winner alone counts: opponents object to fans that are not there, but add none (MCR-6.10)."""
    for finding in value.check_claimed_value(facts):
        yield _report_undervalued(facts, finding) or finding if finding.verdict is Verdict.FAILS else finding


def _report_undervalued(facts: Facts, finding: Finding) -> Finding | None:
    computed, claimed = finding.message.values.get("computed"), finding.message.values.get("claimed")
    if computed is None or claimed is None or int(str(claimed)) > int(str(computed)):
        return None
    if int(str(claimed)) >= get_min_points(facts):
        template = gettext_noop(
            "The hand is worth %(computed)s, but the winner counts %(claimed)s: opponents may add no fan, and the claim"
            " is paid."
        )
        return report_holding(facts, template, *finding.evidence, computed=computed, claimed=claimed)
    if not facts.rules.options(Parameters).strict_count:
        # The referee may confirm the count once the winner has stopped (MCR-6.1).
        return None
    template = gettext_noop("The winner has counted only %(claimed)s of the %(least)s points needed.")
    code = find_fault(facts, "false_win_points")
    return report_failing(
        facts, template, *finding.evidence, infraction=code, claimed=claimed, least=get_min_points(facts)
    )


def report_payments_as_claimed(facts: Facts) -> Iterator[Finding]:
    """Yield the payments of the win, of no more than its winner counts (MCR-6.10)."""
    claimed = facts(value.CLAIMED_VALUE)
    if claimed >= get_min_points(facts) or not facts.rules.options(Parameters).strict_count:
        yield from _report_payments(facts, score_hand(facts, get_winning_hand(facts)), claimed)


def _report_payments(facts: Facts, scored: ScoredHand, counted: int) -> Iterator[Finding]:
    if get_min_points(facts) <= counted < int(str(scored.value.get(facts.law.value_unit) or 0)):
        rules = facts.rules.options(Parameters)
        scored = scored._replace(payments=payments(rules, counted, self_drawn=facts(BY) == "self_draw"))
    yield from report_payments_of_win(facts, scored)


def report_payments_as_named(facts: Facts) -> Iterator[Finding]:
    """Yield the payments of a win that stands, in a strict count of the fans that its winner has named (MCR-6.1)."""
    if not facts.rules.options(Parameters).strict_count:
        yield from win.report_payments(facts)
        return
    scored = score_hand(facts, get_winning_hand(facts))
    points, without_flowers = (int(str(scored.value[name])) for name in ("points", "points_without_flowers"))
    yield from _report_payments(facts, scored, facts(NAMED_POINTS) + points - without_flowers)


MISLED = declare_flag(
    "misled", gettext_noop("Did the discarder name the tile wrongly, and did the player claim on that word?")
)


def is_win_excused(facts: Facts) -> bool:
    """Return True for a player who showed the hand on a wrongly named tile: that is free of penalty (MCR-6.9)."""
    return (not facts.is_known(BY) or facts(BY) == "discard") and facts(MISLED)


def find_misnamed_tile(claim: Claim, findings: Iterable[Finding]) -> Iterator[Finding]:
    """Yield the finding against the player whose wrong word caused a false win (MCR-6.9)."""
    facts = get_facts_of_claim(claim)
    if claim.kind != WIN.code or claim.log is not None or not facts.peek(MISLED) or not facts.peek(SHOWN):
        return
    # Only a false win that the word excuses: a refusal that costs nothing in any case is none.
    blamed = examine(claim._replace(facts={**claim.facts, MISLED.name: False}))
    if all(
        finding.infraction == blamed_finding.infraction
        for finding, blamed_finding in zip(findings, blamed, strict=True)
    ):
        return
    facts.clause = "MCR-6.9"
    source = facts.peek(SOURCE)
    if source is None:
        yield report_undecided(facts, UNDECIDED, SOURCE.name, question=Sentence(SOURCE.question))
        return
    template = gettext_noop("%(seat)s named the discarded tile wrongly and answers for the false win.")
    yield report_failing(facts, template, infraction=find_fault(facts, "misnamed_tile"), seat=source)._replace(
        seat=source
    )


def check_wall_untouched(facts: Facts, *, claims: Callable[[Facts], bool]) -> Iterator[Finding]:
    """By edition a player who has touched the wall after the discard may no longer claim it (MCR-E10)."""
    if facts.rules.options(Parameters).wall_touch_is_draw and claims(facts) and facts(WALL_TOUCHED):
        yield report_failing(facts, WALL_WAS_TOUCHED, infraction=facts.find_cost)


def wins_on_discard(facts: Facts) -> bool:
    return facts(BY) == "discard"


def claims_discard(facts: Facts) -> bool:
    return facts(CALL) in DISCARD_CALLS


def price_late_call(facts: Facts) -> str | None:
    return find_fault(facts, "late_call")


def price_late_win(facts: Facts) -> str | None:
    """Return the infraction of a hu called too late: a false win, or by edition a warning."""
    return price_false_win(facts, "false_win_late", find_fault(facts, "late_hu", "late_call") or "late_call")


def price_concealed_kong(facts: Facts) -> str | None:
    """Return the infraction of robbing a concealed kong, shown or not (MCR-6.13).

    In MIL it is 40, as for a ready hand on a wrong tile: MCR-6.1 stops at the tile before the hand is examined, and 80
    is for hands proved not to be ready (MCR-E12).
    """
    return price_false_win(facts, "concealed_kong")


def prove_fault(facts: Facts, row: Row) -> str:
    """Return the infraction by the facts: validity of the other hu, tiles seen (MCR-7.4 row 11, MCR-6.16)."""
    code = str(row["code"])
    if code == "opening_own_hand":
        return code if facts(OTHER_VALID_WIN) else "opening_own_hand_invalid"
    if code == "wall_knocked" and (facts(TILES_SHOWN) > MAX_TILES_SEEN or facts(ORDER_LOST)):
        replay = facts.rules.options(Parameters).wall_broken == "replay"
        return "wall_knocked_disordered_replay" if replay else "wall_knocked_disordered"
    if code == "wrong_end_drawn" and facts(TILE_SEEN):
        return "wrong_end_drawn_seen"
    return code


def check_named_points(facts: Facts) -> Finding | None:
    """A strict count takes only the fans that the winner names (MCR-6.1)."""
    rules = facts.rules.options(Parameters)
    if not rules.strict_count:
        return None
    named, least = facts(NAMED_POINTS), rules.min_points
    if named >= least:
        return None
    template = gettext_noop("The winner has named only %(named)s of the %(least)s points needed.")
    return report_failing(
        facts, template, infraction=price_false_win(facts, "false_win_points"), named=named, least=least
    )


def check_flower(facts: Facts) -> Iterator[Finding]:
    """A tile laid out as a flower by mistake may be won on in time; flowers may be kept and discarded."""
    if facts(FLOWER_FAULT) != "bamboo_laid_out":
        yield report_holding(
            facts, gettext_noop("A flower may be kept or discarded; no rule was broken."), clause="MCR-2.11"
        )
    elif facts(IN_TIME):
        yield report_failing(facts, gettext_noop("The tile laid out may be claimed for a win like a discard."))
    else:
        template = gettext_noop("The tile goes back to the hand and the replacement to the wall.")
        yield report_failing(facts, template, infraction=find_fault(facts, "out_of_turn"))


def check_own_tiles_shown(facts: Facts) -> Iterator[Finding]:
    """An own tile shown stays open until it is discarded, or goes back, by edition."""
    if facts.rules.options(Parameters).exposed_tile_rule == "penalty_tile":
        yield report_failing(facts, gettext_noop("The tile stays face up and must be the player's next discard."))
    else:
        yield report_holding(facts, gettext_noop("The tile goes back into the hand without a penalty."))


FINAL_KIND = ClaimKind(
    code="final",
    situation="win",
    title=gettext_noop("Can a result still be changed?"),
    order=25,
    holds=Outcome("corrected", gettext_noop("The result is corrected; nobody is punished"), "over"),
    fails=Outcome("stands", gettext_noop("The result stands"), "over"),
    recipient="claimant",
)

ERROR = declare_choice(
    "error",
    gettext_noop("What is wrong?"),
    ("count", gettext_noop("The fans or points of a win")),
    ("writing", gettext_noop("The arithmetic or the writing")),
)
ACCEPTED = declare_flag(
    "accepted", gettext_noop("Have all four accepted the score, or has a tile of the next hand been discarded?")
)
SIGNED = declare_flag("signed", gettext_noop("Have all four signed the session's sheet?"))


def check_correctable(facts: Facts) -> Iterator[Finding]:
    """A count until it is accepted, arithmetic and writing until the sheet is signed."""
    if facts(ERROR) == "count" and facts(ACCEPTED):
        yield report_failing(
            facts, gettext_noop("The score is accepted; only arithmetic and writing can still be corrected.")
        )
    elif facts(ERROR) == "writing" and facts(SIGNED):
        yield report_failing(facts, gettext_noop("All four have signed the sheet; it is final."))
    else:
        yield report_holding(facts, gettext_noop("The score is not final yet; the mistake is corrected."))
