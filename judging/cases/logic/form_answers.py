"""Read answers of a form as facts. A fact has a field of its name, or several whose names begin with it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import records
from engine.bounded_json import read_json
from engine.errors import EngineError
from engine.exact import integer_or
from engine.family import Ruleset
from engine.play.events import event_from_list, event_to_list
from engine.play.table import Setup
from engine.records.cases import case_of
from engine.records.event_log import loads as text_log
from engine.records.hand_cases import read_ruleset
from engine.sentences import Sentence
from engine.sentences import gettext_noop as _
from engine.tiles.tile import UNKNOWN as UNKNOWN_TILE
from judging.law.fact_values import read_fact, write_fact
from judging.law.facts import ASKED_INSTEAD, MEMBERS, NOTHING_OF, Fact, FactType
from judging.law.kinds import load_facts

UNKNOWN: Final = "unknown"
"""The answer "nobody knows": the fact was asked for, and the law decides without it as far as it can."""

WITNESSES: Final = "witnesses"
"""The answer "witnesses differ": their statements are entered, and the fact is unknown."""

OTHER: Final = "other"
"""The witness who is no player of the table."""

NOBODY: Final = "nobody"
"""The answer that no seat fits."""

SEVERAL: Final = (FactType.SEATS, FactType.CHOICES, FactType.PATTERNS)

KONG_LINE = _("write the seat from 1 to 4 and the kind, such as “1 concealed” or “2 direct 4”")


class TypedError(EngineError):
    """A text that its field cannot take, in a sentence without the field's name."""

    kind = "typed"


class LineError(TypedError):
    def __init__(self, number: int, inner: EngineError) -> None:
        super().__init__(Sentence(_("Line %(number)s: %(problem)s"), {"number": number, "problem": inner.message}))
        self.number = number
        self.inner = inner


def read_answer(fact: Fact[Any], values: Mapping[str, Any]) -> tuple[bool, Any]:
    """Return (answered, value as JSON) of a fact; None is "unknown"."""
    is_answered, value = _answer(fact, values)
    unknown = values.get(f"{fact.name}_{UNKNOWN}") or is_contested(fact, values)
    return (True, None) if not is_answered and unknown else (is_answered, value)


def is_contested(fact: Fact[Any], values: Mapping[str, Any]) -> bool:
    return values.get(fact.name) == WITNESSES or bool(values.get(f"{fact.name}_{WITNESSES}"))


def get_statement_field(fact: Fact[Any], who: object) -> str:
    return f"{fact.name}_said_{who}"


