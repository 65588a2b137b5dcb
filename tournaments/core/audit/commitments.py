"""Commitments to the personal values of log entries.

A new entry holds `{"personal": key, "digest": SHA-256}` in place of each personal value. The value and its salt are a
`PersonalValue` beside the chain, so that it can be erased without changing the entry.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from engine.sentences import Sentence
from tournaments.core.models.log import (
    COMMITTED,
    FACTS,
    REQUEST,
    TEXTS,
    AuditEntry,
    PersonalValue,
    is_commitment,
)
from tournaments.core.models.sentences import encode_sentence
from tournaments.entries.fields import PERSONAL

PERSONAL_KEYS: Final = PERSONAL | frozenset(
    """
    about acted_as claim confirmed_by corrections decision device discarded_reason doubtful_reason email
    entered_on file file_name findings first_name flag_reason further grounds holder initials issuer kept_reason
    last_name late_reason message note proposals reason retired_reason ruling_reason seed_shares transfers
    typed_again_by username void_reason why withdrawn_reason
    """.split()
)
"""Names of facts, at any depth of `before` and `after`, whose values are personal: names and what people typed."""

PERSONAL_KEYS_OF: Final[Mapping[str, frozenset[str]]] = {
    "announcement": frozenset({"text"}),
    "apitoken": frozenset({"name"}),
    "email": frozenset({"address", "error"}),
    "mailing": frozenset({"subject", "text"}),
    "rulesetversion": frozenset({"text"}),
    "season": frozenset({"user", "team", "same_as"}),
    "tablelog": frozenset({"text"}),
    "team": frozenset({"name"}),
    "tournament": frozenset({"organiser"}),
    "user": frozenset({"name"}),
}
"""Further such names by the model of the row."""

WITHOUT_NAMES: Final = frozenset(
    """
    application award awardwinner board boardplay boardset call case category claimrecord entryquestion evening
    eventpicture fee feedesk gametable handrecord inputrecord newestbackup prizehand registrationdesk roundclock round
    rulesetversion ruling season seating seatingdraw seedcommitment sheetphoto sitechain stage tablelog tableplace
    tableresult tournament
    """.split()
)
"""Models whose rows are named by numbers, or by the event's own words; the names of all others may be of people."""

EMPTY: Final[tuple[Any, ...]] = (None, "", "…", [], {})

Row = tuple[str, int]
"""Row within a fact: ("key", its key in the database) or ("number", number of a player)."""
Replace = Callable[[str, Row | None, Any], Any]
"""Function from a place, the row within which a fact stands, and the fact, to its replacement."""


def commit(entry: AuditEntry) -> list[PersonalValue]:
    """Replace the personal values of a new entry by commitments; return the rows that hold the values.

    `reopen` gives the entry its values again, once both are in the database.
    """
    values: list[PersonalValue] = []

    def commitment(place: str, _row: Row | None, fact: Any) -> dict[str, str]:
        text = json.dumps(fact, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        values.append(
            PersonalValue(
                entry=entry, key=secrets.token_urlsafe(12), place=place, salt=secrets.token_urlsafe(16), value=text
            )
        )
        return values[-1].commitment

    entry.form = COMMITTED
    replace_personal(entry, commitment)
    return values


def reopen(entry: AuditEntry, facts: Mapping[str, Any]) -> None:
    """Give a stored entry its values again."""
    entry.stored = {name: getattr(entry, name) for name in FACTS}
    for name, fact in facts.items():
        if name != "personal":
            setattr(entry, name, fact)


def list_commitments(entry: AuditEntry) -> set[tuple[str, str]]:
    """Return key and digest of each commitment in the entry, which is as stored."""
    listed: set[tuple[str, str]] = set()

    def add(facts: Any) -> None:
        if is_commitment(facts):
            listed.add((facts["personal"], facts.get("digest", "")))
        else:
            for part in facts.values() if isinstance(facts, dict) else facts if isinstance(facts, list) else ():
                add(part)

    add([entry.before, entry.after, entry.personal])
    return listed


def replace_personal(entry: AuditEntry, replace: Replace) -> None:
    """Replace personal values, or the commitments to them, in every column of the entry, which is as stored."""
    personal = dict(entry.personal)
    for name in TEXTS:
        text = encode_sentence(getattr(entry, name)) if name != "object_name" else entry.object_name
        fact = personal.get(name) or (text if _is_personal_text(entry, name) else "")
        if fact and (new := replace(name, None, fact)) != fact:
            personal[name] = new
            setattr(entry, name, "")
    request = [entry.ip_address, entry.user_agent]
    fact = personal.get(REQUEST) or (request if any(request) else None)
    if fact and (new := replace(REQUEST, None, fact)) != fact:
        personal[REQUEST] = new
        entry.ip_address, entry.user_agent = None, ""
    entry.personal = personal
    names = PERSONAL_KEYS | PERSONAL_KEYS_OF.get(entry.object_type, frozenset())
    for name in ("before", "after"):
        setattr(
            entry, name, _replace(getattr(entry, name), names, None, lambda *fact, place=name: replace(place, *fact))
        )


def _is_personal_text(entry: AuditEntry, name: str) -> bool:
    text = getattr(entry, name)
    if name == "actor_name":
        return entry.actor_id is not None or entry.origin == "team link"
    if name == "object_name":
        return entry.object_type not in WITHOUT_NAMES
    return not isinstance(text, Sentence) or _holds_text(text.values)


def _holds_text(values: Mapping[str, Any]) -> bool:
    """Return True if a text stands in the sentence: it may name a person."""
    return any(
        _holds_text(fact.values) if isinstance(fact, Sentence) else isinstance(fact, str) for fact in values.values()
    )


def _replace(facts: Any, names: Collection[str], row: Row | None, replace: Callable[[Row | None, Any], Any]) -> Any:
    if is_commitment(facts):
        return replace(row, facts)
    if isinstance(facts, list):
        return [_replace(part, names, row, replace) for part in facts]
    if not isinstance(facts, dict):
        return facts
    if {"template", "values"} <= set(facts):
        return _replace_in_sentence(facts, row, replace)
    row = _find_row(facts, row)
    return {
        name: replace(row, fact) if name in names and _is_personal(name, fact) else _replace(fact, names, row, replace)
        for name, fact in facts.items()
    }


def _find_row(facts: Mapping[str, Any], above: Row | None) -> Row | None:
    for name, kind in (("id", "key"), ("key", "key"), ("number", "number")):
        if type(facts.get(name)) is int:
            return kind, facts[name]
    return above


def _is_personal(name: str, fact: Any) -> bool:
    return fact not in EMPTY and (not isinstance(fact, int) or name == "account_id")


def _replace_in_sentence(
    facts: dict[str, Any], row: Row | None, replace: Callable[[Row | None, Any], Any]
) -> dict[str, Any]:
    """Return the stored sentence without its text, if a text in it was replaced."""
    values = {
        name: _replace_in_sentence(fact, row, replace)
        if isinstance(fact, dict) and "template" in fact
        else replace(row, fact)
        if (isinstance(fact, str) and fact) or is_commitment(fact)
        else fact
        for name, fact in facts["values"].items()
    }
    return facts if values == facts["values"] else {"template": facts["template"], "values": values}
