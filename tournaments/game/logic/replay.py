"""Replay of game logs: the events of a hand as the referee, one seat or the public sees them."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.play.events import (
    ConcealedKong,
    DoraTurned,
    Drew,
    Event,
    UraTurned,
    VoidChosen,
    Won,
)
from engine.play.procedure import procedure_of
from engine.play.table import Replay, TableState, replay, start
from engine.play.visibility import Viewer
from engine.records import Record, RecordedHand, loads
from engine.records.cases import stated_differences
from engine.tiles.tile import UNKNOWN

VIEWS = ("referee", "0", "1", "2", "3", "public")


class ReplayedHand(NamedTuple):
    record: RecordedHand
    replay: Replay


# Memory: reading the longest log takes 14 MB, playing a hand of it a third of one.
@lru_cache(maxsize=8)
def read(text: str) -> Record:
    """Parse the hands of a log. Raises EngineError for an unreadable text."""
    return loads(text)


@lru_cache(maxsize=32)
def play(text: str, hand: int) -> ReplayedHand:
    """Play one hand of a log and keep its states. Raises EngineError for an impossible deal."""
    record = read(text).hands[hand]
    return ReplayedHand(record, replay(start(record.setup), record.events))


def parse_viewer(view: str) -> Viewer:
    if view == "public":
        return "public"
    return int(view) if view in ("0", "1", "2", "3") else "referee"


def hide_from_viewer(state: TableState, event: Event, viewer: Viewer, after: TableState | None = None) -> Event:
    """Return the event as the viewer saw it, with others' draws and concealed tiles face down.

    ``after``: a self-drawn winner keeps the tiles closed while the others play on.
    """
    if viewer == "referee" or getattr(event, "seat", viewer) == viewer:
        return event
    if isinstance(event, Drew):
        return event._replace(tile=UNKNOWN)
    if isinstance(event, ConcealedKong) and procedure_of(state.ruleset).hooks.concealed_kongs_hidden:
        return event._replace(tile=UNKNOWN)
    if isinstance(event, VoidChosen):
        return event._replace(tile=None)
    if isinstance(event, Won) and event.source is None and (after is None or after.ended is None):
        return event._replace(tile=None)
    return event


def hide_next_event_from_viewer(state: TableState, event: Event, viewer: Viewer) -> Event:
    """Return a possible next event as the viewer knows it: only the referee sees the wall."""
    if viewer == "referee":
        return event
    if isinstance(event, Drew | DoraTurned):
        return event._replace(tile=UNKNOWN)
    if isinstance(event, UraTurned):
        return event._replace(tiles=(UNKNOWN,) * len(event.tiles))
    return hide_from_viewer(state, event, viewer)


def list_differences(played: ReplayedHand) -> list[tuple[int, int, int]]:
    """Return (seat, the log's points, the engine's) of the seats whose points after the hand differ."""
    stated = played.record.end_scores
    return stated_differences(played.replay, stated) if stated is not None else []
