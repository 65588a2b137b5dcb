"""Several calls for one tile: a win before a pung or kong, and those before a chow."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.play.events import Chowed, Ponged
from engine.play.procedure import procedure_of
from engine.sentences import gettext_noop
from engine.sentences import sentence as _
from engine.tiles.seats import next_seat
from judging.law.facts import Contradiction, MissingFact, declare_seats
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.hands import find_clause_of_play
from judging.law.kind import ClaimKind, Outcome, Reads
from judging.law.kinds.winners import CLAIMANTS, list_valid_claims
from judging.law.kinds.winners import KIND as WINNERS
from judging.law.shared_facts import SOURCE
from judging.law.statements import report_failing, report_holding

WITHDRAWN = gettext_noop("%(seat)s does not get the tile because of a higher call; this is no offence.")

KIND = ClaimKind(
    reads=Reads(decides="source claimants pung_callers valid_seats"),
    code="priority",
    situation="call",
    title=gettext_noop("Who gets the tile?"),
    order=35,
    holds=Outcome("stands", gettext_noop("The player gets the tile"), "continues"),
    fails=Outcome("refused", gettext_noop("The call does not get the tile; there is no penalty"), "refused"),
    sentences={
        **WINNERS.sentences,
        WITHDRAWN: Outcome(
            "withdrawn", gettext_noop("The call is withdrawn for a higher one; there is no penalty"), "continues"
        ),
    },
    recipient="each",
)

PUNG_CALLERS = declare_seats("pung_callers", gettext_noop("Who has called a pung or kong?"))
CHOW_CALLERS = declare_seats("chow_callers", gettext_noop("Who has called a chow?"))


def check_highest_call(
    facts: Facts,
    *,
    winners: Callable[[Facts], Iterator[Finding]],
    chows: bool = True,
    in_order: Callable[[Facts, tuple[int, ...]], tuple[int, ...]] = lambda facts, callers: callers,
    barred: Callable[[Facts, int], Finding | None] = lambda facts, seat: None,
) -> Iterator[Finding]:
    """One finding for each caller. ``winners``: the family's check of several winners. ``in_order``: callers of sets ->
    the same, the first to call first. ``barred``: the finding against a caller of a set who may not call.
    """
    source, won, punged = facts(SOURCE), facts(CLAIMANTS), facts(PUNG_CALLERS)
    chowed = facts(CHOW_CALLERS) if chows else ()
    if not (*won, *punged, *chowed):
        raise MissingFact(PUNG_CALLERS)
    if source in (*won, *punged, *chowed):
        raise Contradiction((SOURCE,), _("nobody claims the own discard"))
    if won:
        yield from winners(facts)
    is_won = bool(won) and bool(list_valid_claims(facts))
    play, called = procedure_of(facts.rules), []
    for place, seat in enumerate(in_order(facts, (*punged, *chowed))):
        event = Ponged(seat, source, 0) if seat in punged else Chowed(seat, source, 0, (1, 2))
        against = barred(facts, seat)
        if against is not None:
            yield against._replace(seat=seat)
        elif isinstance(event, Ponged) or seat == next_seat(source):
            called.append((play.hooks.claim_rank(play, event, place), seat))
        else:
            template = gettext_noop("Only the player next in turn may chow.")
            yield report_failing(facts, template, clause=find_clause_of_play(facts, "chow_seat"))._replace(seat=seat)
    for place, (_rank, seat) in enumerate(sorted(called)):
        if place or is_won:
            yield report_failing(facts, WITHDRAWN, seat=seat)._replace(seat=seat)
        else:
            yield report_holding(facts, gettext_noop("%(seat)s gets the tile."), seat=seat)._replace(seat=seat)
