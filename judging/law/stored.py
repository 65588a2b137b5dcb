"""Claims, findings and proposals as JSON: what `to_dict` of the law's values writes, and columns of the cases hold.

Rows of earlier releases lack the keys that are not required.
"""

from __future__ import annotations

from typing import Any, NotRequired, TypedDict

StoredTransfer = TypedDict(
    "StoredTransfer",
    {
        "from": int | None,
        "to": int | None,
        "amount": int | str,
        "reason": NotRequired[str],
        "clause": NotRequired[str],
    },
)
"""Points that one seat pays another; None: the deposit."""


class StoredClaim(TypedDict):
    """A claim to be judged: `log` without its rules, and the disputed `event` after it."""

    kind: str
    ruleset: str
    facts: dict[str, Any]
    parameters: NotRequired[dict[str, Any]]
    seat: NotRequired[int]
    witnesses: NotRequired[dict[str, list[dict[str, Any]]]]
    log: NotRequired[dict[str, Any]]
    event: NotRequired[list[Any]]


class StoredLedgerLine(TypedDict):
    seat: int
    column: str
    amount: int | str
    unit: NotRequired[str]
    reason: NotRequired[str]


class StoredBreakingPoint(TypedDict):
    fact: str
    values: list[Any]
    then: list[StoredProposal]


class StoredProposal(TypedDict):
    """A penalty for one seat with its effects, and the options beside it; `minutes`: extra minutes."""

    infraction: str
    seat: int
    clause: str
    title: str
    penalty: str
    repeat: NotRequired[int]
    scope: NotRequired[str]
    hand: NotRequired[str]
    transfers: NotRequired[list[StoredTransfer]]
    ledger: NotRequired[list[StoredLedgerLine]]
    refund_kongs: NotRequired[bool]
    notes: NotRequired[list[str]]
    place_in_event: NotRequired[list[dict[str, Any]]]
    steps: NotRequired[list[int | str]]
    minutes: NotRequired[int]
    options: NotRequired[list[StoredProposal]]
    breaking_points: NotRequired[list[StoredBreakingPoint]]


class StoredFinding(TypedDict):
    """A verdict on one statement; `text` is the clause, `sentence` the finding with its values."""

    verdict: str
    clause: str
    message: str
    text: NotRequired[str]
    sentence: NotRequired[dict[str, Any]]
    seat: NotRequired[int | None]
    missing: NotRequired[list[str]]
    evidence: NotRequired[list[dict[str, Any]]]
    infraction: NotRequired[str | None]
