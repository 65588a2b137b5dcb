"""Winners among several claimants of one tile."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.play.procedure import procedure_of
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import turn_order
from judging.law.facts import Contradiction, MissingFact, seats
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kind import Kind, Outcome, Reads
from judging.law.shared_facts import SOURCE
from judging.law.statements import fails, holds

NOBODY_WINS = gettext_noop("Three players win on the same tile; the hand is drawn.")

KIND = Kind(
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

CLAIMANTS = seats("claimants", gettext_noop("Who has claimed the win?"))
VALID_SEATS = seats("valid_seats", gettext_noop("Whose win of these is right?"))


def valid_claims(f: Facts) -> tuple[int, ...]:
    """Claimants with a valid win, in turn order from the tile's owner."""
    source, claimants = f(SOURCE), f(CLAIMANTS)
    if not claimants:
        raise MissingFact(CLAIMANTS)
    if source in claimants:
        raise Contradiction((SOURCE, CLAIMANTS), _("nobody claims the own discard"))
    return tuple(seat for seat in turn_order(source)[1:] if seat in {*f(VALID_SEATS)} & {*claimants})


def claim_findings(
    f: Facts,
    valid: Sequence[int],
    winners: Sequence[int],
    other: Callable[[int], Finding | None] = lambda seat: None,
) -> Iterator[Finding]:
    """One finding for each claimant; ``other``: an earlier reason against a seat."""
    order = Evidence("numbers", gettext_noop("order"), {f"seat {seat}": at for at, seat in enumerate(valid, 1)})
    for seat in f(CLAIMANTS):
        against = None if seat in winners else other(seat)
        if seat in winners:
            found = holds(f, gettext_noop("%(seat)s wins."), order, seat=seat)
        elif against is not None:
            found = against
        elif seat in valid:
            template = gettext_noop("%(seat)s does not win because another player comes first; this is no offence.")
            found = fails(f, template, order, seat=seat)
        else:
            template = gettext_noop("The win claimed by %(seat)s is not valid; examine it as a claim of its own.")
            found = fails(f, template, seat=seat)
        yield found._replace(seat=seat)


def select_winners(f: Facts) -> Iterator[Finding]:
    """The winners on one tile: all valid claimants, or the nearest to the tile's owner."""
    valid = valid_claims(f)
    yield from claim_findings(f, valid, valid if procedure_of(f.rules).several_winners else valid[:1])
