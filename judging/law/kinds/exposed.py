"""Tiles wrongly shown: the player's own, another's, or of the wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.sentences import gettext_noop
from judging.law.facts import declare_choice, declare_number
from judging.law.families import Facts
from judging.law.findings import Finding
from judging.law.infractions import list_infractions
from judging.law.kind import NO_FAULT, RESTORED, ClaimKind, Reads
from judging.law.shared_facts import VICTIM
from judging.law.statements import find_fault, report_failing

KIND = ClaimKind(
    reads=Reads(decides="whose_tiles"),
    code="exposed",
    situation="wall",
    title=gettext_noop("Tiles shown"),
    order=120,
    holds=NO_FAULT,
    fails=RESTORED,
)

WHOSE_TILES = declare_choice(
    "whose_tiles",
    gettext_noop("Whose tiles were shown?"),
    ("own", gettext_noop("The player's own")),
    ("other", gettext_noop("Another player's")),
    ("wall", gettext_noop("Tiles of the wall")),
)
TILES_SHOWN = declare_number("tiles_shown", gettext_noop("How many tiles were shown?"))

MESSAGES = {
    "other": gettext_noop("Another player's tiles were shown; that player plays on."),
    "wall": gettext_noop("Tiles of the wall were shown; they go back to their places."),
}
FAULTS = {"other": "others_tiles_shown", "wall": "wall_tiles_shown"}


def check_tiles_shown(facts: Facts, *, check_own: Callable[[Facts], Iterator[Finding]]) -> Iterator[Finding]:
    """The row follows from the owner of the tiles; ``check_own`` is the family's check of own tiles."""
    whose = facts(WHOSE_TILES)
    if whose == "own":
        yield from check_own(facts)
        return
    yield report_failing(facts, MESSAGES[whose], infraction=lambda: price_tiles_shown(facts, FAULTS[whose]))


def price_tiles_shown(facts: Facts, name: str) -> str | None:
    """Return the infraction of tiles shown; asks for the player who is paid for it."""
    code = find_fault(facts, name)
    if code is not None and list_infractions(facts.rules)[code].get("paid_to") == "disturbed_player":
        facts.ask_other_player(VICTIM)
    return code
