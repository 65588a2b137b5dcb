"""Certificates: everything a sceptic needs to check a draw and to make it again.

A certificate is a JSON file. It names the algorithm and its version, the seed, the inputs with their digest, the
template, who drew which template number, the tables and all measures. `verify` recomputes the measures from the
tables alone and makes the draw again from seed and inputs; what comes out must equal the file byte for byte. A
commitment, published before entries close, is the SHA-256 of the seed with a prefix, so that the seed cannot be
chosen once the players are known.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.seating.constraints import Constraints
from tournaments.seating.draw import check_schedule, generate
from tournaments.seating.measures import measures
from tournaments.seating.replan import Plan, Situation, options
from tournaments.seating.schedule import ALGORITHM_VERSION, Rounds, Schedule, SeatingError, digest, freeze, relabel
from tournaments.seating.swiss import SwissRound, swiss
from tournaments.seating.templates import rebuild

FORMAT = "mahjong-seating/1"


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked, whether it holds, and a sentence about it."""

    name: str
    passed: bool
    sentence: str


def new_seed() -> str:
    """A fresh seed of 128 bits from the operating system, in hex."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """The hash to publish before entries close; the seed itself is published with the draw.

    >>> commitment("olga")[:16]
    'c436c6cfd3479682'
    """
    return hashlib.sha256(f"mjseat/1|commit|{seed}".encode()).hexdigest()


def certificate(schedule: Schedule, *, improve: int = 0, committed: str | None = None) -> dict[str, Any]:
    """The certificate of a fixed draw as a JSON value. `improve` is the effort it was drawn with, `committed`
    an earlier commitment.
    """
    joined = set(schedule.substitutes)
    inputs = {
        "players": [player for player in schedule.players if player not in joined],
        "substitutes": list(schedule.substitutes),
        "rounds": len(schedule.rounds),
        "constraints": schedule.constraints.as_dict(),
        "improve": improve,
    }
    return {
        "format": FORMAT,
        "kind": "fixed",
        "version": schedule.version,
        "seed": schedule.seed,
        "commitment": committed,
        "inputs": inputs,
        "inputs_digest": digest(inputs),
        "template": {"method": schedule.template.method, "parameters": dict(schedule.template.parameters)},
        "mapping": list(schedule.mapping),
        "rounds": _lists(schedule.rounds),
        "table_numbers": [list(line) for line in schedule.table_numbers],
        "byes": [list(line) for line in schedule.byes],
        "measures": schedule.measures.as_dict(),
        "notes": list(schedule.notes),
    }


def swiss_certificate(
    drawn: SwissRound,
    order: list[int],
    played: Rounds,
    *,
    constraints: Constraints,
    brackets: list[list[int]] | None = None,
    byes: Mapping[int, int] | None = None,
    committed: str | None = None,
) -> dict[str, Any]:
    """The certificate of one Swiss round: its inputs are the standings' order, the rounds played and the setting."""
    inputs = {
        "order": order,
        "played": _lists(played),
        "setting": drawn.setting,
        "constraints": constraints.as_dict(),
        "brackets": brackets,
        "byes": {str(player): count for player, count in sorted((byes or {}).items())},
    }
    return {
        "format": FORMAT,
        "kind": "swiss",
        "version": ALGORITHM_VERSION,
        "seed": drawn.seed,
        "commitment": committed,
        "inputs": inputs,
        "inputs_digest": digest(inputs),
        "rounds": _lists((drawn.round,)),
        "byes": [list(drawn.sits_out)],
        "measures": measures((drawn.round,), constraints).as_dict(),
        "price": {"repeats": drawn.repeats, "spread": drawn.spread, "wind_excess": drawn.wind_excess},
    }


def replan_certificate(plan: Plan, situation: Situation, seed: str) -> dict[str, Any]:
    """The certificate of the coming rounds planned anew: its inputs are the whole situation and the option chosen."""
    inputs = {
        "kind": plan.kind,
        "played": _lists(situation.played),
        "played_numbers": [list(line) for line in situation.played_numbers],
        "planned": _lists(situation.planned),
        "planned_numbers": [list(line) for line in situation.planned_numbers],
        "leaves": sorted(situation.leaves),
        "arrives": list(situation.arrives),
        "tables_gone": sorted(situation.tables_gone),
        "substitutes": list(situation.substitutes),
        "constraints": situation.constraints.as_dict(),
    }
    return {
        "format": FORMAT,
        "kind": "replan",
        "version": ALGORITHM_VERSION,
        "seed": seed,
        "commitment": None,
        "inputs": inputs,
        "inputs_digest": digest(inputs),
        "rounds": _lists(plan.rounds),
        "table_numbers": [list(line) for line in plan.table_numbers],
        "byes": [list(line) for line in plan.byes],
        "measures": measures(plan.rounds, situation.constraints, table_numbers=plan.table_numbers).as_dict(),
    }


