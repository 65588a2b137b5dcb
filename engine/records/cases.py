from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.exact import INTEGERS
from engine.parameters import to_plain
from engine.play.events import Event, EventError, event_from_list, event_to_list
from engine.play.invariants import broken_invariants
from engine.play.positions import read_position
from engine.play.procedure import procedure_of
from engine.play.start_values import start_values, with_start_values
from engine.play.table import Replay, Setup, TableState, legal_events, replay, start
from engine.records.hand_cases import read_ruleset
from engine.sentences import sentence as _
from engine.tiles.fields import CaseError, JsonCase, optional_field, read_count, read_flag, read_tiles, read_wind
from engine.tiles.seats import SEATS
from engine.tiles.tile import Tile, format_tile, format_tiles
from engine.walls.deal import Deal
from engine.walls.deal_check import deal_report

WALL_MODELS = ("shared", "seat34")


def read_setup(case: JsonCase) -> Setup:
    """Read the setup of a case. Raises EngineError with the field at fault."""
    rules = read_ruleset(case)
    deal = case.get("deal")
    if deal is None and case.get("position") is not None:
        deal = ["?" * (3 * rules.family.sets + 1)] * 4
    if not isinstance(deal, Sequence) or isinstance(deal, str) or len(deal) != 4:
        raise CaseError(_("deal: expected a list of the tiles of the four seats"), at="deal")
    hands = tuple(read_tiles(f"deal[{seat}]", tiles) for seat, tiles in enumerate(deal))
    winds = case.get("seat_winds")
    if winds is not None and (not isinstance(winds, Sequence) or len(winds) != 4):
        raise CaseError(_("seat_winds: expected the wind of each of the four seats"), at="seat_winds")
    scores = case.get("start_scores")
    if scores is None:
        scores = [0, 0, 0, 0]
    if not isinstance(scores, Sequence) or len(scores) != 4 or not all(_is_number(score) for score in scores):
        raise CaseError(_("start_scores: expected four whole numbers"), at="start_scores")
    wall, seat_walls = _read_walls(case)
    setup = Setup(
        rules,
        hands,
        dealer=_read_seat("dealer", optional_field(case, "dealer", 0)),
        prevalent_wind=read_wind("prevalent_wind", optional_field(case, "prevalent_wind", "E")),
        seat_winds=None
        if winds is None
        else tuple(read_wind(f"seat_winds[{i}]", wind) for i, wind in enumerate(winds)),
        start_scores=tuple(scores),
        wall=wall,
        seat_walls=seat_walls,
    )
    return with_start_values(
        setup,
        honba=read_count("honba", optional_field(case, "honba", 0)),
        deposits=read_count("deposits", optional_field(case, "deposits", 0)),
        dealer_repeats=read_count("dealer_repeats", optional_field(case, "dealer_repeats", 0)),
        triple_dice=read_flag("triple_dice", optional_field(case, "triple_dice", False)),
        dora_indicators=read_tiles("dora_indicators", optional_field(case, "dora_indicators", ())),
        common=read_tiles("common", optional_field(case, "common", ())),
    )


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and INTEGERS.holds(value)


def _read_seat(field: str, value: object) -> int:
    if not _is_number(value) or value not in SEATS:
        raise CaseError(
            _("%(field)s: expected a seat 0, 1, 2 or 3, found %(value)s", field=field, value=repr(value)), at=field
        )
    return int(str(value))


def _read_walls(case: JsonCase) -> tuple[tuple[Tile, ...] | None, tuple[tuple[Tile, ...], ...] | None]:
    model = optional_field(case, "wall_model", "shared")
    if model not in WALL_MODELS:
        raise CaseError(_("wall_model: expected shared or seat34, found %(model)s", model=repr(model)), at="wall_model")
    wall = case.get("wall")
    if model == "shared":
        return (None if wall in (None, "") else read_tiles("wall", wall)), None
    if wall is None:
        return None, ((),) * 4
    if not isinstance(wall, Sequence) or isinstance(wall, str) or len(wall) != 4:
        raise CaseError(_("wall: expected the wall of each of the four seats"), at="wall")
    return None, tuple(read_tiles(f"wall[{seat}]", tiles) for seat, tiles in enumerate(wall))


def read_events(case: JsonCase) -> list[Event]:
    """Read the events of a case. Raises EventError whose message begins with the event's number."""
    events = case.get("events")
    if not isinstance(events, Sequence) or isinstance(events, str):
        raise CaseError(_("events: expected a list of events"), at="events")
    events_read = []
    for number, items in enumerate(events):
        try:
            events_read.append(event_from_list(items))
        except EventError as error:
            raise EventError(
                _("events[%(number)s]: %(problem)s", number=number, problem=error.message), at=f"events[{number}]"
            ) from None
    return events_read


def setup_to_dict(setup: Setup) -> dict[str, object]:
    """Return the setup as fields of a case; defaults are left out, except the deal."""
    case: dict[str, object] = {"ruleset": setup.ruleset.name}
    if setup.ruleset.changed:
        case["parameters"] = {name: to_plain(value) for name, value in setup.ruleset.changed.items()}
    case |= {"prevalent_wind": setup.prevalent_wind.letter, "dealer": setup.dealer}
    if setup.seat_winds is not None:
        case["seat_winds"] = [wind.letter for wind in setup.seat_winds]
    begun = start_values(setup)
    for name in ("honba", "deposits", "dealer_repeats", "triple_dice"):
        if name in begun:
            case[name] = begun[name]
    case["start_scores"] = list(setup.start_scores)
    case["deal"] = [format_tiles(hand) for hand in setup.hands]
    if "dora_indicators" in begun:
        case["dora_indicators"] = [format_tile(tile) for tile in begun["dora_indicators"]]
    if setup.wall is not None:
        case["wall"] = format_tiles(setup.wall)
    if setup.seat_walls is not None:
        case["wall_model"] = "seat34"
        case["wall"] = [format_tiles(wall) for wall in setup.seat_walls]
    if "common" in begun:
        case["common"] = format_tiles(begun["common"])
    return case


