from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

from engine.family import Ruleset
from engine.parameters import to_plain
from engine.play.events import Event, event_to_list
from engine.play.table import Replay, replay
from engine.records.cases import read_events, read_start
from judging.law.fact_values import read_fact, write_fact
from judging.law.stored import StoredClaim
from judging.law.witnesses import Witnesses


class Claim(NamedTuple):
    """One question for the law.

    ``facts``: values by the name of the fact; None is an answer of "unknown". ``log``: a replay case of the batch
    format without its ruleset. ``event``: the disputed event after it, or None if the log itself is disputed.
    """

    kind: str
    ruleset: Ruleset
    seat: int | None = None
    facts: Mapping[str, Any] = {}
    log: Mapping[str, Any] | None = None
    event: Event | None = None
    witnesses: Witnesses = {}
    """Statements about facts; one of them that has no value is unknown."""

    def to_dict(self) -> StoredClaim:
        """Return the claim as JSON; ``read_claim`` reads it back."""
        stored: dict[str, Any] = {"kind": self.kind, "ruleset": self.ruleset.name}
        if self.ruleset.changed:
            stored["parameters"] = {name: to_plain(value) for name, value in self.ruleset.changed.items()}
        if self.seat is not None:
            stored["seat"] = self.seat
        stored["facts"] = {name: write_fact(name, value) for name, value in self.facts.items()}
        if self.witnesses:
            stored["witnesses"] = {
                name: [statement.to_dict(name) for statement in statements]
                for name, statements in self.witnesses.items()
            }
        if self.log is not None:
            stored["log"] = dict(self.log)
        if self.event is not None:
            stored["event"] = event_to_list(self.event)
        return cast(StoredClaim, stored)

    def with_fact(self, name: str, value: object) -> Claim:
        """Return the claim with one more fact, given as JSON; None means unknown."""
        return self._replace(facts={**self.facts, name: read_fact(name, value)})


def get_replay_case(claim: Claim) -> dict[str, Any]:
    rules = claim.ruleset
    changed = {name: to_plain(value) for name, value in rules.changed.items()}
    return {**(claim.log or {}), "ruleset": rules.name, "parameters": changed}


def replay_log(claim: Claim) -> Replay:
    case = get_replay_case(claim)
    return replay(read_start(case), read_events(case))
