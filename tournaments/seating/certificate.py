"""Certificates: everything a sceptic needs to check a draw and to make it again.

A certificate is a JSON file. It names the algorithm and its version, the seed, the inputs with their digest, the
template, who drew which template number, the tables and all measures. `verify.verify` recomputes the measures from the
tables alone and makes the draw again from seed and inputs; what comes out must equal the file byte for byte. A
commitment, published before entries close, is the SHA-256 of the seed with a prefix, so that the seed cannot be
chosen once the players are known.

There are six kinds: "fixed" (all rounds of a schedule), "added" (rounds drawn together on top of played ones),
"swiss" (a round close in standing), "standings" (1-4, interval, snake; no chance at all), "replan" (the rest of an
event after a change) and "chosen" (a Swiss round found by a proof; see `chosen.py`).
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from tournaments.seating.constraints import NONE, Constraints
from tournaments.seating.measures import measures
from tournaments.seating.replanning.added import Added
from tournaments.seating.replanning.replan import Plan, Situation
from tournaments.seating.schedule import ALGORITHM_VERSION, Rounds, Schedule, digest
from tournaments.seating.sentences import SeatingError, gettext_noop
from tournaments.seating.swiss.rounds import StandingsRound, SwissRound

FORMAT = "mahjong-seating/1"


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
    rounds: int | None = None,
    committed: str | None = None,
) -> dict[str, Any]:
    """The certificate of one Swiss round: its inputs are the standings' order, the rounds played, how many the event
    will have, and the setting.
    """
    inputs = {
        "order": order,
        "played": _lists(played),
        "rounds": rounds,
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


def standings_certificate(
    drawn: StandingsRound, order: Sequence[int], played: Rounds, *, constraints: Constraints = NONE
) -> dict[str, Any]:
    """The certificate of a round by the standings: the order and the rounds played decide all, so the seed is empty."""
    inputs = {
        "order": list(order),
        "played": _lists(played),
        "mode": drawn.mode,
        "block": drawn.block,
        "byes": {str(player): count for player, count in sorted(drawn.byes.items())},
        "constraints": constraints.as_dict(),
    }
    return {
        "format": FORMAT,
        "kind": "standings",
        "version": ALGORITHM_VERSION,
        "seed": "",
        "commitment": None,
        "inputs": inputs,
        "inputs_digest": digest(inputs),
        "rounds": _lists((drawn.round,)),
        "byes": [list(drawn.sits_out)],
        "measures": measures((drawn.round,), constraints).as_dict(),
        "price": {"repeats": drawn.repeats, "spread": drawn.spread, "wind_excess": drawn.wind_excess},
    }


def added_certificate(added: Added, *, committed: str | None = None) -> dict[str, Any]:
    """The certificate of rounds drawn together on top of played ones; the measures are over the new rounds."""
    inputs = {
        "players": list(added.players),
        "substitutes": list(added.substitutes),
        "rounds": len(added.rounds),
        "played": _lists(added.played),
        "played_numbers": [list(line) for line in added.played_numbers],
        "constraints": added.constraints.as_dict(),
        "improve": added.improve,
    }
    return {
        "format": FORMAT,
        "kind": "added",
        "version": ALGORITHM_VERSION,
        "seed": added.seed,
        "commitment": committed,
        "inputs": inputs,
        "inputs_digest": digest(inputs),
        "rounds": _lists(added.rounds),
        "table_numbers": [list(line) for line in added.table_numbers],
        "byes": [list(line) for line in added.byes],
        "measures": measures(added.rounds, added.constraints, table_numbers=added.table_numbers).as_dict(),
        "price": {"repeats": added.measures.repeats, "repeat_bound": added.measures.repeat_bound},
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
    text = text.removeprefix("\ufeff")
    if not text.strip():
        raise SeatingError(gettext_noop("There is nothing to read."))
    try:
        value = json.loads(text)
        # Half of a surrogate pair could not be shown to anybody.
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise SeatingError(
            gettext_noop("This is no JSON: %(why)s in line %(line)d."), why=error.msg, line=error.lineno
        ) from error
    except (RecursionError, ValueError) as error:
        # Brackets in brackets without end, or a number of thousands of digits.
        raise SeatingError(gettext_noop('A certificate is a JSON object with "rounds".')) from error
    if not isinstance(value, dict) or "rounds" not in value:
        raise SeatingError(gettext_noop('A certificate is a JSON object with "rounds".'))
    return value


def _lists(rounds: Rounds) -> list[list[list[int]]]:
    return [[list(table) for table in round_] for round_ in rounds]
