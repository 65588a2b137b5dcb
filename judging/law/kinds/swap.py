"""Swap discards: after a claim some kinds may not be discarded."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.family import Ruleset
from engine.play.events import Chowed, Discarded, Ponged
from engine.play.procedure import procedure_of
from engine.sentences import gettext_noop
from engine.tiles.melds import MeldKind, meld_problem
from engine.tiles.tile import Tile, format_tile, format_tiles, kind_of, sort_tiles
from judging.law.facts import MissingFact, flag, tile
from judging.law.families import Facts, never
from judging.law.findings import Evidence, Finding
from judging.law.infractions import fault
from judging.law.kind import NO_FAULT, Kind, Outcome
from judging.law.shared_facts import CALL, CALLED_TILE, OWN_TILES
from judging.law.statements import fails, holds

KIND = Kind(
    code="swap",
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

DISCARDED = tile("discarded", gettext_noop("Which tile was discarded?"))
NEXT_ACTED = flag("next_acted", gettext_noop("Has the next player acted since?"))


def swap_discard(f: Facts, *, after_pung: str = "", taken_back: Callable[[Ruleset], bool] = never) -> Iterator[Finding]:
    """The discard is of no kind that the claim bars.

    ``after_pung``: the clause after a pung, if it is another. ``taken_back``: ruleset -> True if the tile may be taken
    back at once.
    """
    call = f(CALL)
    if call != "chow":
        f.clause = after_pung or f.clause
    barred = barred_kinds(f, call)
    evidence = Evidence("tiles", gettext_noop("barred kinds"), format_tiles(barred) if barred else "")
    discarded = kind_of(f(DISCARDED))
    if discarded not in barred:
        yield holds(f, gettext_noop("This discard is allowed after the claim."), evidence)
        return
    tile = format_tile(discarded)
    if taken_back(f.rules) and not f(NEXT_ACTED):
        template = gettext_noop(
            "%(tile)s may not be discarded after this claim; the player takes it back and discards another tile."
        )
        yield fails(f, template, evidence, tile=tile)
        return
    template = gettext_noop("%(tile)s may not be discarded after this claim.")
    yield fails(f, template, evidence, infraction=swap_fault(f, call), tile=tile)


def barred_kinds(f: Facts, call: str) -> tuple[Tile, ...]:
    """Kinds that may not be discarded after this claim."""
    play, claimed = procedure_of(f.rules), f(CALLED_TILE)
    if call == "pung":
        return play.hooks.forbidden_after_pung(play, Ponged(0, 3, claimed))
    if call != "chow":
        return ()
    own = f(OWN_TILES)
    if meld_problem(MeldKind.CHOW, sort_tiles((*own, claimed))) is not None:
        raise MissingFact(OWN_TILES)
    return play.hooks.forbidden_after_chow(play, Chowed(0, 3, claimed, own))


def swap_fault(f: Facts, call: str) -> str | None:
    return fault(f, "swap_after_chow" if call == "chow" else "swap_after_pung")


def swap_cost(f: Facts, *, taken_back: Callable[[Ruleset], bool]) -> str | None:
    """The infraction of a swap discard in a record; None while it is taken back at once."""
    return None if taken_back(f.rules) and not f(NEXT_ACTED) else fault(f, "swap_calling")
