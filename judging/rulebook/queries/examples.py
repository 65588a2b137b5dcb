from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import gettext

from engine.errors import EngineError
from engine.parameters import to_plain
from judging.law import Claim, combine_verdicts, decide, examine, read_claim
from judging.law.examples import Example, list_citations, load_examples
from judging.law.infractions import list_claimable
from judging.law.kinds import load_kinds
from judging.law.kinds.fault import FAULT
from judging.rulebook.queries.ruleset_view import Rulebook
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from tournaments.rounds.models import SeatWind

MAX_EXAMPLES: Final = {False: 2, True: 1}
"""Examples on one page: of claims that fail, and of claims that hold."""


@dataclass(frozen=True)
class ExampleText:
    claim: Mapping[str, Any]
    title: str
    label: str
    chip: str
    answers: list[evidence.EvidenceText]
    says: list[str]
    follows: list[words.ProposalText]


def list_clause_examples(book: Rulebook, clause: str) -> list[ExampleText]:
    """List claims that fail by the clause, then those that pass it, under the book's rules; few facts first."""
    examples: list[ExampleText] = []
    for holds in (False, True):
        side = [
            (example, claim)
            for example in _group_by_citation(book.rules.name).get((clause, holds), ())
            if (claim := read_example_claim(book, example)) is not None and (clause, holds) in _list_cited(book, claim)
        ]
        examples += [_describe_example(book, example, claim, clause) for example, claim in side[: MAX_EXAMPLES[holds]]]
    return examples


@lru_cache(maxsize=64)
def _group_by_citation(name: str) -> dict[tuple[str, bool], list[Example]]:
    book = Rulebook.published(name)
    by_citation: dict[tuple[str, bool], list[Example]] = {}
    written = load_examples(book.rules.family.name)
    for example in sorted(written, key=lambda example: (example.ruleset != name, len(example.facts))):
        claim = read_example_claim(book, example)
        for citation in _list_cited(book, claim) if claim is not None else ():
            by_citation.setdefault(citation, []).append(example)
    return by_citation


def read_example_claim(book: Rulebook, example: Example) -> Claim | None:
    """Return the example under the rules of the book; None if they lack its claim, fact or fault."""
    rules = book.rules
    if example.facts.get(FAULT.name, "") not in ("", *list_claimable(rules)):
        return None
    changed = {name: to_plain(value) for name, value in rules.changed.items()}
    try:
        return read_claim({**example.to_claim(), "ruleset": rules.name, "parameters": changed})
    except EngineError:
        return None


def _list_cited(book: Rulebook, claim: Claim) -> set[tuple[str, bool]]:
    return {(book.find_clause_name(clause), holds) for clause, holds, alike in list_citations(claim) if alike}


def _describe_example(book: Rulebook, example: Example, claim: Claim, clause: str) -> ExampleText:
    findings = [finding.to_dict() for finding in examine(claim)]
    seats = {seat.value: str(seat.label) for seat in SeatWind}
    label, chip = words.VERDICTS[combine_verdicts(examine(claim)).value]
    cited = [finding for finding in findings if book.find_clause_name(finding["clause"]) == clause]
    return ExampleText(
        claim=example.to_claim(),
        title=gettext(load_kinds()[example.kind].title),
        label=str(label),
        chip=chip,
        answers=evidence.describe_answers(example.to_claim(), seats, book.rules),
        says=[words.say_sentence(finding, seats, book.rules) for finding in cited],
        follows=[words.describe_proposal(proposal.to_dict(), seats) for proposal in decide(claim, examine(claim))],
    )
