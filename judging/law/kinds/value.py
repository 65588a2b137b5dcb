from __future__ import annotations

from collections.abc import Iterator

from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from judging.law.facts import declare_number, declare_patterns
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.hands import describe_reason, get_winning_hand, make_hand_evidence, make_score_evidence, score_hand
from judging.law.kind import CORRECTED, ClaimKind, Outcome, Reads
from judging.law.kinds.win import OF_ANOTHER, SELF_DRAWN, report_payments_of_win
from judging.law.statements import report_failing, report_holding

NO_WIN = gettext_noop("The hand is not a win: %(reason)s.")

KIND = ClaimKind(
    reads=Reads(
        decides="hand winning_tile by claimed_value source",
        assumes={"last_tile": False, "replacement": False, "claimed_patterns": None},
        when={"source": OF_ANOTHER, "replacement": SELF_DRAWN},
    ),
    code="value",
    situation="win",
    title=gettext_noop("What is the win worth?"),
    order=20,
    holds=Outcome("stands", gettext_noop("The win counts as claimed"), "won"),
    fails=CORRECTED._replace(hand="won"),
    sentences={
        NO_WIN: Outcome("refused", gettext_noop("There is no win; nothing is paid, and there is no penalty"), "refused")
    },
)

CLAIMED_VALUE = declare_number(
    "claimed_value", gettext_noop("How much does the player claim (points, tai, fan or han)?")
)
CLAIMED_PATTERNS = declare_patterns("claimed_patterns", gettext_noop("Which patterns does the player claim?"))


def check_claimed_value(facts: Facts) -> Iterator[Finding]:
    hand = get_winning_hand(facts)
    scored = score_hand(facts, hand)
    if not scored.complete or not scored.win:
        reason = describe_reason(scored.reasons[0]) if scored.reasons else _("the tiles have no winning form")
        yield report_failing(facts, NO_WIN, make_hand_evidence(scored.hand), reason=reason)
        return
    computed, claimed = int(str(scored.value.get(facts.law.value_unit) or 0)), facts(CLAIMED_VALUE)
    numbers = Evidence("numbers", gettext_noop("value"), {"claimed": claimed, "computed": computed})
    steps = [sentence.to_dict() | {"clause": facts.rules.cite(clause)} for sentence, clause in scored.explain().steps]
    explained = Evidence("sums", gettext_noop("computation"), steps)
    evidence = (make_hand_evidence(scored.hand), numbers, *make_score_evidence(scored), explained)
    if computed == claimed:
        yield report_holding(
            facts, gettext_noop("The claimed value is right: %(computed)s."), *evidence, computed=computed
        )
    else:
        template = gettext_noop("The hand is worth %(computed)s, not %(claimed)s as claimed.")
        yield report_failing(facts, template, *evidence, computed=computed, claimed=claimed)


def check_claimed_patterns(facts: Facts) -> Iterator[Finding]:
    """Each claimed pattern counts; otherwise the clause that excludes it."""
    claimed = facts.get_answer(CLAIMED_PATTERNS)
    if claimed is None:
        return
    hand = get_winning_hand(facts)
    scored = score_hand(facts, hand)
    counted = {award.pattern: award for award in scored.awards}
    lost = {exclusion.pattern: exclusion for exclusion in scored.explain().not_counted} if scored.complete else {}
    for pattern in claimed:
        if pattern in counted:
            award = counted[pattern]
            template = gettext_noop("%(pattern)s counts %(value)s.")
            yield report_holding(facts, template, clause=award.clause, pattern=pattern, value=award.total)
        elif pattern in lost:
            template = gettext_noop("%(pattern)s does not count together with %(other)s.")
            yield report_failing(
                facts, template, clause=lost[pattern].clause, pattern=pattern, other=lost[pattern].because
            )
        else:
            yield report_failing(facts, gettext_noop("The hand does not have %(pattern)s."), pattern=pattern)
    for pattern, award in counted.items():
        if pattern not in claimed:
            template = gettext_noop("%(pattern)s was not claimed and would count %(value)s.")
            yield report_holding(facts, template, clause=award.clause, pattern=pattern, value=award.total)


def report_payments(facts: Facts) -> Iterator[Finding]:
    hand = get_winning_hand(facts)
    yield from report_payments_of_win(facts, score_hand(facts, hand))
