from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.errors import EngineError
from engine.family import Ruleset
from engine.parameters import to_plain
from engine.play.events import Event, EventError, event_from_list
from engine.records.cases import read_events, read_start
from engine.records.hand_cases import circumstance_names, read_ruleset
from engine.sentences import sentence as _
from engine.tiles.fields import JsonCase
from judging.law.claim import Claim
from judging.law.fact_values import ClaimError, read_fact
from judging.law.facts import MEMBERS
from judging.law.families import get_law
from judging.law.infractions import list_claimable
from judging.law.kinds import list_kinds, load_kinds
from judging.law.kinds.fault import FAULT
from judging.law.witnesses import read_witnesses

KEYS: Final = ("id", "kind", "ruleset", "parameters", "seat", "facts", "witnesses", "log", "event", "earlier")
"""Keys of a claim; ``earlier`` stands in its answer."""

MAX_LOG_EVENTS: Final = 2000
"""Events of a record of play: a hand of any family has a few hundred at most."""


def read_claim(stored: JsonCase) -> Claim:
    """Return the claim of a JSON object. Raises ClaimError, or an EngineError of the ruleset, with the field.

    >>> read_claim({"kind": "lock", "ruleset": "mcr-2006"})
    Traceback (most recent call last):
    ...
    judging.law.fact_values.ClaimError: kind: mcr has no claim 'lock'
    """
    for key in stored:
        if key not in KEYS:
            keys = ", ".join(KEYS)
            raise ClaimError(_("%(key)s: a claim has only %(known)s", key=repr(key), known=keys), at=str(key))
    rules = read_ruleset(stored)
    kind = stored.get("kind")
    kinds_by_code = load_kinds()
    if kind not in kinds_by_code:
        raise ClaimError(
            _("kind: expected one of %(known)s, found %(kind)s", known=", ".join(kinds_by_code), kind=repr(kind)),
            at="kind",
        )
    if kinds_by_code[kind] not in list_kinds(rules.family):
        raise ClaimError(
            _("kind: %(family)s has no claim %(kind)s", family=rules.family.name, kind=repr(kind)), at="kind"
        )
    seat = stored.get("seat")
    if seat is not None and (isinstance(seat, bool) or seat not in (0, 1, 2, 3)):
        raise ClaimError(_("seat: expected 0, 1, 2 or 3, found %(value)s", value=repr(seat)), at="seat")
    facts = stored.get("facts") or {}
    if not isinstance(facts, Mapping):
        raise ClaimError(_("facts: expected an object of facts by name"), at="facts")
    values = {name: read_fact(name, value) for name, value in facts.items()}
    witnesses = read_witnesses(stored.get("witnesses") or {})
    values |= {name: None for name in witnesses if name not in values}
    _check_fault(values.get(FAULT.name), rules)
    _check_circumstances(values, rules)
    get_law(rules.family).check_facts(values, seat)
    log, event = _read_log(stored, rules)
    if kinds_by_code[kind].from_record and log is None:
        raise ClaimError(_("log: the record of play is missing"), at="log")
    return Claim(kind, rules, seat, values, log, event, witnesses)


def _check_fault(code: str | None, rules: Ruleset) -> None:
    if code is not None and all(row["code"] != code for row in rules.family.infractions):
        raise ClaimError(
            _(
                "fault: expected one of %(known)s, found %(value)s",
                value=repr(code),
                known=", ".join(list_claimable(rules)),
            ),
            at=f"facts.{FAULT.name}",
        )


def _check_circumstances(values: Mapping[str, Any], rules: Ruleset) -> None:
    names = circumstance_names(rules.family)
    for field in MEMBERS:
        for key in values.get(field) or ():
            if key not in names:
                raise ClaimError(
                    _(
                        "%(field)s: %(family)s has no circumstance %(name)s; use one of %(known)s",
                        field=field,
                        family=rules.family.name,
                        name=repr(key),
                        known=", ".join(names),
                    ),
                    at=f"facts.{field}.{key}",
                )


def _read_log(stored: JsonCase, rules: Ruleset) -> tuple[Mapping[str, Any] | None, Event | None]:
    log, event = stored.get("log"), stored.get("event")
    if log is None:
        if event is not None:
            raise ClaimError(_("log: a disputed event needs the record of play before it"), at="log")
        return None, None
    if not isinstance(log, Mapping):
        raise ClaimError(_("log: expected a replay case"), at="log")
    events = log.get("events")
    if isinstance(events, list | tuple) and len(events) > MAX_LOG_EVENTS:
        raise ClaimError(_("log: a record may have at most %(most)s events", most=MAX_LOG_EVENTS), at="log")
    case = {**log, "ruleset": rules.name, "parameters": {name: to_plain(v) for name, v in rules.changed.items()}}
    try:
        read_start(case)
        read_events(case)
    except EngineError as error:
        raise ClaimError(_("log: %(problem)s", problem=error.message), at="log") from None
    record = {name: value for name, value in log.items() if name not in ("ruleset", "parameters", "id")}
    if event is None:
        return record, None
    if not isinstance(event, Sequence) or isinstance(event, str):
        raise ClaimError(_('event: expected a list such as ["win", 1, "self", "5m"]'), at="event")
    try:
        return record, event_from_list(list(event))
    except EventError as error:
        raise ClaimError(_("event: %(problem)s", problem=error.message), at="event") from None
