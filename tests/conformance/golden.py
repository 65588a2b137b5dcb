"""`python -m tests.conformance.golden`: record the engine's results for the test data as golden files.

One file per command, `tests/data/golden/engine-<command>.jsonl.gz`; one line per case: its name and the result of the
batch command. The cases are the worked examples, the scenes and the recorded hands, each under every edition of its
family. Record them again only when a result is meant to change; `zdiff` shows the changes.
"""

from __future__ import annotations

import gzip
import io
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.hands import winning_hands
from engine.__main__ import main as engine
from engine.commands import score, waits
from engine.commands.batch import process_line
from engine.family import families, ruleset, ruleset_names
from engine.match.declared import DeclaredEvent, DeclaredHand, DeclaredKong
from engine.play.events import event_to_list
from engine.play.table import replay, start
from engine.play.walks import Walk
from engine.records import loads
from engine.records.cases import answer_replay, case_of, setup_to_dict
from engine.records.declared_cases import answer_pay
from engine.records.values import RecordedHand
from engine.tiles.tile import format_tile, format_tiles
from engine.walls.deal import MODELS
from tests.conformance.record import PLAYTHROUGHS
from tests.conformance.written_down import written_down
from tests.support.scenes import MARKS, read_line, seat_of, setup_of

ROOT = Path(__file__).resolve().parents[2]
GOLDEN = ROOT / "tests" / "data" / "golden"
DEMO_HANDS = ROOT / "tournaments" / "exchange" / "demo" / "replays" / "examples.json"

Cases = Iterator[tuple[str, dict[str, Any]]]
"""Names and cases."""

SEEDED = 40
"""Seeded winning hands of each edition, beside the worked examples."""

_DECLARED = Path(__file__).with_name("declared_hands.jsonl").read_text(encoding="utf-8")
DECLARED: list[dict[str, Any]] = [json.loads(line) for line in _DECLARED.splitlines()]
"""Hands of a score sheet that some family can have; the others refuse them with a reason."""


def editions(family: str) -> list[str]:
    return [name for name in ruleset_names() if ruleset(name).family.name == family]


