"""Moments at a table as data: a position, lines of the log, and what the rules say to each line.

A scene is a table of a TOML file: ``ruleset``, ``parameters``, ``seats`` (seat -> line of ``Known.parse``, or a table
as ``read_known`` takes it), ``turn``, ``phase``, ``live``, values of the Setup, ``steps`` and
what is expected after them. A step is a line of the text log, and behind it

- nothing: the event is legal and happens,
- ``~``: it is legal and does not happen,
- ``! code clause``: it is refused by this clause (perhaps among others) and does not happen; a third word is the
  consequence,
- ``?? what``: it cannot be decided without this; it does not happen,
- ``!! code clause``: nothing but this clause is against it.

With ``decided`` the events that happen must be decidable, unless the step before has shown that they are not.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.family import ruleset
from engine.play.call_priority import resolve_calls
from engine.play.events import Event
from engine.play.positions import read_position
from engine.play.procedure import procedure_of
from engine.play.start_values import start_values, with_start_values
from engine.play.table import Setup, TableState, apply, start, why_not
from engine.records.cases import locks_of
from engine.records.event_log import loads
from engine.tiles.seats import Wind
from engine.tiles.tile import UNKNOWN, parse_tiles

MARKS = (" !! ", " ! ", " ?? ", " ~")
SETUP = ("honba", "deposits", "dealer_repeats")


def scenes(path: Path) -> list[Any]:
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["scene"]
    return [pytest.param(row, id=row["id"]) for row in rows]


def seat_of(letter: str) -> int:
    """A seat by A-D, or by the wind it has when seat 0 is East."""
    return ("ABCD".find(letter) + 1 or "ESWN".index(letter) + 1) - 1


def setup_of(scene: dict[str, Any]) -> Setup:
    """Return the start of the hand; the tiles are unknown unless ``deal`` has them."""
    rules = ruleset(scene["ruleset"], scene.get("parameters") or None)
    dealer = seat_of(scene.get("dealer", "A"))
    size = 3 * rules.family.sets + 1
    hands = [(UNKNOWN,) * (size + (seat == dealer)) for seat in range(4)]
    for letter, tiles in scene.get("deal", {}).items():
        hands[seat_of(letter)] = parse_tiles(tiles)
    winds = scene.get("seat_winds")
    setup = Setup(
        rules,
        tuple(hands),
        dealer,
        Wind.parse(scene.get("prevalent", "E")),
        tuple(map(Wind.parse, winds)) if winds else None,
        start_scores=tuple(scene.get("scores", (0, 0, 0, 0))),
        wall=parse_tiles(scene["wall"]) if "wall" in scene else None,
    )
    counted: Any = {name: scene[name] for name in SETUP if name in scene}
    return with_start_values(setup, dora_indicators=parse_tiles(scene.get("indicators", "")), **counted)


def opened(scene: dict[str, Any]) -> TableState:
    setup = setup_of(scene)
    if "deal" in scene:
        return start(setup)
    seats: list[object] = [None] * 4
    for letter, facts in scene.get("seats", {}).items():
        seats[seat_of(letter)] = {"hand": facts} if isinstance(facts, str) else facts
    case: dict[str, object] = {name: scene[name] for name in ("phase", "live") if name in scene}
    return read_position(setup, {**case, "seats": seats, "turn": seat_of(scene.get("turn", "A"))})


def read_line(line: str, setup: Setup) -> Event:
    """The event of one line of a text log."""
    record = loads(f"ruleset {setup.ruleset.name}\ndealer {'ABCD'[setup.dealer]}\n" + _deal(setup) + line)
    assert record.problems == (), (line, record.problems)
    (event,) = record.hands[0].events
    return event


def _deal(setup: Setup) -> str:
    winds = (
        "" if setup.seat_winds is None else "seat_winds " + " ".join(wind.letter for wind in setup.seat_winds) + "\n"
    )
    return winds + "".join(f"deal {seat} {'?' * len(hand)}\n" for seat, hand in zip("ABCD", setup.hands, strict=True))


def played(scene: dict[str, Any]) -> list[TableState]:
    """The states of a scene; every step must be judged as the scene says."""
    state = opened(scene)
    states = [state]
    open_questions: set[str] = set()
    for step in scene.get("steps", ()):
        mark = next((mark for mark in MARKS if mark in step), "")
        line, _, said = step.partition(mark) if mark else (step, "", "")
        event = read_line(line.strip(), state.setup)
        against = why_not(state, event)
        if mark in (" ! ", " !! "):
            code, clause, *consequence = said.split()
            found = [(breach.code, breach.clause) for breach in against if breach.missing is None]
            assert (code, clause) in found if mark == " ! " else found == [(code, clause)], (step, against)
            if consequence:
                assert [b.consequence for b in against if b.code == code] == consequence, (step, against)
        elif mark == " ?? ":
            assert [breach.missing for breach in against] == [said.strip()], (step, against)
            open_questions.add(line.strip())
        else:
            assert [breach for breach in against if breach.missing is None] == [], (step, against)
            doubtful = not scene.get("decided") or line.strip() in open_questions
            assert mark or doubtful or against == [], (step, against)
            if mark != " ~":
                state = apply(state, event)
                states.append(state)
    return states


def by_seat(table: dict[str, int]) -> list[int]:
    """Values by seat letter as a list, 0 where none is given."""
    values = [0, 0, 0, 0]
    for letter, value in table.items():
        values[seat_of(letter)] = value
    return values


def transfer_lines(state: TableState) -> list[str]:
    """``B to A 2000 discarder`` for each transfer in order."""
    name = {None: "table", 0: "A", 1: "B", 2: "C", 3: "D"}
    return [f"{name[each.source]} to {name[each.target]} {each.amount} {each.reason}" for each in state.transfers]


def last_awards(state: TableState) -> dict[str, int] | None:
    """Points, han, fan or tai by pattern of the last win."""
    scored = state.wins[-1].scored
    return None if scored is None else {award.pattern: award.total for award in scored.awards}


def locks_by_seat(state: TableState) -> list[list[str]]:
    """Seat and kind of each lock that is certainly in force."""
    sure = [lock for lock in locks_of(state) if lock.get("certain", True)]
    return [["ABCD"[int(str(lock["seat"]))], str(lock["kind"])] for lock in sure]


FOUND: dict[str, Callable[[TableState], object]] = {
    "deltas": lambda state: list(state.deltas),
    "transfers": transfer_lines,
    "awards": last_awards,
    "value": lambda state: state.wins[-1].scored and state.wins[-1].scored.value,
    "locks": locks_by_seat,
    "phase": lambda state: state.phase.name.lower(),
    "turn": lambda state: "ABCD"[state.turn],
    "ended": lambda state: state.ended,
    "winners": lambda state: "".join("ABCD"[record.seat] for record in state.wins),
    "wall_left": lambda state: state.wall_left,
    "live": lambda state: procedure_of(state.ruleset).wall.live_left(state),
    "unsettled": lambda state: procedure_of(state.ruleset).unsettled(state),
    "ready": lambda state: ["ABCD"[seat] for seat, player in enumerate(state.players) if player.ready],
}
"""Expectations that a scene may have of its last state."""


def check_next(wanted: str | dict[str, Any], final: TableState) -> None:
    """Compare what the next hand takes over, ``over`` for the end of the match."""
    upcoming = procedure_of(final.ruleset).next_hand(final)
    if wanted == "over":
        assert upcoming is None, upcoming
        return
    assert upcoming is not None
    assert isinstance(wanted, dict)
    begun = start_values(final.setup._replace(special=upcoming.get("special")))
    taken: dict[str, Any] = {**dict.fromkeys(SETUP, 0), **upcoming, **begun}
    found = {name: taken[name] for name in wanted}
    for name, read in (("dealer", lambda seat: "ABCD"[seat]), ("prevalent_wind", lambda wind: wind.letter)):
        if name in found:
            found[name] = read(found[name])
    assert found == wanted, f"next hand: {found}, not {wanted}"


def check(scene: dict[str, Any]) -> list[TableState]:
    states = played(scene)
    final = states[-1]
    expect = scene.get("expect", {})
    if "calls" in scene:
        check_calls(scene, final)
    for name, wanted in expect.items():
        if name in FOUND:
            found = FOUND[name](final)
            wanted = by_seat(wanted) if name == "deltas" else wanted
            assert found == wanted, f"{name}: {found}, not {wanted}"
    if "next" in expect:
        check_next(expect["next"], final)
    return states


def check_calls(scene: dict[str, Any], state: TableState) -> None:
    """Judge the calls of a scene on the tile on offer, and compare who comes through."""
    by_line = {line: read_line(line, state.setup) for line in scene["calls"]}
    made = resolve_calls(state, list(by_line.values()))  # type: ignore[arg-type]
    expect = scene["expect"]
    assert list(made.standing) == [read_line(line, state.setup) for line in expect["standing"]], made
    assert [event for event in by_line.values() if event in made.beaten] == [
        by_line[line] for line in expect.get("beaten", ())
    ]
    assert {line: event[1][0].code for line, at in by_line.items() for event in made.refused if event[0] == at} == (
        expect.get("refused", {})
    )
    assert [event for event, _ in made.undecided] == [by_line[line] for line in expect.get("undecided", ())]
