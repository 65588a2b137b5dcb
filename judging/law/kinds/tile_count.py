"""Wrong numbers of tiles (相公)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.parameters import meets
from engine.sentences import gettext_noop
from judging.law.facts import declare_flag, declare_number
from judging.law.families import Facts
from judging.law.findings import Evidence, Finding
from judging.law.infractions import list_infractions
from judging.law.kind import NO_FAULT, RESTORED, ClaimKind, Outcome, Reads
from judging.law.statements import TOO_LATE, find_fault, report_failing, report_holding, report_noticed_too_late

KIND = ClaimKind(
    reads=Reads(decides="tiles_held to_discard"),
    code="tile_count",
    situation="wall",
    title=gettext_noop("Wrong number of tiles"),
    order=70,
    holds=NO_FAULT,
    fails=RESTORED,
    sentences={TOO_LATE: Outcome("none", gettext_noop("It was noticed too late for a penalty"), "continues")},
)

TILES_HELD = declare_number(
    "tiles_held", gettext_noop("How many tiles does the player have, each meld counted as three?")
)
TO_DISCARD = declare_flag("to_discard", gettext_noop("Is the player about to discard?"))
HAS_DISCARDED = declare_flag("has_discarded", gettext_noop("Has the player discarded in this hand?"))


def check_tile_count(facts: Facts, *, correctable: Mapping[str, Sequence[Any]] | None = None) -> Iterator[Finding]:
    """The number of tiles, each meld counted as three, one more before a discard. ``correctable``: the options under
    which it may be corrected before the first discard; None for never.
    """
    held = facts(TILES_HELD)
    right = 3 * facts.rules.family.sets + 1 + (1 if facts(TO_DISCARD) else 0)
    numbers = Evidence("numbers", gettext_noop("tiles"), {"held": held, "right": right})
    if held == right:
        yield report_holding(
            facts, gettext_noop("The player has the right number of tiles: %(right)s."), numbers, right=right
        )
        return
    if correctable is not None and meets(facts.rules.parameters, correctable) and not facts(HAS_DISCARDED):
        template = gettext_noop(
            "The number of tiles is %(held)s instead of %(right)s; before the first discard a tile is"
            " drawn or returned."
        )
        yield report_failing(facts, template, numbers, held=held, right=right)
        return
    code = find_fault(facts, "wrong_tile_count")
    late = report_noticed_too_late(facts, list_infractions(facts.rules)[code]) if code is not None else None
    if late is not None:
        yield late
        return
    template = gettext_noop("The number of tiles is %(held)s instead of %(right)s; the hand is dead.")
    if code is None:
        template = gettext_noop("The number of tiles is %(held)s instead of %(right)s; the hand cannot win.")
    elif list_infractions(facts.rules)[code]["penalty"] == "chombo":
        template = gettext_noop("The number of tiles is %(held)s instead of %(right)s.")
    yield report_failing(facts, template, numbers, infraction=code, held=held, right=right)