def result_of(state: TableState) -> dict[str, object] | None:
    """Values of the wins so far in order, or the draw; None if there is neither."""
    if state.wins:
        values = [dict(record.scored.value) if record.scored else None for record in state.wins]
        return {"kind": "win", "wins": values}
    if state.ended is None:
        return None
    return {"kind": "draw", "draw": state.ended, "wins": []}


def locks_of(state: TableState) -> list[dict[str, object]]:
    """Locks in force by seat: furiten, passed win, ready, dead hand, void."""
    rules = procedure_of(state.ruleset)
    locks: list[dict[str, object]] = []
    for seat, player in enumerate(state.players):
        for lock in player.locks:
            if lock.until is None:
                entry: dict[str, object] = {"seat": seat, "kind": lock.kind, "clause": lock.clause, "since": lock.since}
                if lock.tile is not None:
                    entry["tile"] = format_tile(lock.tile)
                if not lock.certain:
                    entry["certain"] = False
                locks.append(entry)
        if player.ready:
            locks.append({"seat": seat, "kind": player.ready, "since": player.ready_at})
        if player.dead:
            locks.append({"seat": seat, "kind": "dead_hand", "cause": player.dead})
        locks.extend({"seat": seat, **extra} for extra in rules.public_locks(player))
    return locks


def replay_to_dict(played: Replay) -> dict[str, object]:
    """Return the result of a replay case without its id; ``undecided`` lists what the payments lack, if anything."""
    final = played.final
    answer: dict[str, object] = {
        "legal": played.stopped_at is None,
        "stopped_at": played.stopped_at.to_dict() if played.stopped_at else None,
        "result": result_of(final),
        "transfers": [transfer.to_dict() for transfer in final.transfers],
        "deltas": list(final.deltas),
        "end_scores": list(final.scores),
        "locks": locks_of(final),
    }
    missing = procedure_of(final.ruleset).unsettled(final)
    return {**answer, "undecided": missing} if missing else answer


def stated_differences(played: Replay, stated: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return (seat, stated, computed) of differing end scores; none of an unfinished hand or with unknown tiles."""
    final = played.final
    if played.stopped_at is not None or final.ended is None or procedure_of(final.ruleset).unsettled(final):
        return []
    return [
        (seat, log, computed)
        for seat, (log, computed) in enumerate(zip(stated, final.scores, strict=False))
        if log != computed
    ]


def trace(played: Replay, events: Sequence[Event]) -> list[dict[str, Any]]:
    """List for each event the legal alternatives and the locks in force before it."""
    lines: list[dict[str, Any]] = []
    for state, event in zip(played.states, events, strict=False):
        could: dict[int, list[object]] = {}
        for choice in legal_events(state):
            could.setdefault(getattr(choice, "seat", state.turn), []).append(event_to_list(choice))
        lines.append({"event": event_to_list(event), "could_act": could, "locks": locks_of(state)})
    return lines


def read_start(case: JsonCase) -> TableState:
    """State before the first event: after the deal, or the case's ``position`` in the middle of a hand."""
    setup, position_fields = read_setup(case), case.get("position")
    if position_fields is not None and not isinstance(position_fields, Mapping):
        raise CaseError(_("position: expected an object, found %(found)s", found=repr(position_fields)), at="position")
    return start(setup) if position_fields is None else read_position(setup, position_fields)


def answer_replay(
    case: Mapping[str, Any], *, with_trace: bool = False, check: bool = False, deals: Sequence[Deal] = ()
) -> dict[str, object]:
    """Replay a case as ``python -m engine replay`` does. Raises EngineError for an invalid case.

    A case with a ``position`` (``engine.play.positions``) begins in the middle of a hand and may omit the deal.
    The ``notes`` of a log on what it leaves out are answered as they are.
    The ``stated_scores`` of a log add ``differences``: the seats whose points after the hand differ from the engine's.
    ``check`` adds ``invariants``: every broken invariant, with the index of the next event. ``deals`` adds ``deal``:
    True when the hand was played as dealt, and the first tile that differs.
    """
    begun, events = read_start(case), read_events(case)
    played = replay(begun, events)
    answer = replay_to_dict(played)
    if with_trace:
        answer["trace"] = trace(played, events)
    if check:
        answer["invariants"] = [
            {"index": state.event_index, "problem": problem}
            for state in played.states
            for problem in broken_invariants(state)
        ]
    stated = case.get("stated_scores")
    if isinstance(stated, Sequence) and (differing := stated_differences(played, stated)):
        answer["differences"] = [{"seat": seat, "stated": log, "engine": computed} for seat, log, computed in differing]
    if isinstance(case.get("notes"), list):
        answer["notes"] = case["notes"]
    if deals:
        # Include the event that stopped the replay: it may be a draw that differs from the deal.
        answer["deal"] = deal_report(deals, case, begun.setup, events[: len(played.states)])
    return answer


def case_of(setup: Setup, events: Sequence[Event]) -> dict[str, object]:
    return {**setup_to_dict(setup), "events": [event_to_list(event) for event in events]}
