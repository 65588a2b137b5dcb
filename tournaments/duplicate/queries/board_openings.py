"""Sealed boards opened or replaced before they were public, by the log; up to release 0.3.0 two people approved."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from tournaments.core.models.log import AuditEntry, describe_value
from tournaments.core.text.sentences import in_words
from tournaments.duplicate.models.deals import Board, format_board_name
from tournaments.events.models import Tournament

PRINTED: Final = "printed"
REPLACED: Final = "replaced"
BoardKey = tuple[int, int, int]
"""(session, number, reserve)."""


@dataclass(frozen=True)
class BoardOpening:
    """Opening of kind `PRINTED` (somebody saw the boards) or `REPLACED` (a reserve took the board's place)."""

    kind: str
    by: str
    account: int | None
    at: datetime
    boards: tuple[BoardKey, ...]
    reason: str

    @property
    def names(self) -> str:
        return "; ".join(format_board_name(*board) for board in self.boards)


def list_openings(tournament: Tournament) -> list[BoardOpening]:
    """Return the openings of the log, after those that the hall has told its mirror."""
    mirror = getattr(tournament, "mirror", None)
    elsewhere = mirror.extra.get("openings", ()) if mirror is not None else ()
    actions = ("deals.print", "deals.replace", "deals.ask", "deals.look")
    entries = AuditEntry.objects.filter(tournament=tournament, action__in=actions).order_by("sequence")
    return [*map(_read_opening, elsewhere), *_iterate_openings(entries.iterator())]


def write_opening(opening: BoardOpening) -> dict[str, Any]:
    facts = {"kind": opening.kind, "by": opening.by, "at": opening.at.isoformat(), "reason": opening.reason}
    return {**facts, "boards": [[*board] for board in opening.boards]}


def _read_opening(facts: Mapping[str, Any]) -> BoardOpening:
    boards = tuple((session, number, reserve) for session, number, reserve in facts["boards"])
    at = datetime.fromisoformat(facts["at"])
    return BoardOpening(facts["kind"], facts["by"], None, at, boards, facts["reason"])


def collect_boards_known(tournament: Tournament, session: int) -> set[tuple[int, int]]:
    """Return (key of an entry, board in force) for the boards of the session that the player's account has opened."""
    players = dict(tournament.entries.exclude(account=None).values_list("account_id", "pk"))
    if not players:
        return set()
    boards = Board.objects.filter(board_set__tournament=tournament, board_set__withdrawn_at=None, retired_at=None)
    live = set(boards.filter(session=session).values_list("session", "number", "reserve"))
    return {
        (players[opening.account], board[1])
        for opening in list_openings(tournament)
        if opening.kind == PRINTED and opening.account in players
        for board in opening.boards
        if board in live
    }


def _iterate_openings(entries: Iterator[AuditEntry]) -> Iterator[BoardOpening]:
    purposes: dict[str, str] = {}
    for entry in entries:
        after = entry.after
        if entry.action == "deals.ask":
            purposes[entry.object_id] = describe_value(after.get("purpose", ""))
        elif entry.action == "deals.look":
            yield _build_opening(PRINTED, entry, after.get("seen", ()), purposes.get(entry.object_id, ""))
        elif entry.action == "deals.print":
            if not after.get("boards"):
                continue  # All were public by then.
            yield _build_opening(PRINTED, entry, after.get("boards", ()), in_words(entry.reason))
        elif after.get("retired_at"):
            # Other entries log the request and the reserve.
            yield _build_opening(REPLACED, entry, [entry.object_name], describe_value(after.get("retired_reason", "")))


def _build_opening(kind: str, entry: AuditEntry, names: Iterable[str], reason: str) -> BoardOpening:
    boards = tuple(key for name in names if (key := _parse_board_key(str(name))) is not None)
    return BoardOpening(kind, in_words(entry.actor_name), entry.actor_id, entry.at, boards, reason)


def _parse_board_key(name: str) -> BoardKey | None:
    """Return the key of a board's place or name in any language; None for another text."""
    match [int(digits) for digits in re.findall(r"[0-9]{1,4}", name)]:
        case [session, number]:
            return session, number, 0
        case [session, number, reserve]:
            return session, number, reserve
    return None
