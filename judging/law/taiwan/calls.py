"""Calls in the Taiwanese game: last tiles and second pungs in a go-around (TW-3.23, TW-3.24, TW-6.5 to TW-6.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.family import Ruleset
from engine.rules.taiwan.parameters import Parameters
from engine.sentences import gettext_noop
from engine.tiles.tile import format_tile, format_tiles, kind_of
from judging.law.facts import tiles
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import fault
from judging.law.kinds import call
from judging.law.shared_facts import CALL, CALLED_TILE, WALL_LEFT
from judging.law.statements import fails, holds

GO_AROUND_DISCARDS = tiles(
    "go_around_discards",
    gettext_noop("Which tiles have been discarded from the player's latest discard on, that one first?"),
)


def tiles_left(f: Facts) -> Iterator[Finding]:
    """No discard is claimed during the last tiles, nor after them by option (TW-2.13, TW-3.24)."""
    made, left, limit = f(CALL), f(WALL_LEFT), f.rules.options(Parameters).no_claim_last_tiles
    if made in call.DISCARD_CALLS and 0 < left <= limit:
        template = gettext_noop("No discard may be claimed with %(limit)s or fewer tiles left; the wall has %(left)s.")
        numbers = Evidence("numbers", gettext_noop("tiles left"), {"left": left})
        code = fault(f, "claim_in_last_tiles")
        yield fails(f, template, numbers, clause="TW-3.24", infraction=code, left=left, limit=limit)
        return
    yield from call.tiles_left(f, kong="TW-3.27", last_discard="TW-2.13", only_won=_only_won)


def _only_won(rules: Ruleset, made: str) -> bool:
    return not rules.options(Parameters).claim_after_last_draw


def second_in_go_around(f: Facts) -> Iterator[Finding]:
    """No pung of a kind discarded in the go-around; by option no chow of the own discard (TW-6.5)."""
    rules = f.rules.options(Parameters)
    made = f(CALL)
    if made == "pung" and rules.repung_ban != "none":
        kind, seen = kind_of(f(CALLED_TILE)), f(GO_AROUND_DISCARDS)
        looked = seen if rules.repung_ban == "any_discard" else seen[:1]
        template = gettext_noop("%(tile)s was already discarded in this go-around and may not be claimed for a pung.")
        code = "second_pung_in_go_around"
    elif made == "chow" and rules.own_discard_chow_ban:
        kind, seen = kind_of(f(CALLED_TILE)), f(GO_AROUND_DISCARDS)
        looked = seen[:1]
        template = gettext_noop("The player discarded %(tile)s in this go-around and may not claim it for a chow.")
        code = "chow_of_own_discard"
    else:
        return
    evidence = Evidence("tiles", gettext_noop("discards of the go-around"), format_tiles(seen) if seen else "")
    if kind in map(kind_of, looked):
        found = fault(f, code)
        yield fails(f, template, evidence, clause="TW-3.23", infraction=found, tile=format_tile(kind))
    else:
        yield holds(f, gettext_noop("The tile was not discarded in this go-around."), evidence, clause="TW-3.23")