def _toml(path: Path, rows: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8")).get(rows, [])
    return found


def scored_hands() -> Cases:
    for family in families().values():
        for path in sorted((family.folder / "examples").glob("*.toml")):
            for row in _toml(path, "example"):
                if "hand" in row and "win" in row:
                    for name in dict.fromkeys((row.get("ruleset", ""), *editions(family.name))):
                        yield f"{row['id']} {name}", {**row, "ruleset": name}
        for index, hand in enumerate(winning_hands(family.name, SEEDED, seed=7)):
            case = {
                "hand": format_tiles(hand.concealed),
                "melds": [str(meld) for meld in hand.melds],
                "flowers": format_tiles(hand.flowers),
                "win": format_tile(hand.winning or 0),
                "by": ("discard", "self_draw", "robbed_kong")[index % 3],
                "seat_wind": "ESWN"[index % 4],
                "prevalent_wind": "ESWN"[index // 4 % 4],
            }
            for name in editions(family.name):
                yield f"seeded {index} {name}", {**case, "ruleset": name}


def waiting_hands() -> Cases:
    for name, case in scored_hands():
        yield name, {key: value for key, value in case.items() if key not in ("win", "by")}


def recorded_hands() -> Iterator[tuple[str, RecordedHand]]:
    for name, kept in json.loads(PLAYTHROUGHS.read_text(encoding="utf-8")).items():
        yield f"playthrough {name}", loads(kept["log"]).hands[0]
    for kept in json.loads(DEMO_HANDS.read_text(encoding="utf-8")):
        yield f"demo {kept['ruleset']} {kept['seed']}", loads(kept["log"]).hands[0]


def replayed_hands() -> Cases:
    for name, hand in recorded_hands():
        case = case_of(hand.setup, hand.events)
        for edition in editions(hand.setup.ruleset.family.name):
            yield f"{name} as {edition}", {**case, "ruleset": edition}
    for path in [*sorted(ROOT.glob("tests/engine/rules/*/scenes/*.toml")), *sorted(ROOT.glob("tests/engine/*.toml"))]:
        for scene in _toml(path, "scene"):
            for edition in editions(ruleset(scene["ruleset"]).family.name):
                yield from _scene(f"{path.parent.parent.name} {scene['id']} as {edition}", scene, edition)


def _scene(name: str, scene: Mapping[str, Any], edition: str) -> Cases:
    setup = setup_of({**scene, "ruleset": edition})
    begun = setup_to_dict(setup)
    if "deal" not in scene:
        seats: list[object] = [None] * 4
        for letter, facts in scene.get("seats", {}).items():
            seats[seat_of(letter)] = {"hand": facts} if isinstance(facts, str) else facts
        position = {key: scene[key] for key in ("phase", "live") if key in scene}
        begun["position"] = {**position, "seats": seats, "turn": seat_of(scene.get("turn", "A"))}
    events: list[list[object]] = []
    for number, step in enumerate(scene.get("steps", ())):
        mark = next((mark for mark in MARKS if mark in step), "")
        event = event_to_list(read_line(step.partition(mark)[0].strip() if mark else step.strip(), setup))
        if mark:
            yield f"{name}, step {number}", {**begun, "events": [*events, event]}
        else:
            events.append(event)
    yield name, {**begun, "events": events}


def paid_hands() -> Cases:
    """The recorded hands as their players write them down, and a few hands of every kind."""
    for name, hand in recorded_hands():
        played = replay(start(hand.setup), hand.events)
        declared = written_down(Walk(hand.setup, tuple(hand.events), played.states))
        for edition in editions(hand.setup.ruleset.family.name):
            yield f"{name} as {edition}", {"ruleset": edition, "hands": [_declared(declared)]}
    for edition in ruleset_names():
        for number, line in enumerate(DECLARED):
            before = {"dealer": number % 4, "counters": number % 3, "deposits": number % 2 * 1000}
            yield f"declared {number} as {edition}", {"ruleset": edition, "before": before, "hands": [line]}


def _declared(hand: DeclaredHand) -> dict[str, Any]:
    shown = {str(seat): each._asdict() for seat, each in hand.shown.items()}
    lists = {"riichi": hand.riichi, "ready": hand.ready, "nagashi": hand.nagashi, "fines": hand.fines}
    events = [_event(event) for event in hand.events]
    return {
        "events": events,
        **{name: list(each) for name, each in lists.items()},
        "end": hand.end,
        "void": hand.void,
        "shown": shown,
    }


def _event(event: DeclaredEvent) -> list[object]:
    if isinstance(event, DeclaredKong):
        return ["kong", event.seat, event.kind, event.source]
    worth = {**event.value, "liable": event.liable, "robbed": event.robbed}
    return ["win", event.seat, "self" if event.source is None else event.source, worth]


def answered(cases: Cases, answer: Callable[[Mapping[str, Any]], Mapping[str, object]]) -> Iterator[tuple[str, str]]:
    for name, case in cases:
        yield name, process_line(answer, json.dumps({**case, "id": name}, ensure_ascii=False, default=str))[0]


def dealt() -> Iterator[tuple[str, str]]:
    seed = ["--seed", "5eed" * 16]
    for name in ruleset_names():
        for model in MODELS:
            for flowers in ((), ("--flowers",)):
                arguments = ["make", "--ruleset", name, "--number", "3", "--boards", "2", "--model", model, *flowers]
                yield f"{name} {' '.join((model, *flowers))}", _printed([*arguments, "--session", "1", *seed])
    yield "commit", _printed(["commit", "--event", "Spring Open", "--sessions", "5", "--boards", "16", *seed])


def _printed(arguments: list[str]) -> str:
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        status = engine(["deal", *arguments])
    return f"{said.getvalue()}exit {status}"


COMMANDS: dict[str, Callable[[], Iterator[tuple[str, str]]]] = {
    "score": lambda: answered(scored_hands(), score.answer),
    "waits": lambda: answered(waiting_hands(), waits.answer),
    "replay": lambda: answered(replayed_hands(), partial(answer_replay, with_trace=True, check=True)),
    "pay": lambda: answered(paid_hands(), answer_pay),
    "deal": dealt,
}
"""Command -> names of its cases, and its answers."""


def file_of(command: str) -> Path:
    return GOLDEN / f"engine-{command}.jsonl.gz"


def recorded(command: str) -> dict[str, str]:
    with gzip.open(file_of(command), "rt", encoding="utf-8") as file:
        return dict(map(json.loads, file))


def main() -> None:
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for command, answers in COMMANDS.items():
        lines = [json.dumps(pair, ensure_ascii=False) for pair in answers()]
        # Without a time in it, the same answers make the same file.
        file_of(command).write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
        print(f"{command}: {len(lines)} answers")


if __name__ == "__main__":
    main()
