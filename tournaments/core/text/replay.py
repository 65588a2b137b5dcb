"""Steps of a game log in words for the referee, one seat or the public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from engine.family import ruleset_of
from engine.play.events import Event
from engine.play.players import Player
from engine.play.procedure import procedure_of
from engine.play.table import Setup, TableState, legal_events, why_not
from engine.play.visibility import Viewer, visible_to
from engine.records import Problem
from engine.records.cases import locks_of
from engine.scoring.score import ScoredHand
from engine.tiles.seats import SEATS, WIND_NAMES
from engine.tiles.tile import Tile, sort_tiles
from tournaments.core.text import play
from tournaments.core.text.hands import SHORT
from tournaments.core.text.rules import format_pattern_name
from tournaments.core.text.sentences import format_seat_title, in_words
from tournaments.core.text.words import describe_term, describe_term_or_text
from tournaments.game.logic.replay import (
    ReplayedHand,
    hide_from_viewer,
    hide_next_event_from_viewer,
    list_differences,
    parse_viewer,
)

KEPT_SECRET = frozenset({"kept_flower"})
"""Causes of a dead hand that only its player may see during play (暗相, TW-6.3)."""

MAX_LINES, EXCERPT = 100, 80

ROOM = 16
"""Number of tiles in full size on a side of the table."""


class SeenLock(NamedTuple):
    seat: int
    text: str
    clause: str
    tile: str | None
    certain: bool
    name: str


def list_visible_locks(state: TableState, viewer: Viewer, names: Sequence[str] = ()) -> list[SeenLock]:
    """Return the locks in force that the viewer knows; a dead hand known only to its player is left out."""
    problems = []
    labels = list_seat_names(state.setup, names)
    for lock in locks_of(state):
        seat, kind, cause = int(str(lock["seat"])), str(lock["kind"]), str(lock.get("cause") or "")
        if cause in KEPT_SECRET and viewer not in ("referee", seat):
            continue
        text = describe_term(play.LOCKS, kind)
        more = describe_term_or_text(play.CAUSES, cause) if cause else ""
        if "suit" in lock:
            more = describe_term(play.SUITS, str(lock["suit"]))
        tile = str(lock["tile"]) if "tile" in lock else None
        certain = bool(lock.get("certain", True))
        clause = state.ruleset.cite(str(lock.get("clause") or ""))
        problems.append(SeenLock(seat, f"{text} ({more})" if more else text, clause, tile, certain, labels[seat]))
    return problems


SeenBreach = tuple[str, str, str, str]
"""Breach in the reader's language, its consequence, the facts needed to decide it, and the clause."""


def list_breaches(state: TableState, event: Event) -> list[SeenBreach]:
    return [
        (
            in_words(breach.message),
            describe_term_or_text(play.CONSEQUENCES, state.ruleset.cite(breach.consequence)),
            in_words(breach.missing) if breach.missing is not None else "",
            state.ruleset.cite(breach.clause),
        )
        for breach in why_not(state, event)
    ]


class SeenTransfer(NamedTuple):
    """Payment between players by name; an empty one is the table."""

    source: str
    target: str
    amount: int
    reason: str
    clause: str


class SeenSeat(NamedTuple):
    seat: int
    player: Player
    wind: str
    concealed: list[Tile]
    score: int
    turn: bool
    ready: str
    deals: bool
    place: int
    drawn: Tile | None
    name: str = ""

    @property
    def crowded(self) -> bool:
        """True for more tiles than a side of the table holds in full size."""
        melded = sum(len(meld.tiles) for meld in self.player.melds)
        return len(self.concealed) + (self.drawn is not None) + melded > ROOM


def build_table_view(
    full: TableState, visible: TableState, *, names: Sequence[str] = (), near: int = 0
) -> dict[str, Any]:
    """Return the table at one step; `visible` is the viewer's part, `names` are by seat, `near` is at the bottom."""
    labels = list_seat_names(full.setup, names)
    return {
        "state": visible,
        "awaited": describe_term(play.ENDS, full.ended) if full.ended else describe_term(play.PHASES, full.phase.name),
        "indicators": procedure_of(visible.ruleset).indicators(visible),
        "seats": [_build_seat_view(full, visible, seat, labels[seat], near) for seat in SEATS],
    }


def _build_seat_view(full: TableState, visible: TableState, seat: int, name: str, near: int) -> SeenSeat:
    player = visible.players[seat]
    concealed, drawn = player.concealed, None
    # The drawn tile is the last one, until it goes into the hand.
    if seat == full.turn and full.drawn_tile is not None and full.players[seat].concealed[-1:] == (full.drawn_tile,):
        concealed, drawn = concealed[:-1], concealed[-1]
    return SeenSeat(
        seat,
        player,
        str(SHORT[visible.setup.winds[seat]]),
        list(sort_tiles(concealed)),
        full.scores[seat],
        seat == full.turn and full.ended is None,
        describe_term(play.LOCKS, player.ready) if player.ready else "",
        seat == full.setup.dealer,
        (seat - near) % len(SEATS),
        drawn,
        name,
    )