def read_statements(fact: Fact[Any], values: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the statements about a fact as a claim has them; the person beside the players needs a name."""
    statements: list[dict[str, Any]] = []
    name = str(values.get(f"{get_statement_field(fact, OTHER)}_name") or "").strip()
    witnesses: list[tuple[object, dict[str, Any]]] = [(seat, {"seat": seat}) for seat in range(4)]
    for who, named in [*witnesses, *([(OTHER, {"name": name})] if name else [])]:
        text = values.get(get_statement_field(fact, who))
        answered = {fact.name: text, **_split(fact, str(text or ""))}
        is_answered, value = _answer(fact, answered)
        if is_answered:
            statements.append({**named, "value": value})
    return statements


def _split(fact: Fact[Any], text: str) -> dict[str, str]:
    if fact.type not in (FactType.HANDS, FactType.SUITS):
        return {}
    return {f"{fact.name}_{seat}": part.strip() for seat, part in enumerate(text.split("/")[:4])}


def _answer(fact: Fact[Any], values: Mapping[str, Any]) -> tuple[bool, Any]:
    if fact.type in (FactType.HANDS, FactType.SUITS):
        notations = [values.get(f"{fact.name}_{seat}") or "" for seat in range(4)]
        return any(notations), notations
    value = values.get(fact.name)
    if fact.type is FactType.TILES:
        return bool(value) or bool(values.get(f"{fact.name}_none")), value or ""
    if value in (None, "", []):
        return False, None
    if value in (UNKNOWN, WITNESSES):
        return True, None
    if fact.type is FactType.FLAG:
        return True, value == "yes"
    if fact.type is FactType.SEAT:
        return True, value if value in dict(fact.choices) else int(value)
    if fact.type is FactType.SEATS:
        return True, [int(seat) for seat in value if seat != NOBODY]
    return True, value


def parse_kongs(text: str) -> list[Any]:
    """Return kongs of lines such as ``2 direct 4 / 1``. Raises TypedError with the line."""
    kongs = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        kongs.append(_parse_kong(line))
        try:
            read_fact(load_facts()["kongs"].name, kongs[-1:])
        except EngineError as error:
            raise LineError(number, error if _is_kong(kongs[-1]) else TypedError(Sentence(KONG_LINE))) from error
    return kongs


def _parse_kong(line: str) -> list[Any]:
    declared, slash, out = line.partition("/")
    words = _parse_seats(declared)
    return [*words, *([None] if slash and len(words) == 2 else []), *([_parse_seats(out)] if slash else [])]


def _parse_seats(text: str) -> list[Any]:
    return [integer_or(word) - 1 if word.isdecimal() else word.lower() for word in text.split()]


def _is_kong(kong: list[Any]) -> bool:
    seats = [seat for part in kong[:1] + kong[2:] for seat in (part if isinstance(part, list) else [part])]
    written = len(kong) in (2, 3, 4) and kong[1] in ("concealed", "direct", "fresh", "late")
    return written and all(seat in (None, 0, 1, 2, 3) for seat in seats)


def parse_events(text: str, rules: Ruleset) -> list[Any]:
    """Return events of lines of the text log such as ``C discard 5m``, as lists. Raises TypedError."""
    begun = case_of(make_unknown_start(rules), [])
    events = []
    for number, line in enumerate(filter(str.strip, text.splitlines()), 1):
        try:
            events.append(parse_event(line, begun))
        except EngineError as error:
            raise LineError(number, error) from error
    return events


def make_unknown_start(rules: Ruleset) -> Setup:
    size = 3 * rules.family.sets + 1
    return Setup(rules, ((UNKNOWN_TILE,) * size,) * 4)


def parse_event(text: str, case: Mapping[str, Any] | None) -> Any:
    """An event after a hand: a JSON list, or a line such as ``win B from A``; None for no text. Raises EngineError."""
    text = text.strip()
    if not text:
        return None
    if text.startswith("["):
        return read_json(text)
    if case is None:
        raise TypedError(Sentence(_("The record before the event is missing.")))
    return _parse_line(text, case)


def _parse_line(text: str, case: Mapping[str, Any]) -> Any:
    hand = records.loads(json.dumps(case), "json").hands[0]
    written = records.dumps(hand.setup, hand.events)
    read = text_log(f"{written.rstrip()}\n{text}\n")
    if read.problems or not read.hands or len(read.hands[0].events) != len(hand.events) + 1:
        problem = read.problems[0].message if read.problems else Sentence(_("it is not an event"))
        raise TypedError(Sentence(_("This event cannot be read: %(problem)s"), {"problem": problem}))
    return event_to_list(read.hands[0].events[-1])


def format_kong(kong: Any) -> str:
    """Return the line of a kong.

    >>> format_kong([1, "direct", 3, [0]])
    '2 direct 4 / 1'
    """
    seat, kind, feeder, out = [*kong, None, None][:4]
    fed = "" if feeder is None else f" {feeder + 1}"
    return f"{seat + 1} {kind}{fed}" + (" / " + " ".join(str(winner + 1) for winner in out) if out else "")


def format_events(events: Sequence[list[Any]], rules: Ruleset) -> str:
    written = records.dumps(make_unknown_start(rules), [event_from_list(event) for event in events])
    return written.partition("\n\n")[2].strip()


ONE_OF_SEVERAL = (FactType.FLAG, FactType.CHOICE, FactType.SEAT, FactType.WIND)


def _split_circumstances(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts and each circumstance by itself; of an object that nobody knows all are unknown."""
    # Imports the modules that declare which circumstances are facts.
    load_facts()
    alone: dict[str, Any] = {}
    instead: dict[str, Any] = {}
    of_fact = {name: value for name, value in answers.items() if name not in MEMBERS}
    for of, members in MEMBERS.items():
        members_told = answers.get(of, {})
        if members_told is None:
            alone |= {fact.name: None for fact in members.values()}
        else:
            alone |= {members[key].name: value for key, value in members_told.items() if key in members}
            instead |= {fact.name: members_told[key] for key, fact in ASKED_INSTEAD.items() if key in members_told}
            if of in answers and not members_told:
                nothing = [(fact.name, NOTHING_OF[fact.type]) for fact in members.values() if fact.type in NOTHING_OF]
                alone |= {name: write_fact(name, value) for name, value in nothing}
    return {**instead, **of_fact, **alone}


def _fill_fields(fact: Fact[Any], value: Any, claim: Mapping[str, Any]) -> dict[str, Any]:
    name = fact.name
    if fact.type in (FactType.HANDS, FactType.SUITS):
        return {f"{name}_{seat}": notation or "" for seat, notation in enumerate(value)}
    if fact.type is FactType.FLAG:
        return {name: "yes" if value else "no"}
    if fact.type is FactType.SEATS:
        return {name: value or [NOBODY]}
    if fact.type is FactType.TILES:
        return {name: value, f"{name}_none": not value}
    if fact.type is FactType.KONGS:
        return {name: "\n".join(format_kong(kong) for kong in value)}
    if fact.type is FactType.EVENTS:
        return {name: format_events(value, read_ruleset(claim))}
    return {name: value}


def _join_fields(fact: Fact[Any], entered: Mapping[str, Any]) -> Any:
    if fact.type in (FactType.HANDS, FactType.SUITS):
        return " / ".join(entered.values())
    return entered[fact.name]


def get_initial_values(claim: Mapping[str, Any]) -> dict[str, Any]:
    initial: dict[str, Any] = {"seat": claim.get("seat")}
    witnesses = claim.get("witnesses") or {}
    for name, value in _split_circumstances(claim.get("facts") or {}).items():
        fact = load_facts()[name]
        if value is not None:
            initial |= _fill_fields(fact, value, claim)
        else:
            answer = WITNESSES if name in witnesses else UNKNOWN
            initial |= {name: answer} if fact.type in ONE_OF_SEVERAL else {f"{name}_{answer}": True}
    for name, statements in witnesses.items():
        fact = load_facts()[name]
        for statement in statements:
            who = get_statement_field(fact, statement.get("seat", OTHER))
            initial |= {f"{who}_name": statement["name"]} if "name" in statement else {}
            initial[who] = (
                _join_fields(fact, _fill_fields(fact, statement["value"], claim))
                if statement["value"] is not None
                else ""
            )
    if claim.get("log") is not None:
        # A claim keeps its ruleset beside the record; a record that is read by itself has it inside.
        rules = {name: claim[name] for name in ("ruleset", "parameters") if name in claim}
        initial["log"] = json.dumps({**rules, **claim["log"]}, ensure_ascii=False)
    if claim.get("event") is not None:
        initial["event"] = json.dumps(claim["event"], ensure_ascii=False)
    return initial
