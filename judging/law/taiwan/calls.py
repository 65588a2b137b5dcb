"""Calls in the Taiwanese game: last tiles and second pungs in a go-around (TW-3.23, TW-3.24, TW-6.5 to TW-6.7)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.rules.taiwan.parameters import Parameters
from engine.sentences import gettext_noop
from engine.tiles.tile import format_tile, format_tiles, kind_of
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.kinds import call
from judging.law.shared_facts import CALL, CALLED_TILE, GO_AROUND_DISCARDS


def tiles_left(f: Facts) -> Iterator[Finding]:
    """No discard is claimed during the last tiles, nor after them by option (TW-2.13, TW-3.24)."""
    return call.tiles_left(f, limit=f.rules.options(Parameters).no_claim_last_tiles)


def second_in_go_around(f: Facts) -> Iterator[Finding]:
    """No pung of a kind discarded in the go-around; by option no chow of the own discard (TW-6.5)."""
    rules, made = f.rules.options(Parameters), f(CALL)
    if (made == "pung" and rules.repung_ban != "none") or (made == "chow" and rules.own_discard_chow_ban):
        kind, seen = kind_of(f(CALLED_TILE)), f(GO_AROUND_DISCARDS)
        evidence = Evidence("tiles", gettext_noop("discards of the go-around"), format_tiles(seen) if seen else "")
        right = gettext_noop("The tile was not discarded in this go-around.")
        yield from call.call_findings(f, right, evidence, tile=format_tile(kind))
