"""Swap discards: after a claim some kinds may not be discarded."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.play.events import Discarded
from engine.sentences import gettext_noop
from engine.tiles.melds import MeldKind, meld_problem
from engine.tiles.tile import format_tile, format_tiles, kind_of, sort_tiles
from judging.law.breaches import select_breaches
from judging.law.facts import MissingFact, declare_flag, declare_tile
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kind import NO_FAULT, ClaimKind, Outcome, Reads
from judging.law.kinds.call import OWN_KONGS, reconstruct_discard_after_call
from judging.law.shared_facts import CALL, CALLED_TILE, OWN_TILES
from judging.law.statements import find_fault, report_failing, report_holding

KIND = ClaimKind(
    reads=Reads(decides="call called_tile own_tiles discarded"),
    code="swap",
    situation="discard",
    title=gettext_noop("Swap discard"),
    order=110,
    events=(Discarded,),
    holds=NO_FAULT,
    fails=Outcome(
        "taken_back",
        gettext_noop("The tile is taken back and another one discarded; there is no penalty"),
        "taken_back",
    ),
)

DISCARDED = declare_tile("discarded", gettext_noop("Which tile was discarded?"))
ALLOWED = gettext_noop("This discard is allowed after the claim.")
NEXT_ACTED = declare_flag("next_acted", gettext_noop("Has the next player acted since?"))


def check_swap_discard(facts: Facts, *, after_pung: str = "") -> Iterator[Finding]:
    """The discard is of no kind that the claim bars; ``after_pung``: the clause after a pung, if it is another."""
    call = facts(CALL)
    if call in OWN_KONGS:
        yield report_holding(facts, ALLOWED)
        return
    claimed = facts(CALLED_TILE)
    if call != "chow":
        facts.clause = after_pung or facts.clause
    elif meld_problem(MeldKind.CHOW, sort_tiles((*facts(OWN_TILES), claimed))) is not None:
        raise MissingFact(OWN_TILES)
    state, event = reconstruct_discard_after_call(facts, facts(DISCARDED))
    barred, tile = state.claimed, format_tile(kind_of(event.tile))
    evidence = Evidence("tiles", gettext_noop("barred kinds"), format_tiles(barred) if barred else "")
    against = select_breaches(facts, state, event)
    if not against:
        yield report_holding(facts, ALLOWED, evidence)
        return
    template = gettext_noop("%(tile)s may not be discarded after this claim.")
    if facts.peek(NEXT_ACTED) is not None and is_taken_back(facts):
        template = gettext_noop(
            "%(tile)s may not be discarded after this claim; the player takes it back and discards another tile."
        )
    cost = partial(price_swap, facts, against[0].code)
    yield report_failing(facts, template, evidence, clause=against[0].clause, infraction=cost, tile=tile)


def is_taken_back(facts: Facts) -> bool:
    """True if the tile is taken back at once, where the rules allow it (RI-3.21)."""
    return getattr(facts.rules.parameters, "swap_take_back", False) and not facts(NEXT_ACTED)


def price_swap(facts: Facts, code: str = "swap_calling") -> str | None:
    return None if is_taken_back(facts) else find_fault(facts, code)
