"""Examples of options by claims: the law answers them otherwise under another value (``<family>/options.toml``).

A row is read as those of ``engine.option_examples``; its ``claim`` has the kind, the facts, the seat (1 if it is not
named), and ``earlier`` punished offences.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from engine.family import families
from engine.option_examples import OptionExample, read_example
from engine.parameters import to_plain
from judging.law.claim import Claim
from judging.law.claim_reading import read_claim
from judging.law.examination import examine
from judging.law.findings import Finding
from judging.law.rulings import Proposal, decide


@cache
def load_option_claims(family: str) -> dict[str, OptionExample]:
    path = Path(__file__).parent / family / "options.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    examples = {name: read_example(families()[family], name, row) for name, row in rows.items()}
    return {name: example for name, example in examples.items() if example is not None}


class Answer(NamedTuple):
    claim: Claim
    findings: tuple[Finding, ...]
    proposals: tuple[Proposal, ...]


def answer(example: OptionExample, name: str, value: object) -> Answer:
    """Ask the law with this value of the option. Raises EngineError for an unreadable claim."""
    rules = example.rules(name, value)
    changed = {option: to_plain(changed) for option, changed in rules.changed.items()}
    case = {"seat": 1, **example.case, "ruleset": rules.name, "parameters": changed}
    earlier = case.pop("earlier", {})
    claim = read_claim(case)
    findings = tuple(examine(claim))
    return Answer(claim, findings, decide(claim, findings, earlier=earlier))


def gives_same_answer(example: OptionExample, name: str) -> bool:
    """True if the law answers alike under both values of the option: findings, clauses and proposals."""
    first, second = (answer(example, name, value)[1:] for value in example.values)
    return first == second