def dumps(value: Mapping[str, Any]) -> str:
    """The file's text: keys sorted, one line for each entry, a newline at the end. The same certificate always
    gives the same bytes.
    """
    lines = [
        f" {json.dumps(key)}: {json.dumps(value[key], sort_keys=True, ensure_ascii=False)}" for key in sorted(value)
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def loads(text: str) -> dict[str, Any]:
    """The certificate of a file's text; a `SeatingError` says what is wrong with it."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise SeatingError(f"This is no JSON: {error.msg} in line {error.lineno}.") from error
    if not isinstance(value, dict) or "rounds" not in value:
        raise SeatingError('A certificate is a JSON object with "rounds".')
    return value


def verify(value: Mapping[str, Any]) -> list[Check]:
    """Every check of a certificate in order. A bare `{"rounds": ...}` is measured too; what it cannot show is left
    out.

    A certificate stands if all checks pass.
    """
    checks: list[Check] = []
    try:
        rounds = freeze(value["rounds"])
    except (SeatingError, TypeError, ValueError) as error:
        return [Check("tables", False, f"The tables cannot be read: {error}")]
    if value.get("format") != FORMAT:
        return [*_check_tables(value, rounds), *_check_measures(value, rounds)]
    if value.get("version") != ALGORITHM_VERSION:
        checks.append(
            Check(
                "version",
                False,
                f"Drawn by {value.get('version')}; this program is {ALGORITHM_VERSION} and cannot repeat it.",
            )
        )
    checks += _check_tables(value, rounds)
    checks += _check_measures(value, rounds)
    inputs = value.get("inputs")
    if not isinstance(inputs, dict):
        return [*checks, Check("inputs", False, "The inputs are missing.")]
    same = digest(inputs) == value.get("inputs_digest")
    checks.append(
        Check("inputs", same, "The inputs have the digest that is named." if same else "The inputs were changed.")
    )
    if value.get("commitment"):
        kept = commitment(str(value.get("seed"))) == value["commitment"]
        checks.append(
            Check(
                "commitment",
                kept,
                "The seed is the one committed to before."
                if kept
                else "The seed is not the one that was committed to.",
            )
        )
    again = {"fixed": _redraw_fixed, "swiss": _redraw_swiss, "replan": _redraw_replan}.get(str(value.get("kind")))
    if again is None:
        return [*checks, Check("draw", False, f"Unknown kind of draw: {value.get('kind')}.")]
    return [*checks, *_check_draw(value, rounds, again)]


def _check_draw(
    value: Mapping[str, Any], rounds: Rounds, again: Callable[[Mapping[str, Any]], dict[str, Any]]
) -> list[Check]:
    """The draw made again from seed and inputs, compared byte for byte."""
    checks = []
    try:
        if value["kind"] == "fixed":
            made = rebuild(str(value["template"]["method"]), value["template"]["parameters"])
            seated = relabel(made.rounds, value["mapping"])
            agree = _meetings(seated) == _meetings(rounds)
            checks.append(
                Check(
                    "template",
                    agree,
                    f"The tables are the template {made.name} with the players in their drawn numbers."
                    if agree
                    else "The tables are not those of the template.",
                )
            )
        fresh = dumps(again(value))
    except (KeyError, TypeError, ValueError, IndexError) as error:
        return [*checks, Check("draw", False, f"The draw cannot be made again: {error}")]
    same = fresh == dumps(value)
    mark = hashlib.sha256(fresh.encode()).hexdigest()
    checks.append(
        Check(
            "draw",
            same,
            f"The seed gives this draw again, byte for byte (SHA-256 {mark})."
            if same
            else f"The seed gives another draw (SHA-256 {mark}).",
        )
    )
    return checks


def _redraw_fixed(value: Mapping[str, Any]) -> dict[str, Any]:
    """The certificate as seed and inputs give it; a template that is no part of the draw is taken from the file."""
    inputs = value["inputs"]
    parameters = value["template"]["parameters"]
    seeded = bool(parameters.get("seeded"))
    schedule = generate(
        [int(player) for player in inputs["players"]],
        int(inputs["rounds"]),
        seed=str(value["seed"]),
        constraints=Constraints.from_dict(inputs["constraints"]),
        substitutes=[int(player) for player in inputs["substitutes"]],
        improve=int(inputs["improve"]),
        base=None if seeded else rebuild(str(value["template"]["method"]), parameters),
        stop_after=int(parameters["steps"]) if seeded else None,
    )
    return certificate(schedule, improve=int(inputs["improve"]), committed=value.get("commitment"))


def _redraw_swiss(value: Mapping[str, Any]) -> dict[str, Any]:
    inputs = value["inputs"]
    order, played = [int(player) for player in inputs["order"]], freeze(inputs["played"])
    constraints = Constraints.from_dict(inputs["constraints"])
    byes = {int(player): int(count) for player, count in inputs["byes"].items()}
    drawn = swiss(
        order,
        played,
        seed=str(value["seed"]),
        setting=str(inputs["setting"]),
        constraints=constraints,
        brackets=inputs["brackets"],
        byes=byes,
    )
    return swiss_certificate(
        drawn,
        order,
        played,
        constraints=constraints,
        brackets=inputs["brackets"],
        byes=byes,
        committed=value.get("commitment"),
    )


def _redraw_replan(value: Mapping[str, Any]) -> dict[str, Any]:
    inputs = value["inputs"]
    situation = Situation(
        played=freeze(inputs["played"]),
        played_numbers=tuple(tuple(line) for line in inputs["played_numbers"]),
        planned=freeze(inputs["planned"]),
        planned_numbers=tuple(tuple(line) for line in inputs["planned_numbers"]),
        leaves=frozenset(inputs["leaves"]),
        arrives=tuple(inputs["arrives"]),
        tables_gone=frozenset(inputs["tables_gone"]),
        substitutes=tuple(inputs["substitutes"]),
        constraints=Constraints.from_dict(inputs["constraints"]),
    )
    plans = [plan for plan in options(situation, seed=str(value["seed"])) if plan.kind == inputs["kind"]]
    if not plans:
        raise SeatingError("this option does not exist")
    return replan_certificate(plans[0], situation, str(value["seed"]))


def _check_tables(value: Mapping[str, Any], rounds: Rounds) -> list[Check]:
    """Every round seats everybody who does not sit out, once."""
    everybody = {player for round_ in rounds for table in round_ for player in table}
    byes = value.get("byes") or [[] for _ in rounds]
    everybody |= {player for line in byes for player in line}
    problems = []
    for k, round_ in enumerate(rounds):
        out = set(byes[k]) if k < len(byes) else set()
        problems += [text.replace("Round 1", f"Round {k + 1}") for text in check_schedule((round_,), everybody - out)]
    sentence = f"{len(rounds)} rounds, each seating everybody once." if not problems else " ".join(problems[:5])
    return [Check("tables", not problems, sentence)]


def _check_measures(value: Mapping[str, Any], rounds: Rounds) -> list[Check]:
    """The measures that are named, recomputed from the tables."""
    stated = value.get("measures")
    if not isinstance(stated, dict):
        return []
    inputs = value.get("inputs")
    asked = inputs.get("constraints", {}) if isinstance(inputs, dict) else {}
    try:
        constraints = Constraints.from_dict(asked)
        found = measures(rounds, constraints, table_numbers=value.get("table_numbers")).as_dict()
    except (KeyError, TypeError, ValueError, IndexError) as error:
        return [Check("measures", False, f"The measures cannot be recomputed: {error}")]
    found = json.loads(json.dumps(found))
    wrong = [
        f"{name} is {found[name]}, not {stated[name]}"
        for name in found
        if name in stated and found[name] != stated[name]
    ]
    sentence = (
        f"Recomputed from the tables alone: {found['repeats']} repeats (bound {found['repeat_bound']}), "
        f"{found['third_meetings']} third meetings, {found['without_common']} pairs without a common opponent, "
        f"{found['repeated_tables']} repeated tables, wind excess {found['wind_excess']}."
    )
    return [Check("measures", not wrong, sentence if not wrong else f"Wrong measures: {'; '.join(wrong)}.")]


def _meetings(rounds: Rounds) -> list[list[tuple[int, ...]]]:
    return [sorted(tuple(sorted(table)) for table in round_) for round_ in rounds]


def _lists(rounds: Rounds) -> list[list[list[int]]]:
    return [[list(table) for table in round_] for round_ in rounds]
