"""The hand-by-hand sheet of a table as it was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.match.sheet_rules import SheetRules, line_fields
from tournaments.results.models.results import HandRecord
from tournaments.results.queries.sheets import SheetSeat, latest
from tournaments.rounds.models.rounds import GameTable


def hands_of(game_table: GameTable) -> list[HandRecord]:
    """The hands recorded so far in their order: of the open sheet, else of the newest version."""
    found = HandRecord.objects.filter(table=game_table, result__isnull=True)
    if not found.exists():
        current = latest(game_table)
        found = HandRecord.objects.filter(result=current) if current else HandRecord.objects.none()
    return list(found.order_by("number"))


def recorded(game_table: GameTable, seats: Sequence[SheetSeat], rules: SheetRules) -> list[dict[str, Any]]:
    """The hands recorded so far as initial values of the lines: of the open sheet, else of the newest version."""
    chairs = {seat.entry.pk: str(seat.order) for seat in seats}
    names = {field.name for field in line_fields(rules)}
    lines: list[dict[str, Any]] = []
    for hand in hands_of(game_table):
        while len(lines) < hand.number - 1:
            lines.append({})
        line: dict[str, Any] = {f"penalty_{seat}": fine or None for seat, fine in enumerate(hand.penalties)}
        line |= {
            "winner": chairs.get(hand.winner_id or 0, ""),
            "discarder": chairs.get(hand.discarder_id or 0, ""),
            "value": hand.value if hand.winner_id else None,
            "drawn": hand.winner_id is None and not hand.more.get("void"),
        }
        line |= hand.more
        lines.append({name: value for name, value in line.items() if name in names})
    return lines
