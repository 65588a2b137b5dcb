"""Replay of game logs: each step of a hand as the referee, one seat or the public sees it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from engine.play.events import (
    ConcealedKong,
    DoraTurned,
    Drew,
    Event,
    UraTurned,
    VoidChosen,
    Won,
)
from engine.play.players import Player
from engine.play.procedure import procedure_of
from engine.play.table import Replay, TableState, legal_events, replay, start, why_not
from engine.play.visibility import Viewer, visible_to
from engine.records import Problem, Record, RecordedHand, loads
from engine.records.cases import locks_of, stated_differences
from engine.sentences import gettext_noop as _
from engine.tiles.seats import SEATS
from engine.tiles.tile import UNKNOWN, Tile, sort_tiles
from tournaments.game.terms import events as words
from tournaments.game.terms.hands import SHORT
from tournaments.game.terms.reader import Reader
from tournaments.game.terms.sentences import say

VIEWS = ("referee", "0", "1", "2", "3", "public")
KEPT_SECRET = frozenset({"kept_flower"})
"""Causes of a dead hand that nobody else sees while it is played (暗相, TW-6.3)."""

MAX_LINES, EXCERPT = 100, 80
"""Lines that a page shows of those that cannot be read, and characters of each."""


class ReplayedHand(NamedTuple):
    """A hand of a log, played as far as it is legal."""

    record: RecordedHand
    replay: Replay


# The longest log takes 14 MB when it is read, a hand of it a third of one when it is played.
@lru_cache(maxsize=8)
def read(text: str) -> Record:
    """Parse the hands of a log. Raises EngineError for an unreadable text."""
    return loads(text)


@lru_cache(maxsize=32)
def play(text: str, hand: int) -> ReplayedHand:
    """Play one hand of a log and keep its states. Raises EngineError for an impossible deal."""
    record = read(text).hands[hand]
    return ReplayedHand(record, replay(start(record.setup), record.events))


def viewer_of(view: str) -> Viewer:
    """Return the viewpoint in a URL: referee, public or the number of a seat."""
    if view == "public":
        return "public"
    return int(view) if view in ("0", "1", "2", "3") else "referee"


def seen_event(state: TableState, event: Event, viewer: Viewer, after: TableState | None = None) -> Event:
    """Return the event as the viewer saw it, with others' draws and concealed tiles face down.

    ``after`` is the state after the event: a self-drawn winner keeps the tiles closed while the others play on.
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


def foreseen_event(state: TableState, event: Event, viewer: Viewer) -> Event:
    """Return a possible next event as the viewer knows it: only the referee sees the wall."""
    if viewer == "referee":
        return event
    if isinstance(event, Drew | DoraTurned):
        return event._replace(tile=UNKNOWN)
    if isinstance(event, UraTurned):
        return event._replace(tiles=(UNKNOWN,) * len(event.tiles))
    return seen_event(state, event, viewer)


def sentence(event: Event, reader: Reader) -> tuple[str, list[Tile]]:
    """Return the event as text, and its tiles."""
    return words.event_in_words(event, reader)


class SeenLock(NamedTuple):
    """A lock in force as text."""

    seat: int
    text: str
    clause: str
    tile: str | None
    certain: bool


def locks_seen(state: TableState, viewer: Viewer, reader: Reader) -> list[SeenLock]:
    """Return the locks in force that the viewer knows; a dead hand known only to its player is left out."""
    found = []
    for lock in locks_of(state):
        seat, kind, cause = int(str(lock["seat"])), str(lock["kind"]), str(lock.get("cause") or "")
        if cause in KEPT_SECRET and viewer not in ("referee", seat):
            continue
        text = reader.word(words.LOCKS, kind)
        more = reader.word_or_text(words.CAUSES, cause) if cause else ""
        if "suit" in lock:
            more = reader.word(words.SUITS, str(lock["suit"]))
        tile = str(lock["tile"]) if "tile" in lock else None
        certain = bool(lock.get("certain", True))
        clause = state.ruleset.cite(str(lock.get("clause") or ""))
        found.append(SeenLock(seat, f"{text} ({more})" if more else text, clause, tile, certain))
    return found


SeenBreach = tuple[str, str, str, str]
"""Breach in the reader's language, its consequence, the facts needed to decide it, and the clause."""


def breaches_seen(state: TableState, event: Event, reader: Reader) -> list[SeenBreach]:
    """Return every clause against an event."""
    return [
        (
            say(breach.message, reader),
            reader.word_or_text(words.CONSEQUENCES, state.ruleset.cite(breach.consequence)),
            say(breach.missing, reader) if breach.missing is not None else "",
            state.ruleset.cite(breach.clause),
        )
        for breach in why_not(state, event)
    ]


class SeenSeat(NamedTuple):
    """A seat on the page."""

    seat: int
    player: Player
    wind: str
    concealed: list[Tile]
    score: int
    turn: bool
    ready: str
    deals: bool
    place: int
    """Place of the seat on the page: 0 at the bottom, then as play goes round: right, top, left."""
    drawn: Tile | None
    """The tile just drawn, which lies apart from ``concealed``."""
    name: str = ""
    """The player as the log calls them."""


