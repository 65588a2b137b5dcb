"""Questions of the quiz: worked examples that the ruleset answers as documented."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from engine.errors import EngineError
from engine.family import Ruleset, ruleset
from engine.records.hand_cases import SCORE_FIELDS, read_score_case
from engine.scoring.score import ScoredHand, score
from judging.law import combine_verdicts, decide, examine
from judging.law.examples import load_examples
from judging.law.families import get_law
from judging.law.kinds import load_kinds
from judging.law.kinds.value import KIND as VALUE
from judging.rulebook.queries.examples import read_example_claim
from judging.rulebook.queries.ruleset_view import Rulebook


class QuizAnswer(NamedTuple):
    """Verdict (holds or fails) and punished infraction, or the value of a hand."""

    verdict: str = ""
    infraction: str = ""
    value: int | None = None


class Question(NamedTuple):
    """An example with its right ruling. `kind` and `claim` are shown; a worked hand has its score case."""

    id: str
    kind: str
    claim: Mapping[str, Any]
    right: QuizAnswer
    case: Mapping[str, Any] | None = None


@lru_cache(maxsize=64)
def load_questions(name: str) -> dict[str, Question]:
    rules = ruleset(name)
    return {question.id: question for question in (*_list_claims(rules), *_list_hands(rules))}


def _list_claims(rules: Ruleset) -> Iterator[Question]:
    """Yield claims of one player; several claimants and inspections have no single verdict."""
    for example in load_examples(rules.family.name):
        claim = read_example_claim(Rulebook(rules), example)
        if claim is None or load_kinds()[example.kind].recipient != "claimant":
            continue
        findings = examine(claim)
        answer = (
            combine_verdicts(findings).value,
            [proposal.infraction or None for proposal in decide(claim, findings)],
        )
        if answer == (example.verdict, [example.infraction]):
            right = QuizAnswer(example.verdict, example.infraction or "")
            yield Question(example.id, example.kind, claim.to_dict(), right)


def _list_hands(rules: Ruleset) -> Iterator[Question]:
    unit = get_law(rules.family).value_unit
    for path in sorted((rules.family.folder / "examples").glob("*.toml")):
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["example"]:
            if row["kind"] != "hand" or row.get("parameters"):
                continue
            documented = row.get(unit, row.get("value", {}).get(unit))
            value = documented.get(rules.name) if isinstance(documented, dict) else documented
            case = {field: row[field] for field in sorted(SCORE_FIELDS & row.keys())} | {"ruleset": rules.name}
            try:
                scored = score_case(case)
            except EngineError:
                continue
            # Limit hands have patterns and no value in this unit.
            if not scored.win or scored.value.get(unit) != value or (not value and scored.awards):
                continue
            yield Question(row["id"], VALUE.code, {"facts": _list_facts(row, scored)}, QuizAnswer(value=value), case)


def score_case(case: Mapping[str, Any]) -> ScoredHand:
    read = read_score_case(case)
    return score(read.hand, read.win, read.ruleset)


def _list_facts(row: Mapping[str, Any], scored: ScoredHand) -> dict[str, Any]:
    winds = {name: row[name] for name in ("prevalent_wind", "seat_wind") if name in row}
    circumstances = {name: value for name, value in row["context"].items() if value is not False}
    return {"hand": str(scored.hand), "by": row["by"], **winds, "circumstances": circumstances}
