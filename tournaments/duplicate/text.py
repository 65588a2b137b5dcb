"""Duplicate boards, their protocol and the checks of their sheets, in the language in force."""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext

from engine.sentences import Sentence, sentence
from engine.sentences import gettext_noop as _
from engine.tiles.tile import format_tile
from engine.walls.played_as_dealt import Difference
from tournaments.duplicate.logic.walls_after import Mismatch
from tournaments.game.terms.winds import WINDS

SCALES: Final = {
    "difference": _("Difference from the mean"),
    "cross_imp": _("Cross-IMPs"),
    "butler": _("Butler IMPs"),
    "matchpoints": _("Matchpoints, %"),
}
"""By the method of comparison."""

STEPS: Final = {
    "commit": _("Commit to a seed: its digest and the name of a later public value are public"),
    "value": _("Add the public value, once it is known"),
    "make": _("Deal the boards; they stay sealed"),
    "play": _("Print the sheets, build the walls, play; a board is public when all tables have played it"),
    "open": _("Open the seed: anybody can deal every board again"),
}
"""The steps of the protocol, in their order."""

STOPPED: Final = {
    "no board": _("There is no board %(number)s in this session."),
    "other table": _("Board %(number)s is not for this table."),
    "seen": _("%(names)s have seen board %(number)s already."),
    "not yet": _("Board %(next)s comes first, then board %(number)s."),
}
"""Why a table may not play a board."""

SHEET_DIFFERS: Final = {
    "event": _("The sheet is for another event: %(event)s."),
    "value": _("The sheet has another public value: %(value)s."),
    "rules": _("The sheet is for other rules: %(rules)s."),
    "no board": _("The event has no such board."),
}
"""What speaks against a deal sheet."""


def scales() -> list[tuple[str, str]]:
    """The methods of comparison with what they are called."""
    return [(method, gettext(text)) for method, text in SCALES.items()]


def step(key: str) -> str:
    """What a step of the protocol asks for."""
    return gettext(STEPS[key])


def stopped(why: str, **values: object) -> str:
    """Why a table may not play the board that lies before it, by its key in `STOPPED`."""
    return gettext(STOPPED[why]) % values


def sheet_differs(how: str, **values: object) -> str:
    """What speaks against a deal sheet, by its key in `SHEET_DIFFERS`."""
    return gettext(SHEET_DIFFERS[how]) % values


def shared_wall() -> str:
    """The one wall of a board that has no walls of the seats."""
    return gettext("Wall")


def common_block() -> str:
    """The tiles of a board that belong to no seat."""
    return gettext("Common block")


MISMATCHES: Final = {
    "too_many": _("%(wind)s: %(at)s tiles left are more than the wall had."),
    "count": _("%(wind)s: %(at)s tiles were typed, another number is said to be left."),
    "tile": _("%(wind)s: tile %(at)s of the wall is not %(tile)s in the deal."),
    "wall": _("The rest of the wall is no end of this deal."),
    "balance": _("%(wind)s: hand, discards and claims differ from the dealt tiles in %(at)s places."),
}
"""What the walls after play show against the deal, by the code of a finding."""


def mismatch(finding: Mismatch) -> Sentence:
    """What does not fit, as it is stored with the play."""
    tile = "" if finding.tile is None else format_tile(finding.tile)
    return sentence(MISMATCHES[finding.code], wind=Sentence(WINDS[finding.seat]), at=finding.at, tile=tile)


def log_differs(difference: Difference) -> Sentence:
    """Where the log leaves the deal, as it is stored with the play; what should have come there stays sealed."""
    if difference.seat is None:
        return sentence(_("The log does not begin or go on as this board was dealt."))
    wind = Sentence(WINDS[difference.seat])
    if difference.at is None:
        return sentence(_("%(wind)s: the log begins with another hand than the dealt one."), wind=wind)
    return sentence(_("%(wind)s: draw %(draw)s of the log is not the dealt tile."), wind=wind, draw=difference.draw)
