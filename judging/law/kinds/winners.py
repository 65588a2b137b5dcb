from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.play.procedure import procedure_of
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import turn_order
from judging.law.facts import Contradiction, MissingFact, declare_seats
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.shared_facts import SOURCE
from judging.law.statements import report_failing, report_holding

NOBODY_WINS = gettext_noop("Three players win on the same tile; the hand is drawn.")

KIND = ClaimKind(
    reads=Reads(decides="source claimants valid_seats"),
    code="winners",
    situation="win",
    title=gettext_noop("Who wins of several?"),
    order=30,
    holds=Outcome("stands", gettext_noop("The player wins the tile"), "won"),
    fails=Outcome("refused", gettext_noop("The claim does not win the tile"), "refused"),
    sentences={NOBODY_WINS: Outcome("hand_drawn", gettext_noop("Nobody wins the tile: the hand is drawn"), "drawn")},
    recipient="each",
)

CLAIMANTS = declare_seats("claimants", gettext_noop("Who has claimed the win?"))
VALID_SEATS = declare_seats("valid_seats", gettext_noop("Whose win of these is right?"))


def list_valid_claims(facts: Facts) -> tuple[int, ...]:
    """Return claimants with a valid win, in turn order from the tile's owner."""
    source, claimants = facts(SOURCE), facts(CLAIMANTS)
    if not claimants:
        raise MissingFact(CLAIMANTS)
    if source in claimants:
        raise Contradiction((SOURCE, CLAIMANTS), _("nobody claims the own discard"))
    return tuple(seat for seat in turn_order(source)[1:] if seat in {*facts(VALID_SEATS)} & {*claimants})


def examine_claimants(
    facts: Facts,
    valid: Sequence[int],
    winners: Sequence[int],
    reason_against: Callable[[int], Finding | None] = lambda seat: None,
) -> Iterator[Finding]:
    """Yield one finding for each claimant; ``reason_against``: an earlier reason against a seat."""
    order = Evidence("numbers", gettext_noop("order"), {f"seat {seat}": place for place, seat in enumerate(valid, 1)})
    for seat in facts(CLAIMANTS):
        against = None if seat in winners else reason_against(seat)
        if seat in winners:
            finding = report_holding(facts, gettext_noop("%(seat)s wins."), order, seat=seat)
        elif against is not None:
            finding = against
        elif seat in valid:
            template = gettext_noop("%(seat)s does not win because another player comes first; this is no offence.")
            finding = report_failing(facts, template, order, seat=seat)
        else:
            template = gettext_noop("The win claimed by %(seat)s is not valid; examine it as a claim of its own.")
            finding = report_failing(facts, template, seat=seat)
        yield finding._replace(seat=seat)


def select_winners(facts: Facts) -> Iterator[Finding]:
    """Yield the winners on one tile: all valid claimants, or the nearest to the tile's owner."""
    valid = list_valid_claims(facts)
    yield from examine_claimants(facts, valid, valid if procedure_of(facts.rules).several_winners else valid[:1])
