"""Tiles of a round's tables in the hall plan, with the facts by which a page renews them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournaments.results.queries import board as boards
from tournaments.rounds.models import Round
from tournaments.rounds.queries import hall_plan

NOTHING: Mapping[int, object] = {}

Piece = Callable[[boards.BoardTable], str]
"""HTML that other apps add to a table's tile."""


@dataclass(frozen=True)
class HallTiles:
    """Values of ``results/_hall_tiles.html``."""

    round: Round
    tables: Sequence[boards.BoardTable]
    plan: hall_plan.HallPlan
    counts: list[tuple[str, str, str, int]]
    pieces: Mapping[int, str]

    @property
    def frame(self) -> list[object]:
        return [self.round.tournament.slug, self.round.number, self.plan.columns, self.plan.cells]

    def facts(self, beside: Mapping[int, object] = NOTHING) -> dict[str, object]:
        """Return the facts of each tile, with those in `beside`, by the key of `key_of`."""
        return {
            self.key_of(table): [table.facts, self.pieces[table.number], beside.get(table.number)]
            for table in self.tables
        }

    def key_of(self, table: boards.BoardTable) -> str:
        return f"{self.round.number}-{table.number}"

    def context(self, sent: Iterable[str] | None = None) -> dict[str, Any]:
        """Return the values of the template; if `sent` is given, only of tiles with a key in it."""
        squares = {table.number: table for table in self.tables}
        cells = [squares.get(number or 0) for number in self.plan.cells]
        if sent is not None:
            keys = set(sent)
            cells = [table for table in cells if table is not None and self.key_of(table) in keys]
        pairs = [table and (table, self.pieces[table.number]) for table in cells]
        return {"tables": self.tables, "columns": self.plan.columns, "cells": pairs, "counts": self.counts}


def build_tiles(round_: Round, tables: Sequence[boards.BoardTable], piece: Piece) -> HallTiles:
    plan = hall_plan.build_hall_plan(round_.tournament, [table.number for table in tables])
    pieces = {table.number: piece(table) for table in tables}
    return HallTiles(round_, tables, plan, boards.count_tables_by_state(list(tables)), pieces)