def table_seen(
    full: TableState, seen: TableState, reader: Reader, *, names: Sequence[str] = (), near: int = 0
) -> dict[str, Any]:
    """Return the table at one step for ``game/replay/_felt.html``; ``seen`` is the viewer's part of the state.

    ``names`` maps seats to known players; ``near`` is the seat at the bottom.
    """
    return {
        "state": seen,
        "awaited": reader.word(words.ENDS, full.ended) if full.ended else reader.word(words.PHASES, full.phase.name),
        "indicators": procedure_of(seen.ruleset).indicators(seen),
        "seats": [
            _seat_seen(full, seen, seat, reader, names[seat] if len(names) == len(SEATS) else "", near)
            for seat in SEATS
        ],
    }


def _seat_seen(full: TableState, seen: TableState, seat: int, reader: Reader, name: str, near: int) -> SeenSeat:
    player = seen.players[seat]
    concealed, drawn = player.concealed, None
    # What was drawn is the last that came; once it went into the hand another tile stands there.
    if seat == full.turn and full.drawn_tile is not None and full.players[seat].concealed[-1:] == (full.drawn_tile,):
        concealed, drawn = concealed[:-1], concealed[-1]
    return SeenSeat(
        seat,
        player,
        reader.say(SHORT[seen.setup.winds[seat]]),
        list(sort_tiles(concealed)),
        full.scores[seat],
        seat == full.turn and full.ended is None,
        reader.word(words.LOCKS, player.ready) if player.ready else "",
        seat == full.setup.dealer,
        (seat - near) % len(SEATS),
        drawn,
        name,
    )


def step(played: ReplayedHand, at: int, view: str, reader: Reader, names: Sequence[str] = ()) -> dict[str, Any]:
    """Return the page's content at one step; ``at`` is clipped to the steps there are. ``names`` by seat."""
    states, stopped = played.replay
    at = max(0, min(at, len(states) - 1))
    full = states[at]
    viewer = viewer_of(view)
    state = visible_to(full, viewer)
    last = None
    if at:
        last = sentence(seen_event(states[at - 1], played.record.events[at - 1], viewer, full), reader)
    could: dict[int, list[tuple[str, list[Tile]]]] = {}
    if viewer != "public":
        for event in legal_events(full):
            seat = getattr(event, "seat", full.turn)
            if viewer in ("referee", seat):
                could.setdefault(seat, []).append(sentence(foreseen_event(full, event, viewer), reader))
    refused: list[SeenBreach] = []
    refused_event = None
    if stopped is not None and at == len(states) - 1:
        refused_event = sentence(seen_event(full, stopped.event, viewer), reader)
        if viewer in ("referee", getattr(stopped.event, "seat", None)):
            refused = breaches_seen(full, stopped.event, reader)
    return {
        "at": at,
        "last_at": len(states) - 1,
        "last": last,
        **table_seen(full, state, reader, names=names, near=viewer if isinstance(viewer, int) else 0),
        "locks": locks_seen(state, viewer, reader),
        "could": sorted(could.items()),
        "refused": refused,
        "refused_event": refused_event,
        "differences": _differences(played) if at == len(states) - 1 else [],
        "notes": [say(note, reader) for note in played.record.notes] if at == len(states) - 1 else [],
        "stopped": stopped if at == len(states) - 1 else None,
        "transfers": [
            one._replace(reason=reader.word(words.REASONS, one.reason), clause=state.ruleset.cite(one.clause))
            for one in full.transfers
        ],
    }


def _differences(played: ReplayedHand) -> list[tuple[int, int, int]]:
    """Return (seat, the log's points, the engine's) of the seats whose points after the hand differ."""
    stated = played.record.end_scores
    return stated_differences(played.replay, stated) if stated is not None else []


def event_list(played: ReplayedHand, view: str, reader: Reader) -> list[tuple[int, str, list[Tile]]]:
    """Return the steps to jump to: number, sentence, tiles."""
    viewer = viewer_of(view)
    states = played.replay.states
    return [
        (number, *sentence(seen_event(states[number - 1], event, viewer, states[number]), reader))
        for number, event in enumerate(played.record.events[: len(states) - 1], 1)
    ]


class ShownLines(NamedTuple):
    """Unreadable lines of a log, as a page shows them."""

    first: list[tuple[int, str, str]]
    """Number, problem and beginning of each."""
    more: str
    """The number of those left out, as a sentence; empty where all are shown."""


def shown_lines(text: str, problems: Sequence[Problem], reader: Reader) -> ShownLines:
    """Return the first MAX_LINES problems: a log of one million characters can have a hundred thousand."""
    written = text.splitlines()
    first = [
        (line, say(message, reader), written[line - 1].strip()[:EXCERPT] if 0 < line <= len(written) else "")
        for line, message in problems[:MAX_LINES]
    ]
    left = len(problems) - len(first)
    return ShownLines(first, reader.gettext(_("%(count)d more are wrong.")) % {"count": left} if left else "")
