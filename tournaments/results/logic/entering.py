"""What becomes of a sheet that comes in: it stands already, is refused with the reason, or is the next version."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

Rows = tuple[tuple[int, int], ...]
"""(player, final points) in turn order; a player is whatever key the caller knows them by."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Final points of a table, and what the sticks left on it are worth (in raw points)."""

    rows: Rows
    leftover: int = 0

    @property
    def players(self) -> tuple[int, ...]:
        """Who stands on the sheet, line by line."""
        return tuple(player for player, _points in self.rows)


@dataclass(frozen=True, slots=True)
class StandingSheet:
    """The newest version that is entered or confirmed; `counts`: it is confirmed."""

    sheet: Sheet
    counts: bool


@dataclass(frozen=True, slots=True)
class TableBefore:
    """What is known of the table when a sheet comes in: who sits there, and what was entered before."""

    seated: tuple[int, ...]
    newest: int = 0
    """Number of the newest version, whatever became of it; 0 before the first."""
    standing: StandingSheet | None = None


class Refusal(Enum):
    """Why a sheet is not taken, in the order in which the reasons are looked at."""

    OTHER_PLAYERS = "other_players"
    STALE = "stale"
    """Another sheet has come in since the form was opened."""
    REASON_WANTED = "reason_wanted"
    """The sheet that counts would be corrected, and nobody said why."""
    DOUBTFUL = "doubtful"
    """The sheet does not add up, and nobody said why it is right all the same."""


@dataclass(frozen=True, slots=True)
class NextVersion:
    """The sheet is taken as version `number`. `replaces`: the entered version before it is superseded at once; one that
    counts stays until the new one is confirmed. `doubtful`: it was taken although it does not add up.
    """

    number: int
    replaces: bool
    doubtful: bool


class Unchanged:
    """The same sheet stands there already: a second click, or the same numbers from another form."""


UNCHANGED = Unchanged()

Decision = NextVersion | Unchanged | Refusal


def decide(
    before: TableBefore,
    sheet: Sheet,
    *,
    doubtful: bool,
    reason: str = "",
    based_on: int | None = None,
    more: bool = False,
) -> Decision:
    """What a sheet means for the table.

    `based_on` is the version that the form was opened with, None where that is not asked; `more`: the sheet brings
    something beside the points (hands), so that the same points are not the same sheet.

    >>> decide(TableBefore((7, 8, 9, 10)), Sheet(((7, 20), (8, 0), (9, 0), (10, -20))), doubtful=False)
    NextVersion(number=1, replaces=False, doubtful=False)
    """
    if sheet.players != before.seated:
        return Refusal.OTHER_PLAYERS
    standing = before.standing
    if standing is not None and standing.sheet == sheet and not more:
        return UNCHANGED
    if standing is not None and based_on is not None and based_on != before.newest:
        return Refusal.STALE
    explained = bool(reason.strip())
    if standing is not None and standing.counts and not explained:
        return Refusal.REASON_WANTED
    if doubtful and not explained:
        return Refusal.DOUBTFUL
    return NextVersion(before.newest + 1, replaces=standing is not None and not standing.counts, doubtful=doubtful)
