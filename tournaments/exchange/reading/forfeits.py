"""Forfeited sessions and disqualified players in a `mahjong-event/1` file, our addition to the format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from engine.sentences import Sentence
from tournaments.core.models.sentences import as_reason, read_reason
from tournaments.core.tabular.reading import RowProblem
from tournaments.exchange.documents import Raw, make_problem
from tournaments.exchange.reading.event_file import EventFile, Id, as_number
from tournaments.standings.logic import Out
from tournaments.standings.logic import forfeits as pure
from tournaments.standings.models import FORFEITS, Forfeit

AMOUNTS = ("points", "uma", "table_points")


@dataclass
class FileForfeit:
    """Row of `forfeits`; amounts in points of the game, as in `Forfeit`."""

    player: Id
    round: int | None
    kind: str
    amounts: dict[str, int]
    takes_negative: bool
    chair: str
    last: bool
    reason: str
    clause: str
    present: list[dict[str, int]] = field(default_factory=list)


def build_forfeit_row(forfeit: Forfeit, player: Id) -> Raw:
    row: Raw = {"player": player, "round": forfeit.round.number if forfeit.round else None, "kind": forfeit.kind}
    if forfeit.kind != Forfeit.Kind.DISQUALIFIED:
        row |= {name: getattr(forfeit, name) for name in AMOUNTS}
    if forfeit.takes_negative:
        row["takes_negative"] = True
    if forfeit.chair == Forfeit.Chair.LAST:
        row["chair"] = "last"
    if forfeit.present:
        row["present"] = forfeit.present
    if forfeit.last:
        row["last"] = True
    return row | as_reason(forfeit.reason) | {"clause": forfeit.clause}


def read_forfeits(event: EventFile) -> tuple[list[FileForfeit], list[RowProblem]]:
    """Return the valid rows; report and omit others, and duplicates of a session or a player."""
    rounds, players = {round_.number for round_ in event.rounds}, {player.id for player in event.players}
    forfeits: list[FileForfeit] = []
    problems: list[RowProblem] = []
    keys: set[tuple[Id, int | None]] = set()
    for index, raw in enumerate(event.forfeits, 1):
        forfeit = _read(raw, players, rounds)
        key = (
            (forfeit.player, forfeit.round if forfeit.kind != Forfeit.Kind.DISQUALIFIED else None)
            if forfeit is not None
            else None
        )
        if forfeit is None or key is None or key in keys:
            message = _("Left out: it names no known player, round or kind, or stands twice.")
            problems.append(make_problem(_("forfeit %(number)s") % {"number": index}, message, warning=True))
            continue
        keys.add(key)
        forfeits.append(forfeit)
    return forfeits, problems


def _read(raw: Raw, players: set[Id], rounds: set[int]) -> FileForfeit | None:
    player, number, kind = raw.get("player"), raw.get("round"), str(raw.get("kind"))
    if not isinstance(player, int | str) or player not in players or kind not in Forfeit.Kind.values:
        return None
    if number not in rounds and (number is not None or kind != Forfeit.Kind.DISQUALIFIED):
        return None
    return FileForfeit(
        player=player,
        round=number,
        kind=kind,
        amounts={name: _parse_whole_number(raw.get(name)) for name in AMOUNTS},
        takes_negative=raw.get("takes_negative") is True,
        chair=Forfeit.Chair.LAST if raw.get("chair") == "last" else Forfeit.Chair.RANKED,
        last=raw.get("last") is True,
        reason=read_reason(raw) or Sentence(FORFEITS[kind]),
        clause=str(raw.get("clause") or "")[:120],
        present=list(_list_present(raw.get("present"))),
    )


def _list_present(value: Any) -> Iterable[dict[str, int]]:
    for raw in value if isinstance(value, list) else []:
        if isinstance(raw, Mapping):
            yield {name: _parse_whole_number(raw.get(name)) for name in ("players", "points", "table_points")}


def _parse_whole_number(value: object) -> int:
    number = as_number(value)
    return int(number) if number is not None and number.denominator == 1 and abs(number) < 2**31 else 0


def as_pure(rows: Iterable[FileForfeit], divisor: int) -> tuple[list[pure.CountedForfeit], list[Out]]:
    sessions: list[pure.CountedForfeit] = []
    outs: list[Out] = []
    for row in rows:
        if row.kind == Forfeit.Kind.DISQUALIFIED or row.round is None:
            outs.append(Out(row.player, row.round, row.last, row.reason, row.clause))
            continue
        points, uma, table_points = (Fraction(row.amounts[name]) for name in AMOUNTS)
        sessions.append(
            pure.CountedForfeit(
                row.player,
                row.round,
                row.kind,
                score=(points + uma) / divisor,
                points=points,
                uma=uma / divisor,
                table_points=table_points,
                takes_negative=row.takes_negative,
                reason=row.reason,
                clause=row.clause,
            )
        )
    return sessions, outs
