"""Worked examples on the page of a clause."""

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
from judging.rulebook.queries.books import Book
from judging.rulebook.text import evidence
from judging.rulebook.text import findings as words
from tournaments.rounds.models import SeatWind

MAX_EXAMPLES: Final = {False: 2, True: 1}
"""Examples on one page: of claims that fail, and of claims that hold."""


@dataclass(frozen=True)
class ShownExample:
    """A claim with its facts, findings and outcome, in the reader's language."""

    claim: Mapping[str, Any]
    title: str
    label: str
    chip: str
    answers: list[evidence.ShownEvidence]
    says: list[str]
    follows: list[words.ShownProposal]


def clause_examples(book: Book, clause: str) -> list[ShownExample]:
    """Claims that fail by the clause, then claims that pass it, under the rules of the book; few facts first."""
    examples: list[ShownExample] = []
    for holds in (False, True):
        side = [
            (example, claim)
            for example in _citing(book.rules.name).get((clause, holds), ())
            if (claim := example_claim(book, example)) is not None and (clause, holds) in _cited(book, claim)
        ]
        examples += [_shown(book, example, claim, clause) for example, claim in side[: MAX_EXAMPLES[holds]]]
    return examples


@lru_cache(maxsize=64)
def _citing(name: str) -> dict[tuple[str, bool], list[Example]]:
    """(clause, holds) -> examples of it under a published ruleset, those written for it first."""
    book = Book.published(name)
    by_citation: dict[tuple[str, bool], list[Example]] = {}
    written = load_examples(book.rules.family.name)
    for example in sorted(written, key=lambda example: (example.ruleset != name, len(example.facts))):
        claim = example_claim(book, example)
        for citation in _cited(book, claim) if claim is not None else ():
            by_citation.setdefault(citation, []).append(example)
    return by_citation


def example_claim(book: Book, example: Example) -> Claim | None:
    """The example under the rules of the book; None if they lack its claim, fact or fault."""
    rules = book.rules
    if example.facts.get(FAULT.name, "") not in ("", *list_claimable(rules)):
        return None
    changed = {name: to_plain(value) for name, value in rules.changed.items()}
    try:
        return read_claim({**example.claim(), "ruleset": rules.name, "parameters": changed})
    except EngineError:
        return None


def _cited(book: Book, claim: Claim) -> set[tuple[str, bool]]:
    return {(book.named(clause), holds) for clause, holds, alike in list_citations(claim) if alike}


def _shown(book: Book, example: Example, claim: Claim, clause: str) -> ShownExample:
    findings = [finding.to_dict() for finding in examine(claim)]
    seats = {seat.value: str(seat.label) for seat in SeatWind}
    label, chip = words.VERDICTS[combine_verdicts(examine(claim)).value]
    cited = [finding for finding in findings if book.named(finding["clause"]) == clause]
    return ShownExample(
        claim=example.claim(),
        title=gettext(load_kinds()[example.kind].title),
        label=str(label),
        chip=chip,
        answers=evidence.answers(example.claim(), seats, book.rules),
        says=[words.say_sentence(finding, seats, book.rules) for finding in cited],
        follows=[words.shown_proposal(proposal.to_dict(), seats) for proposal in decide(claim, examine(claim))],
    )
