"""Ask the law under the rules of a case: findings, proposals with repeat offences counted, the next question."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.family import Ruleset
from judging.engine_version import engine_version
from judging.law import Claim, Finding, examine, next_question, read_claim
from judging.law.rulings import decide_each
from judging.models import Case, ClaimRecord
from judging.selectors import repeats
from judging.wording.findings import say
from tournaments.core.text.language import reader
from tournaments.core.text.sentences import in_words
from tournaments.entries.models.entries import Entry
from tournaments.events.models import RulesetVersion


@dataclass(frozen=True)
class Judgment:
    """What the law says to a claim; dictionaries as JSON has them. `question` is the next fact to ask for."""

    claim: dict[str, Any]
    findings: list[dict[str, Any]]
    proposals: list[dict[str, Any]]
    question: str | None
    ruleset: Ruleset

    @property
    def record(self) -> dict[str, Any]:
        """What `services.cases.record_claim` stores."""
        return {
            "claim": self.claim,
            "findings": self.findings,
            "proposals": self.proposals,
            "ruleset_name": self.ruleset.name,
            "parameters": self.claim.get("parameters", {}),
            "engine_version": engine_version(),
        }


def rules_version(case: Case) -> RulesetVersion:
    """The rules in force when the case's round began, else the tournament's newest."""
    return (case.round.ruleset if case.round is not None else None) or case.tournament.ruleset


def rules_of(case: Case) -> Ruleset:
    """The same as the engine knows them."""
    version = rules_version(case)
    return version.rules


def judge(case: Case, stored: Mapping[str, Any]) -> Judgment:
    """Examine a claim (kind, seat, facts, log, event) under the rules of the case.

    Raises EngineError for a claim that cannot be read; `at` names the field.
    """
    version = rules_version(case)
    asked = {**stored, "ruleset": version.preset}
    if version.parameters:
        asked["parameters"] = version.parameters
    claim = read_claim(asked)
    findings = examine(claim)
    return Judgment(
        claim.to_dict(),
        [finding.to_dict() for finding in findings],
        _proposals(case, claim, findings),
        next_question(claim).question if claim.log is None else None,
        claim.ruleset,
    )


def _proposals(case: Case, claim: Claim, findings: tuple[Finding, ...]) -> list[dict[str, Any]]:
    """One offender after another with what that player has done before; without one, what becomes of the claim."""
    parties = _parties(case)

    def before(seat: int) -> dict[str, int]:
        return repeats.earlier(case, parties[seat], claim.ruleset) if seat in parties else {}

    return [each.to_dict() for each in decide_each(claim, findings, before)]


def _parties(case: Case) -> dict[int | None, Entry]:
    return {party.seat: party.entry for party in case.parties.select_related("entry")}


def same(first: Mapping[str, Any], second: Mapping[str, Any]) -> bool:
    """Return whether two answers lead to the same ruling: verdict, clause and words of each finding, and proposals."""
    return _says(first) == _says(second)


def _says(answer: Mapping[str, Any]) -> tuple[list[tuple[str, str, str]], list[Any]]:
    findings = [(each["verdict"], each["clause"], each["message"]) for each in answer["findings"]]
    # As JSON has them, which knows no tuples.
    return findings, json.loads(json.dumps(answer["proposals"]))


def answers_otherwise(record: ClaimRecord, names: Mapping[int, str]) -> list[str]:
    """What today's engine says differently to stored facts: sentences as stored and as now, empty where all is equal.

    They are in the reader's language, with the players' names of the seats.

    Nothing is computed where the engine has not changed since.
    """
    if record.engine_version == engine_version():
        return []
    try:
        now = [finding.to_dict() for finding in examine(read_claim(record.claim))]
    except EngineError as error:
        return [in_words(error)]
    then = {(each["clause"], each["message"], each["verdict"]): each for each in record.findings}
    today = {(each["clause"], each["message"], each["verdict"]): each for each in now}
    gone, new = sorted(then.keys() - today.keys()), sorted(today.keys() - then.keys())
    return [f"− {key[0]}: {say(then[key], names, reader())}" for key in gone] + [
        f"+ {key[0]}: {say(today[key], names, reader())}" for key in new
    ]