def list_seat_names(setup: Setup, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the players' names by seat; without them the winds, or numbers in a game that has none."""
    known = names if len(names) == len(SEATS) else ("",) * len(SEATS)
    return tuple(
        name or (gettext(WIND_NAMES[setup.winds[seat]]) if setup.ruleset.has_winds else format_seat_title(seat))
        for seat, name in zip(SEATS, known, strict=True)
    )


def build_step(played: ReplayedHand, position: int, view: str, names: Sequence[str] = ()) -> dict[str, Any]:
    states, stopped = played.replay
    position = max(0, min(position, len(states) - 1))
    full = states[position]
    viewer = parse_viewer(view)
    by_seat = dict(enumerate(list_seat_names(full.setup, names)))
    state = visible_to(full, viewer)
    last = None
    if position:
        last = play.describe_event(
            hide_from_viewer(states[position - 1], played.record.events[position - 1], viewer, full), by_seat
        )
    could: dict[int, list[tuple[str, list[Tile]]]] = {}
    if viewer != "public":
        for event in legal_events(full):
            seat = getattr(event, "seat", full.turn)
            if viewer in ("referee", seat):
                seen = hide_next_event_from_viewer(full, event, viewer)
                could.setdefault(seat, []).append(play.describe_event(seen, by_seat))
    refused: list[SeenBreach] = []
    refused_event = None
    if stopped is not None and position == len(states) - 1:
        refused_event = play.describe_event(hide_from_viewer(full, stopped.event, viewer), by_seat)
        if viewer in ("referee", getattr(stopped.event, "seat", None)):
            refused = list_breaches(full, stopped.event)
    return {
        "at": position,
        "last_at": len(states) - 1,
        "last": last,
        **build_table_view(full, state, names=names, near=viewer if isinstance(viewer, int) else 0),
        "locks": list_visible_locks(state, viewer, names),
        "could": sorted(could.items()),
        "refused": refused,
        "refused_event": refused_event,
        "differences": [(by_seat[seat], stated, computed) for seat, stated, computed in list_differences(played)]
        if position == len(states) - 1
        else [],
        "notes": [in_words(note) for note in played.record.notes] if position == len(states) - 1 else [],
        "stopped": stopped if position == len(states) - 1 else None,
        "transfers": [
            SeenTransfer(
                "" if transfer.source is None else by_seat[transfer.source],
                "" if transfer.target is None else by_seat[transfer.target],
                transfer.amount,
                describe_term(play.REASONS, transfer.reason),
                state.ruleset.cite(transfer.clause),
            )
            for transfer in full.transfers
        ],
    }


def list_visible_events(
    played: ReplayedHand, view: str, names: Sequence[str] = ()
) -> list[tuple[int, str, list[Tile]]]:
    viewer = parse_viewer(view)
    by_seat = dict(enumerate(list_seat_names(played.record.setup, names)))
    states = played.replay.states
    return [
        (number, *play.describe_event(hide_from_viewer(states[number - 1], event, viewer, states[number]), by_seat))
        for number, event in enumerate(played.record.events[: len(states) - 1], 1)
    ]


class ShownWin(NamedTuple):
    """Win with the text of its value and (id, name, total) of each pattern, the most valuable first."""

    name: str
    value: str
    awards: list[tuple[str, str, int]]


def list_wins(played: ReplayedHand, names: Sequence[str] = ()) -> list[ShownWin]:
    state = played.replay.states[-1]
    labels = list_seat_names(state.setup, names)
    return [_build_win(labels[win.seat], win.scored) for win in state.wins if win.scored is not None]


def _build_win(name: str, scored: ScoredHand) -> ShownWin:
    rules = ruleset_of(scored.ruleset)
    awards = sorted(scored.awards, key=lambda award: -award.total)
    return ShownWin(
        name,
        in_words(rules.family.value_in_words(scored.value), rules=rules),
        [(award.pattern, format_pattern_name(rules, award.pattern), award.total) for award in awards],
    )


class ShownLines(NamedTuple):
    first: list[tuple[int, str, str]]
    more: str


def list_first_problems(text: str, problems: Sequence[Problem]) -> ShownLines:
    """Return the first MAX_LINES problems: a log of one million characters can have a hundred thousand."""
    written = text.splitlines()
    first = [
        (line, in_words(message), written[line - 1].strip()[:EXCERPT] if 0 < line <= len(written) else "")
        for line, message in problems[:MAX_LINES]
    ]
    remaining = len(problems) - len(first)
    return ShownLines(first, gettext("%(count)d more are wrong.") % {"count": remaining} if remaining else "")
