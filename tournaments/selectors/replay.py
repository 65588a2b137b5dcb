"""What the replay viewer shows of one moment, for the referee, one seat or the public."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from engine.events import ConcealedKong, Drew, Event, VoidChosen, event_to_list
from engine.records import HandRecord, Record, loads
from engine.replays import locks_of
from engine.seats import SEATS
from engine.table import Breach, Replay, TableState, legal_events, replay, start, why_not
from engine.tiles import UNKNOWN, Tile, sort_tiles
from engine.visibility import Viewer, visible_to

VIEWS = ("referee", "0", "1", "2", "3", "public")


class Played(NamedTuple):
    """One hand of a log, played as far as it is legal."""

    record: HandRecord
    replay: Replay


@lru_cache(maxsize=32)
def read(text: str) -> Record:
    """The hands of a log. Raises EngineError for a text that is none."""
    return loads(text)


@lru_cache(maxsize=64)
def play(text: str, hand: int) -> Played:
    """One hand of a log with its states. Raises EngineError for a deal that cannot be."""
    record = read(text).hands[hand]
    return Played(record, replay(start(record.setup), record.events))


def viewer_of(view: str) -> Viewer:
    """The viewpoint of an address: referee, public or the number of a seat."""
    if view == "public":
        return "public"
    return int(view) if view in ("0", "1", "2", "3") else "referee"


def seen_event(state: TableState, event: Event, viewer: Viewer) -> Event:
    """The event as the viewer saw it: others' draws and what was laid face down are backs."""
    if viewer == "referee" or getattr(event, "seat", viewer) == viewer:
        return event
    if isinstance(event, Drew):
        return event._replace(tile=UNKNOWN)
    if isinstance(event, ConcealedKong) and state.ruleset.procedure.concealed_kongs_hidden():
        return event._replace(tile=UNKNOWN)
    if isinstance(event, VoidChosen):
        return event._replace(tile=None)
    return event


def sentence(event: Event) -> tuple[str, list[Tile]]:
    """Who and what, and the tiles."""
    items = event_to_list(event)
    words = {
        "draw": _("draws"),
        "discard": _("discards"),
        "chow": _("chow"),
        "pung": _("pung"),
        "kong": _("kong"),
        "akong": _("added kong"),
        "ckong": _("concealed kong"),
        "flower": _("flower"),
        "rob_flower": _("robs the flower"),
        "riichi": _("riichi"),
        "ready": _("declares ready"),
        "void": _("void suit"),
        "dora": _("dora indicator"),
        "win": _("wins"),
        "ura": _("ura indicators"),
        "pass": _("passes"),
        "end": _("the hand ends"),
        "dead": _("dead hand"),
    }
    seat = getattr(event, "seat", None)
    word = words[str(items[0])]
    text = word if seat is None else _("Seat %(seat)s: %(what)s") % {"seat": seat + 1, "what": word}
    for name in ("kind", "cause"):
        if value := getattr(event, name, None):
            text = f"{text} ({value})"
    if isinstance(event, VoidChosen):
        text = f"{text} ({items[2]})"
    tiles = [event_tile for event_tile in (getattr(event, "tile", None),) if event_tile is not None]
    tiles += list(getattr(event, "own", ())) + list(getattr(event, "tiles", ()))
    return text, tiles


def moment(played: Played, at: int, view: str) -> dict[str, Any]:
    """Everything that the page shows of one moment; ``at`` is clipped to the moments there are."""
    states, stopped = played.replay
    at = max(0, min(at, len(states) - 1))
    full = states[at]
    viewer = viewer_of(view)
    state = visible_to(full, viewer)
    last = None if at == 0 else sentence(seen_event(states[at - 1], played.record.events[at - 1], viewer))
    could: dict[int, list[tuple[str, list[Tile]]]] = {}
    if viewer != "public":
        for event in legal_events(full):
            seat = getattr(event, "seat", full.turn)
            if viewer in ("referee", seat):
                could.setdefault(seat, []).append(sentence(seen_event(full, event, viewer)))
    refused: list[Breach] = []
    refused_event = None
    if stopped is not None and at == len(states) - 1:
        refused_event = sentence(seen_event(full, stopped.event, viewer))
        if viewer in ("referee", getattr(stopped.event, "seat", None)):
            refused = why_not(full, stopped.event)
    return {
        "at": at,
        "last_at": len(states) - 1,
        "state": state,
        "last": last,
        "seats": [
            {
                "seat": seat,
                "player": player,
                "wind": state.setup.winds[seat].letter,
                "concealed": sort_tiles(player.concealed),
                "score": full.scores[seat],
                "turn": seat == full.turn and full.ended is None,
            }
            for seat, player in zip(SEATS, state.players, strict=True)
        ],
        "locks": locks_of(state),
        "could": sorted(could.items()),
        "refused": refused,
        "refused_event": refused_event,
        "stopped": stopped if at == len(states) - 1 else None,
        "transfers": full.transfers,
    }


def event_list(played: Played, view: str) -> list[tuple[int, str, list[Tile]]]:
    """The moments to jump to: number, sentence, tiles."""
    viewer = viewer_of(view)
    found = []
    for number, (state, event) in enumerate(zip(played.replay.states[:-1], played.record.events, strict=False), 1):
        found.append((number, *sentence(seen_event(state, event, viewer))))
    return found
